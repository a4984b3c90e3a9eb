import type { Call, Client, Reply } from "./client";
import { Doubt } from "./doubt";
import { ServiceError } from "./errors";
import { errorOf } from "./identity";
import type { Answer } from "./objects";
import type { KindReader } from "./reader";
import { safeText } from "./redact";
import { assertFields, type ServiceKind } from "./serviceKind";
import { answerFrom } from "./shapes";

export interface ChangesParts {
  readonly client: Client;
  /** Returns the reader of a kind. */
  reader(kind: string): KindReader;
  /** Sends as the acting user. */
  send(call: Call): Promise<Reply>;
  /** Throws if the service responds for a user other than the one in the settings. */
  proveActingUser(): Promise<unknown>;
}

/** Updates and deletes existing objects. */
export class Changes {
  constructor(private readonly parts: ChangesParts) {}

  async update(
    kind: string,
    id: string,
    body: Readonly<Record<string, unknown>>,
    about: string,
    /** Called right before each attempt. */
    sending?: () => Promise<void>,
  ): Promise<Answer | undefined> {
    const { client, send, proveActingUser } = this.parts;
    const { objects, kind: its } = this.parts.reader(kind);
    assertFields(its, body);
    const operation = its.changeOperation(body) ?? noOperationError("changes", its, about);
    const call: Call = { operation, id, body, about, ...(sending && { sending }) };
    client.assertSendable(call);
    await proveActingUser();
    let reply: Reply;
    try {
      reply = await send(call);
    } catch (error) {
      // The change may have taken effect.
      objects.changedUnseen(id);
      throw error;
    }
    if (reply.outcome !== "fine") {
      const error = errorOf(reply);
      if (error.mayHaveTakenEffect) objects.changedUnseen(id);
      throw error;
    }
    const answer = answerFrom(its, reply.json);
    if (answer === undefined || answer.id !== id) {
      objects.changedUnseen(id);
      return undefined;
    }
    const before = objects.get(id);
    // Some services return only the changed fields, which does not show the object's other values.
    if (before !== undefined && Object.keys(before).some((name) => !(name in answer))) objects.changedUnseen(id);
    else objects.seen(answer);
    return answer;
  }

  async remove(kind: string, id: string, about: string): Promise<"deleted" | "gone"> {
    const { client, send, proveActingUser } = this.parts;
    const reader = this.parts.reader(kind);
    const operation = reader.kind.operations.delete ?? noOperationError("deletes", reader.kind, about);
    const call = { operation, id, about };
    client.assertSendable(call);
    await proveActingUser();
    const first = await send(call);
    const doubt = new Doubt(about);
    if (isUnconfirmed(first)) doubt.noteAccepted();
    return await this.confirmRemoved(reader, call, first).catch(doubt.rethrow);
  }

  /** @param first the response to the delete */
  private async confirmRemoved(
    reader: KindReader,
    call: Call & { readonly id: string },
    first: Reply,
  ): Promise<"deleted" | "gone"> {
    const { client, send } = this.parts;
    const { objects } = reader;
    const { id, about } = call;
    // The response format is not documented, and an empty response confirms nothing. Repeat the request until the
    // service reports that the object is gone, or has given the same response several times.
    let reply = first;
    let isConfirming = false;
    for (let again = 0; again < mostRepeats && isUnconfirmed(reply); again++) {
      isConfirming = true;
      reply = await send(call);
    }
    if (reply.outcome === "fine") {
      if (isUnconfirmed(reply) && (await isShown(reader, id, about))) {
        const problem = `the service accepted the deletion and still shows the ${reader.kind.noun}`;
        const advice = "try again later";
        throw client.judged(call, { status: reply.status, problem, advice, category: "unreadable" });
      }
      objects.gone(id);
      return "deleted";
    }
    const error = errorOf(reply);
    const saysGone =
      reply.outcome === "refused" && reply.isJson && error.category === "notFound" && reply.words?.field === "message";
    if (!saysGone) throw error;
    // The service answered 404 at the object's own address. A read of the object must not contradict that.
    const finding = await reader.find(id, about, true);
    if (finding.status === "found") throw error;
    objects.gone(id);
    return isConfirming ? "deleted" : "gone";
  }
}

/** Also false if the service can only list objects and its listing does not contain this one. */
async function isShown(reader: KindReader, id: string, about: string): Promise<boolean> {
  try {
    return (await reader.find(id, about, true)).status === "found";
  } catch (error) {
    if (error instanceof ServiceError && error.category === "unknownOperation") return false;
    throw error;
  }
}

/** Throws because the service has no such operation for this kind. Nothing is sent. */
function noOperationError(verb: "changes" | "deletes", { noun }: ServiceKind, about: string): never {
  const problem = `${safeText(about, 300)}: the service has no operation that ${verb} a ${noun}`;
  const advice = "nothing was sent: do it in the app, then run `pulumi refresh`";
  throw new ServiceError([problem, advice], { category: "unknownOperation" });
}

/** How often a deletion with an empty response is sent again. */
const mostRepeats = 3;

/** 202 (accepted) does not mean that the deletion has happened. */
function isUnconfirmed(reply: Reply): boolean {
  return reply.outcome === "fine" && ((reply.json === undefined && reply.status !== 204) || reply.status === 202);
}
