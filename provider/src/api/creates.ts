import { randomUUID } from "node:crypto";
import type { Call, LimitRefusal, Reply } from "./client";
import type { Coordination, Sent } from "./coordination/coordination";
import { nameDigest } from "./coordination/creations";
import type { Answer, Creation, CreationNotes } from "./objects";
import { pathOf } from "./operation";
import type { KindReader } from "./reader";
import { foreignText } from "./redact";
import { assertFields } from "./serviceKind";
import { answerFrom, isNewId, servedId } from "./shapes";
import { isSameName } from "./texts";

export interface CreatesParts {
  /** Returns the reader of a kind. */
  reader(kind: string): KindReader;
  readonly coordination: Coordination;
  readonly redact: (text: string) => string;
  /** Throws to prevent further creates. */
  readonly beforeCreate: (() => Promise<void>) | undefined;
  /** Sends as the acting user. */
  send(call: Call): Promise<Reply>;
}

/** Sends each create once and records its outcome. */
export class Creates {
  /** Creates whose response was lost, by kind. `noteCreated` settles them when the object is found. */
  private readonly unsettled = new Map<string, Sent>();

  constructor(private readonly parts: CreatesParts) {}

  async create(
    kind: string,
    body: Readonly<Record<string, unknown>>,
    about: string,
    noted: CreationNotes & { readonly owner: string },
    isManaged: (id: string) => boolean,
  ): Promise<Creation> {
    const { coordination } = this.parts;
    const { objects, kind: its } = this.parts.reader(kind);
    assertFields(its, body);
    const name = String(body[its.roles.name]);
    const token = randomUUID();
    const sent: Sent = { token, kind, name: nameDigest(name), ...noted };
    const elsewhere = await this.madeElsewhere(sent);
    let existed: ReadonlySet<string> = new Set();
    let isWritten = false;
    const sending = async () => {
      await this.parts.beforeCreate?.();
      isWritten = true;
      // Must be the last step before the request, with no wait in between.
      await coordination.sending(sent);
      existed = objects.ids();
    };
    const operation = its.operations.create;
    const mayRepeat = (refusal: LimitRefusal) => this.isStillMissing(sent, name, existed, { about, ...refusal });
    let reply: Reply;
    try {
      reply = await this.parts.send({ operation, body, about, sending, mayRepeat });
    } catch (error) {
      if (isWritten) coordination.settled(sent, "refused");
      // Another process may have created it while this one waited: the next attempt must read the listing again.
      objects.distrust();
      throw error;
    }
    const isKnown = (id: string) => existed.has(id) || ((elsewhere.has(id) || isManaged(id)) && !objects.isGone(id));
    const causeOf = (problem: string) => `${operation.method} ${pathOf(operation)}: ${problem}`;
    if (reply.outcome === "fine") {
      const made = await this.newObject(sent, reply.json, isKnown, name, existed);
      if ("answer" in made) {
        coordination.settled(sent, { id: made.answer.id });
        objects.created(made.answer);
        return { status: "created", answer: made.answer };
      }
      this.unsettled.set(kind, sent);
      objects.distrust();
      const cause = causeOf(`the service answered ${reply.status} with ${made.problem}`);
      return { status: "lost", token, cause, existing: made.existing };
    }
    // The object may exist, since a gateway may forward a request and still refuse it: the next attempt must read the
    // listing again.
    objects.distrust();
    // The service explains a refusal in its field `message`; gateways use other formats. The redirects that get here
    // have no effect by definition.
    const isRefused =
      reply.outcome === "refused" &&
      ((reply.isJson && reply.words?.field === "message") || reply.error.category === "redirect");
    if (isRefused) coordination.settled(sent, "refused");
    else this.unsettled.set(kind, sent);
    if (reply.outcome === "lost") return { status: "lost", token, cause: causeOf(reply.cause) };
    if (isRefused) throw reply.error;
    return {
      status: "doubtful",
      token,
      cause: causeOf(`${reply.status} in another form than the service's own refusals`),
      error: reply.error,
    };
  }

  noteCreated(kind: string, id: string): void {
    const sent = this.unsettled.get(kind);
    if (sent !== undefined) this.parts.coordination.settled(sent, { id });
    this.unsettled.delete(kind);
  }

  /** The new object in a response. The id may be a default or belong to another request, so it needs checking. */
  private async newObject(
    sent: Sent,
    json: unknown,
    isKnown: (id: string) => boolean,
    name: string,
    existed: ReadonlySet<string>,
  ): Promise<{ readonly answer: Answer } | { readonly problem: string; readonly existing?: string }> {
    const { kind } = this.parts.reader(sent.kind);
    const served = servedId(json);
    if (served === undefined) return { problem: "a body without an id" };
    const answer = answerFrom(kind, json);
    if (answer === undefined || !isNewId(answer.id)) {
      const quoted = foreignText(JSON.stringify(served), this.parts.redact, 60);
      return { problem: `the id ${quoted}, which no new ${kind.noun} can have` };
    }
    const { id } = answer;
    if (isKnown(id)) return { problem: `id ${id}, which existed before`, existing: id };
    const sign = await this.signOfAnother(answer, sent, name, existed);
    if (sign === undefined) return { answer };
    return { problem: `id ${id}, which ${sign} and may be another ${kind.noun}: look at it in the app` };
  }

  /**
   * Evidence that a response may belong to another create. A different name alone may be a variant of the requested one,
   * and a response without a name may be about the new object, unless the listing shows that object under another id.
   */
  private async signOfAnother(
    answer: Answer,
    { kind }: Sent,
    name: string,
    existed: ReadonlySet<string>,
  ): Promise<string | undefined> {
    const reader = this.parts.reader(kind);
    const named = (other: Answer) => other[reader.kind.roles.name];
    const isAsked = (other: Answer) => isSameName(named(other), name);
    if (isAsked(answer)) return undefined;
    const isNamed = typeof named(answer) === "string";
    const listing = await reader.listing(`creating ${name}`, true).catch(() => undefined);
    // Without a listing, nothing shows which object the id belongs to.
    if (listing === undefined) return isNamed ? "has another name" : undefined;
    const shown = listing.answers.find(({ id }) => id === answer.id);
    const isOther = (other: Answer) => other !== shown && !existed.has(other.id) && isAsked(other);
    if (!listing.answers.some(isOther)) return undefined;
    if (isNamed) return "has another name";
    if (shown === undefined) return "is not listed, while a new one of this name is,";
    return isAsked(shown) ? undefined : "is listed without this name, while a new one has it,";
  }

  /**
   * True if a create refused with 429 had no effect. That is certain if the service itself refused; a gateway may have
   * forwarded the request, so the listing must contain no new object that could be the requested one. Without a
   * listing, the format of the refusal decides.
   */
  private async isStillMissing(
    { kind, owner }: Sent,
    name: string,
    existed: ReadonlySet<string>,
    { about, inOwnWords, isLast }: LimitRefusal & { readonly about: string },
  ): Promise<boolean> {
    const reader = this.parts.reader(kind);
    const listing = await reader.listing(about, true).catch(() => "failed" as const);
    // The limit also blocks the listing, so only the refusal itself is available.
    if (listing === "failed") return inOwnWords && isLast;
    if (listing === undefined) return inOwnWords;
    const elsewhere = await this.parts.coordination.creations.elsewhere({ kind, owner });
    const mayBeIt = listing.answers.some((answer) => {
      const its = answer[reader.kind.roles.name];
      return !existed.has(answer.id) && !elsewhere.has(answer.id) && (typeof its !== "string" || isSameName(its, name));
    });
    return !mayBeIt && (listing.whole || inOwnWords);
  }

  /** Ids created by other processes that this run's listing may not contain. Read before anything is sent. */
  private async madeElsewhere({ kind, owner }: Sent): Promise<ReadonlySet<string>> {
    const { coordination, reader } = this.parts;
    const { objects, marks } = reader(kind);
    const isShown = objects.isWhole && !(await coordination.creations.since({ kind, owner }, undefined, marks));
    return isShown ? new Set() : await coordination.creations.elsewhere({ kind, owner });
  }
}
