import type {
  AskOptions,
  Creation,
  CreationNotes,
  Finding,
  KnownCreation,
  Listing,
  ListingOptions,
  ServiceAccount,
  Settled,
  Surroundings,
} from "./account";
import { Changes } from "./changes";
import { type Call, Client, type Reply } from "./client";
import type { Clock } from "./clock";
import { type Coordination, openCoordination } from "./coordination/coordination";
import type { Marks } from "./coordination/store";
import { Creates } from "./creates";
import type { ServiceError } from "./errors";
import { errorOf, Identity } from "./identity";
import { withoutNulls } from "./json";
import type { Limit } from "./limiter";
import { Counters, type Counts, type Logger, summaryLine } from "./log";
import type { Operation } from "./operation";
import { KindReader } from "./reader";
import { redactor } from "./redact";
import type { ServiceKind } from "./serviceKind";
import type { Settings } from "./settings";
import type { Transport } from "./transport";

/** The service for one acting user, put together from the parts of this room. */
export class OpenAccount implements ServiceAccount {
  private readonly client: Client;
  private readonly identity: Identity;
  private readonly counters = new Counters();
  private readonly creates: Creates;
  private readonly changes: Changes;
  private readonly readers: ReadonlyMap<string, KindReader>;
  private readonly coordination: Coordination;

  constructor(
    readonly settings: Settings,
    surroundings: Surroundings,
    kinds: readonly ServiceKind[],
    private readonly transport: Transport,
    clock: Clock,
  ) {
    const redact = redactor(settings.apiKey);
    const logger: Logger = {
      debug: (text) => surroundings.logger.debug(redact(text)),
      info: (text) => surroundings.logger.info(redact(text)),
      warn: (text) => surroundings.logger.warn(redact(text)),
    };
    const limit: Limit = {
      requests: settings.requestsPerMinute,
      windowMilliseconds: settings.rateWindowSeconds * 1000,
    };
    const counters = this.counters;
    const random = surroundings.random ?? Math.random;
    this.coordination = openCoordination({
      settings,
      limit,
      clock,
      cacheFolder: surroundings.cacheFolder,
      random,
      run: surroundings.run,
      say: (text) => logger.info(text),
      warn: (text) => logger.warn(text),
    });
    const { limiter } = this.coordination;
    this.client = new Client({
      settings,
      transport,
      limiter,
      limit,
      clock,
      random,
      redact,
      logger,
      counters,
      begin: () => this.begin(),
    });
    this.identity = new Identity(settings, this.client);
    const shared = {
      client: this.client,
      reader: (kind: string) => this.reader(kind),
      send: (call: Call) => this.send(call),
      proveActingUser: () => this.actingUser(),
    };
    const readerParts = { ...shared, clock, logger, counters, marks: () => this.marks() };
    this.readers = new Map(kinds.map((kind) => [kind.name, new KindReader({ ...readerParts, kind })]));
    const { coordination } = this;
    this.creates = new Creates({ ...shared, coordination, redact, beforeCreate: surroundings.beforeCreate });
    this.changes = new Changes(shared);
  }

  get amongMachines(): boolean {
    return this.coordination.amongMachines;
  }

  actingUser() {
    return this.identity.actingUser();
  }

  find(kind: string, id: string, about: string, options?: { fresh?: boolean }): Promise<Finding> {
    return this.reader(kind).find(id, about, options?.fresh ?? false);
  }

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

  update(kind: string, id: string, body: Readonly<Record<string, unknown>>, about: string) {
    return this.changes.update(kind, id, body, about);
  }

  remove(kind: string, id: string, about: string) {
    return this.changes.remove(kind, id, about);
  }

  async look(operation: Operation, about: string, options?: AskOptions): Promise<unknown> {
    const reply = await this.send({ operation, about, ...options });
    return reply.outcome === "fine" ? withoutNulls(reply.json) : undefined;
  }

  async creating<T>(kind: string, work: () => Promise<T>): Promise<T> {
    // Members own their objects apart, so that what one creates is in nobody else's listing.
    const { id } = await this.actingUser();
    return this.coordination.creating(kind, this.reader(kind).kind.plural, id, work);
  }

  async createdElsewhere(kind: string): Promise<ReadonlySet<string>> {
    const { id: owner } = await this.actingUser();
    return await this.coordination.creations.elsewhere({ kind, owner });
  }

  noteCreated(kind: string, id: string): void {
    this.creates.noteCreated(kind, id);
  }

  async creations(kind: string, name: unknown, which: "all" | "sameName"): Promise<readonly KnownCreation[]> {
    const { id: owner } = await this.actingUser();
    return await this.coordination.creations.known({ kind, owner }, String(name), which);
  }

  async remember(
    kind: string,
    id: string,
    name: unknown,
    notes: CreationNotes,
    options: { readonly unlessKnown?: boolean } = {},
  ): Promise<void> {
    const { id: owner } = await this.actingUser();
    const unlessKnown = options.unlessKnown === true;
    await this.coordination.creations.remember({ kind, owner }, id, String(name), notes, unlessKnown);
  }

  async recorded(kind: string, id: string): Promise<CreationNotes | undefined> {
    const { id: owner } = await this.actingUser();
    return await this.coordination.creations.one({ kind, owner }, id);
  }

  async settle(lost: readonly KnownCreation[], settled: Settled): Promise<void> {
    await this.coordination.creations.settle(
      lost.map(({ token }) => token),
      settled,
    );
  }

  async inherit(origin: string, userId: string): Promise<void> {
    const { id: owner } = await this.actingUser();
    const from = `${origin} ${userId}`;
    const inheriting = this.inherited.get(from) ?? this.coordination.creations.inherit({ origin, userId }, owner);
    this.inherited.set(from, inheriting);
    await inheriting;
  }

  async ask(operation: Operation, about: string, options?: AskOptions): Promise<unknown> {
    if (operation.effect !== "read") throw new Error(`${operation.path} is no read`);
    const reply = await this.send({ operation, about, ...options });
    if (reply.outcome !== "fine") throw errorOf(reply);
    return withoutNulls(reply.json);
  }

  counts(): Counts {
    return { ...this.counters };
  }

  summary(): string | undefined {
    return summaryLine(this.counters);
  }

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

  /** Once a run, however many objects have moved. */
  private readonly inherited = new Map<string, Promise<void>>();

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
