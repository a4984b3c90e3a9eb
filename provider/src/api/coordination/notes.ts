import type { CreationNotes } from "../objects";
import type { Creation, Notes, RanOn } from "./store";

/** True if the object contacts people or has done so: once recorded, this stays. */
export function hasRun({ running, ran }: CreationNotes): boolean {
  return running === true || ran === true;
}

/** What is recorded of the targets of an object since it first ran: those of all these notes, once it has run. */
export function ranOnAfter(ran: boolean, ...all: readonly (Pick<CreationNotes, "targets"> & RanOn)[]): RanOn {
  const ids = all.flatMap(({ targets, ranOn }) => [...(ranOn ?? []), ...((ran && targets) || [])]);
  return ids.length === 0 ? {} : { ranOn: sortedIds(ids) };
}

/** Each of them once, in one order in every store. */
export function sortedIds(ids: readonly string[]): string[] {
  return [...new Set(ids)].sort();
}

/**
 * True if a create that is recorded again changes its outcome: only its first outcome counts. But one that was settled as
 * refused was made after all if an answer says so.
 */
export function isSettledBy(known: Pick<Creation, "outcome">, { outcome }: Pick<Creation, "outcome">): boolean {
  return known.outcome === "sent" || (known.outcome === "refused" && outcome === "made");
}

/**
 * What is recorded of an object after `object` was remembered of it. A field that is missing keeps what is recorded. An
 * adopted object stays recorded as that of the resource that adopted it, until another one adopts it or this one lets
 * go: a resource that had it before can neither take it back nor let go of it.
 */
export function afterRemembering<Known extends Notes & RanOn>(known: Known, object: Notes): Known {
  const isHeld = known.adopted === true && object.adopted !== true;
  const isOfOther = isHeld && (areOther(known.stack, object.stack) || areOther(known.resource, object.resource));
  const released = isOfOther ? known.released : object.released;
  const { stack, resource } = isHeld ? known : object;
  const ran = hasRun(known) || hasRun(object);
  return {
    ...known,
    name: object.name,
    targets: object.targets ?? known.targets,
    running: object.running ?? known.running,
    ran: ran || undefined,
    ...ranOnAfter(ran, known, object),
    stack: stack ?? known.stack,
    resource: resource ?? known.resource,
    adopted: released === true ? undefined : (object.adopted ?? known.adopted),
    released,
  };
}

/** True if both are known and differ. */
function areOther(recorded: string | undefined, its: string | undefined): boolean {
  return recorded !== undefined && its !== undefined && recorded !== its;
}

/** True if remembering has changed nothing. */
export function isSame(known: Notes & RanOn, after: Notes & RanOn): boolean {
  const fields = ["name", "targets", "running", "ran", "ranOn", "stack", "resource", "adopted", "released"] as const;
  return fields.every((field) => String(after[field]) === String(known[field]));
}

/** Adds the recorded targets, unless the notes have all: a state may hold fewer than another run has recorded. */
export function withTargets({ areAllTargets, ...notes }: CreationNotes, known: CreationNotes | undefined) {
  if (areAllTargets === true || notes.targets === undefined || known?.targets === undefined) return notes;
  return { ...notes, targets: [...new Set([...known.targets, ...notes.targets])] };
}

/** Neither a state nor what is recorded is certain: all targets of both count, and the object runs if either says so. */
export function cautiously({ areAllTargets: _, running, ...notes }: CreationNotes, known: CreationNotes) {
  return { ...withTargets(notes, known), running: running === true || known.running };
}
