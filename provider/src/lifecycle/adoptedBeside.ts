import { z } from "zod";
import { nameDigest } from "../api/coordination/creations";
import type { DeclaredKind, Values } from "./declared";
import { mostNamesakes } from "./ownersState";

const adoptedSchema = z.object({
  id: z.string(),
  /** A digest of its name in the program. */
  name: z.string().optional(),
  /** Those of its targets in the program that matter, or may be among them. */
  targets: z.array(z.string()),
  /** True if the program declares that it runs. */
  runs: z.boolean().optional(),
});

/**
 * An object that another resource of the program takes over in this run. It may have been started in the app, which only the
 * service shows: not until it is adopted do the records or the state have it.
 */
export type Adopted = Readonly<z.infer<typeof adoptedSchema>>;

/** The same, before the targets are compared. */
export interface Adopting extends Omit<Adopted, "targets"> {
  /** Undefined if they are not all known yet. */
  readonly targets: readonly string[] | undefined;
}

/** What these arguments adopt. Undefined if that is nothing, or not known. */
export function adoptedAs({ reaches }: Pick<DeclaredKind, "reaches">, args: Values): Adopting | undefined {
  const { adopt, name } = args;
  if (reaches === undefined || !/^\d+$/.test(String(adopt))) return undefined;
  const targets = z.array(z.union([z.number(), z.string()])).safeParse(args[reaches.targets]);
  return {
    id: String(Number(adopt)),
    ...(typeof name === "string" ? { name: nameDigest(name) } : {}),
    ...(args[reaches.running] === true ? { runs: true } : {}),
    targets: targets.data?.map(String),
  };
}

/**
 * Those on one of these targets. One whose targets are not all known may be on each of them, unless it is declared as running:
 * the program's rules compare it then.
 */
export function adoptedOn(all: readonly Adopting[], targets: unknown): readonly Adopted[] {
  const wanted = [targets].flat().map(String);
  const near = all.flatMap(({ targets: its, ...each }): Adopted[] => {
    const shared = its?.filter((target) => wanted.includes(target)) ?? (each.runs === true ? [] : wanted);
    return shared.length === 0 ? [] : [{ ...each, targets: shared }];
  });
  return near.slice(0, mostNamesakes);
}

/** Reads them from the hint of the class. */
export function adoptedIn(hint: unknown): readonly Adopted[] {
  return z.array(adoptedSchema).safeParse(hint).data ?? [];
}
