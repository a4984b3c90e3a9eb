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

/** Supplied by the host, because this folder reads no environment variables and does not know the engine. */
export interface Surroundings {
  readonly logger: Logger;
  /** The cache folder that all processes of the user share. If undefined, nothing is shared outside this process. */
  readonly cacheFolder?: string;
  readonly proxies?: Proxies;
  /**
   * Called right before a create is sent, after every wait. Throws if the engine of this run has ended, so that nothing
   * is created afterwards.
   */
  readonly beforeCreate?: () => Promise<void>;
  /** Identifies the engine's run. Its processes, one for each provider of a program, share this id. */
  readonly engineRun?: string;
  /** For tests. */
  readonly clock?: Clock;
  readonly random?: () => number;
  readonly run?: ProcessRun;
  /** Replaces the configured store. */
  readonly store?: Store;
}

/**
 * The service as one acting user sees it. One per process, origin, key and acting user, so that the limiter, the
 * listings and the identity are shared by all resources of a run. Kinds are identified by name. `about` names the
 * resource in error messages (`campaign "Fintech Q1" (id 12)`).
 */
export class Account {
  private readonly client: Client;
  private readonly identity: Identity;
  private readonly counters = new Counters();
  private readonly creates: Creates;
  private readonly changes: Changes;
  private readonly readers: ReadonlyMap<string, KindReader>;
  private readonly coordination: Coordination;
  /** What earlier and concurrent runs have recorded about the acting user's objects. */
  readonly records: Records;
  constructor(
    readonly settings: Settings,
    surroundings: Surroundings,
    kinds: readonly ServiceKind[],
    private readonly transport: Transport,
    private readonly clock: Clock,
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

  /** True if runs on other machines are coordinated with this one. */
  get amongMachines(): boolean {
    return this.coordination.amongMachines;
  }
  /** True if the last response came from the local service on this machine, which contacts nobody. */
  get isLocalService(): boolean {
    return this.transport.isLocalService();
  }
  /** True if the settings name a member to act for. */
  get isImpersonating(): boolean {
    return this.settings.impersonateUserId !== undefined || this.settings.impersonateEmail !== undefined;
  }

  /** Requested once per run. Throws if the service responds for a user other than the one in the settings. */
  actingUser() {
    return this.identity.actingUser();
  }
  /** The user that the settings act as, if that is known without a request. */
  readonly knownActor = () => this.identity.knownActor();

  /** The service's profile of the acting user, from the response that `actingUser` requests. */
  async profile(): Promise<User> {
    const { id } = await this.actingUser();
    return this.identity.provenProfile ?? { id };
  }

  /** Milliseconds by which the service's clock is ahead of this machine's. Undefined until a response has shown it. */
  get clockAhead(): number | undefined {
    return this.client.clockAhead;
  }

  /** Milliseconds since 1970 by the service's clock; by this machine's until a response has shown the difference. */
  serviceTime(): number {
    return this.clock.wallTime() + (this.clockAhead ?? 0);
  }

  /** How much of the request limit is used. Reads the coordination store and sends nothing to the service. */
  limitUse(): Promise<LimitUse> {
    return this.coordination.use();
  }

  /**
   * Looks in the kind's listing, then by id; with `fresh`, always by id. Throws a ServiceError if the response proves
   * neither that the object exists nor that it is gone.
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
    // Another caller may have read this listing long ago, so check afterwards what others have created since.
    const known = await reader.listing(about, false);
    if (known === undefined) return undefined;
    const name = unlessMade.name === undefined ? undefined : String(unlessMade.name);
    const isBehind = await this.coordination.creations.since({ kind: unlessMade.kind, owner }, name, reader.marks);
    return isBehind ? await reader.listing(about, true) : known;
  }

  /**
   * Sends one create, never twice, after checking the acting user. If the response names an object for which
   * `isManaged` is true, it does not describe a new object.
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

  /** Sends one change; with `inTurn`, only while it has the turn. Undefined if a successful response has no object. */
  async update(kind: string, id: string, body: Readonly<Record<string, unknown>>, about: string, inTurn = false) {
    const confirm = async () => this.coordination.confirmTurn({ kind, owner: (await this.actingUser()).id });
    return await this.changes.update(kind, id, body, about, inTurn ? confirm : undefined);
  }

  /** Deletes an object. An object that is already gone counts as deleted. */
  remove(kind: string, id: string, about: string) {
    return this.changes.remove(kind, id, about);
  }

  /** Like `look`, for one page of a listing; also undefined if the response is not a listing. */
  async lookPage(operation: Operation, about: string, options?: AskOptions): Promise<Page | undefined> {
    const reply = await this.reading(operation, about, options);
    return reply.outcome === "fine" ? pageWithoutNulls(reply) : undefined;
  }

  /** Sends any read operation and returns the JSON, `null`s included; undefined if the service refuses it. */
  async look(operation: Operation, about: string, options?: AskOptions): Promise<unknown> {
    const reply = await this.reading(operation, about, options);
    return reply.outcome === "fine" ? reply.json : undefined;
  }

  /**
   * Runs `work` while no other process creates an object of that kind in the same account. Starts `work` again if this
   * process lost its turn before it sent anything.
   */
  async creating<T>(kind: string, work: () => Promise<T>): Promise<T> {
    // Each member owns objects separately: what one creates appears in no other member's listing.
    return this.coordination.creating(kind, this.reader(kind).kind.plural, (await this.actingUser()).id, work);
  }

  /** Milliseconds since a process last had the turn to create that kind: 0 while one has it. Undefined if none had. */
  async lastTurn(kind: string): Promise<number | undefined> {
    return await this.coordination.lastTurn({ kind, owner: (await this.actingUser()).id });
  }

  /** Records that this process created the object, although the create got no response. */
  noteCreated(kind: string, id: string): void {
    this.creates.noteCreated(kind, id);
  }

  /** Like `look`, but throws a ServiceError if the service refuses it. */
  async ask(operation: Operation, about: string, options?: AskOptions): Promise<unknown> {
    const reply = await this.reading(operation, about, options);
    if (reply.outcome !== "fine") throw errorOf(reply);
    return withoutNulls(reply.json);
  }

  /** Like `ask`, for one page of a listing; undefined if the response is not a listing. */
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

  /** Stops sending: queued requests fail with this error. Resolves when requests under way have ended and are recorded. */
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
  /** Runs once unless it fails: if the owner of the key could not be determined, the next request tries again. */
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

  /**
   * Marks that separate other processes' earlier creations from later ones. Empty without an acting user: all are later.
   */
  private async marks(): Promise<Marks> {
    const { provenUser } = this.identity;
    return provenUser === undefined ? {} : await this.coordination.creations.marks(provenUser);
  }

  /** Every request of the account is sent as its acting user. */
  private async send(call: Call): Promise<Reply> {
    const impersonate = await this.identity.impersonated();
    const reply = await this.client.send({ ...call, impersonate });
    if (reply.outcome !== "refused" || reply.status !== 401) return reply;
    return { ...reply, error: await this.identity.withViolatedRule(reply.error, impersonate) };
  }
}
