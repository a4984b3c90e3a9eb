import { pause } from "../clock";
import type { Lease, Store } from "./store";
import { holderOf, TurnWait, type WaitParts } from "./waiting";

/** The creates of one resource in this process, which run one after the other. */
interface Queue {
  waiting: number;
  last: Promise<unknown>;
  turn: Turn | undefined;
  /** True if this process has just passed the turn on although it has more to create. */
  gaveWay: boolean;
  /** The last wait for a turn that failed: it fails for all creates that were queued by then. */
  failed: { readonly error: unknown; readonly at: number } | undefined;
}

interface Turn {
  readonly lease: Lease;
  readonly since: number;
  /** Ends the signs of life. */
  stopSigns(): void;
  /** Cancels the timer of `keepUntilQuiet`. */
  stopQuiet(): void;
  /** What must be recorded before another process may create. */
  readonly writing: Promise<unknown>[];
  /** When each create was sent whose outcome is unknown: it may still arrive. */
  readonly unsettled: Map<string, number>;
}

/** Another process may have the turn by now, since this one was stopped or its machine slept. Nothing was sent. */
export class TurnLost extends Error {}

/** The wait for a turn took longer than allowed. */
export class TurnTooLong extends Error {
  constructor(readonly holder: string) {
    super("another process has had the turn for too long");
  }
}

/** A process passes its turn on after this time, even if it has more to create. */
const longestTurn = 100;
/** A process that has just had the turn waits for this time if another one is waiting. */
const courtesy = 60;
/** A process counts as waiting for this time after it has marked that it waits. */
const wanting = 3_000;
/** How many signs of life fit into the time for which a turn lasts without one. */
const signs = 5;
const longestBetweenSigns = 2_000;
/** After this many losses the database is too slow, and trying again does not help. */
const mostLosses = 10;

/** What turns need. */
export interface TurnsParts extends WaitParts {
  readonly random: () => number;
  /** A turn lasts for this time after a sign of life: by then, whatever the process has sent has arrived or is lost. */
  readonly lasts: number;
  /** The longest pause between two attempts to take a turn. */
  readonly longestLook: number;
  /** Calls `work` with the store. */
  store<T>(work: (store: Store) => Promise<T>): Promise<T>;
  /** Throws if the run has been stopped. */
  assertGoingOn(): void;
}

/** The resource that a process holds while it waits for this turn. */
export function waitingFor(resource: string): string {
  return `${resource}/waiting`;
}

/** Lets one process at a time create, among all that share the store. A resource stands for a kind and a user. */
export class Turns {
  private readonly queues = new Map<string, Queue>();
  /** Turns that are being passed on. */
  private readonly ending = new Set<Promise<unknown>>();
  private readonly betweenSigns: number;

  constructor(private readonly parts: TurnsParts) {
    this.betweenSigns = Math.min(longestBetweenSigns, parts.lasts / signs);
  }

  /** Runs `work` in a turn; again from its beginning if the turn was lost before anything was sent. */
  inTurn<T>(resource: string, plural: string, work: () => Promise<T>): Promise<T> {
    const queue = this.queueOf(resource);
    queue.waiting += 1;
    const since = this.parts.clock.now();
    const result = queue.last.then(async () => {
      try {
        if (queue.failed !== undefined && queue.failed.at >= since) throw queue.failed.error;
        for (let losses = 1; ; losses += 1) {
          queue.turn ??= await this.take(queue, resource, plural);
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
        // Passing the turn on costs as much as a create, so the next create in this process keeps it for a moment.
        else if (turn !== undefined && (queue.waiting === 0 || this.parts.clock.now() - turn.since >= longestTurn)) {
          queue.gaveWay = queue.waiting > 0;
          this.end(queue);
        }
      }
    });
    queue.last = result.catch(() => undefined);
    return result;
  }

  /** Called right before a request is sent, with the token of a create: throws TurnLost if another process may create by now. */
  async confirm(resource: string, token?: string): Promise<void> {
    const { turn } = this.queueOf(resource);
    if (turn === undefined) return;
    const { clock, lasts, store } = this.parts;
    const asked = clock.now();
    const isHeld = await store((one) => one.hold(turn.lease, lasts));
    // If the answer took long to arrive, the turn may have passed on since.
    if (!isHeld || clock.now() - asked > lasts / 4) throw new TurnLost();
    if (token !== undefined) turn.unsettled.set(token, clock.now());
  }

  /** Called when the outcome of this create is known. The turn does not pass on before `writing` has recorded it. */
  settled(resource: string, token: string, writing: Promise<unknown>): void {
    const { turn } = this.queueOf(resource);
    turn?.unsettled.delete(token);
    turn?.writing.push(writing);
  }

  /** Passes all turns on, each when its work is done. */
  async over(): Promise<void> {
    await Promise.all([...this.queues.values()].map(({ last }) => last));
    for (const queue of this.queues.values()) if (queue.waiting === 0) this.end(queue);
    await Promise.all(this.ending);
  }

  private queueOf(resource: string): Queue {
    const fresh = { waiting: 0, last: Promise.resolve(), turn: undefined, gaveWay: false, failed: undefined };
    const queue = this.queues.get(resource) ?? fresh;
    this.queues.set(resource, queue);
    return queue;
  }

  /** Waits for a turn; fails once the budget is spent or the run is stopped. */
  private async take(queue: Queue, resource: string, plural: string): Promise<Turn> {
    const { clock, random, lasts, budgetMilliseconds, longestLook, store } = this.parts;
    const since = clock.now();
    const waiting = waitingFor(resource);
    try {
      if (queue.gaveWay && (await store((one) => one.take(waiting, 1, 1, 0))).leases.length === 0) {
        await pause(clock, courtesy);
      }
      let marked = Number.NEGATIVE_INFINITY;
      const wait = new TurnWait(this.parts, this.betweenSigns, plural);
      for (let look = 8; ; look *= 1.5) {
        this.parts.assertGoingOn();
        const taken = await store((one) => one.take(resource, 1, 1, lasts));
        const [lease] = taken.leases;
        if (lease !== undefined) return this.held(lease);
        const waited = clock.now() - since;
        if (waited >= budgetMilliseconds) throw new TurnTooLong(holderOf(taken));
        wait.goesOn(waited, taken);
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

  /** A turn that gives signs of life until it ends. */
  private held(lease: Lease): Turn {
    const { clock, lasts, store } = this.parts;
    const sign = () => {
      stop = clock.after(this.betweenSigns, sign);
      if (signing) return;
      signing = true;
      // If this fails, the turn or the database is lost: `confirm` finds out before the next create is sent.
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

  /** Milliseconds for which a create with an unknown outcome may still arrive. */
  private quietFor({ unsettled }: Turn): number {
    const { clock, lasts } = this.parts;
    return Math.max(0, ...[...unsettled.values()].map((sentAt) => sentAt + lasts - clock.now()));
  }

  /** Keeps other processes from creating until then; this process knows of its unsettled creates and may go on. */
  private keepUntilQuiet(queue: Queue, turn: Turn): void {
    turn.stopQuiet();
    turn.stopQuiet = this.parts.clock.after(this.quietFor(turn), () => {
      if (queue.waiting === 0) this.end(queue);
    });
  }

  /** Passes the turn on in the background. */
  private end(queue: Queue): void {
    const { turn } = queue;
    queue.turn = undefined;
    if (turn === undefined) return;
    turn.stopQuiet();
    const ending = Promise.allSettled(turn.writing)
      .then(() => turn.stopSigns())
      .then(() => this.parts.store((store) => store.hold(turn.lease, this.quietFor(turn))))
      // If this fails, the lease ends by itself.
      .catch(() => undefined)
      .finally(() => this.ending.delete(ending));
    this.ending.add(ending);
  }
}
