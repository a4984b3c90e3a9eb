import { type ReadBody, readBody } from "./body";
import { type Clock, clockAhead, wait } from "./clock";
import { Doubt } from "./doubt";
import {
  type Attempted,
  type BadAnswer,
  errorFromAnswer,
  errorJudged,
  errorLimit,
  errorLost,
  errorNoId,
  errorUnsent,
  type Judgement,
  type ServiceError,
} from "./errors";
import { describeLimit, type Limit, type Limiter, WaitBudget, WaitTooLong } from "./limiter";
import type { Counters, Logger } from "./log";
import { isObjectId, type Operation, pathOf } from "./operation";
import type { ServedPage } from "./page";
import { foreignText, safeText } from "./redact";
import { countedTries, decide, type Happened, mostUnexplained, noTries, retryAfterFrom, type Tries } from "./retry";
import type { Settings } from "./settings";
import type { ServiceWords } from "./shapes";
import type { Answered, Outcome, Transport } from "./transport";

/** A response with status 429 (request limit). */
export interface LimitRefusal {
  /** True if the message comes from the service itself and not from a gateway in front of it. */
  readonly inOwnWords: boolean;
  /** True if the request is not sent again. */
  readonly isLast: boolean;
}

/** One operation to be sent. */
export interface Call {
  readonly operation: Operation;
  readonly id?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly about: string;
  /** The user to act as, if it is not the user of the key. */
  readonly impersonate?: string;
  /** For creates: called right before each attempt, after every wait. Throws to prevent the attempt. */
  readonly sending?: () => Promise<void>;
  /** For creates: whether to send again after a 429. If false, the object may exist. */
  readonly mayRepeat?: (refusal: LimitRefusal) => Promise<boolean>;
  /** Fails instead of waiting for the request limit. */
  readonly onlyIfFree?: boolean;
  /** True for the request that determines the key's user. Every other request waits for it. */
  readonly first?: boolean;
}

/** The result of an operation, after all attempts. */
export type Reply =
  /** `json` is undefined if the body is empty. */
  | ({ readonly outcome: "fine" } & Required<ServedPage>)
  | {
      readonly outcome: "refused";
      readonly status: number;
      readonly words: ServiceWords | undefined;
      readonly isJson: boolean;
      readonly error: ServiceError;
    }
  /** Creates only: the request may have taken effect. */
  | { readonly outcome: "lost"; readonly cause: string };

export interface ClientParts {
  readonly settings: Settings;
  readonly transport: Transport;
  readonly limiter: Limiter;
  readonly limit: Limit;
  readonly clock: Clock;
  readonly random: () => number;
  readonly redact: (text: string) => string;
  readonly logger: Logger;
  readonly counters: Counters;
  /** Resolves when the user whose request limit applies is known. */
  begin(): Promise<void>;
}

/** Sends one operation: waits for the request limit, retries if that is safe, parses the response. */
export class Client {
  /** Operations that have not ended: queued, sent, or waiting for their next attempt. */
  private readonly underWay = new Set<Promise<Reply>>();

  private readonly waiting = new Set<() => void>();
  /** Milliseconds by which the service's clock is ahead of this machine's. Undefined until a response has shown it. */
  clockAhead: number | undefined;
  private stopped: ServiceError | undefined;

  constructor(private readonly parts: ClientParts) {}

  begin(): Promise<void> {
    return this.parts.begin();
  }

  /** Throws a ServiceError if the service did not respond. */
  async send(call: Call): Promise<Reply> {
    const doubt = new Doubt(call.about);
    const sending = this.operation(call, doubt).catch(doubt.rethrow);
    this.underWay.add(sending);
    try {
      return await sending;
    } finally {
      this.underWay.delete(sending);
    }
  }

  private async operation(call: Call, doubt: Doubt): Promise<Reply> {
    const { settings, clock, limiter, counters } = this.parts;
    const { effect } = call.operation;
    const attempted = this.attempted(call);
    const budget = new WaitBudget(call.onlyIfFree === true ? 0 : settings.waitBudgetSeconds * 1000);
    if (call.first !== true) await this.parts.begin();

    let tries = noTries;
    for (let number = 1; ; number++) {
      const outcome = await this.attempt(call, attempted, budget, number);
      const read = outcome.what === "answered" ? readBody(outcome, call.operation) : undefined;
      const retryAfter =
        outcome.what === "answered"
          ? retryAfterFrom(outcome.headers["retry-after"], outcome.headers.date, clock.wallTime())
          : undefined;
      const happened: Happened =
        outcome.what === "answered"
          ? { what: "answered", status: outcome.status, retryAfter, body: read?.kind ?? "broken" }
          : outcome;
      tries = countedTries(tries, happened);
      if (effect === "repeatable") doubt.note(happened);
      const decision = decide(happened, { ...tries, effect, timeLeft: budget.left(), random: this.parts.random() });

      const isLimit = outcome.what === "answered" && outcome.status === 429;
      // Block all requests first, this one included: the limiter charges the wait to its budget. `mayRepeat` sends
      // requests itself.
      if (isLimit && decision.next === "wait") await limiter.block(decision.milliseconds);
      if (isLimit && call.mayRepeat !== undefined) {
        const told = { inOwnWords: read?.words?.field === "message", isLast: decision.next !== "wait" };
        if (!(await call.mayRepeat(told))) return { outcome: "lost", cause: this.lostCause(outcome, read) };
      }
      if (decision.next === "wait") {
        counters.retries += 1;
        if (!decision.everybody) {
          budget.spend(decision.milliseconds);
          await this.waitUnlessStopped(decision.milliseconds);
        }
        continue;
      }
      if (decision.next === "settle") return { outcome: "lost", cause: this.lostCause(outcome, read) };
      if (outcome.what === "neverSent") {
        throw errorUnsent(attempted, outcome.cause, outcome.advice, this.parts.redact);
      }
      if (outcome.what === "lost") throw errorLost(attempted, outcome.cause, outcome.status, this.parts.redact);
      if (outcome.status === 429) {
        // Block the other requests as well, since the service asked for this wait.
        if (retryAfter !== undefined) await limiter.block(retryAfter);
        throw this.limitError(attempted, retryAfter, { words: read?.words?.message, tries });
      }
      return this.reply(attempted, outcome, read ?? readBody(outcome, call.operation), doubt);
    }
  }

  /** Ends all retries: operations that wait for their next attempt fail with this error now. */
  stop(error: ServiceError): void {
    this.stopped = error;
    for (const wake of this.waiting) wake();
  }

  /** Resolves when no operation is under way. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.underWay);
  }

  /** The error for a problem that the caller found in a response. */
  judged(call: Call, judgement: Judgement): ServiceError {
    return errorJudged(this.attempted(call), judgement, this.parts.redact);
  }

  private async waitUnlessStopped(milliseconds: number): Promise<void> {
    if (this.stopped === undefined) {
      await new Promise<void>((resolve) => {
        const wake = () => {
          cancel();
          this.waiting.delete(wake);
          resolve();
        };
        const cancel = this.parts.clock.after(milliseconds, wake);
        this.waiting.add(wake);
      });
    }
    if (this.stopped !== undefined) throw this.stopped;
  }

  /** Throws if the id cannot belong to an object, because a path built from it would address something else. */
  assertSendable({ operation, id, about }: Call): void {
    if (id !== undefined && !isObjectId(id)) throw errorNoId(operation, about, id, this.parts.redact);
  }

  private attempted(call: Call): Attempted {
    this.assertSendable(call);
    const { operation, about, impersonate } = call;
    return { operation, about, impersonated: impersonate, path: pathOf(operation, call.id) };
  }

  private async attempt(call: Call, attempted: Attempted, budget: WaitBudget, number: number): Promise<Outcome> {
    const { settings, clock, limiter, transport, counters, logger } = this.parts;
    const { method, effect } = call.operation;
    const reserve = async () => {
      const before = budget.spent;
      try {
        return await limiter.reserve(effect === "read" ? "read" : "write", budget);
      } catch (error) {
        throw error instanceof WaitTooLong ? this.limitError(attempted, error.milliseconds) : error;
      } finally {
        if (budget.spent > before) {
          counters.waits += 1;
          counters.waitedMilliseconds += budget.spent - before;
        }
      }
    };
    let slot = await reserve();
    let sent = false;
    try {
      for (;;) {
        // Must be the last step before the request, with no wait in between.
        await call.sending?.();
        if (slot.isGood()) break;
        slot.unused();
        // The place expired because this process is busy. A timer lets its other work continue.
        await wait(clock, 1);
        slot = await reserve();
      }
      const query = new URLSearchParams({ ...call.query }).toString();
      const started = clock.now();
      const sentAt = clock.wallTime();
      counters.requests += 1;
      sent = true;
      const outcome = await transport.send(
        {
          method,
          path: query === "" ? attempted.path : `${attempted.path}?${query}`,
          headers: {
            accept: "application/json",
            authorization: `Bearer ${settings.apiKey}`,
            ...(call.body === undefined ? {} : { "content-type": "application/json" }),
            ...(call.impersonate === undefined ? {} : { "x-impersonate-user-id": call.impersonate }),
          },
          body: call.body === undefined ? undefined : JSON.stringify(call.body),
        },
        settings.requestTimeoutSeconds * 1000,
      );
      sent = outcome.what !== "neverSent";
      if (outcome.what === "answered") {
        this.clockAhead = clockAhead(outcome.headers.date, (sentAt + clock.wallTime()) / 2) ?? this.clockAhead;
      }
      const result = outcome.what === "answered" ? String(outcome.status) : `${outcome.what}, ${outcome.cause}`;
      const milliseconds = Math.round(clock.now() - started);
      const again = number > 1 ? ` (attempt ${number})` : "";
      logger.debug(this.parts.redact(`${method} ${attempted.path} → ${result} in ${milliseconds} ms${again}`));
      return outcome;
    } finally {
      if (sent) slot.ended();
      else slot.unused();
    }
  }

  private reply(attempted: Attempted, answer: Answered, read: ReadBody, doubt: Doubt): Reply {
    if (answer.status >= 200 && answer.status < 300 && read.kind === "fine") {
      return { outcome: "fine", status: answer.status, headers: answer.headers, json: read.json };
    }
    const bad: BadAnswer = { ...answer, words: read.words, isJson: read.kind === "fine" && read.json !== undefined };
    const error = doubt.in(errorFromAnswer(attempted, bad, this.parts.redact));
    return { outcome: "refused", status: answer.status, words: read.words, isJson: bad.isJson, error };
  }

  private lostCause(outcome: Outcome, read: ReadBody | undefined): string {
    if (outcome.what !== "answered") return this.parts.redact(safeText(outcome.cause));
    const words = read?.words === undefined ? "" : `: ${foreignText(read.words.message, this.parts.redact, 200)}`;
    const body = outcome.status < 300 ? " with a body that cannot be read" : words;
    return this.parts.redact(`the service answered ${outcome.status}${body}`);
  }

  /** @param answer the service's 429; undefined if nothing was sent, because the wait would be too long */
  private limitError(
    attempted: Attempted,
    milliseconds: number | undefined,
    answer?: { readonly words: string | undefined; readonly tries: Tries },
  ): ServiceError {
    const { limit, settings, redact } = this.parts;
    const wait = {
      limit: describeLimit(limit),
      budgetSeconds: settings.waitBudgetSeconds,
      milliseconds,
      unexplained: answer?.tries.unexplained === mostUnexplained ? mostUnexplained : undefined,
      serviceMessage: answer?.words,
      sent: answer !== undefined,
    };
    return errorLimit(attempted, wait, redact);
  }
}
