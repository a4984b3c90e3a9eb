import { type Action, initial, movesOf, type Protocol, type State } from "./protocol";

/** One of the actions that a line of a log may mean. */
interface Wanted {
  readonly actions: readonly Action[];
  /** Or no action: the turn was not free, or the lookup changes nothing. */
  readonly isOptional?: boolean;
}

interface Line {
  /** The run's index, in the order in which the log names the runs. */
  readonly by: number;
  /** In this order. */
  readonly wanted: readonly Wanted[];
}

type States = Map<string, State>;

/** Effects of time, and actions that the log does not show. */
const unseen: readonly Action[] = ["turn ends", "record grows old", "create is lost"];

/**
 * Replays in the model the log of a schedule in which runs create the same list. Undefined if the log is a path in the
 * model, else the first line that is not.
 */
export function strayIn(protocol: Protocol, log: readonly string[], objects: number): string | undefined {
  const actors: string[] = [];
  let states: States = new Map([["", initial(protocol)]]);
  for (const text of log) {
    const { by, wanted } = lineOf(text, protocol, actors);
    for (const each of wanted) states = afterOne(protocol, states, by, each);
    if (states.size === 0) return text;
  }
  return [...states.values()].some((state) => state.objects === objects) ? undefined : `the end: ${objects} objects`;
}

function afterOne(protocol: Protocol, states: States, by: number, { actions, isOptional }: Wanted): States {
  const before = withUnseen(protocol, states);
  const after: States = isOptional === true ? new Map(before) : new Map();
  for (const state of before.values()) {
    for (const move of movesOf(protocol, state)) {
      if (move.by === by && actions.includes(move.action)) after.set(JSON.stringify(move.to), move.to);
    }
  }
  return after;
}

function withUnseen(protocol: Protocol, states: States): States {
  const all = new Map(states);
  // Iterating a map also yields entries that are added meanwhile.
  for (const state of all.values()) {
    for (const { action, to } of movesOf(protocol, state)) {
      if (unseen.includes(action)) all.set(JSON.stringify(to), to);
    }
  }
  return all;
}

function lineOf(text: string, protocol: Protocol, actors: string[]): Line {
  const [first = "", label = "", way = ""] = text.split(": ");
  const arriving = /^POST \S+ of (.+) arrives/.exec(label)?.[1];
  const actor = arriving ?? first;
  if (!actors.includes(actor)) actors.push(actor);
  const by = actors.indexOf(actor);
  if (arriving !== undefined) return { by, wanted: [one("create arrives")] };
  if (label === "POST /v1/list") return { by, wanted: [one("sends"), ...endOf(way)] };
  const hasHappened = way === "" || way === "the process dies after it";
  return {
    by,
    wanted: [...(hasHappened ? wantedBy(label, protocol) : []), ...(way.includes("dies") ? [one("dies")] : [])],
  };
}

const one = (action: Action): Wanted => ({ actions: [action] });
const maybe = (...actions: readonly Action[]): Wanted => ({ actions, isOptional: true });

function wantedBy(label: string, { lists }: Protocol): Wanted[] {
  switch (label) {
    case "take turn List":
      return [maybe("takes the turn")];
    case "sent List elsewhere?":
      return [maybe("finds no create on its way")];
    case lists ? "GET /v1/list" : "read creations of List":
      return [maybe("looks")];
    case "record List sent":
      return [one("records that it sends")];
    case "record List made":
      return [one("records the object")];
    case "record List refused":
      return [maybe("withdraws its record", "records that nothing exists")];
    case "settle":
      return [maybe("records the object", "records that nothing exists")];
    case "give up turn List":
      return [maybe("releases the turn")];
    default:
      return [];
  }
}

/** How a create ends, by the wording of the log. */
function endOf(way: string): Wanted[] {
  switch (way) {
    case "":
      return [one("is answered")];
    case "the response is lost":
    case "a gateway refuses it after forwarding it":
      return [one("create arrives")];
    case "lost on its way":
      return [one("create is lost")];
    case "it arrives late":
      return [one("no answer in time")];
    case "refused because of the limit":
      return [one("is refused because of the limit")];
    case "the process dies after it":
      return [one("dies"), one("create arrives")];
    case "the process dies, and it arrives late":
      return [one("dies")];
    default:
      throw new Error(`the model has no create that ends like this: ${way}`);
  }
}
