import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Kind } from "./account";
import type { Clock } from "./clock";
import { describeWait, ServiceError } from "./errors";
import { type Creating, Journal } from "./journal";
import { describeLimit, Limiter } from "./limiter";
import { thisBoot, thisProcess } from "./machine";
import type { Settings } from "./settings";
import { errorCode, openSharedFolder } from "./sharedFolder";
import { SharedSlots } from "./sharedSlots";
import { guardedSlots, type Limit, memorySlots } from "./slots";
import { Turns, TurnTooLong } from "./turns";
import { kinds } from "./wire";

/** What all accounts of one key at one address have in common, in this process and beyond it. */
export interface Shared {
  readonly limiter: Limiter;
  oneAtATime<T>(kind: Kind, actingUser: string, work: () => Promise<T>): Promise<T>;
  created(kind: Kind, made: Creating): void;
  createdElsewhere(kind: Kind): ReadonlySet<string>;
  /** A mark to be kept with what is read from now on. */
  journalEnd(kind: Kind): number;
  /** Whether others of this machine have, or may have, made such an object since that mark. */
  madeSince(kind: Kind, end: number, made: Creating): boolean;
}

export interface SharedParts {
  readonly settings: Settings;
  readonly limit: Limit;
  readonly clock: Clock;
  readonly cacheFolder: string | undefined;
  readonly random: () => number;
  say(text: string): void;
  warn(text: string): void;
}

/** The creates of one kind in this process, one after the other. */
interface Queue {
  waiting: number;
  last: Promise<unknown>;
  turn: { readonly over: () => void; readonly since: number } | undefined;
  /** The wait for a turn that was too long, for all who were queued meanwhile. */
  failed: { readonly error: ServiceError; readonly at: number } | undefined;
}

/** After so many milliseconds other processes have theirs. */
const longestTurn = 100;

/** The limit is the key's: accounts that act for several members in one process wait in one queue. */
const opened = new WeakMap<Clock, Map<string, Shared>>();

export function openShared(parts: SharedParts): Shared {
  const { settings, limit, cacheFolder } = parts;
  const identity = [settings.origin, settings.apiKey, limit.requests, limit.windowMilliseconds, cacheFolder ?? ""];
  const name = createHash("sha256").update(JSON.stringify(identity)).digest("hex");
  const ofClock = opened.get(parts.clock) ?? new Map<string, Shared>();
  opened.set(parts.clock, ofClock);
  const shared = ofClock.get(name) ?? new SharedByKey(parts);
  ofClock.set(name, shared);
  return shared;
}

class SharedByKey implements Shared {
  readonly limiter: Limiter;
  /** Undefined where nothing is shared beyond this process. */
  private folder: string | undefined;
  private journal: Journal | undefined;
  private readonly turns = new Map<string, Turns>();
  private readonly queues = new Map<string, Queue>();

  constructor(private readonly parts: SharedParts) {
    const { settings, limit, clock, cacheFolder, say } = parts;
    const alone = memorySlots(limit, clock);
    let slots = alone;
    try {
      if (cacheFolder !== undefined) {
        const folder = openSharedFolder(cacheFolder, settings.origin, settings.apiKey);
        const requestTimeoutMilliseconds = settings.requestTimeoutSeconds * 1000;
        const shared = new SharedSlots({ folder, limit, requestTimeoutMilliseconds, clock, boot: thisBoot });
        slots = guardedSlots(shared, alone, (error) => this.notShared(error));
        this.folder = folder;
      }
    } catch (error) {
      this.notShared(error);
    }
    this.limiter = new Limiter(slots, clock, (milliseconds, queued, blocked) => {
      const reason = blocked ? ", which has just refused a request (429)" : "";
      const others = queued === 1 ? "1 request" : `${queued} requests`;
      say(
        `waiting ${describeWait(milliseconds)} for the service's limit of ${describeLimit(limit)}${reason}; ${others} queued`,
      );
    });
  }

  oneAtATime<T>(kind: Kind, actingUser: string, work: () => Promise<T>): Promise<T> {
    const name = `creating-${kind}-${createHash("sha256").update(actingUser).digest("hex").slice(0, 16)}`;
    const queue = this.queues.get(name) ?? { waiting: 0, last: Promise.resolve(), turn: undefined, failed: undefined };
    this.queues.set(name, queue);
    queue.waiting += 1;
    const since = this.parts.clock.now();
    const result = queue.last.then(() => {
      if (queue.failed === undefined || queue.failed.at < since) return this.amongProcesses(kind, name, queue, work);
      queue.waiting -= 1;
      throw queue.failed.error;
    });
    queue.last = result.catch(() => undefined);
    return result;
  }

  created(kind: Kind, made: Creating): void {
    this.inJournal((journal) => journal.created(kind, made));
  }

  journalEnd(kind: Kind): number {
    return this.inJournal((journal) => journal.end(kind)) ?? 0;
  }

  madeSince(kind: Kind, end: number, made: Creating): boolean {
    return this.inJournal((journal) => journal.madeSince(kind, end, made)) ?? false;
  }

  createdElsewhere(kind: Kind): ReadonlySet<string> {
    return this.inJournal((journal) => journal.elsewhere(kind)) ?? new Set();
  }

  private async amongProcesses<T>(kind: Kind, name: string, queue: Queue, work: () => Promise<T>): Promise<T> {
    const { clock } = this.parts;
    try {
      queue.turn ??= { over: await this.turn(kind, name), since: clock.now() };
      return await work();
    } catch (error) {
      if (queue.turn === undefined && error instanceof ServiceError) queue.failed = { error, at: clock.now() };
      throw error;
    } finally {
      queue.waiting -= 1;
      // Passing the turn on costs as much as a create: who is next in this process goes on with it for a moment.
      if (queue.turn !== undefined && (queue.waiting === 0 || clock.now() - queue.turn.since >= longestTurn)) {
        queue.turn.over();
        queue.turn = undefined;
      }
    }
  }

  private async turn(kind: Kind, name: string): Promise<() => void> {
    const { clock, random, settings, say } = this.parts;
    const turns = this.inFolder((folder) => {
      const known =
        this.turns.get(name) ??
        new Turns({
          folder: join(folder, name),
          clock,
          random,
          identity: thisProcess(),
          // A request of a dead process may still arrive for as long as twice its own time-out.
          quietMilliseconds: 2 * settings.requestTimeoutSeconds * 1000,
          died: () => this.inJournal((journal) => journal.died(kind)),
        });
      this.turns.set(name, known);
      return known;
    });
    if (turns === undefined) return () => undefined;
    let said = false;
    const who = (holder: number | undefined) => (holder === undefined ? "another process" : `process ${holder}`);
    try {
      return await turns.take({
        budgetMilliseconds: settings.waitBudgetSeconds * 1000,
        waiting(milliseconds, holder, died) {
          if (said || milliseconds < 5_000) return;
          said = true;
          const what = died
            ? `was ended while it created a ${kinds[kind].noun} with the same key: its request may still arrive`
            : `is creating a ${kinds[kind].noun} with the same key`;
          say(`waiting, since ${who(holder)} of this machine ${what}`);
        },
      });
    } catch (error) {
      if (error instanceof TurnTooLong) {
        throw new ServiceError(
          `nothing was sent: for ${settings.waitBudgetSeconds} s (waitBudgetSeconds) others have been creating ${kinds[kind].plural} with the same key, now ${who(error.holder)} of this machine\nlet it finish, or end it where it hangs, and run the same command again`,
          { category: "rateLimit" },
        );
      }
      this.notShared(error);
      return () => undefined;
    }
  }

  private inJournal<T>(work: (journal: Journal) => T): T | undefined {
    return this.inFolder((folder) => {
      this.journal ??= new Journal(folder);
      return work(this.journal);
    });
  }

  private inFolder<T>(work: (folder: string) => T): T | undefined {
    if (this.folder === undefined) return undefined;
    try {
      return work(this.folder);
    } catch (error) {
      this.notShared(error);
      return undefined;
    }
  }

  private notShared(error: unknown): void {
    if (this.folder === undefined && this.warned) return;
    this.folder = undefined;
    this.warned = true;
    const code = errorCode(error);
    this.parts.warn(
      `the cache folder cannot be used${code === undefined ? "" : ` (${code})`}: this process keeps to the service's limit by itself, and does not know of others of this machine`,
    );
  }
  private warned = false;
}
