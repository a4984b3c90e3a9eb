import { kinds } from "../../provider/src/kinds";
import { tagKind } from "../contract/tag/tag";

/** The kinds of the package, and one that only the tests have. */
export const testedKinds = { ...kinds, Tag: tagKind } as const;

export type TestedKind = keyof typeof testedKinds;

/** The kind that stands in the type of a resource. */
export function kindOf(urn: string): TestedKind {
  const name = Object.keys(testedKinds).find((each) => urn.includes(`outreach:${each}::`));
  if (!isTestedKind(name)) throw new Error(`${urn} is of no kind that the tests know`);
  return name;
}

function isTestedKind(name: string | undefined): name is TestedKind {
  return name !== undefined && Object.hasOwn(testedKinds, name);
}
