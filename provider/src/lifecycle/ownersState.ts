import { z } from "zod";
import { foundSchema, type Recorded, replacedSchema, sentSchema, sharedForSchema } from "./record";
import { statedIs } from "./stated";

const ownersStateSchema = z.object({
  origin: z.string(),
  actingUserId: z.string(),
  /** An object of this kind that the service showed at its last read, or until a read failed. */
  shown: z.object({ id: z.string(), hiddenSince: z.string().optional() }).optional(),
  /**
   * The targets whose people this resource's object, or the ones that it replaces, have contacted, and those of the resource
   * whose object or former version it adopts.
   */
  contacted: z.array(z.string()).optional(),
  /**
   * The targets of another resource's object, or of its former version, that this one adopts, or of a pending create that may
   * have made it, and those on which objects of this stack have found it.
   */
  targets: z.array(z.string()).optional(),
  /** Other resources' objects that this one may adopt, by their id or name, with what passes to their next resource. */
  adoptable: z
    .array(
      z.object({
        /** Undefined if its create got no response. */
        id: z.string().optional(),
        is: statedIs.optional(),
        saidOff: z.boolean().optional(),
        foundOn: z.record(z.string(), foundSchema).optional(),
        sent: sentSchema.optional(),
        sharedFor: sharedForSchema.optional(),
        replaced: z.record(z.string(), replacedSchema).optional(),
      }),
    )
    .optional(),
  /** By id, how many updates have sent the targets of an object, if any. Of few, those first that may contact people. */
  sent: z.record(z.string(), z.number()).optional(),
  /**
   * By id, what updates have last sent of the objects that this resource's object has found on its targets, and of those that
   * others have found on the targets of one that may start.
   */
  sentOfFound: z.record(z.string(), sentSchema).optional(),
  /** By target of this resource, the last number of a finding there; null if one of them has none. */
  lastFound: z.record(z.string(), z.number().nullable()).optional(),
  /** The object of this very resource. */
  own: z.object({ id: z.string(), outputs: z.record(z.string(), z.unknown()) }).optional(),
  /** Objects of other resources with the name of this one's, as far as the state has their targets. */
  namesakes: z.array(z.object({ id: z.string(), targets: z.array(z.string()) })).optional(),
});

/** What the state shows of a resource and of its kind, among the objects of one owner. */
export type OwnersState = Readonly<z.infer<typeof ownersStateSchema>>;

/** Reads what the state shows from the hint of the class. */
export function inStateOf(hint: unknown): readonly OwnersState[] | undefined {
  return hint === undefined ? undefined : z.array(ownersStateSchema).safeParse(hint).data;
}

/** More would take too long in a program with as many resources, and those left out count as unknown. */
export const mostNamesakes = 100;

interface Named {
  readonly urn: string;
  readonly id?: string;
  readonly targets: readonly (number | string)[];
}

/** Those of other resources, among the objects with one name. */
export function besideOwn(urn: string, named: readonly Named[]): Pick<OwnersState, "namesakes"> {
  const others = named.flatMap((each) =>
    each.urn === urn || each.id === undefined || each.targets.length === 0
      ? []
      : [{ id: each.id, targets: each.targets.map(String) }],
  );
  return others.length === 0 ? {} : { namesakes: others.slice(0, mostNamesakes) };
}

/** What it shows of this user's objects. */
export function ofOwner(
  inState: readonly OwnersState[] | undefined,
  { origin }: Pick<OwnersState, "origin">,
  actingUserId: string,
): readonly OwnersState[] {
  return (inState ?? []).filter((each) => each.origin === origin && each.actingUserId === actingUserId);
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
