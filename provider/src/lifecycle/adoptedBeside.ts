import { z } from "zod";
import { nameDigest } from "../api/coordination/creations";
import type { DeclaredKind, Values } from "./declared";
import { mostNamesakes } from "./ownersState";

const adoptedSchema = z.object({
  id: z.string(),
  /** The resource that adopts it; undefined while its parent's URN is not known. */
  urn: z.string().optional(),
  /** A digest of its name in the program. */
  name: z.string().optional(),
  /** Those of its targets in the program that matter, or may be among them. */
  targets: z.array(z.string()),
  /** True if the program declares that it runs. */
  runs: z.boolean().optional(),
});

/**
 * An object that another resource of the program takes over in this run, on targets that matter for this one. It may have been
 * started in the app, which only the service shows: not until it is adopted do the records or the state have it.
 */
export type Adopted = Readonly<z.infer<typeof adoptedSchema>>;

/** The adoption of an object in the program, as far as its values are known. */
export interface Adoption extends Adopted {
  /** False if it has targets in the program that are not known yet. */
  readonly areAllTargets: boolean;
}

/** What these arguments adopt. Undefined if that is nothing, or not known. Values that are not known are undefined. */
export function adoptionIn(
  { reaches }: Pick<DeclaredKind, "reaches">,
  args: Values,
  urn: string | undefined,
): Adoption | undefined {
  const { adopt, name } = args;
  if (reaches === undefined || !/^\d+$/.test(String(adopt))) return undefined;
  const value = args[reaches.targets];
  const declared: readonly unknown[] = Array.isArray(value) ? value : [undefined];
  const targets = idsAmong(declared);
  return {
    id: String(Number(adopt)),
    ...(urn === undefined ? {} : { urn }),
    ...(typeof name === "string" ? { name: nameDigest(name) } : {}),
    ...(args[reaches.running] === true ? { runs: true } : {}),
    targets,
    areAllTargets: targets.length === declared.length,
  };
}

/**
 * Those on one of these targets. One whose targets are not all known may be on each of them, unless it is declared as running:
 * the rules for the program compare that one.
 */
export function adoptedOn(adoptions: readonly Adoption[], targets: unknown): readonly Adopted[] {
  const wanted = idsAmong([targets].flat());
  const near = adoptions.flatMap(({ areAllTargets, ...each }): Adopted[] => {
    const isOpen = !areAllTargets && each.runs !== true;
    const shared = isOpen ? wanted : each.targets.filter((target) => wanted.includes(target));
    return shared.length === 0 ? [] : [{ ...each, targets: shared }];
  });
  const runsFirst = (one: Adopted, other: Adopted) => Number(other.runs === true) - Number(one.runs === true);
  return near.toSorted(runsFirst).slice(0, mostNamesakes);
}

/** Reads them from the hint of the class. */
export function adoptedIn(hint: unknown): readonly Adopted[] {
  return z.array(adoptedSchema).safeParse(hint).data ?? [];
}

/** What the checks of several resources know of one object. */
export function withTargetsOf(known: Adopted | undefined, { targets, ...more }: Adopted): Adopted {
  return { ...known, ...more, targets: [...new Set([...(known?.targets ?? []), ...targets])] };
}

function idsAmong(values: readonly unknown[]): string[] {
  return values.filter((value) => typeof value === "number" || typeof value === "string").map(String);
}
