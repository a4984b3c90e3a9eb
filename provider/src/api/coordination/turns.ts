import { wait } from "../clock";
import type { Lease, Store } from "./store";
import { holderOf, TurnWait, type WaitParts } from "./waiting";

/** This process's creates for one resource, which run one after another. */
interface Queue {
  waiting: number;
  last: Promise<unknown>;
  turn: Turn | undefined;
  /** True if this process has just passed the turn on although more creates are queued. */
  gaveWay: boolean;
  /** The last failed wait for a turn: it fails all creates that were queued at that time. */
  failed: { readonly error: unknown; readonly at: number } | undefined;
}

interface Turn {
  readonly lease: Lease;
  readonly since: number;
  /** Stops the heartbeat. */
  stopHeartbeat(): void;
  /** Cancels the timer of `keepUntilQuiet`. */
  stopQuietTimer(): void;
  /** Writes that must finish before another process may create. */
  readonly writing: Promise<unknown>[];
  /** Send times of the creates whose outcome is unknown; they may still take effect. */
  readonly unsettled: Map<string, number>;
}

/** Another process may have taken the turn, because this one was suspended or its machine slept. Nothing was sent. */
export class TurnLost extends Error {}

/** The wait for a turn took longer than allowed. */
export class TurnTooLong extends Error {
  constructor(readonly holder: string) {
    super("another process has had the turn for too long");
  }
}

/** A process passes its turn on after this many milliseconds, even if more creates are queued. */
const longestTurn = 100;
/** How many milliseconds a process that has just had the turn waits if another one is waiting. */
const courtesyWait = 60;
/** How many milliseconds a process counts as waiting after marking that it waits. */
const waitingMarkLasts = 3_000;
/** Heartbeats sent within the time after which a turn expires without one. */
const heartbeatsPerTurn = 5;
const longestHeartbeatInterval = 2_000;
/** After losing this many turns, retrying does not help: the database is too slow. */
const mostLosses = 10;

/** Parameters of the turns. */
export interface TurnsParts extends WaitParts {
  readonly random: () => number;
  /** Milliseconds that a turn lasts after a heartbeat. By then, every request of the process has arrived or is lost. */
  readonly lasts: number;
  /** The longest wait between two attempts to take a turn. */
  readonly longestLook: number;
  /** Calls `work` with the store. */
  store<T>(work: (store: Store) => Promise<T>): Promise<T>;
  /** Throws if the run has been stopped. */
  assertGoingOn(): void;
}

/** The resource that a process holds to mark that it waits for this turn. */
export function waitingMarkOf(resource: string): string {
  return `${resource}/waiting`;
}

/** Lets one process at a time create among all that share the store. A resource is a kind and a user. */
export class Turns {
  private readonly queues = new Map<string, Queue>();
  /** Turns that are being passed on. */
  private readonly turnsEnding = new Set<Promise<unknown>>();
  private readonly heartbeatInterval: number;

  constructor(private readonly parts: TurnsParts) {
    this.heartbeatInterval = Math.min(longestHeartbeatInterval, parts.lasts / heartbeatsPerTurn);
  }

  /** Runs `work` in a turn. Starts it again if the turn was lost before anything was sent. */
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
        // Passing the turn on costs as much as a create, so this process keeps it briefly for its next create.
        else if (turn !== undefined && (queue.waiting === 0 || this.parts.clock.now() - turn.since >= longestTurn)) {
          queue.gaveWay = queue.waiting > 0;
          this.end(queue);
        }
      }
    });
    queue.last = result.catch(() => undefined);
    return result;
  }

  /**
   * Called right before sending a request; `token` identifies a create. Throws TurnLost if another process may already
   * be creating.
   */
  async confirm(resource: string, token?: string): Promise<void> {
    const { turn } = this.queueOf(resource);
    if (turn === undefined) return;
    const { clock, lasts, store } = this.parts;
    const asked = clock.now();
    const isHeld = await store((one) => one.hold(turn.lease, lasts));
    // If the store responded slowly, the turn may have passed on since.
    if (!isHeld || clock.now() - asked > lasts / 4) throw new TurnLost();
    if (token !== undefined) turn.unsettled.set(token, clock.now());
  }

  /** Called when the outcome of this create is known. The turn does not pass on before `writing` has recorded it. */
  settled(resource: string, token: string, writing: Promise<unknown>): void {
    const { turn } = this.queueOf(resource);
    turn?.unsettled.delete(token);
    turn?.writing.push(writing);
  }

  /** Passes on all turns, each when its work is done. */
  async passAllOn(): Promise<void> {
    await Promise.all([...this.queues.values()].map(({ last }) => last));
    for (const queue of this.queues.values()) if (queue.waiting === 0) this.end(queue);
    await Promise.all(this.turnsEnding);
  }

  private queueOf(resource: string): Queue {
    const fresh = { waiting: 0, last: Promise.resolve(), turn: undefined, gaveWay: false, failed: undefined };
    const queue = this.queues.get(resource) ?? fresh;
    this.queues.set(resource, queue);
    return queue;
  }

  /** Waits for a turn. Fails when the budget is spent or the run is stopped. */
  private async take(queue: Queue, resource: string, plural: string): Promise<Turn> {
    const { clock, random, lasts, budgetMilliseconds, longestLook, store } = this.parts;
    const since = clock.now();
    const waiting = waitingMarkOf(resource);
    try {
      if (queue.gaveWay && (await store((one) => one.take(waiting, 1, 1, 0))).leases.length === 0) {
        await wait(clock, courtesyWait);
      }
      let marked = Number.NEGATIVE_INFINITY;
      const turnWait = new TurnWait(this.parts, this.heartbeatInterval, plural);
      for (let look = 8; ; look *= 1.5) {
        this.parts.assertGoingOn();
        const taken = await store((one) => one.take(resource, 1, 1, lasts));
        const [lease] = taken.leases;
        if (lease !== undefined) return this.startTurn(lease);
        const waited = clock.now() - since;
        if (waited >= budgetMilliseconds) throw new TurnTooLong(holderOf(taken));
        turnWait.report(waited, taken);
        if (clock.now() - marked >= waitingMarkLasts / 3) {
          marked = clock.now();
          await store((one) => one.take(waiting, 1, 1, waitingMarkLasts));
        }
        await wait(clock, Math.min(look, longestLook) * (0.5 + random()));
      }
    } catch (error) {
      queue.failed = { error, at: clock.now() };
      throw error;
    }
  }

  /** A turn that sends heartbeats until it ends. */
  private startTurn(lease: Lease): Turn {
    const { clock, lasts, store } = this.parts;
    const sendHeartbeat = () => {
      stop = clock.after(this.heartbeatInterval, sendHeartbeat);
      if (isSending) return;
      isSending = true;
      // If this fails, the turn or the database is lost: `confirm` finds out before the next create is sent.
      store((one) => one.hold(lease, lasts))
        .catch(() => undefined)
        .finally(() => {
          isSending = false;
        });
    };
    let isSending = false;
    let stop = clock.after(this.heartbeatInterval, sendHeartbeat);
    return {
      lease,
      since: clock.now(),
      stopHeartbeat: () => stop(),
      stopQuietTimer: () => undefined,
      writing: [],
      unsettled: new Map(),
    };
  }

  /** Milliseconds for which a create with an unknown outcome may still arrive. */
  private quietFor({ unsettled }: Turn): number {
    const { clock, lasts } = this.parts;
    return Math.max(0, ...[...unsettled.values()].map((sentAt) => sentAt + lasts - clock.now()));
  }

  /**
   * Keeps the turn until no create of this process can still arrive. This process knows its unsettled creates and may
   * continue meanwhile.
   */
  private keepUntilQuiet(queue: Queue, turn: Turn): void {
    turn.stopQuietTimer();
    turn.stopQuietTimer = this.parts.clock.after(this.quietFor(turn), () => {
      if (queue.waiting === 0) this.end(queue);
    });
  }

  /** Passes the turn on in the background. */
  private end(queue: Queue): void {
    const { turn } = queue;
    queue.turn = undefined;
    if (turn === undefined) return;
    turn.stopQuietTimer();
    const ending = Promise.allSettled(turn.writing)
      .then(() => turn.stopHeartbeat())
      .then(() => this.parts.store((store) => store.hold(turn.lease, this.quietFor(turn))))
      // If this fails, the lease ends by itself.
      .catch(() => undefined)
      .finally(() => this.turnsEnding.delete(ending));
    this.turnsEnding.add(ending);
  }
}
