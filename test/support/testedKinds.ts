import { kinds } from "../../provider/src/kinds";
import { tagKind } from "../contract/tag/tag";

/** The package's kinds, and the tests' own kind. */
export const testedKinds = { ...kinds, Tag: tagKind } as const;

export type TestedKind = keyof typeof testedKinds;

/** The kind in a resource's type. */
export function kindOf(urn: string): TestedKind {
  const name = Object.keys(testedKinds).find((each) => urn.includes(`outreach:${each}::`));
  if (!isTestedKind(name)) throw new Error(`${urn} has no kind that the tests know`);
  return name;
}

function isTestedKind(name: string | undefined): name is TestedKind {
  return name !== undefined && Object.hasOwn(testedKinds, name);
}
