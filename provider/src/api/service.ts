import type { Account, Answer, Creation, Finding, Kind, Listing, ListingOptions } from "./account";
import { type Call, Client, type Reply } from "./client";
import { type Clock, systemClock } from "./clock";
import { ServiceError, settingsError } from "./errors";
import { errorOf, Identity } from "./identity";
import { withoutNulls } from "./json";
import { Counters, type Counts, type Logger, summaryLine } from "./log";
import { KindReader } from "./reader";
import { redactor, safeText } from "./redact";
import type { Settings } from "./settings";
import { answerFrom, pageFrom } from "./shapes";
import { openShared, type Shared } from "./shared";
import type { Limit } from "./slots";
import { openTransport, type Proxies, type Transport, whyNotAllowed } from "./transport";
import { kinds, type OperationName, operations, pathOf, toWire } from "./wire";

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
  close(): Promise<void>;
}

/** Opens the service for one acting user. Sends nothing yet. Throws a ServiceError for settings that cannot work. */
export function openAccount(settings: Settings, surroundings: Surroundings): ServiceAccount {
  const refusal = whyNotAllowed(settings.origin);
  if (refusal !== undefined) throw settingsError(refusal, "set baseUrl (OUTREACH_BASE_URL)");
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
  private readonly readers: Readonly<Record<Kind, KindReader>>;
  private readonly shared: Shared;

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
    this.shared = openShared({
      settings,
      limit,
      clock,
      cacheFolder: surroundings.cacheFolder,
      random,
      say: (text) => logger.info(text),
      warn: (text) => logger.warn(text),
    });
    const { limiter } = this.shared;
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
      beforeCreate: surroundings.beforeCreate,
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
        journalEnds: () => ({
          List: this.shared.journalEnd("List"),
          SourceAgent: this.shared.journalEnd("SourceAgent"),
          Campaign: this.shared.journalEnd("Campaign"),
        }),
        proveActingUser: () => this.actingUser(),
      });
    this.readers = { List: reader("List"), SourceAgent: reader("SourceAgent"), Campaign: reader("Campaign") };
  }

  actingUser() {
    return this.identity.actingUser();
  }

  find(kind: Kind, id: string, about: string, options?: { fresh?: boolean }): Promise<Finding> {
    return this.readers[kind].find(id, about, options?.fresh ?? false);
  }

  async listing(kind: Kind, about: string, options: ListingOptions = {}): Promise<Listing | undefined> {
    const { fresh, unlessMade } = options;
    const reader = this.readers[kind];
    if (unlessMade === undefined || reader.objects.stale) return await reader.listing(about, fresh ?? false);
    const { id: owner } = await this.actingUser();
    const name = unlessMade.name === undefined ? undefined : String(unlessMade.name);
    const behind = this.shared.madeSince(unlessMade.kind, reader.journalEnds[unlessMade.kind], { owner, name });
    return await reader.listing(about, behind);
  }

  async create(kind: Kind, body: Readonly<Record<string, unknown>>, about: string): Promise<Creation> {
    const { id: owner } = await this.actingUser();
    const made = (id?: string) => this.shared.created(kind, { id, owner, name: String(body.name) });
    const operation = kinds[kind].create;
    const reply = await this.send({ operation, body: toWire(kind, body), about });
    const causeOf = (problem: string) => `${operations[operation].method} ${pathOf(operations[operation])}: ${problem}`;
    const answer = reply.outcome === "fine" ? answerFrom(kind, reply.json) : undefined;
    // It may have been made all the same (a gateway may refuse in its own words what it has passed on): who tries again
    // must look again.
    if (answer === undefined) {
      this.readers[kind].objects.distrust();
      if (reply.outcome !== "refused" || !reply.isJson) made();
    }
    if (reply.outcome === "lost") return { status: "lost", cause: causeOf(reply.cause) };
    if (reply.outcome === "refused") {
      // A redirect that gets here has by its definition no effect.
      if (reply.isJson || reply.error.category === "redirect") throw reply.error;
      return {
        status: "doubtful",
        cause: causeOf(`${reply.status} in other words than the service's`),
        error: reply.error,
      };
    }
    if (answer === undefined) {
      return { status: "lost", cause: causeOf(`the service answered ${reply.status} with a body that names no id`) };
    }
    made(answer.id);
    this.readers[kind].objects.created(answer);
    return { status: "created", answer };
  }

  async update(
    kind: Kind,
    id: string,
    body: Readonly<Record<string, unknown>>,
    about: string,
  ): Promise<Answer | undefined> {
    const operation = changeOperation(kind, body, about);
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
    await this.actingUser();
    const { objects } = this.readers.SourceAgent;
    const reply = await this.send({ operation: "deleteSourceAgent", id, about });
    if (reply.outcome === "fine") {
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
    return "gone";
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
    return this.shared.oneAtATime(kind, id, work);
  }

  createdElsewhere(kind: Kind): ReadonlySet<string> {
    return this.shared.createdElsewhere(kind);
  }

  noteCreated(kind: Kind, id: string): void {
    this.shared.created(kind, { id });
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

  close(): Promise<void> {
    return this.transport.close();
  }

  /** Every request of the account goes out as its acting user. */
  private async send(call: Call): Promise<Reply> {
    const impersonate = await this.identity.impersonated();
    const reply = await this.client.send({ ...call, impersonate });
    if (reply.outcome !== "refused" || reply.status !== 401) return reply;
    return { ...reply, error: await this.identity.explained(reply.error, impersonate) };
  }
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
