import { z } from "zod";
import { nameDigest } from "../api/coordination/creations";
import type { DeclaredKind, Values } from "./declared";
import { mostNamesakes } from "./ownersState";
import { statedTargets } from "./stated";

const adoptedSchema = z.object({
  id: z.string(),
  /** A digest of its name in the program. */
  name: z.string().optional(),
  /** Its targets in the program. */
  targets: z.array(z.string()),
});

/**
 * An object that another resource of the program takes over in this run as one that contacts nobody. It may have been started
 * in the app, which only the service shows: not until it is adopted do the records or the state have it.
 */
export type Adopted = z.infer<typeof adoptedSchema>;

/** What these arguments adopt as an object that contacts nobody. Undefined if they adopt nothing, or one that runs. */
export function adoptedAs({ reaches }: Pick<DeclaredKind, "reaches">, args: Values): Adopted | undefined {
  const { adopt, name } = args;
  if (reaches === undefined || args[reaches.running] === true || !/^\d+$/.test(String(adopt))) return undefined;
  return {
    id: String(Number(adopt)),
    ...(typeof name === "string" ? { name: nameDigest(name) } : {}),
    targets: statedTargets.parse(args[reaches.targets]).map(String),
  };
}

/** Those on one of these targets. */
export function adoptedOn(all: readonly Adopted[], targets: unknown): readonly Adopted[] {
  const wanted = new Set(statedTargets.parse([targets].flat()).map(String));
  return all.filter((each) => each.targets.some((target) => wanted.has(target))).slice(0, mostNamesakes);
}

/** Reads them from the hint of the class. */
export function adoptedIn(hint: unknown): readonly Adopted[] {
  return z.array(adoptedSchema).safeParse(hint).data ?? [];
}
