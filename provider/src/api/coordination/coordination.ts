import type { Clock } from "../clock";
import type { ServiceError } from "../errors";
import { type Full, type Limit, Limiter, type Slot, type Slots } from "../limiter";
import { Actors } from "./actors";
import { Creations } from "./creations";
import { digest, keyDigest, serviceDigest } from "./digest";
import { letItFinishAdvice, notRecordedWarning, notSentError } from "./errors";
import { Kept } from "./kept";
import { Memory, MemoryStore } from "./memoryStore";
import { thisRun } from "./processRun";
import { type LimitUse, restMilliseconds } from "./rest";
import type { Creation, Lease, Scope, Store, Taken } from "./store";
import { StoreAccess, type StoreParts } from "./storeAccess";
import { TurnLost, Turns, TurnTooLong, waitingMarkOf } from "./turns";
import { UnderWay } from "./underWay";
import { limitWaitReporter } from "./waiting";

/** Parameters of the coordination. */
export interface CoordinationParts extends StoreParts {
  /** The request limit of the account. */
  readonly limit: Limit;
  /** Identifies the engine's run; its processes share this id. */
  readonly engineRun?: string;
}

/** The id of the key's user. `notTold`: the service does not reveal it. `notNow`: the request failed for now. */
export type KeyOwner = string | "notTold" | "notNow";

/** A creation as recorded before it is sent. */
export type Sent = Omit<Creation, "service" | "outcome" | "id">;

/** A request must be sent within this time of taking its place, or the place could be free again while it is sent. */
const useWithin = 10_000;
/** Added to the time for which a place is taken, because timers may fire late. */
const lateness = 1_000;
/** How often to check for places that other processes have returned unused. */
const lookAgain = 1_000;

/** State shared by the accounts of one process, by clock: tests simulate several processes, each with its own clock. */
const opened = new WeakMap<Clock, { memory: Memory; stores: Map<string, Store>; all: Map<string, Coordination> }>();

/** Returns the coordination of an account, shared by all accounts of this process with the same settings. */
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

/**
 * Coordinates the processes that use one account: they keep to one request limit, take turns to create, and know which
 * objects each of them has created.
 */
export class Coordination implements Slots {
  /** Queues the requests of this process for places of the limit. */
  readonly limiter: Limiter;
  /** What runs have recorded about objects. */
  readonly creations: Creations;
  /** What runs have recorded about acting users. */
  readonly actors: Actors;
  /** The places that this process has taken: if the store fails, they still count for the limit. */
  private readonly own: MemoryStore;
  private readonly turns: Turns;
  private readonly underWay: UnderWay;
  private readonly kept: Kept;
  private readonly service: string;
  private readonly keyHash: string;
  /** The account whose requests count toward one limit: identified by the key until its owner is known. */
  private account: string;
  private readonly access: StoreAccess;
  private readonly shared: StoreAccess["use"];
  /** Writes to the store that run in the background. */
  private readonly writing = new Set<Promise<unknown>>();
  private stopped: ServiceError | undefined;

  constructor(
    private readonly parts: CoordinationParts,
    memory: Memory,
    stores: Map<string, Store>,
  ) {
    const { settings, limit, clock, random, say } = parts;
    this.own = new MemoryStore(memory, clock, parts.run ?? thisRun);
    this.access = new StoreAccess(parts, this.own, stores);
    this.shared = (work) => this.access.use(work);
    this.service = serviceDigest(settings.origin);
    this.keyHash = keyDigest(settings, this.service);
    this.actors = new Actors(settings, this.service, this.shared);
    this.account = this.keyHash;
    this.creations = new Creations(this.service, this.shared);
    this.limiter = new Limiter(this, clock, limitWaitReporter(parts, limit));
    const waits = {
      clock,
      // A request of a dead process may still arrive within twice its time-out.
      lasts: 2 * settings.requestTimeoutSeconds * 1000,
      budgetMilliseconds: settings.waitBudgetSeconds * 1000,
      longestLook: this.amongMachines ? 250 : 40,
      store: this.shared,
      assertGoingOn: () => this.assertGoingOn(),
      say,
    };
    this.turns = new Turns({ ...waits, random });
    this.underWay = new UnderWay(waits);
    this.kept = new Kept(parts.engineRun, this.shared);
  }

  /** True if this account is also coordinated with other machines. */
  get amongMachines(): boolean {
    return this.parts.settings.coordination !== undefined;
  }

  /**
   * Determines the key's user, since all keys of a user share one account. `ask` sends one request, once per key. If
   * the service does not reveal the user, the key counts as an account of its own. False if the request failed.
   */
  async begin(ask: () => Promise<KeyOwner>): Promise<boolean> {
    const known = await this.shared((store) => store.ownerOf(this.keyHash));
    // A process without a shared store counts only its own requests.
    if (this.access.isAlone) return true;
    const owner = known ?? (await ask());
    if (owner === "notNow") return false;
    if (owner === "notTold") return true;
    if (known === undefined) await this.shared((store) => store.rememberOwner(this.keyHash, owner));
    this.account = digest("owner", this.service, owner);
    // The request that `ask` sent takes a place of the account, if one is left.
    const taken = known === undefined ? await this.take(1) : [];
    if (!("retryIn" in taken)) taken[0]?.ended();
    return true;
  }

  /** Takes up to `wanted` places of the limit, in this process and in the store. */
  async take(wanted: number): Promise<readonly Slot[] | Full> {
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
    // The place of a request under way becomes free one window after the request ends, or earlier if it is not sent.
    const expectedIn = Math.min(freeIn, restMilliseconds(this.parts.limit));
    return { retryIn: Math.min(expectedIn, lookAgain), expectedIn, blocked: false };
  }

  /** Stops all processes that use the account from sending for `milliseconds`. */
  async block(milliseconds: number): Promise<void> {
    const resource = `${this.account}/requests`;
    await this.own.block(resource, milliseconds);
    await this.shared((store) => store.block(resource, milliseconds));
  }

  /** How much of the limit is currently used. */
  async use(): Promise<LimitUse> {
    const use = await this.shared((store) => store.use(`${this.account}/requests`));
    const by = this.access.isAlone ? "process" : this.amongMachines ? "database" : "file";
    return { ...use, by, limit: this.parts.limit.requests };
  }

  /** Runs `work` while no other process creates objects of this kind for this user; again if the turn was lost. */
  async creating<T>(kind: string, plural: string, owner: string, work: () => Promise<T>): Promise<T> {
    const name = this.turnName({ kind, owner });
    const inTurn = async () => {
      // While this process has the turn, no create of another process is under way, unless the clock that ends turns
      // stepped forward. A create that takes effect after this process has read the listing would go unnoticed.
      await this.underWay.waitUntilSettled({ kind, owner, service: this.service }, plural);
      return await work();
    };
    try {
      return await this.turns.inTurn(name, plural, inTurn);
    } catch (error) {
      if (error instanceof TurnLost) {
        const problem = `this run lost its turn to create ${plural} again and again`;
        const advice = "check whether the coordination database is slow or requestTimeoutSeconds is very short";
        throw notSentError(problem, advice, "rateLimit");
      }
      if (!(error instanceof TurnTooLong)) throw error;
      const problem = `for ${this.parts.settings.waitBudgetSeconds} s (waitBudgetSeconds) other processes have been creating ${plural} in the same account, now ${error.holder}`;
      throw notSentError(problem, letItFinishAdvice, "rateLimit");
    }
  }

  /** Milliseconds since a process last had the turn to create such objects: 0 while one has it or waits for it. */
  async lastTurn(of: Omit<Scope, "service">): Promise<number | undefined> {
    const name = this.turnName(of);
    const waiting = await this.shared((store) => store.use(waitingMarkOf(name)));
    const { taken, freeFor } = await this.shared((store) => store.use(name));
    return taken + waiting.taken > 0 ? 0 : freeFor;
  }

  /** Records a create right before it is sent. Rejects if the run was stopped or has lost its turn. */
  async sending(sent: Sent): Promise<void> {
    this.assertGoingOn();
    await this.shared((store) => store.record({ ...sent, service: this.service, outcome: "sent" }));
    await this.confirmTurn(sent, sent.token);
  }

  /** Called right before sending a request that needs the turn. Rejects if the run was stopped or has lost its turn. */
  async confirmTurn(of: Omit<Scope, "service">, token?: string): Promise<void> {
    await this.turns.confirm(this.turnName(of), token);
    this.assertGoingOn();
  }

  /** Records the outcome in the background, so that the engine can save the object in the state without delay. */
  settled(sent: Sent, outcome: { readonly id: string } | "refused"): void {
    const creation: Creation = {
      ...sent,
      service: this.service,
      ...(outcome === "refused" ? { outcome } : { outcome: "made", id: outcome.id }),
    };
    const writing = this.inBackground(this.recordOutcome(creation));
    this.turns.settled(this.turnName(sent), sent.token, writing);
  }

  /** Tries twice, because other runs treat a create without an outcome as one that may have made an unknown object. */
  private async recordOutcome(creation: Creation): Promise<void> {
    const record = () => this.shared((store) => store.record(creation));
    await record()
      .catch(record)
      .catch((error: unknown) => {
        if (creation.outcome === "made") this.parts.warn(notRecordedWarning(creation, error));
      });
  }

  /** Stops the other processes of this engine run from deleting an object. */
  async keep(of: Omit<Scope, "service">, id: string): Promise<void> {
    await this.kept.add(`${this.turnName(of)}/${id}`);
  }

  /** True if a process of this engine run protects the object from deletion. */
  async isKept(of: Omit<Scope, "service">, id: string): Promise<boolean> {
    return await this.kept.has(`${this.turnName(of)}/${id}`);
  }

  /** Ends the run: queued requests fail; requests under way finish and are recorded. */
  stop(error: ServiceError): void {
    this.stopped ??= error;
    this.limiter.stop(error);
  }

  /** Resolves when all turns have passed on and everything is recorded. */
  async idle(): Promise<void> {
    await this.turns.passAllOn();
    await Promise.all(this.writing);
  }

  private assertGoingOn(): void {
    if (this.stopped !== undefined) throw this.stopped;
  }

  private turnName({ kind, owner }: Omit<Scope, "service">): string {
    return `${this.service}/${kind}/${owner}`;
  }

  /** @param asked when the place was requested: the store may have taken it at any time since then */
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
      // Only the wall clock shows that the machine has slept.
      isGood: () => clock.now() - asked.now <= useWithin && Math.abs(clock.wallTime() - asked.wallTime) <= useWithin,
      ended: () => close(restMilliseconds(limit)),
      unused: () => close(0),
    };
  }

  /** If `work` fails, a place stays taken longer than needed, or the outcome of a creation stays unknown. */
  private inBackground(work: Promise<unknown>): Promise<unknown> {
    const writing = work.catch(() => undefined).finally(() => this.writing.delete(writing));
    this.writing.add(writing);
    return writing;
  }
}
