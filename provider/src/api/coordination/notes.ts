import type { CreationNotes } from "../objects";
import type { Creation, Notes } from "./store";

/** True if the object contacts people or ever did. Once recorded, this is permanent. */
export function hasRun({ running, ran }: CreationNotes): boolean {
  return running === true || ran === true;
}

/** The targets that an object has had since it first ran: the union over these notes, with `targets` once it has run. */
export function ranOnAfter(
  ran: boolean,
  ...all: readonly Pick<CreationNotes, "targets" | "ranOn">[]
): Pick<CreationNotes, "ranOn"> {
  const ids = all.flatMap(({ targets, ranOn }) => [...(ranOn ?? []), ...((ran && targets) || [])]);
  return ids.length === 0 ? {} : { ranOn: sortedIds(ids) };
}

/** Removes duplicates and sorts, so that the order is the same in every store. */
export function sortedIds(ids: readonly string[]): string[] {
  return [...new Set(ids)].sort();
}

/**
 * True if recording a create again changes its outcome. Only the first outcome counts, except that a create settled as
 * refused becomes made if a response proves it.
 */
export function isSettledBy(known: Pick<Creation, "outcome">, { outcome }: Pick<Creation, "outcome">): boolean {
  return known.outcome === "sent" || (known.outcome === "refused" && outcome === "made");
}

/**
 * The notes of an object after merging `object` into them. A missing field keeps its recorded value. An adopted object
 * stays assigned to the adopting resource until another resource adopts it or this one releases it: a previous owner
 * can neither reclaim nor release it.
 */
export function afterRemembering<Known extends Notes>(known: Known, object: Notes): Known {
  const isHeld = known.adopted === true && object.adopted !== true;
  const isOfOther = isHeld && (differ(known.stack, object.stack) || differ(known.resource, object.resource));
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
    content: object.content ?? known.content,
  };
}

/** True if both are known and differ. */
function differ(recorded: string | undefined, its: string | undefined): boolean {
  return recorded !== undefined && its !== undefined && recorded !== its;
}

/** True if merging changed nothing. */
export function isSame(known: Notes, after: Notes): boolean {
  const ofObject = ["name", "content", "targets", "running", "ran", "ranOn"] as const;
  const fields = [...ofObject, "stack", "resource", "adopted", "released"] as const;
  return fields.every((field) => String(after[field]) === String(known[field]));
}

/**
 * Adds the recorded targets unless the notes are complete: a state may contain fewer targets than another run has recorded.
 */
export function withTargets(
  { areAllTargets, isNameLater: _, ...notes }: CreationNotes,
  known: CreationNotes | undefined,
) {
  if (areAllTargets === true || notes.targets === undefined || known?.targets === undefined) return notes;
  return { ...notes, targets: [...new Set([...known.targets, ...notes.targets])] };
}

/**
 * Merges a state with the records, neither of which is certain: the targets of both count, and the object is running if
 * either shows it running.
 */
export function withBothTargets({ areAllTargets: _, running, ...notes }: CreationNotes, known: CreationNotes) {
  return { ...withTargets(notes, known), running: running === true || known.running };
}
