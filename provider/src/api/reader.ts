import type { Call, Client, Reply } from "./client";
import type { Clock } from "./clock";
import type { Marks } from "./coordination/store";
import { ServiceError } from "./errors";
import { errorOf, type Identity } from "./identity";
import { type Collected, collect, KnownObjects } from "./listing";
import type { Counters, Logger } from "./log";
import type { Finding, Listing } from "./objects";
import { safeText } from "./redact";
import type { ServiceKind } from "./serviceKind";
import { answerFrom, isUnknownRoute } from "./shapes";

export interface ReaderParts {
  readonly kind: ServiceKind;
  readonly client: Client;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly counters: Counters;
  /** Sends as the acting user. */
  send(call: Call): Promise<Reply>;
  /** Marks that separate earlier creations by other processes from later ones. */
  marks(): Promise<Marks>;
  /** Throws if the service responds for another user, because then an absence proves nothing. */
  proveActingUser(): Promise<unknown>;
  readonly identity: Pick<Identity, "provenMember">;
}

/** For this many milliseconds after a failed listing, objects are read by id. */
const readByIdFor = 30_000;

/** Reads objects of one kind: from one listing if possible, otherwise by id. */
export class KindReader {
  readonly objects = new KnownObjects();
  /** Marks of what other processes had created when the latest reading began. */
  marks: Marks = {};
  private listingOffered: boolean | undefined;
  private readOffered: boolean | undefined;
  /** The reading under way and the one after it, shared by all callers that need a newer reading. */
  private current: Promise<Listing | undefined> | undefined;
  private next: Promise<Listing | undefined> | undefined;
  private failedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly parts: ReaderParts) {}

  get kind(): ServiceKind {
    return this.parts.kind;
  }

  /** Undefined if the service has no listing of this kind. */
  async listing(about: string, fresh: boolean, onlyIfFree = false): Promise<Listing | undefined> {
    if (this.listingOffered === false) return undefined;
    if (!fresh) {
      if (!this.objects.stale) return this.objects.listing();
      this.current ??= this.readListing(about);
      return this.current;
    }
    // The service may have processed the reading under way before the caller's last write, so the caller needs the next
    // one.
    if (this.current === undefined) {
      this.current = this.readListing(about, onlyIfFree);
      return this.current;
    }
    this.next ??= this.current
      .catch(() => undefined)
      .then(() => {
        this.next = undefined;
        this.current = this.readListing(about, onlyIfFree);
        return this.current;
      });
    return this.next;
  }

  /** Finds an object in the listing, or by id if `fresh` or not listed. */
  async find(id: string, about: string, fresh: boolean): Promise<Finding> {
    this.parts.client.assertSendable({ operation: this.parts.kind.operations.read, id, about });
    if (!fresh && (await this.listingIfItWorks(about)) !== undefined) {
      const answer = this.objects.get(id);
      if (answer !== undefined) {
        this.parts.counters.cacheHits += 1;
        return { status: "found", answer };
      }
    }
    return this.findById(id, about, fresh);
  }

  private async readListing(about: string, onlyIfFree = false): Promise<Listing | undefined> {
    const mark = this.objects.startReading();
    try {
      const marks = await this.parts.marks();
      const collected = await this.collect(about, onlyIfFree);
      if (collected === undefined) {
        this.listingOffered = false;
        this.parts.logger.debug(`this service has no operation that lists ${this.parts.kind.plural}`);
        return undefined;
      }
      this.listingOffered = true;
      this.assertOfMember(collected, about);
      this.failedAt = Number.NEGATIVE_INFINITY;
      this.objects.finishReading(mark, collected);
      this.marks = marks;
      return this.objects.listing();
    } catch (error) {
      this.failedAt = this.parts.clock.now();
      throw error;
    } finally {
      this.current = undefined;
    }
  }

  /** Throws if the listing contains objects of another user: it then proves nothing about the member's objects. */
  private assertOfMember({ answers }: Collected, about: string): void {
    const { kind, client, identity } = this.parts;
    const member = identity.provenMember;
    const other = answers.map(({ userId }) => ownerIn(userId)).find((owner) => owner !== undefined && owner !== member);
    if (member === undefined || other === undefined) return;
    const problem = `the answer lists ${kind.plural} of user ${other}, and this run acts for user ${member}`;
    const advice =
      "nothing is concluded from it: most often a proxy or gateway has removed the header x-impersonate-user-id, or answers from a cache that ignores it";
    throw client.judged(
      { operation: kind.operations.list, about },
      { status: 200, problem, advice, category: "identity" },
    );
  }

  private async collect(about: string, onlyIfFree: boolean): Promise<Collected | undefined> {
    const { kind, send, client } = this.parts;
    const { operations, listQuery, plural } = kind;
    let missing = false;
    let isConfirmed = false;
    let unreadable: ServiceError | undefined;
    const collected = await collect(kind, async (page) => {
      const call: Call = {
        operation: operations.list,
        about,
        onlyIfFree,
        query: page === undefined ? listQuery : { ...listQuery, page: String(page) },
      };
      let reply = await send(call);
      // A gateway that is starting up may respond the same way. Without a second try, the run would see no objects at all.
      if (reply.outcome === "refused" && reply.status === 404 && isMissingOperation(reply) && !isConfirmed) {
        isConfirmed = true;
        reply = await send(call);
      }
      if (reply.outcome === "fine") {
        const problem = `the answer is not a list of ${plural}`;
        const advice = "the answer cannot be used: check baseUrl (OUTREACH_BASE_URL)";
        unreadable = client.judged(call, { status: reply.status, problem, advice, category: "unreadable" });
        return reply;
      }
      if (reply.outcome === "refused" && isMissingOperation(reply)) {
        missing = true;
        return undefined;
      }
      throw errorOf(reply);
    });
    if (collected === undefined && !missing && unreadable !== undefined) throw unreadable;
    return collected;
  }

  /** The listing, or undefined if it fails for a reason that does not affect reads by id. */
  private async listingIfItWorks(about: string): Promise<Listing | undefined> {
    if (this.parts.clock.now() < this.failedAt + readByIdFor) return undefined;
    try {
      return await this.listing(about, false);
    } catch (error) {
      // A read by id would fail the same way.
      if (!(error instanceof ServiceError) || accountWideFailures.has(error.category)) throw error;
      return undefined;
    }
  }

  private async findById(id: string, about: string, fresh: boolean): Promise<Finding> {
    const { kind, client, send } = this.parts;
    const { operations, noun, plural } = kind;
    const call: Call = { operation: operations.read, id, about };
    if (this.readOffered === false) return this.withoutReadById(call, fresh);

    const reply = await send(call);
    if (reply.outcome === "fine") {
      const answer = answerFrom(kind, reply.json);
      if (answer === undefined || answer.id !== id) {
        const problem = answer === undefined ? `the answer is not a ${noun}` : `the answer is ${noun} ${answer.id}`;
        const advice = "nothing is concluded from this answer: try again later";
        throw client.judged(call, { status: reply.status, problem, advice, category: "unreadable" });
      }
      this.readOffered = true;
      this.objects.seen(answer);
      return { status: "found", answer };
    }
    if (reply.outcome === "lost") throw errorOf(reply);
    if (reply.status !== 404) {
      if (reply.error.category === "unknownOperation") return this.withoutReadById(call, fresh);
      throw reply.error;
    }
    if (reply.words !== undefined && isUnknownRoute(reply.words.message)) {
      this.readOffered = false;
      this.parts.logger.debug(`this service has no operation that reads a single ${noun}`);
      return this.withoutReadById(call, fresh);
    }
    // An empty body, an HTML page or a gateway's own message proves nothing.
    if (!reply.isJson || reply.words?.field !== "message") throw reply.error;

    await this.parts.proveActingUser();
    // A single 404 may be wrong. If this run's listing contains the object, read the listing again.
    const isListed = this.objects.has(id);
    const listing = await this.listing(about, this.readOffered !== true || isListed);
    const unproven = (reason: string) => {
      const problem = `the service answered that it does not exist${reason}`;
      const advice = "if you know that it is gone: `pulumi state delete` removes it from the state";
      return client.judged(call, { status: 404, problem, advice, category: "notFound" });
    };
    if (this.readOffered !== true && listing === undefined) {
      throw unproven(`, but it has served no ${plural} in this run, so it may only lack this operation`);
    }
    if (this.readOffered !== true && listing?.whole === false) {
      throw unproven(`, and lists only a part of the ${plural}`);
    }
    if (listing?.answers.some((answer) => answer.id === id)) {
      const problem = `the service lists this ${noun}, but answered at its own address that it does not exist`;
      const advice = "nothing is concluded from this answer: try again later";
      throw client.judged(call, { status: 404, problem, advice, category: "unreadable" });
    }
    this.objects.gone(id);
    return { status: "gone" };
  }

  /** The result if the service cannot read single objects of this kind. */
  private async withoutReadById(call: Call, fresh: boolean): Promise<Finding> {
    const { kind, client } = this.parts;
    const { noun, plural } = kind;
    const listing = await this.listing(call.about, fresh || this.objects.stale);
    if (listing === undefined) return { status: "unreadable" };
    const answer = call.id === undefined ? undefined : this.objects.get(call.id);
    if (answer !== undefined) return { status: "found", answer };
    const problem = `this service lists ${plural} but cannot read a single one, and its listing does not contain this ${noun}`;
    const advice =
      "a listing alone does not prove that an object is gone: look in the app; if it is gone, `pulumi state delete` removes it from the state";
    throw client.judged(call, { status: 404, problem, advice, category: "unknownOperation" });
  }
}

function ownerIn(userId: unknown): string | undefined {
  return typeof userId === "number" || typeof userId === "string" ? safeText(String(userId), 80) : undefined;
}

/** Failures that affect every request of this account. */
const accountWideFailures: ReadonlySet<string> = new Set([
  "unauthorized",
  "unreachable",
  "rateLimit",
  "redirect",
  "identity",
]);

/** A collection always exists, so a 404 with a message means that the operation does not exist. */
function isMissingOperation(reply: Extract<Reply, { outcome: "refused" }>): boolean {
  if (reply.status === 405 || reply.status === 501) return true;
  return reply.status === 404 && reply.words !== undefined;
}
