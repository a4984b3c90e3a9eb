import { counted } from "../../text/words";
import type { Clock } from "../clock";
import { describeWait } from "../duration";
import { describeLimit, type Limit, type SayWaiting } from "../limiter";
import { describeProcess } from "./processRun";
import type { Taken } from "./store";

const shortestAnnounced = 5_000;
const announceAgainAfter = 60_000;
/** A process that has missed this many heartbeats is reported as dead or stopped. */
const missedHeartbeats = 3;

/** The time of day in `milliseconds`: `14:03:20`. */
function timeOfDay(clock: Clock, milliseconds: number): string {
  return new Date(clock.wallTime() + milliseconds).toTimeString().slice(0, 8);
}

/** Returns a function that reports waits for the request limit. */
export function limitWaitReporter({ clock, say }: Pick<WaitParts, "clock" | "say">, limit: Limit): SayWaiting {
  const wait = `the limit of ${describeLimit(limit)}, which everything that uses this account shares`;
  return (milliseconds, queued, blocked) => {
    const reason = blocked ? `${wait}: the service has just refused a request (429)` : wait;
    const until = timeOfDay(clock, milliseconds);
    say(`waiting ${describeWait(milliseconds)}, until ${until}, for ${reason}; ${counted(queued, "request")} queued`);
  };
}

/** The name of the process that has the turn. */
export function holderOf({ holder }: Taken): string {
  return holder === undefined ? "another process" : describeProcess(holder.label).name;
}

/** Parameters for reporting a wait. */
export interface WaitParts {
  readonly clock: Clock;
  readonly budgetMilliseconds: number;
  /** Takes a sentence without its full stop. */
  say(text: string): void;
}

/** Reports a wait for a turn: which process has it, whether it is alive, and how long the wait can last. */
export class TurnWait {
  private said: { readonly state: string; readonly at: number } | undefined;

  /**
   * @param heartbeatInterval the heartbeat interval of a live process, in milliseconds
   * @param plural what is created in the turn
   */
  constructor(
    private readonly parts: WaitParts,
    private readonly heartbeatInterval: number,
    private readonly plural: string,
  ) {}

  /** Reports that the wait goes on: after some seconds, then about once a minute and when the holder's state changes. */
  report(waited: number, taken: Taken): void {
    if (waited < shortestAnnounced) return;
    const { clock, budgetMilliseconds, say } = this.parts;
    const { holder, freeIn } = taken;
    const isSilent = holder !== undefined && holder.silentFor > missedHeartbeats * this.heartbeatInterval;
    const isDead = holder !== undefined && describeProcess(holder.label).dead;
    const state = isDead ? "dead" : isSilent ? "silent" : "alive";
    const now = clock.now();
    if (this.said?.state === state && now - this.said.at < announceAgainAfter) return;
    this.said = { state, at: now };
    const name = holderOf(taken);
    const end = timeOfDay(clock, state === "alive" ? budgetMilliseconds - waited : freeIn);
    const sentence = {
      dead: `${name} died while it was creating ${this.plural}: a request that it sent may still arrive, so its turn ends in ${describeWait(freeIn)}, at ${end}`,
      silent: `${name} has the turn to create ${this.plural} and is dead or stopped (no heartbeat for ${describeWait(holder?.silentFor ?? 0)}): its turn ends in ${describeWait(freeIn)}, at ${end}, unless the process continues`,
      alive: `${name} is creating ${this.plural} in the same account; this run waits until ${end} at most (waitBudgetSeconds)`,
    }[state];
    say(`waiting: ${sentence}`);
  }
}
