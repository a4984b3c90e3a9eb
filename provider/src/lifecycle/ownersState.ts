import { z } from "zod";
import type { Values } from "./declared";
import type { Recorded } from "./record";

const ownersStateSchema = z.object({
  origin: z.string(),
  actingUserId: z.string(),
  /** An object of this kind that the service showed at its last read, or until a read failed. */
  shown: z.object({ id: z.string(), hiddenSince: z.string().optional() }).optional(),
  /** The targets whose people this resource's object, or the ones that it replaces, have contacted. */
  contacted: z.array(z.string()).optional(),
  /** The targets of another resource's object that this one adopts, or of a pending create that may have made it. */
  targets: z.array(z.string()).optional(),
  /** The object of this very resource. */
  own: z.object({ id: z.string(), outputs: z.record(z.string(), z.unknown()) }).optional(),
});

/** What the state shows of a resource and of its kind, among the objects of one owner. */
export type OwnersState = Readonly<z.infer<typeof ownersStateSchema>>;

/** Reads what the state shows from the hint of the class. */
export function inStateOf(hint: unknown): readonly OwnersState[] | undefined {
  return hint === undefined ? undefined : z.array(ownersStateSchema).safeParse(hint).data;
}

/** The entry by URN, without the engine's properties, such as the text that names the provider. */
export function ownOf(urn: string, outputs: Values, { id }: Recorded): [string, NonNullable<OwnersState["own"]>][] {
  const its = Object.fromEntries(Object.entries(outputs).filter(([key]) => !key.startsWith("__")));
  return id === undefined ? [] : [[urn, { id, outputs: its }]];
}

/** The object that the state has for the resource itself, of whichever owner. */
export function ownObject(inState: readonly OwnersState[] | undefined): OwnersState["own"] {
  return inState?.flatMap(({ own }) => own ?? [])[0];
}

/** Undefined if it does not show which operations the service has. */
export function shownOf({ id, unseen, hiddenSince, gone, pending }: Recorded): OwnersState["shown"] {
  const wasShown = unseen !== true || hiddenSince !== undefined;
  if (id === undefined || !wasShown || gone === true || pending !== undefined) return undefined;
  return { id, ...(hiddenSince === undefined ? {} : { hiddenSince }) };
}

/** The one that shows the service's operations best: one that is still shown, or was shown last. */
export function lastShown(all: readonly NonNullable<OwnersState["shown"]>[]): OwnersState["shown"] {
  const hidden = all.filter(({ hiddenSince }) => hiddenSince !== undefined);
  const latest = [...hidden].sort((one, other) => String(other.hiddenSince).localeCompare(String(one.hiddenSince)));
  return all.find(({ hiddenSince }) => hiddenSince === undefined) ?? latest[0];
}
