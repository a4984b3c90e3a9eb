import type {
  Account,
  Answer,
  Creation,
  CreationNotes,
  Finding,
  Kind,
  KnownCreation,
  Listing,
  ListingOptions,
  Settled,
} from "./account";
import { type Call, Client, type Reply } from "./client";
import { type Clock, systemClock } from "./clock";
import { type Coordination, openCoordination } from "./coordination/coordination";
import type { Marks, ProcessRun } from "./coordination/store";
import { Creates } from "./creates";
import { ServiceError, settingsError } from "./errors";
import { errorOf, Identity } from "./identity";
import { withoutNulls } from "./json";
import type { Limit } from "./limiter";
import { Counters, type Counts, type Logger, summaryLine } from "./log";
import { KindReader } from "./reader";
import { redactor, safeText } from "./redact";
import type { Settings } from "./settings";
import { answerFrom, pageFrom } from "./shapes";
import { openTransport, type Proxies, type Transport, whyNotAllowed } from "./transport";
import { kinds, type OperationName, operations, toWire } from "./wire";

/** What the host hands in: this package's inner part reads no environment and knows no engine. */
export interface Surroundings {
  readonly logger: Logger;
  /** A folder of the user's cache, shared by all processes of the user; undefined keeps everything in this process. */
  readonly cacheFolder?: string;
  readonly proxies?: Proxies;
  /**
   * Asked when a create is about to be sent, after every wait. Throws where nothing may be created any more (the
   * engine that asked for it has died).
   */
  readonly beforeCreate?: () => Promise<void>;
  /** For tests. */
  readonly clock?: Clock;
  readonly random?: () => number;
  readonly run?: ProcessRun;
}

/** What the functions and the command line need beside the life cycle's part. */
export interface ServiceAccount extends Account {
  /** One read of any operation, as JSON without `null`s. Undefined where the answer is empty. */
  ask(
    operation: OperationName,
    about: string,
    options?: { id?: string; query?: Readonly<Record<string, string>> },
  ): Promise<unknown>;
  counts(): Counts;
  /** For the end of a run; undefined where nothing was sent. */
  summary(): string | undefined;
  /**
   * From now on nothing is sent: what is queued fails with this error. Resolves when what is under way has ended and
   * is written down for other processes.
   */
  stop(error: ServiceError): Promise<void>;
  close(): Promise<void>;
}

/** Opens the service for one acting user. Sends nothing yet. Throws a ServiceError for settings that cannot work. */
export function openAccount(settings: Settings, surroundings: Surroundings): ServiceAccount {
  const refusal = whyNotAllowed(settings.origin);
  if (refusal !== undefined)
    throw settingsError(`baseUrl (OUTREACH_BASE_URL) ${refusal}`, "set it to the address of the service");
  // A header cannot carry others, and the error of the HTTP library would quote the key.
  if (!/^[\x21-\x7e]+$/.test(settings.apiKey)) {
    throw settingsError(
      "apiKey (OUTREACH_API_KEY) is empty or holds characters that a key never has (spaces, line ends, quotes from a copy)",
      "copy the key again",
    );
  }
  if (settings.impersonateUserId !== undefined && !/^[\w.:~-]{1,128}$/.test(settings.impersonateUserId)) {
    throw settingsError(
      "impersonateUserId (OUTREACH_IMPERSONATE_USER_ID) is no user id",
      "`outreach members` lists the ids of the members",
    );
  }
  const clock = surroundings.clock ?? systemClock;
  let transport: Transport;
  try {
    transport = openTransport(settings.origin, surroundings.proxies ?? {}, clock);
  } catch {
    throw settingsError("the address of the proxy is not a URL", "check HTTPS_PROXY and NO_PROXY");
  }
  return new OpenAccount(settings, surroundings, transport, clock);
}

class OpenAccount implements ServiceAccount {
  private readonly client: Client;
  private readonly identity: Identity;
  private readonly counters = new Counters();
  private readonly creates: Creates;
  private readonly readers: Readonly<Record<Kind, KindReader>>;
  private readonly coordination: Coordination;

  constructor(
    readonly settings: Settings,
    surroundings: Surroundings,
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
    const reader = (kind: Kind) =>
      new KindReader({
        kind,
        client: this.client,
        clock,
        logger,
        counters,
        send: (call) => this.send(call),
        marks: () => this.marks(),
        proveActingUser: () => this.actingUser(),
      });
    this.readers = { List: reader("List"), SourceAgent: reader("SourceAgent"), Campaign: reader("Campaign") };
    this.creates = new Creates({
      readers: this.readers,
      coordination: this.coordination,
      redact,
      beforeCreate: surroundings.beforeCreate,
      send: (call) => this.send(call),
    });
  }

  get amongMachines(): boolean {
    return this.coordination.amongMachines;
  }

  actingUser() {
    return this.identity.actingUser();
  }

  find(kind: Kind, id: string, about: string, options?: { fresh?: boolean }): Promise<Finding> {
    return this.readers[kind].find(id, about, options?.fresh ?? false);
  }

  async listing(kind: Kind, about: string, options: ListingOptions = {}): Promise<Listing | undefined> {
    const { fresh, onlyIfFree, unlessMade } = options;
    const reader = this.readers[kind];
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
    kind: Kind,
    body: Readonly<Record<string, unknown>>,
    about: string,
    noted: CreationNotes = {},
    isManaged: (id: string) => boolean = () => false,
  ): Promise<Creation> {
    const { id: owner } = await this.actingUser();
    return await this.creates.create(kind, body, about, { owner, ...noted }, isManaged);
  }

  async update(
    kind: Kind,
    id: string,
    body: Readonly<Record<string, unknown>>,
    about: string,
  ): Promise<Answer | undefined> {
    const operation = changeOperation(kind, body, about);
    this.client.assertSendable({ operation, id, about });
    await this.actingUser();
    const { objects } = this.readers[kind];
    const call: Call = { operation, id, body: toWire(kind, body), about };
    let reply: Reply;
    try {
      reply = await this.send(call);
    } catch (error) {
      // It may have taken effect.
      objects.changedUnseen(id);
      throw error;
    }
    if (reply.outcome !== "fine") throw errorOf(reply);
    const answer = answerFrom(kind, reply.json);
    if (answer === undefined || answer.id !== id) {
      objects.changedUnseen(id);
      return undefined;
    }
    const before = objects.get(id);
    // Some services answer a change with the changed fields only: not what the object looks like.
    if (before !== undefined && Object.keys(before).some((name) => !(name in answer))) objects.changedUnseen(id);
    else objects.seen(answer);
    return answer;
  }

  async remove(id: string, about: string): Promise<"deleted" | "gone"> {
    const call: Call = { operation: "deleteSourceAgent", id, about };
    this.client.assertSendable(call);
    await this.actingUser();
    const { objects } = this.readers.SourceAgent;
    let reply = await this.send(call);
    // The form of the answer is not documented, and an empty one confirms nothing: it is asked for until the service says
    // that the object is gone, or keeps to its answer.
    let isConfirming = false;
    for (let again = 0; again < mostConfirming && isUnconfirmed(reply); again++) {
      isConfirming = true;
      reply = await this.send(call);
    }
    if (reply.outcome === "fine") {
      const isShown = isUnconfirmed(reply) && (await this.isShown("SourceAgent", id, about));
      if (isShown) {
        const problem = "the service accepted the deletion and still shows the source agent";
        throw this.client.judged(call, String(reply.status), problem, "try again later", "unreadable", reply.status);
      }
      objects.gone(id);
      return "deleted";
    }
    const error = errorOf(reply);
    const saysGone =
      reply.outcome === "refused" && reply.isJson && error.category === "notFound" && reply.words?.field === "message";
    if (!saysGone) throw error;
    // The service says so at the object's own address; where it can be asked, it must not say otherwise.
    const finding = await this.find("SourceAgent", id, about, { fresh: true });
    if (finding.status === "found") throw error;
    objects.gone(id);
    return isConfirming ? "deleted" : "gone";
  }

  async peopleOf(listId: string, about: string): Promise<unknown> {
    const reply = await this.send({ operation: "listContacts", about, query: { listId, limit: "100" } });
    return reply.outcome === "fine" ? withoutNulls(reply.json) : undefined;
  }

  async hasLogs(campaignId: string, about: string): Promise<boolean | undefined> {
    const reply = await this.send({ operation: "readCampaignLogs", id: campaignId, about });
    if (reply.outcome !== "fine") return undefined;
    const page = pageFrom(reply.json);
    return page === undefined ? undefined : page.items.length > 0 || (page.total ?? 0) > 0;
  }

  async creating<T>(kind: Kind, work: () => Promise<T>): Promise<T> {
    // Members own their objects apart, so that what one creates is in nobody else's listing.
    const { id } = await this.actingUser();
    return this.coordination.creating(kind, kinds[kind].plural, id, work);
  }

  async createdElsewhere(kind: Kind): Promise<ReadonlySet<string>> {
    const { id: owner } = await this.actingUser();
    return await this.coordination.creations.elsewhere({ kind, owner });
  }

  noteCreated(kind: Kind, id: string): void {
    this.creates.noteCreated(kind, id);
  }

  async creations(kind: Kind, name: unknown, which: "all" | "sameName"): Promise<readonly KnownCreation[]> {
    const { id: owner } = await this.actingUser();
    return await this.coordination.creations.known({ kind, owner }, String(name), which);
  }

  async remember(
    kind: Kind,
    id: string,
    name: unknown,
    notes: CreationNotes,
    options: { readonly unlessKnown?: boolean } = {},
  ): Promise<void> {
    const { id: owner } = await this.actingUser();
    const unlessKnown = options.unlessKnown === true;
    await this.coordination.creations.remember({ kind, owner }, id, String(name), notes, unlessKnown);
  }

  async recorded(kind: Kind, id: string): Promise<CreationNotes | undefined> {
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

  async ask(
    operation: OperationName,
    about: string,
    options: { id?: string; query?: Readonly<Record<string, string>> } = {},
  ): Promise<unknown> {
    if (operations[operation].effect !== "read") throw new Error(`${operation} is no read`);
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

  /** False also where a service that lists objects and reads no single one no longer lists it. */
  private async isShown(kind: Kind, id: string, about: string): Promise<boolean> {
    try {
      return (await this.find(kind, id, about, { fresh: true })).status === "found";
    } catch (error) {
      if (error instanceof ServiceError && error.category === "unknownOperation") return false;
      throw error;
    }
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

/** How often a deletion that was answered with nothing is sent again. */
const mostConfirming = 3;

/** Accepted (202) is not done. */
function isUnconfirmed(reply: Reply): boolean {
  return reply.outcome === "fine" && ((reply.json === undefined && reply.status !== 204) || reply.status === 202);
}

/** Pausing is an operation of its own: the only change that every service has. */
function changeOperation(kind: Kind, body: Readonly<Record<string, unknown>>, about: string): OperationName {
  switch (kind) {
    case "Campaign":
      return "updateCampaign";
    case "SourceAgent":
      return Object.keys(body).length === 1 && body.paused === true ? "pauseSourceAgent" : "updateSourceAgent";
    case "List":
      throw new ServiceError(
        `${safeText(about, 300)}: the service has no operation that changes a list\nnothing was sent: rename it in the app, then \`pulumi refresh\``,
        { category: "unknownOperation" },
      );
  }
}
