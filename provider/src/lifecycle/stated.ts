import { z } from "zod";
import type { DeclaredKind, Values } from "./declared";
import { foundSchema, sentSchema } from "./record";
import { recordOf } from "./statedOwners";

const statedSchema = z.object({
  urn: z.string(),
  /** Undefined if its create got no response, or if an earlier release wrote the state. */
  id: z.string().optional(),
  /** A digest, because its name may be a secret. */
  name: z.string().optional(),
  /** Empty if unknown. */
  targets: z.array(z.union([z.number(), z.string()])),
  /** Other targets whose people it, or the objects that it replaces, have contacted. */
  ranOn: z.array(z.string()).optional(),
  /** By target, the objects that it hides. */
  foundOn: z.record(z.string(), foundSchema).optional(),
  /**
   * According to the state. `pending`: its create got no response, so it may run. `off`: it ran earlier and is off now.
   * `resting`: it has never run; it may have been switched on in the app since.
   */
  is: z.enum(["running", "pending", "off", "resting"]),
  /** True if the service showed it at the last read. Before a start it does so again, but perhaps not its targets. */
  isShown: z.boolean().optional(),
  /** True if a person has confirmed that it is off, because the service does not show that. */
  saidOff: z.boolean().optional(),
  /** True if its create certainly had no effect, so that only what its resource has replaced counts. */
  isAbsent: z.boolean().optional(),
  /** True if its resource has replaced it. It had not run then, and stays in the account. */
  isReplaced: z.boolean().optional(),
  /** True if its targets are taken from the program that adopted it, and the service shows nothing of it. */
  areConcluded: z.boolean().optional(),
  /** True if its targets are taken from the program that adopted it, or inferred by an export. */
  mayHaveMore: z.boolean().optional(),
  /** The last update that has sent its targets. */
  sent: sentSchema.optional(),
});

/** Whether an object runs, has run, or has never run. */
export const statedIs = statedSchema.shape.is;

/** The targets in the outputs of an object; empty if they are not known. */
export const statedTargets = statedSchema.shape.targets.catch([]);

const statedObjects = z.array(statedSchema);

/** An object of a kind that contacts people, as the state describes it. */
export type Stated = z.infer<typeof statedSchema>;

/** Which stated objects matter for a resource. */
export interface Wanted {
  readonly kind: DeclaredKind;
  /** The targets in the program, or the only one. */
  readonly targets: unknown;
  /** True if it contacts nobody itself, but adds people to the target. */
  readonly feeds: boolean;
  /** The name in the program, of an object that may contact people itself. */
  readonly name?: unknown;
  /** Whether it may run according to the program; undefined if that does not say it, so that the state decides. */
  readonly mayRun?: boolean;
}

/** The stated objects that matter for an object with these arguments. Undefined if it reaches nobody. */
export function wantedFor(kind: DeclaredKind, args: Values): Wanted | undefined {
  const { reaches, feeds } = kind;
  if (reaches !== undefined) {
    const running = args[reaches.running];
    return {
      kind,
      targets: args[reaches.targets],
      name: args.name,
      feeds: false,
      ...(running === undefined ? {} : { mayRun: running !== false }),
    };
  }
  if (feeds === undefined || args[feeds.unless] === true) return undefined;
  return { kind: feeds.kind, targets: args[feeds.target], feeds: true };
}

/** The targets whose people it, or the objects that it replaces, have or may have contacted. */
export function mayHaveContacted({ is, targets, ranOn = [] }: Stated): string[] {
  return [...new Set([...(is === "resting" ? [] : targets.map(String)), ...ranOn])].sort();
}

/** True if it runs or may run according to the state. */
export function mayRunAsStated({ is }: Pick<Stated, "is">): boolean {
  return is === "running" || is === "pending";
}

/** Reads the objects from the hint of the class; `unread` if the class could not read the state. */
export function statedIn(hint: unknown): readonly Stated[] | "unread" {
  return statedObjects.safeParse(hint).data ?? "unread";
}

/** Omits the object that this create replaces, which an alias may have given a different URN from the state's. */
export function withoutReplaced(
  stated: readonly Stated[] | "unread",
  replaced: { readonly id: string; readonly outputs: Values } | undefined,
): readonly Stated[] | "unread" {
  if (stated === "unread" || replaced === undefined) return stated;
  const urn = recordOf(replaced.outputs)?.urn;
  return stated.filter((each) => each.id !== replaced.id && (each.urn !== urn || each.isReplaced === true));
}
