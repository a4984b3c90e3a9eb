/**
 * How creates keep out of each other's way, as a model: small enough that all its states can be visited, with more runs
 * and faults than the explorer can try with the code. Each run wants the same object, so that a second one is wrong.
 */
interface Faults {
  readonly kills: number;
  /** Requests whose answer does not arrive, whether they arrive themselves or not. */
  readonly losses: number;
  /** How often all stand still until the turn has passed on. */
  readonly sleeps: number;
  /** How often the clock of the database steps forward, so that the turn ends early. */
  readonly clockSteps: number;
}

export interface Protocol extends Faults {
  readonly runs: number;
  /** False: the service lists nothing, and only records show what exists. */
  readonly lists: boolean;
  /** Protections that are taken out. */
  readonly without?: readonly Protection[];
}

export type Protection =
  | "the turn"
  | "the confirmation of the turn"
  | "the record before the create"
  | "the wait for creates of others"
  | "the look that is as new as the records"
  | "the wait before an absence counts"
  | "the length of a turn";

/** Where a run is. `clear`: in its turn, it has found no create of another run on its way. `noted`: it has recorded that it sends. `lost`: no answer came. `known`: it knows the object. */
type Step = "begun" | "turn" | "clear" | "noted" | "sent" | "lost" | "known" | "told" | "over" | "dead";

interface Runner {
  readonly step: Step;
  /** It has found nothing; `old` if others have recorded something since. */
  readonly look: "none" | "new" | "old";
  /** The state of the stack holds the object, or that its create is pending. */
  readonly holds: boolean;
  /** What is recorded of its create. `old`: sent so long ago that it has arrived or is lost. */
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
  | "finds none on its way"
  | "looks"
  | "records that it sends"
  | "withdraws its record"
  | "sends"
  | "is answered"
  | "is refused because of the limit"
  | "records what is there"
  | "records that nothing is there"
  | "gives up the turn"
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

/** All that can happen next. */
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
  // Whatever else fails, a run ends in good order.
  const over: Result = ["gives up the turn", released(withRun(state, by, { step: "over" }), by)];
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
      return [["records what is there", recorded(withRun(state, by, { step: "told" }), by, "made")], over];
    case "told":
      return [over];
    default:
      return [];
  }
}

/** What it finds is in the way of a create. A run may look before it has the turn, as a preview does. */
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
 * If the clock by which turns end has stepped forward, a create of another run may still arrive: a run that has looked would
 * not see it.
 */
function clears(protocol: Protocol, state: State, by: number, { look }: Runner): Result[] {
  const rows = state.runs.filter((_run, index) => index !== by).map(({ row }) => row);
  if (rows.includes("sent") && !isOut(protocol, "the wait for creates of others")) return [];
  // The object of a create without an outcome may have arrived after it was looked for.
  const isOld = look === "old" || rows.includes("sent") || rows.includes("old");
  const isUsed = !isOld || isOut(protocol, "the look that is as new as the records");
  return [["finds none on its way", withRun(state, by, { step: "clear", look: isUsed ? look : "none" })]];
}

function notes(protocol: Protocol, state: State, by: number, { look }: Runner): Result[] {
  // What was recorded since then is by a run that has the turn now.
  if (look === "none") return [];
  const noted = withRun(state, by, { step: "noted" });
  return [
    ["records that it sends", isOut(protocol, "the record before the create") ? noted : recorded(noted, by, "sent")],
  ];
}

/** The turn is still its own right before the request. */
function sends(protocol: Protocol, state: State, by: number, { hasTurn }: Runner): Result[] {
  const isConfirmed = hasTurn || isOut(protocol, "the turn") || isOut(protocol, "the confirmation of the turn");
  if (isConfirmed) return [["sends", withRun(state, by, { step: "sent", isFlying: true })]];
  const back = withRun(state, by, { step: "begun", look: "none", row: "none" });
  return [["withdraws its record", released(back, by)]];
}

/** Without an answer, a run looks once nothing can arrive any more; if nothing shows the object, it stays pending. */
function afterLoss(protocol: Protocol, state: State, by: number, { isFlying }: Runner): Result[] {
  if (!protocol.lists) return [];
  if (state.objects > 0) return [["looks", withRun(state, by, { step: "known", holds: true })]];
  if (isFlying && !isOut(protocol, "the wait before an absence counts")) return [];
  // It creates anew, or the next run of its stack does.
  const none = recorded(withRun(state, by, { step: "begun", look: "none", holds: false }), by, "none");
  return [["records that nothing is there", released(none, by)]];
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

/** The turn of a process that is dead, or stands still, ends once nothing that it has sent can arrive any more. */
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
 * Between its look and its request, a run takes less time than a create needs to arrive: none that was on its way when it
 * looked has grown old meanwhile.
 */
function growsOld(state: State, by: number, { row, step, hasTurn, isFlying }: Runner): Result[] {
  // A run that is about to send stands still for so long only if its turn ends meanwhile.
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

/** What others have found is older than this record. */
function recorded(state: State, by: number, row: Runner["row"]): State {
  const runs = state.runs.map((run, index): Runner => {
    if (index === by) return { ...run, row };
    return run.look === "new" ? { ...run, look: "old" } : run;
  });
  return { ...state, runs };
}

/** It stays taken while a create of the run may still arrive. */
function released(state: State, by: number): State {
  return state.runs[by]?.isFlying === true ? state : withRun(state, by, { hasTurn: false });
}

function used(state: State, what: keyof State["left"]): State {
  return { ...state, left: { ...state.left, [what]: state.left[what] - 1 } };
}
