import { isPendingId } from "../../provider/src/lifecycle/record";
import type { Entry, State } from "../support/engine/state";
import type { Note, Place, PlannedRun } from "./schedule";
import type { Held } from "./service";

/** Violations in the service at the moment at which they happen. Actions in the app are never violations. */
export function seenAtService(place: Place, held: Held, before: Held | undefined, by: string): Note[] {
  const planned = place.running.get(by);
  if (planned === undefined) return [];
  const codes = codesOf(planned);
  const others = place.service.of(held.kind).filter(({ id }) => id !== held.id);
  const begins = runs(held) && (before === undefined || !runs(before));
  return [
    ...(before === undefined ? secondOf(held, others, codes) : []),
    ...(begins || moved(held, before) ? sharing(held, others, codes) : []),
    ...(begins ? startedBefore(place, held, others, codes) : []),
    ...(begins && !declaresActive(planned, held) ? [undeclared(held)] : []),
  ];
}

function secondOf(held: Held, others: readonly Held[], codes: ReadonlySet<string>): Note[] {
  return others
    .filter((other) => isSame(held, other) && !codes.has(`twin:${other.id}`))
    .map((other) => ({
      invariant: "no second object",
      what: `${held.kind} ${held.id} is created although ${other.id} is the same: "${String(held.fields.name)}"`,
    }));
}

/** An inactive campaign and the active one that replaces it are two objects. */
function isSame(held: Held, other: Held): boolean {
  const content = ({ active: _active, ...fields }: Held["fields"]) => JSON.stringify(fields);
  return content(held.fields) === content(other.fields) && held.fields.active === other.made.active;
}

function sharing(held: Held, others: readonly Held[], codes: ReadonlySet<string>): Note[] {
  return others
    .filter((other) => runs(other) && listsOf(other).some((id) => listsOf(held).includes(id)))
    .filter(({ id }) => !codes.has(`shared-list:${id}`))
    .map((other) => ({
      invariant: "no shared list",
      what: `campaign ${held.id} writes to the people of a list that the running campaign ${other.id} writes to`,
    }));
}

function startedBefore({ service }: Place, held: Held, others: readonly Held[], codes: ReadonlySet<string>): Note[] {
  if (codes.has("restart")) return [];
  return others
    .filter((other) => other.made.name === held.made.name && !runs(other))
    .filter((other) => service.started.some(({ id }) => id === other.id))
    .filter((other) => listsOf(other).some((id) => listsOf(held).includes(id)))
    .map((other) => ({
      invariant: "no second start",
      what: `campaign ${held.id} starts at step 1 for people to whom campaign ${other.id} has written`,
    }));
}

function undeclared({ id, fields: { name } }: Held): Note {
  return {
    invariant: "no undeclared start",
    what: `campaign ${id} "${String(name)}" starts, which the program does not declare active`,
  };
}

/** Resources whose creates have no known outcome. */
export function pendingIn({ current, condemned }: State): Entry[] {
  return [...current.values(), ...condemned.map(({ entry }) => entry)].filter(({ id }) => isPendingId(id));
}

/**
 * Objects that exist although one command dropped them from the state as creates without effect. A code can allow this
 * only if the service lists nothing: otherwise the listing is checked first.
 */
export function droppedPending(
  place: Place,
  planned: PlannedRun,
  before: readonly Entry[],
  texts: readonly string[],
): Note[] {
  const { stack } = planned;
  const left = pendingIn(place.engine(stack).state);
  const isSaid = place.service.options.specOnly && [...codesOf(planned)].some((code) => code.startsWith("twin:none"));
  if (isSaid) return [];
  return (
    before
      // It may have been sent again, and be pending again.
      .filter(({ inputs }) => !left.some((each) => each.inputs.name === inputs.name))
      .flatMap(({ inputs }) =>
        [...place.service.objects.values()].filter(
          (held) =>
            held.made.name === inputs.name &&
            held.by.startsWith(`${stack} `) &&
            !isManaged(place, String(held.id)) &&
            (runs(held) || !texts.some((text) => names(text, String(held.id)))),
        ),
      )
      .map(({ id, kind }) => ({
        invariant: "nothing dropped",
        what: `${kind} ${id} exists, and ${stack} has dropped it as a create without effect`,
      }))
  );
}

export function isManaged({ engines }: Pick<Place, "engines">, id: string): boolean {
  return [...engines.values()].some(({ state }) => idsIn(state).includes(id));
}

export function idsIn({ current, condemned }: State): string[] {
  return [...current.values(), ...condemned.map(({ entry }) => entry)].map(({ id }) => id);
}

export function names(text: string, id: string): boolean {
  return new RegExp(`\\b${id}\\b`).test(text);
}

function declaresActive({ program }: PlannedRun, { made: { name } }: Held): boolean {
  return Object.values(program).some(({ args }) => args.name === name && args.active === true);
}

export function codesOf({ program, settings }: PlannedRun): ReadonlySet<string> {
  const written = Object.values(program).flatMap(({ args: { acknowledge } }) =>
    Array.isArray(acknowledge) ? acknowledge.map(String) : [],
  );
  return new Set([...written, ...(settings?.acknowledge ?? [])]);
}

export const runs = ({ kind, fields }: Held) => kind === "campaign" && fields.active === true;

export function listsOf({ fields: { listIds } }: Held): string[] {
  return Array.isArray(listIds) ? listIds.map(String) : [];
}

/** A running campaign gets another list. */
function moved(held: Held, before: Held | undefined): boolean {
  return runs(held) && before !== undefined && listsOf(held).some((id) => !listsOf(before).includes(id));
}
