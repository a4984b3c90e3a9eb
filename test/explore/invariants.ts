import { type Begun, type Note, type Place, textsOf } from "./schedule";
import { codesOf, idsIn, isManaged, listsOf, names, runs } from "./watch";

export type InvariantName =
  | "no second object"
  | "no shared list"
  | "no undeclared start"
  | "no second start"
  | "both are named"
  | "one manager"
  | "nothing unknown"
  | "nothing dropped"
  | "one creator"
  | "the request limit"
  | "it ends";

/** What is checked when all runs are over, however they have ended. */
interface Situation {
  readonly before: Place;
  readonly place: Place;
  readonly begun: readonly Begun[];
}

export interface Invariant {
  readonly name: InvariantName;
  readonly guarantee: string;
  readonly assumption: string;
  /** Returns violations, beside those that were noted during the runs. */
  readonly check: (situation: Situation) => string[];
}

const notedDuringRuns = () => [];
const sharesOrShows =
  "runs share their records, or the service lists its objects and no other run creates at the moment";

export const invariants: readonly Invariant[] = [
  {
    name: "no second object",
    guarantee: "No create makes a second object of one resource, unless a code allows it.",
    assumption: sharesOrShows,
    check: notedDuringRuns,
  },
  {
    name: "no shared list",
    guarantee: "No run lets a campaign write to people of another running campaign, unless a code allows it.",
    assumption: `${sharesOrShows}; nobody starts a campaign or attaches a list in the app between the check and the create`,
    check: notedDuringRuns,
  },
  {
    name: "no undeclared start",
    guarantee: "No run starts a campaign that its program does not declare active.",
    assumption: "none",
    check: notedDuringRuns,
  },
  {
    name: "no second start",
    guarantee: "No run starts a campaign for people to whom one with its name has written, unless a code allows it.",
    assumption: sharesOrShows,
    check: notedDuringRuns,
  },
  {
    name: "both are named",
    guarantee: "If two running campaigns write to the people of one list without a code, a run's message names both.",
    assumption: "the service lists its campaigns; nobody starts one in the app meanwhile",
    check: unnamedPairs,
  },
  {
    name: "one manager",
    guarantee: "No object is in the state of two resources, unless a program adopts it.",
    assumption: "runs share their records",
    check: sharedObjects,
  },
  {
    name: "nothing unknown",
    guarantee: "Each object that exists is in a state, in the records or in a message.",
    assumption: "the database keeps what it has confirmed",
    check: unknownObjects,
  },
  {
    name: "nothing dropped",
    guarantee: "No object leaves the state while it exists without a message that names it, and none while it runs.",
    assumption:
      "no option removes a resource from the state without requesting its delete (`retainOnDelete`, `deletedWith`)",
    check: droppedObjects,
  },
  {
    name: "one creator",
    guarantee: "No process sends a create while a create of another process may still arrive.",
    assumption: "runs share their records; a request arrives within twice its time-out or never",
    check: notedDuringRuns,
  },
  {
    name: "the request limit",
    guarantee: "In no minute are more requests sent than the limit allows.",
    assumption: "runs share their records",
    check: notedDuringRuns,
  },
  {
    name: "it ends",
    guarantee: "Every run ends, and following its refusals' ways out leads to a clean `up` after at most three runs.",
    assumption: "the user does in the app what refusals request; nobody else changes anything meanwhile",
    check: ({ begun }) => begun.flatMap(({ actor, isOver }) => (isOver ? [] : [`${actor} never ends`])),
  },
];

export function violationsOf(before: Place, place: Place, begun: readonly Begun[]): Note[] {
  const checked = invariants.flatMap(({ name, check }) =>
    check({ before, place, begun }).map((what) => ({ invariant: name, what })),
  );
  return [...place.notes, ...checked];
}

const kinds = { list: "List", agent: "SourceAgent", campaign: "Campaign" } as const;

function unknownObjects({ before, place: { service, engines, memories }, begun }: Situation): string[] {
  const inStates = new Set([...engines.values()].flatMap(({ state }) => idsIn(state)));
  const told = begun.flatMap(textsOf).join("\n");
  return [...service.objects.values()].flatMap(({ id, kind, fields, by }) => {
    if (before.service.objects.has(id) || by === "person") return [];
    const isRecorded = [...memories.values()].some(({ creations }) =>
      creations.some((each) => each.kind === kinds[kind] && (each.id === String(id) || each.outcome === "sent")),
    );
    if (inStates.has(String(id)) || isRecorded || names(told, String(id))) return [];
    return [`no state, record or message has ${kind} ${id} "${String(fields.name)}"`];
  });
}

function droppedObjects({ before, place, begun }: Situation): string[] {
  return [...before.engines].flatMap(([stack, { state }]) => {
    const left = new Set(idsIn(place.engine(stack).state));
    const told = begun
      .filter((each) => each.stack === stack)
      .flatMap(textsOf)
      .join("\n");
    return idsIn(state).flatMap((id) => {
      const held = place.service.objects.get(Number(id));
      if (held === undefined || left.has(id)) return [];
      const ran = before.service.objects.get(held.id)?.fields.active === true && held.fields.active === true;
      if (ran && !isManaged(place, id)) return [`${held.kind} ${id} left the state of ${stack} although it runs`];
      if (names(told, id)) return [];
      return [`${held.kind} ${id} "${String(held.fields.name)}" left the state of ${stack}, and no message names it`];
    });
  });
}

function unnamedPairs({ place: { service }, begun, place }: Situation): string[] {
  if (service.options.specOnly) return [];
  const codes = new Set([...place.running.values()].flatMap((planned) => [...codesOf(planned)]));
  const byPerson = new Set(service.started.filter(({ by }) => by === "person").map(({ id }) => id));
  const running = service.of("campaign").filter((held) => runs(held) && !byPerson.has(held.id));
  const texts = begun.flatMap(textsOf);
  return running.flatMap((one, index) =>
    running.slice(index + 1).flatMap((other) => {
      const share = listsOf(one).some((id) => listsOf(other).includes(id));
      const isSaid = codes.has(`shared-list:${one.id}`) || codes.has(`shared-list:${other.id}`);
      const isMade = [one, other].some(({ by }) => begun.some(({ actor }) => actor === by));
      const isNamed = texts.some((text) => names(text, String(one.id)) && names(text, String(other.id)));
      if (!share || isSaid || !isMade || isNamed) return [];
      return [`no message names campaigns ${one.id} and ${other.id}, which write to the people of one list`];
    }),
  );
}

function sharedObjects({ place, begun }: Situation): string[] {
  const managers = new Map<string, number>();
  for (const { state } of place.engines.values())
    for (const id of idsIn(state)) managers.set(id, (managers.get(id) ?? 0) + 1);
  const adopted = new Set(begun.flatMap(({ program }) => Object.values(program).map(({ args }) => String(args.adopt))));
  return [...managers].flatMap(([id, count]) =>
    count < 2 || adopted.has(id) || adopted.has("twin") ? [] : [`${count} resources manage ${id}`],
  );
}
