import { Changes } from "./changes";
import { type Call, Client, type Reply } from "./client";
import type { Clock } from "./clock";
import { type Coordination, openCoordination } from "./coordination/coordination";
import { Records } from "./coordination/records";
import type { LimitUse } from "./coordination/rest";
import type { Marks, ProcessRun, Store } from "./coordination/store";
import { Creates } from "./creates";
import type { ServiceError } from "./errors";
import { errorOf, Identity } from "./identity";
import { withoutNulls } from "./json";
import type { Limit } from "./limiter";
import { Counters, type Counts, type Logger, redacted, sayWait, summaryLine } from "./log";
import type { AskOptions, Creation, CreationNotes, Finding, Listing, ListingOptions } from "./objects";
import type { Operation } from "./operation";
import { type Page, pageWithoutNulls } from "./page";
import { KindReader } from "./reader";
import { redactor } from "./redact";
import type { ServiceKind } from "./serviceKind";
import type { Settings } from "./settings";
import type { User } from "./shapes";
import type { Proxies, Transport } from "./transport";

/** What the host passes in: this folder reads no environment and knows no engine. */
export interface Surroundings {
  readonly logger: Logger;
  /** A folder of the user's cache that all processes of the user share. Undefined: everything stays in this process. */
  readonly cacheFolder?: string;
  readonly proxies?: Proxies;
  /**
   * Called right before a create is sent, after every wait. Throws if nothing may be created any more, because the
   * engine of this run has ended.
   */
  readonly beforeCreate?: () => Promise<void>;
  /** Names the run of the engine, whose processes share it: one for each provider of a program. */
  readonly engineRun?: string;
  /** For tests. */
  readonly clock?: Clock;
  readonly random?: () => number;
  readonly run?: ProcessRun;
  /** Used instead of the store that the settings name. */
  readonly store?: Store;
}

/**
 * The service as one acting user sees it. One per process, origin, key and acting user, so that the limiter, the
 * listings and the identity are shared by all resources of a run. Kinds go by their names. `about` names the resource
 * in error messages (`campaign "Fintech Q1" (id 12)`).
 */
export class Account {
  private readonly client: Client;
  private readonly identity: Identity;
  private readonly counters = new Counters();
  private readonly creates: Creates;
  private readonly changes: Changes;
  private readonly readers: ReadonlyMap<string, KindReader>;
  private readonly coordination: Coordination;
  /** What runs have recorded of the objects of the acting user. */
  readonly records: Records;
  constructor(
    readonly settings: Settings,
    surroundings: Surroundings,
    kinds: readonly ServiceKind[],
    private readonly transport: Transport,
    clock: Clock,
  ) {
    const redact = redactor(settings.apiKey);
    const logger = redacted(surroundings.logger, redact);
    const windowMilliseconds = settings.rateWindowSeconds * 1000;
    const limit: Limit = { requests: settings.requestsPerMinute, windowMilliseconds };
    const [counters, random] = [this.counters, surroundings.random ?? Math.random];
    const { cacheFolder, run, store, engineRun } = surroundings;
    this.coordination = openCoordination({
      ...{ settings, limit, clock, cacheFolder, random, run, store, engineRun },
      say: (text) => sayWait(logger, text),
      warn: (text) => logger.warn(text),
    });
    this.client = new Client({
      settings,
      transport,
      limiter: this.coordination.limiter,
      limit,
      clock,
      random,
      redact,
      logger,
      counters,
      begin: () => this.begin(),
    });
    this.identity = new Identity(settings, this.client, this.coordination.actors);
    const shared = {
      client: this.client,
      reader: (kind: string) => this.reader(kind),
      send: (call: Call) => this.send(call),
      proveActingUser: () => this.actingUser(),
    };
    const readerParts = { ...shared, clock, logger, counters, identity: this.identity, marks: () => this.marks() };
    this.readers = new Map(kinds.map((kind) => [kind.name, new KindReader({ ...readerParts, kind })]));
    const { coordination } = this;
    this.records = new Records(coordination.creations, coordination, () => this.actingUser());
    this.creates = new Creates({ ...shared, coordination, redact, beforeCreate: surroundings.beforeCreate });
    this.changes = new Changes(shared);
  }

  /** True if runs on other machines are kept apart from this one. */
  get amongMachines(): boolean {
    return this.coordination.amongMachines;
  }
  /** True if the last answer came from the local service on this machine, which writes to nobody. */
  get isLocalService(): boolean {
    return this.transport.isLocalService();
  }
  /** True if the settings name a member to act for. */
  get isImpersonating(): boolean {
    return this.settings.impersonateUserId !== undefined || this.settings.impersonateEmail !== undefined;
  }

  /** Asked once a run. Throws if the service answers for another user than the settings name. */
  actingUser() {
    return this.identity.actingUser();
  }
  /** The user that the settings act as, if that is known without a request. */
  readonly knownActor = () => this.identity.knownActor();

  /** What the service says of the acting user, by the answer that `actingUser` asks for. */
  async profile(): Promise<User> {
    const { id } = await this.actingUser();
    return this.identity.provenProfile ?? { id };
  }

  /** Milliseconds by which the service's clock is ahead of this machine's. Undefined until an answer has shown it. */
  get clockAhead(): number | undefined {
    return this.client.clockAhead;
  }

  /** How much of the request limit is used. Asks the coordination alone, not the service. */
  limitUse(): Promise<LimitUse> {
    return this.coordination.use();
  }

  /**
   * From the kind's listing, else asked for by id. `fresh` asks the service now, by id.
   * Throws a ServiceError if the answer proves neither that the object exists nor that it is gone.
   */
  find(kind: string, id: string, about: string, options?: { fresh?: boolean }): Promise<Finding> {
    return this.reader(kind).find(id, about, options?.fresh ?? false);
  }

  /** Undefined if the service has no listing of that kind. */
  async listing(kind: string, about: string, options: ListingOptions = {}): Promise<Listing | undefined> {
    const { fresh, onlyIfFree, unlessMade } = options;
    const reader = this.reader(kind);
    if (unlessMade === undefined) return await reader.listing(about, fresh ?? false, onlyIfFree);
    const { id: owner } = await this.actingUser();
    // It may have begun long ago, for somebody else: what others have created since then is asked for after it.
    const known = await reader.listing(about, false);
    if (known === undefined) return undefined;
    const name = unlessMade.name === undefined ? undefined : String(unlessMade.name);
    const isBehind = await this.coordination.creations.since({ kind: unlessMade.kind, owner }, name, reader.marks);
    return isBehind ? await reader.listing(about, true) : known;
  }

  /**
   * Sends one create, never twice. The acting user is checked before. An answer that names an object for which
   * `isManaged` holds is not about a new one.
   */
  async create(
    kind: string,
    body: Readonly<Record<string, unknown>>,
    about: string,
    noted: CreationNotes = {},
    isManaged: (id: string) => boolean = () => false,
  ): Promise<Creation> {
    const { id: owner } = await this.actingUser();
    return await this.creates.create(kind, body, about, { owner, ...noted }, isManaged);
  }

  /** Sends one change, only while it has the turn if that is needed. Undefined if a fine answer carried no object. */
  async update(kind: string, id: string, body: Readonly<Record<string, unknown>>, about: string, inTurn = false) {
    const confirm = async () => this.coordination.confirmTurn({ kind, owner: (await this.actingUser()).id });
    return await this.changes.update(kind, id, body, about, inTurn ? confirm : undefined);
  }

  /** Deletes an object of a kind that the service deletes. Gone already is success. */
  remove(kind: string, id: string, about: string) {
    return this.changes.remove(kind, id, about);
  }

  /** As `look`, for one page of a listing; undefined as well if the answer is no listing. */
  async lookPage(operation: Operation, about: string, options?: AskOptions): Promise<Page | undefined> {
    const reply = await this.reading(operation, about, options);
    return reply.outcome === "fine" ? pageWithoutNulls(reply) : undefined;
  }

  /** One read of any operation, as JSON with its `null`s; undefined if the service refuses it. */
  async look(operation: Operation, about: string, options?: AskOptions): Promise<unknown> {
    const reply = await this.reading(operation, about, options);
    return reply.outcome === "fine" ? reply.json : undefined;
  }

  /**
   * Runs `work` while no other process creates an object of that kind in the same account. Again from its beginning
   * if this process lost its turn before it sent anything.
   */
  async creating<T>(kind: string, work: () => Promise<T>): Promise<T> {
    // Members own their objects apart, so that what one creates is in nobody else's listing.
    return this.coordination.creating(kind, this.reader(kind).kind.plural, (await this.actingUser()).id, work);
  }

  /** Milliseconds since a process could last create objects of that kind: 0 while one can. Undefined if none has. */
  async lastTurn(kind: string): Promise<number | undefined> {
    return await this.coordination.lastTurn({ kind, owner: (await this.actingUser()).id });
  }

  /** Tells the other processes that an object whose create was not answered is this process's own. */
  noteCreated(kind: string, id: string): void {
    this.creates.noteCreated(kind, id);
  }

  /** As `look`, but throws a ServiceError if the service refuses it. */
  async ask(operation: Operation, about: string, options?: AskOptions): Promise<unknown> {
    const reply = await this.reading(operation, about, options);
    if (reply.outcome !== "fine") throw errorOf(reply);
    return withoutNulls(reply.json);
  }

  /** As `ask`, for one page of a listing; undefined if the answer is no listing. */
  async askPage(operation: Operation, about: string, options?: AskOptions): Promise<Page | undefined> {
    const reply = await this.reading(operation, about, options);
    if (reply.outcome !== "fine") throw errorOf(reply);
    return pageWithoutNulls(reply);
  }

  private reading(operation: Operation, about: string, options?: AskOptions): Promise<Reply> {
    if (operation.effect !== "read") throw new Error(`${operation.path} is not a read`);
    return this.send({ operation, about, ...options });
  }

  counts(): Counts {
    return { ...this.counters };
  }

  /** For the end of a run; undefined if nothing was sent. */
  summary(): string | undefined {
    return summaryLine(this.counters);
  }

  /**
   * From now on nothing is sent: what is queued fails with this error. Resolves when everything under way has ended
   * and is written down for other processes.
   */
  async stop(error: ServiceError): Promise<void> {
    this.coordination.stop(error);
    this.client.stop(error);
    await this.client.idle();
    await this.coordination.idle();
  }

  async close(): Promise<void> {
    await this.coordination.idle();
    await this.transport.close();
  }
  private reader(kind: string): KindReader {
    const reader = this.readers.get(kind);
    if (reader === undefined) throw new Error(`no kind "${kind}" was given when the account was opened`);
    return reader;
  }

  private beginning: Promise<boolean> | undefined;
  /** Once, for as long as it takes: where it could not be asked whose key it is, the next request asks again. */
  private async begin(): Promise<void> {
    this.beginning ??= this.coordination.begin(() => this.identity.keyOwner());
    const { beginning } = this;
    let isBegun = false;
    try {
      isBegun = await beginning;
    } finally {
      if (!isBegun && this.beginning === beginning) this.beginning = undefined;
    }
  }

  /** Marks of what other processes create from now on. Without an acting user there are none: everything is later. */
  private async marks(): Promise<Marks> {
    const { provenUser } = this.identity;
    return provenUser === undefined ? {} : await this.coordination.creations.marks(provenUser);
  }

  /** Every request of the account goes out as its acting user. */
  private async send(call: Call): Promise<Reply> {
    const impersonate = await this.identity.impersonated();
    const reply = await this.client.send({ ...call, impersonate });
    if (reply.outcome !== "refused" || reply.status !== 401) return reply;
    return { ...reply, error: await this.identity.explained(reply.error, impersonate) };
  }
}
