import type { Clock } from "../clock";
import { describeWait, ServiceError } from "../errors";
import { describeLimit, type Full, type Limit, Limiter, type Slot, type Slots } from "../limiter";
import type { Settings } from "../settings";
import { Creations } from "./creations";
import { digest, serviceDigest } from "./digest";
import { Memory, MemoryStore } from "./memoryStore";
import { removeOldCache } from "./oldCache";
import { NoPostgres, PostgresDatabase } from "./postgres";
import { boot, thisRun } from "./processRun";
import { HeldByAnother, NoEngine, SqliteDatabase } from "./sqlite";
import { SqlStore } from "./sqlStore";
import type { Creation, Lease, Of, ProcessRun, Store, Taken } from "./store";
import { onInterrupt, TurnLost, Turns, TurnTooLong, timeOfDay } from "./turns";

export interface CoordinationParts {
  readonly settings: Settings;
  readonly limit: Limit;
  readonly clock: Clock;
  readonly random: () => number;
  /** The user's cache; undefined keeps everything in this process. */
  readonly cacheFolder: string | undefined;
  /** For tests, which play several processes in one. */
  readonly run?: ProcessRun;
  say(text: string): void;
  warn(text: string): void;
}

/** The user's id; or the service does not tell it; or it could not be asked. */
export type KeyOwner = string | "notTold" | "notNow";

/** A creation, as its sender knows it. */
export type Sent = Omit<Creation, "service" | "outcome" | "id">;

/** A place must be used within this, or it may be counted as free while its request is on the way. */
const useWithin = 10_000;
const lateness = 1_000;
/** How often to look whether another process has given an unused place back. */
const lookAgain = 1_000;

/**
 * How long a place stays taken after its request ended. The service counted the request at some moment between its
 * reservation and its end, so a place that is reused one window after the end never puts one request more than
 * allowed into any window at the service, however slow the network is. A thousandth more, because two clocks never
 * run alike.
 */
function restMilliseconds({ windowMilliseconds }: Limit): number {
  return windowMilliseconds + Math.max(2, windowMilliseconds / 1000);
}

/** What the accounts of one process have in common, and the stores that they have opened. */
const opened = new WeakMap<Clock, { memory: Memory; stores: Map<string, Store>; all: Map<string, Coordination> }>();

export function openCoordination(parts: CoordinationParts): Coordination {
  const { settings, limit, clock, cacheFolder, run = thisRun } = parts;
  const ofClock = opened.get(clock) ?? { memory: new Memory(), stores: new Map(), all: new Map() };
  opened.set(clock, ofClock);
  const { apiKey, origin, coordination, requestTimeoutSeconds } = settings;
  const names = [origin, apiKey, limit, cacheFolder, coordination, requestTimeoutSeconds, run.id];
  const name = digest(...names.map((each) => JSON.stringify(each) ?? ""));
  const known = ofClock.all.get(name) ?? new Coordination(parts, ofClock.memory, ofClock.stores);
  ofClock.all.set(name, known);
  return known;
}

/** What all processes that use one account agree on: the request limit, whose turn it is to create, who created what. */
export class Coordination implements Slots {
  readonly limiter: Limiter;
  readonly creations: Creations;
  /** Counts in this process as well: should the store fail, it keeps to the limit by itself. */
  private readonly own: MemoryStore;
  private readonly turns: Turns;
  private readonly service: string;
  private readonly keyHash: string;
  /** Whose requests the limit counts together. Until the owner of the key is known, the key itself. */
  private account: string;
  private store: Store | undefined;
  private readonly writing = new Set<Promise<unknown>>();
  private stopped: ServiceError | undefined;

  constructor(
    private readonly parts: CoordinationParts,
    memory: Memory,
    private readonly stores: Map<string, Store>,
  ) {
    const { settings, limit, clock, random, say } = parts;
    this.own = new MemoryStore(memory, clock, parts.run ?? thisRun);
    this.service = serviceDigest(settings.origin);
    this.keyHash = digest("key", this.service, settings.apiKey);
    this.account = this.keyHash;
    this.creations = new Creations(this.service, (work) => this.shared(work));
    const wait = `the limit of ${describeLimit(limit)}, which all that uses this account shares`;
    this.limiter = new Limiter(this, clock, (milliseconds, queued, blocked) => {
      const reason = blocked ? `${wait}: the service has just refused a request (429)` : wait;
      const until = timeOfDay(clock, milliseconds);
      const requests = queued === 1 ? "1 request" : `${queued} requests`;
      say(`waiting ${describeWait(milliseconds)}, until ${until}, for ${reason}; ${requests} queued. ${onInterrupt}`);
    });
    this.turns = new Turns({
      clock,
      random,
      // A request of a dead process may still arrive for as long as twice its own time-out.
      lasts: 2 * settings.requestTimeoutSeconds * 1000,
      budgetMilliseconds: settings.waitBudgetSeconds * 1000,
      longestLook: this.amongMachines ? 250 : 40,
      store: (work) => this.shared(work),
      assertGoingOn: () => this.assertGoingOn(),
      say,
    });
  }

  /** True where other machines that use this account are coordinated, too. */
  get amongMachines(): boolean {
    return this.parts.settings.coordination !== undefined;
  }

  /**
   * Finds out whose account it is: keys of one user share one. `ask` sends one request, once for each key; where the
   * service does not tell, the key counts by itself. Answers false where it could not be asked just now.
   */
  async begin(ask: () => Promise<KeyOwner>): Promise<boolean> {
    const known = await this.shared((store) => store.ownerOf(this.keyHash));
    // Alone in this process, nobody else's requests count for the same account.
    if (this.store === this.own) return true;
    const owner = known ?? (await ask());
    if (owner === "notNow") return false;
    if (owner === "notTold") return true;
    if (known === undefined) await this.shared((store) => store.rememberOwner(this.keyHash, owner));
    this.account = digest("owner", this.service, owner);
    // The request that asked counts for the account as well, if a place is left.
    if (known === undefined) for (const slot of slotsOf(await this.take(1))) slot.ended();
    return true;
  }

  async take(wanted: number) {
    const { limit, settings } = this.parts;
    const resource = `${this.account}/requests`;
    const lasts = useWithin + lateness + settings.requestTimeoutSeconds * 1000 + restMilliseconds(limit);
    const asked = { now: this.parts.clock.now(), wallTime: this.parts.clock.wallTime() };
    const own = await this.own.take(resource, limit.requests, wanted, lasts);
    if (own.leases.length === 0) return this.full(own);
    try {
      const common = await this.shared(async (store) =>
        store === this.own ? own : await store.take(resource, limit.requests, own.leases.length, lasts),
      );
      const slots = common.leases.map((lease, index) => this.slot(lease, own.leases[index], asked));
      for (const surplus of own.leases.slice(slots.length)) void this.own.hold(surplus, 0);
      if (slots.length > 0) return slots;
      return this.full(common);
    } catch (error) {
      for (const lease of own.leases) void this.own.hold(lease, 0);
      throw error;
    }
  }

  private full({ freeIn, blockedFor }: Taken): Full {
    if (blockedFor > 0) return { retryIn: freeIn, expectedIn: freeIn, blocked: true };
    // One that is under way is free a window after its end, unless it turns out not to be sent.
    const expectedIn = Math.min(freeIn, restMilliseconds(this.parts.limit));
    return { retryIn: Math.min(expectedIn, lookAgain), expectedIn, blocked: false };
  }

  async block(milliseconds: number): Promise<void> {
    const resource = `${this.account}/requests`;
    await this.own.block(resource, milliseconds);
    await this.shared((store) => store.block(resource, milliseconds));
  }

  /** Runs `work` while nobody else creates an object of that kind for that user; again where it lost its turn. */
  async creating<T>(kind: string, plural: string, owner: string, work: () => Promise<T>): Promise<T> {
    try {
      return await this.turns.inTurn(this.turnName({ kind, owner }), plural, work);
    } catch (error) {
      if (error instanceof TurnLost) {
        throw new ServiceError(
          `nothing was sent: this run lost its turn to create ${plural} again and again\nis the coordination database slow, or requestTimeoutSeconds very short?`,
          { category: "rateLimit" },
        );
      }
      if (!(error instanceof TurnTooLong)) throw error;
      throw new ServiceError(
        `nothing was sent: for ${this.parts.settings.waitBudgetSeconds} s (waitBudgetSeconds) others have been creating ${plural} in the same account, now ${error.holder}\nlet it finish, or end it where it hangs, and run the same command again`,
        { category: "rateLimit" },
      );
    }
  }

  /** Written down before it is sent; rejects where nothing may be sent any more. */
  async sending(sent: Sent): Promise<void> {
    this.assertGoingOn();
    await this.shared((store) => store.record({ ...sent, service: this.service, outcome: "sent" }));
    await this.turns.confirm(this.turnName(sent), sent.token);
    this.assertGoingOn();
  }

  /** What came of it. The caller goes on at once: nothing may keep the engine from recording what was made. */
  settled(sent: Sent, outcome: { readonly id: string } | "refused"): void {
    const creation: Creation = {
      ...sent,
      service: this.service,
      ...(outcome === "refused" ? { outcome } : { outcome: "made", id: outcome.id }),
    };
    const writing = this.inBackground(this.shared((store) => store.record(creation)));
    this.turns.settled(this.turnName(sent), sent.token, writing);
  }

  /** From now on nothing is sent: what is queued fails, what is under way ends and is written down. */
  stop(error: ServiceError): void {
    this.stopped ??= error;
    this.limiter.stop(error);
  }

  /** Resolves when every turn has passed on and everything is written down. */
  async idle(): Promise<void> {
    await this.turns.over();
    await Promise.all(this.writing);
  }

  private assertGoingOn(): void {
    if (this.stopped !== undefined) throw this.stopped;
  }

  private turnName({ kind, owner }: Omit<Of, "service">): string {
    return `${this.service}/${kind}/${owner}`;
  }

  /** @param asked when the place was asked for: it may have been taken since then, however late the answer came */
  private slot(common: Lease, own: Lease | undefined, asked: { now: number; wallTime: number }): Slot {
    const { clock, limit } = this.parts;
    let open = true;
    const close = (milliseconds: number) => {
      if (!open) return;
      open = false;
      if (own !== undefined && own !== common) void this.own.hold(own, milliseconds);
      void this.inBackground(this.shared((store) => store.hold(common, milliseconds)));
    };
    return {
      // A machine that was asleep shows it on the wall's clock alone.
      isGood: () => clock.now() - asked.now <= useWithin && Math.abs(clock.wallTime() - asked.wallTime) <= useWithin,
      ended: () => close(restMilliseconds(limit)),
      unused: () => close(0),
    };
  }

  /** Should it fail, a place or a turn stays taken for longer than needed, and a creation counts as perhaps made. */
  private inBackground(work: Promise<unknown>): Promise<unknown> {
    const writing = work.catch(() => undefined).finally(() => this.writing.delete(writing));
    this.writing.add(writing);
    return writing;
  }

  private async shared<T>(work: (store: Store) => Promise<T>): Promise<T> {
    try {
      this.store ??= this.open();
      return await work(this.store);
    } catch (error) {
      if (error instanceof NoPostgres) {
        throw new ServiceError(
          `nothing was sent: the coordination database cannot be used: ${error.problem}\n${error.advice}`,
          { category: "settings" },
        );
      }
      if (error instanceof HeldByAnother) {
        throw new ServiceError(
          `nothing was sent: another process holds ${error.message} for longer than waitBudgetSeconds\nlet it finish, or end it where it hangs, and run the same command again`,
          { category: "rateLimit" },
        );
      }
      // A database that was asked for is never left aside in silence.
      if (this.store === this.own || error instanceof ServiceError || this.amongMachines) throw error;
      this.withoutStore(error);
      return await work(this.own);
    }
  }

  private open(): Store {
    const { settings, clock, random, cacheFolder, run = thisRun, say } = this.parts;
    const url = settings.coordination;
    const name = url ?? cacheFolder;
    if (name === undefined) return this.own;
    const known = this.stores.get(`${run.id} ${name}`);
    if (known !== undefined) return known;
    const patienceMilliseconds = settings.waitBudgetSeconds * 1000;
    const lost = (reason: string) =>
      say(`waiting for the coordination database, which does not answer (${reason}). ${onInterrupt}`);
    const database =
      url === undefined
        ? new SqliteDatabase({ cacheFolder: name, clock, random, boot, patienceMilliseconds })
        : new PostgresDatabase({ url, clock, random, patienceMilliseconds, lost });
    if (url === undefined) removeOldCache(name, clock);
    const store = new SqlStore(database, run);
    this.stores.set(`${run.id} ${name}`, store);
    return store;
  }

  private withoutStore(error: unknown): void {
    this.store = this.own;
    const problem =
      error instanceof NoEngine
        ? "the package libsql is not installed, or not for this platform"
        : `${this.parts.cacheFolder} cannot be used for coordination (${error instanceof Error ? error.message : String(error)})`;
    this.parts.warn(
      `${problem}: this process keeps to the service's limit by itself, and does not know of others of this machine`,
    );
  }
}

function slotsOf(taken: Awaited<ReturnType<Slots["take"]>>): readonly Slot[] {
  return "retryIn" in taken ? [] : taken;
}
