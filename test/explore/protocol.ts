/**
 * A model of how concurrent creates exclude each other: small enough to visit all its states, with more runs and faults
 * than the explorer can try with the code. Each run wants the same object, so a second object is an error.
 */
interface Faults {
  readonly kills: number;
  /** Requests whose response is lost, whether or not they arrive themselves. */
  readonly losses: number;
  /** How often all processes sleep until the turn has ended. */
  readonly sleeps: number;
  /** How often the database's clock steps forward, so that the turn ends early. */
  readonly clockSteps: number;
}

export interface Protocol extends Faults {
  readonly runs: number;
  /** False: the service lists nothing, and only records show what exists. */
  readonly lists: boolean;
  /** Removed protections. */
  readonly without?: readonly Protection[];
}

export type Protection =
  | "the turn"
  | "the confirmation of the turn"
  | "the record before the create"
  | "the wait for creates of other runs"
  | "the lookup that is as new as the records"
  | "the wait before an object counts as missing"
  | "the length of a turn";

/** How far a run is. `clear`: in its turn, it has found no create of another run on its way. `noted`: it has recorded that it sends. `lost`: no response came. `known`: it knows the object. */
type Step = "begun" | "turn" | "clear" | "noted" | "sent" | "lost" | "known" | "told" | "over" | "dead";

interface Runner {
  readonly step: Step;
  /** It has found nothing: `new`, or `old` if others have recorded something since. */
  readonly look: "none" | "new" | "old";
  /** The stack's state contains the object or its pending create. */
  readonly holds: boolean;
  /** The record of its create. `old`: sent so long ago that it has arrived or is lost. */
  readonly row: "none" | "sent" | "old" | "made";
  readonly hasTurn: boolean;
  /** Its create may still arrive. */
  readonly isFlying: boolean;
}

export interface State {
  readonly runs: readonly Runner[];
  readonly objects: number;
  readonly left: Faults;
}

export type Action =
  | "takes the turn"
  | "finds no create on its way"
  | "looks"
  | "records that it sends"
  | "withdraws its record"
  | "sends"
  | "is answered"
  | "is refused because of the limit"
  | "records the object"
  | "records that nothing exists"
  | "releases the turn"
  | "dies"
  | "create arrives"
  | "create is lost"
  | "no answer in time"
  | "turn ends"
  | "turn ends early"
  | "record grows old";

export interface Move {
  readonly by: number;
  readonly action: Action;
  readonly to: State;
}

export function initial({ runs, kills, losses, sleeps, clockSteps }: Protocol): State {
  const run: Runner = { step: "begun", look: "none", holds: false, row: "none", hasTurn: false, isFlying: false };
  const all = Array.from({ length: runs }, () => run);
  return { runs: all, objects: 0, left: { kills, losses, sleeps, clockSteps } };
}

/** All possible next moves. */
export function movesOf(protocol: Protocol, state: State): Move[] {
  return state.runs.flatMap((run, by) =>
    [
      ...stepsOf(protocol, state, by, run),
      ...deaths(state, by, run),
      ...onItsWay(state, by, run),
      ...turnEnds(protocol, state, by, run),
      ...growsOld(state, by, run),
    ].map(([action, to]) => ({ by, action, to })),
  );
}

type Result = readonly [Action, State];

function stepsOf(protocol: Protocol, state: State, by: number, run: Runner): Result[] {
  // If anything else fails, a run ends normally.
  const over: Result = ["releases the turn", released(withRun(state, by, { step: "over" }), by)];
  switch (run.step) {
    case "begun":
      return [...looks(protocol, state, by), ...takes(protocol, state, by)];
    case "turn":
      return [...clears(protocol, state, by, run), over];
    case "clear":
      return [...looks(protocol, state, by), ...notes(protocol, state, by, run), over];
    case "noted":
      return [...sends(protocol, state, by, run), over];
    case "lost":
      return [...afterLoss(protocol, state, by, run), over];
    case "known":
      return [["records the object", recorded(withRun(state, by, { step: "told" }), by, "made")], over];
    case "told":
      return [over];
    default:
      return [];
  }
}

/** A found object prevents the create. A run may look before it has the turn, as a preview does. */
function looks(protocol: Protocol, state: State, by: number): Result[] {
  const isFree = protocol.lists
    ? state.objects === 0
    : state.runs.every(({ row }, index) => index === by || row === "none");
  return [["looks", isFree ? withRun(state, by, { look: "new" }) : released(withRun(state, by, { step: "over" }), by)]];
}

function takes(protocol: Protocol, state: State, by: number): Result[] {
  if (state.runs.some(({ hasTurn }) => hasTurn) && !isOut(protocol, "the turn")) return [];
  return [["takes the turn", withRun(state, by, { step: "turn", hasTurn: true })]];
}

/**
 * If the clock that ends turns has stepped forward, a create of another run may still arrive after this run's lookup
 * and be missed.
 */
function clears(protocol: Protocol, state: State, by: number, { look }: Runner): Result[] {
  const rows = state.runs.filter((_run, index) => index !== by).map(({ row }) => row);
  if (rows.includes("sent") && !isOut(protocol, "the wait for creates of other runs")) return [];
  // The object of a create without an outcome may have appeared after the lookup.
  const isOld = look === "old" || rows.includes("sent") || rows.includes("old");
  const isUsed = !isOld || isOut(protocol, "the lookup that is as new as the records");
  return [["finds no create on its way", withRun(state, by, { step: "clear", look: isUsed ? look : "none" })]];
}

function notes(protocol: Protocol, state: State, by: number, { look }: Runner): Result[] {
  // Newer records are by a run that has the turn now.
  if (look === "none") return [];
  const noted = withRun(state, by, { step: "noted" });
  return [
    ["records that it sends", isOut(protocol, "the record before the create") ? noted : recorded(noted, by, "sent")],
  ];
}

/** It sends only if it still has the turn right before the request. */
function sends(protocol: Protocol, state: State, by: number, { hasTurn }: Runner): Result[] {
  const isConfirmed = hasTurn || isOut(protocol, "the turn") || isOut(protocol, "the confirmation of the turn");
  if (isConfirmed) return [["sends", withRun(state, by, { step: "sent", isFlying: true })]];
  const back = withRun(state, by, { step: "begun", look: "none", row: "none" });
  return [["withdraws its record", released(back, by)]];
}

/** Without a response, a run looks when nothing can arrive any more; if nothing shows the object, it stays pending. */
function afterLoss(protocol: Protocol, state: State, by: number, { isFlying }: Runner): Result[] {
  if (!protocol.lists) return [];
  if (state.objects > 0) return [["looks", withRun(state, by, { step: "known", holds: true })]];
  if (isFlying && !isOut(protocol, "the wait before an object counts as missing")) return [];
  // It creates again, or the next run of its stack does.
  const none = recorded(withRun(state, by, { step: "begun", look: "none", holds: false }), by, "none");
  return [["records that nothing exists", released(none, by)]];
}

function deaths(state: State, by: number, { step }: Runner): Result[] {
  if (state.left.kills === 0 || step === "dead" || step === "over") return [];
  return [["dies", used(withRun(state, by, { step: "dead" }), "kills")]];
}

function onItsWay(state: State, by: number, { step, isFlying }: Runner): Result[] {
  const lost = withRun(state, by, { isFlying: false });
  const arrived = { ...lost, objects: state.objects + 1 };
  if (step !== "sent") {
    const ends: Result[] = [
      ["create arrives", arrived],
      ["create is lost", lost],
    ];
    return isFlying ? ends : [];
  }
  const answered: Result = ["is answered", withRun(arrived, by, { step: "known", holds: true })];
  if (state.left.losses === 0) return [answered];
  const unanswered = (after: State) => used(withRun(after, by, { step: "lost", holds: true }), "losses");
  return [
    answered,
    ["create arrives", unanswered(arrived)],
    ["create is lost", unanswered(lost)],
    ["is refused because of the limit", used(withRun(lost, by, { step: "clear" }), "losses")],
    ["no answer in time", unanswered(state)],
  ];
}

/** The turn of a dead or sleeping process ends when none of its requests can arrive any more. */
function turnEnds(protocol: Protocol, state: State, by: number, { step, hasTurn, isFlying }: Runner): Result[] {
  if (!hasTurn) return [];
  const ended = withRun(state, by, { hasTurn: false });
  const { sleeps, clockSteps } = state.left;
  const early: Result[] = clockSteps > 0 ? [["turn ends early", used(ended, "clockSteps")]] : [];
  if (isFlying && !isOut(protocol, "the length of a turn")) return early;
  if (step === "dead" || step === "over") return [["turn ends", ended]];
  return sleeps > 0 ? [["turn ends", used(ended, "sleeps")], ...early] : early;
}

/**
 * Between its lookup and its request, a run takes less time than a create needs to arrive: no create that was on its
 * way during the lookup has grown old meanwhile.
 */
function growsOld(state: State, by: number, { row, step, hasTurn, isFlying }: Runner): Result[] {
  // A run that is about to send sleeps for so long only if its turn ends meanwhile.
  if (row !== "sent" || isFlying || (step === "noted" && hasTurn)) return [];
  const isBetween = ({ look, step: its }: Runner) => look !== "none" && (its === "clear" || its === "noted");
  if (state.runs.some((run, index) => index !== by && isBetween(run))) return [];
  return [["record grows old", withRun(state, by, { row: "old" })]];
}

function isOut({ without }: Protocol, protection: Protection): boolean {
  return without?.includes(protection) === true;
}

function withRun(state: State, by: number, change: Partial<Runner>): State {
  return { ...state, runs: state.runs.map((run, index) => (index === by ? { ...run, ...change } : run)) };
}

/** The lookups of other runs are older than this record. */
function recorded(state: State, by: number, row: Runner["row"]): State {
  const runs = state.runs.map((run, index): Runner => {
    if (index === by) return { ...run, row };
    return run.look === "new" ? { ...run, look: "old" } : run;
  });
  return { ...state, runs };
}

/** The turn stays taken while a create of the run may still arrive. */
function released(state: State, by: number): State {
  return state.runs[by]?.isFlying === true ? state : withRun(state, by, { hasTurn: false });
}

function used(state: State, what: keyof State["left"]): State {
  return { ...state, left: { ...state.left, [what]: state.left[what] - 1 } };
}
