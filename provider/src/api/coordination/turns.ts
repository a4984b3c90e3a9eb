import { type Clock, pause } from "../clock";
import { describeWait } from "../errors";
import { describeProcess } from "./processRun";
import type { Lease, Store, Taken } from "./store";

/** The creates of one kind for one user in this process, one after the other. */
interface Queue {
  waiting: number;
  last: Promise<unknown>;
  turn: Turn | undefined;
  /** It has just given up a turn for others who may wait. */
  gaveWay: boolean;
  /** The wait for a turn that was too long, for all who were queued meanwhile. */
  failed: { readonly error: unknown; readonly at: number } | undefined;
}

interface Turn {
  readonly lease: Lease;
  readonly since: number;
  stopSigns(): void;
  /** Stops waiting for the end of what is unsettled. */
  stopQuiet(): void;
  /** What must be written down before anybody else may create. */
  readonly writing: Promise<unknown>[];
  /** When each create was sent of which nobody knows what came: it may still arrive. */
  readonly unsettled: Map<string, number>;
}

/** Another process has taken the turn meanwhile: this one was stopped, or its machine asleep. Nothing was sent. */
export class TurnLost extends Error {}

/** Waiting took too long. */
export class TurnTooLong extends Error {
  constructor(readonly holder: string) {
    super("another process has the turn for too long");
  }
}

/** After so long, other processes have theirs. */
const longestTurn = 100;
/** How long a process that has just had the turn leaves it to others. */
const courtesy = 60;
/** How long a process counts as waiting after it has said so. */
const wanting = 3_000;
const worthSaying = 5_000;
const sayAgainAfter = 60_000;
/** Signs of life in the time that a turn lasts without one. */
const signs = 5;
const longestBetweenSigns = 2_000;
/** Then the database is slower than a turn lasts, and trying again changes nothing. */
const mostLosses = 10;
/** A process of which so many signs are missing is called dead or stopped. */
const missingSigns = 3;

export interface TurnsParts {
  readonly clock: Clock;
  readonly random: () => number;
  /** What a process has sent can no longer arrive so long after its last sign of life. */
  readonly lasts: number;
  readonly budgetMilliseconds: number;
  /** Between two looks of one who waits. */
  readonly longestLook: number;
  store<T>(work: (store: Store) => Promise<T>): Promise<T>;
  /** Throws where nothing may be sent any more. */
  assertGoingOn(): void;
  say(text: string): void;
}

/** One create at a time of a kind and user, among all processes that share the store. */
export class Turns {
  private readonly queues = new Map<string, Queue>();
  private readonly betweenSigns: number;

  constructor(private readonly parts: TurnsParts) {
    this.betweenSigns = Math.min(longestBetweenSigns, parts.lasts / signs);
  }

  /** Runs `work` in its turn; again from its beginning where the turn was lost before anything was sent. */
  inTurn<T>(resource: string, what: string, work: () => Promise<T>): Promise<T> {
    const queue = this.queueOf(resource);
    queue.waiting += 1;
    const since = this.parts.clock.now();
    const result = queue.last.then(async () => {
      try {
        if (queue.failed !== undefined && queue.failed.at >= since) throw queue.failed.error;
        for (let losses = 1; ; losses += 1) {
          queue.turn ??= await this.take(queue, resource, what);
          try {
            return await work();
          } catch (error) {
            if (!(error instanceof TurnLost)) throw error;
            this.end(queue);
            if (losses === mostLosses) throw error;
          }
        }
      } finally {
        queue.waiting -= 1;
        const { turn } = queue;
        if (turn !== undefined && this.quietFor(turn) > 0) this.keepUntilQuiet(queue, turn);
        // Passing the turn on costs as much as a create: who is next in this process goes on with it for a moment.
        else if (turn !== undefined && (queue.waiting === 0 || this.parts.clock.now() - turn.since >= longestTurn)) {
          queue.gaveWay = queue.waiting > 0;
          this.end(queue);
        }
      }
    });
    queue.last = result.catch(() => undefined);
    return result;
  }

  /** Asked when this create is about to be sent: throws TurnLost where somebody else may create by now. */
  async confirm(resource: string, token: string): Promise<void> {
    const { turn } = this.queueOf(resource);
    if (turn === undefined) return;
    const { clock, lasts, store } = this.parts;
    const asked = clock.now();
    const isHeld = await store((one) => one.hold(turn.lease, lasts));
    // An answer that was long on its way may be about a turn that has passed on since.
    if (!isHeld || clock.now() - asked > lasts / 4) throw new TurnLost();
    turn.unsettled.set(token, clock.now());
  }

  /** It is known what came of this create; the turn does not pass on before that is written down. */
  settled(resource: string, token: string, writing: Promise<unknown>): void {
    const { turn } = this.queueOf(resource);
    turn?.unsettled.delete(token);
    turn?.writing.push(writing);
  }

  /** Passes every turn on, each when its work is done. */
  async over(): Promise<void> {
    await Promise.all([...this.queues.values()].map(({ last }) => last));
    for (const queue of this.queues.values()) if (queue.waiting === 0) this.end(queue);
    await Promise.all(this.ending);
  }
  private readonly ending = new Set<Promise<unknown>>();

  private queueOf(resource: string): Queue {
    const known = this.queues.get(resource);
    if (known !== undefined) return known;
    const queue = { waiting: 0, last: Promise.resolve(), turn: undefined, gaveWay: false, failed: undefined };
    this.queues.set(resource, queue);
    return queue;
  }

  private async take(queue: Queue, resource: string, what: string): Promise<Turn> {
    const { clock, random, lasts, budgetMilliseconds, longestLook, store } = this.parts;
    const since = clock.now();
    const waiting = `${resource}/waiting`;
    try {
      if (queue.gaveWay && (await store((one) => one.take(waiting, 1, 1, 0))).leases.length === 0) {
        await pause(clock, courtesy);
      }
      let marked = Number.NEGATIVE_INFINITY;
      const sayer = new Sayer(this.parts, this.betweenSigns, what);
      for (let look = 8; ; look *= 1.5) {
        this.parts.assertGoingOn();
        const taken = await store((one) => one.take(resource, 1, 1, lasts));
        const [lease] = taken.leases;
        if (lease !== undefined) return this.held(lease);
        const waited = clock.now() - since;
        if (waited >= budgetMilliseconds) throw new TurnTooLong(sayer.nameOf(taken));
        sayer.waits(waited, taken);
        if (clock.now() - marked >= wanting / 3) {
          marked = clock.now();
          await store((one) => one.take(waiting, 1, 1, wanting));
        }
        await pause(clock, Math.min(look, longestLook) * (0.5 + random()));
      }
    } catch (error) {
      queue.failed = { error, at: clock.now() };
      throw error;
    }
  }

  private held(lease: Lease): Turn {
    const { clock, lasts, store } = this.parts;
    const sign = () => {
      stop = clock.after(this.betweenSigns, sign);
      if (signing) return;
      signing = true;
      // Should it fail, the turn is lost or the database is: the next create asks before it is sent.
      store((one) => one.hold(lease, lasts))
        .catch(() => undefined)
        .finally(() => {
          signing = false;
        });
    };
    let signing = false;
    let stop = clock.after(this.betweenSigns, sign);
    return {
      lease,
      since: clock.now(),
      stopSigns: () => stop(),
      stopQuiet: () => undefined,
      writing: [],
      unsettled: new Map(),
    };
  }

  /** For how long what was sent last may still arrive. */
  private quietFor({ unsettled }: Turn): number {
    const { clock, lasts } = this.parts;
    return Math.max(0, ...[...unsettled.values()].map((sentAt) => sentAt + lasts - clock.now()));
  }

  /** Another process must not create before that; this one knows of it and may go on. */
  private keepUntilQuiet(queue: Queue, turn: Turn): void {
    turn.stopQuiet();
    turn.stopQuiet = this.parts.clock.after(this.quietFor(turn), () => {
      if (queue.turn === turn && queue.waiting === 0) this.end(queue);
    });
  }

  private end(queue: Queue): void {
    const { turn } = queue;
    queue.turn = undefined;
    if (turn === undefined) return;
    turn.stopQuiet();
    const ending = Promise.allSettled(turn.writing)
      .then(() => turn.stopSigns())
      .then(() => this.parts.store((store) => store.hold(turn.lease, this.quietFor(turn))))
      // Then it ends by itself.
      .catch(() => undefined)
      .finally(() => this.ending.delete(ending));
    this.ending.add(ending);
  }
}

/** Tells a person for whom a create waits, and for how long. */
class Sayer {
  private said: { readonly state: string; readonly at: number } | undefined;

  constructor(
    private readonly parts: TurnsParts,
    private readonly betweenSigns: number,
    private readonly what: string,
  ) {}

  nameOf({ holder }: Taken): string {
    return holder === undefined ? "another process" : describeProcess(holder.label).name;
  }

  waits(waited: number, taken: Taken): void {
    if (waited < worthSaying) return;
    const { clock, budgetMilliseconds, say } = this.parts;
    const { holder, freeIn } = taken;
    const silent = holder !== undefined && holder.silentFor > missingSigns * this.betweenSigns;
    const dead = holder !== undefined && describeProcess(holder.label).dead;
    const state = dead ? "dead" : silent ? "silent" : "alive";
    const now = clock.now();
    if (this.said?.state === state && now - this.said.at < sayAgainAfter) return;
    this.said = { state, at: now };
    const name = this.nameOf(taken);
    const end = timeOfDay(clock, state === "alive" ? budgetMilliseconds - waited : freeIn);
    const sentence = {
      dead: `${name} died while it created ${this.what}: what it sent may still arrive, so its turn ends in ${describeWait(freeIn)}, at ${end}`,
      silent: `${name} has its turn to create ${this.what} and is dead or stopped (no sign of life for ${describeWait(holder?.silentFor ?? 0)}): its turn ends in ${describeWait(freeIn)}, at ${end}, unless it goes on`,
      alive: `${name} is creating ${this.what} in the same account; this run waits until ${end} at most (waitBudgetSeconds)`,
    }[state];
    say(`waiting: ${sentence}. ${onInterrupt}`);
  }
}

/** What the engine makes of Ctrl-C: it tells a provider of the second one only. */
export const onInterrupt =
  "After one Ctrl-C, operations that have begun go on; a second one ends the run, and nothing that waits is sent";

/** `14:03:20`, so many milliseconds from now. */
export function timeOfDay(clock: Clock, milliseconds: number): string {
  return new Date(clock.wallTime() + milliseconds).toTimeString().slice(0, 8);
}
