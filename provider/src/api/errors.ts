import { describeWait } from "./duration";
import type { Operation } from "./operation";
import { foreignText, safeText } from "./redact";
import { isUnknownRoute, type ServiceWords } from "./shapes";

/** The kind of failure, for code that handles it. */
export type Category =
  /** No connection, so nothing was sent. */
  | "unreachable"
  /** The request was sent, but no complete response arrived. */
  | "lost"
  | "redirect"
  | "unauthorized"
  | "forbidden"
  | "notFound"
  /** The service has no such operation. */
  | "unknownOperation"
  | "conflict"
  /** 400, 422 and other refusals of the request. */
  | "refused"
  | "rateLimit"
  /** 5xx. */
  | "broken"
  /** The response is not in the documented format. */
  | "unreadable"
  /** The service responds for a user other than the one in the settings. */
  | "identity"
  /** The run ended before the request was sent. */
  | "ended"
  | "settings";

export interface ServiceErrorDetails {
  readonly operation?: Operation;
  readonly status?: number;
  /** The service's own message, safe to print. */
  readonly serviceMessage?: string;
  readonly category: Category;
  /** The setting to correct, if that is certain. */
  readonly setting?: "apiKey" | "coordination";
  /** True if an attempt to change the object may have succeeded, whatever the last one ended with. */
  readonly mayHaveTakenEffect?: boolean;
}

/**
 * Any failure of a request to the service. The message has one to three lines: what was attempted, what the service
 * responded, and what to do next. It never contains the key. The error must not have a property `id`, because the
 * engine stores the resource as partially created if an error has an `id`.
 */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly operation: Operation | undefined;
  readonly status: number | undefined;
  readonly serviceMessage: string | undefined;
  readonly category: Category;
  readonly setting: ServiceErrorDetails["setting"];
  readonly mayHaveTakenEffect: boolean;

  constructor(
    /** What was attempted, what the service responded, and what to do next. */
    readonly lines: readonly string[],
    details: ServiceErrorDetails,
  ) {
    super(lines.join("\n"));
    this.operation = details.operation;
    this.status = details.status;
    this.serviceMessage = details.serviceMessage;
    this.category = details.category;
    this.setting = details.setting;
    this.mayHaveTakenEffect = details.mayHaveTakenEffect === true;
    // The engine prints stacks, and a location in this package does not help users.
    this.stack = `${this.name}: ${this.message}`;
  }
}

/** The attempted operation, for the first line of every message. */
export interface Attempted {
  readonly operation: Operation;
  /** The path below the base address, without the query. */
  readonly path: string;
  /** The resource (`campaign "Fintech Q1" (id 12)`). */
  readonly about: string;
  /** The impersonated user. */
  readonly impersonated?: string;
}

/** A response other than expected. */
export interface BadAnswer {
  readonly status: number;
  readonly text: string;
  /** Undefined if the body is not JSON, or contains no message. */
  readonly words: ServiceWords | undefined;
  readonly isJson: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

/** True for HTML and XML. */
export function looksLikePage(text: string): boolean {
  return /^\s*(<!doctype|<html|<head|<body|<\?xml)/i.test(text);
}

function firstLine(attempted: Attempted, result: string): string {
  const { method, attempt } = attempted.operation;
  const about = safeText(attempted.about, 300);
  return `${about === "" ? "" : `${about}: `}could not ${attempt}: ${method} ${attempted.path} → ${result}`;
}

type Redact = (text: string) => string;

interface Parts extends Omit<ServiceErrorDetails, "operation"> {
  /** For example `404` or `not sent`. */
  readonly result: string;
  /** What the service responded, or what went wrong. */
  readonly middle: string;
  /** What to do next. */
  readonly advice: string;
}

function serviceError(
  attempted: Attempted,
  { result, middle, advice, ...details }: Parts,
  redact: Redact,
): ServiceError {
  const lines = [firstLine(attempted, result), middle, advice].map(redact);
  return new ServiceError(lines, { operation: attempted.operation, ...details });
}

/** The error for a response with a status outside 2xx or an unusable body. */
export function errorFromAnswer(attempted: Attempted, answer: BadAnswer, redact: Redact) {
  const category = categoryOf(answer);
  const words = answer.words === undefined ? undefined : foreignText(answer.words.message, redact);
  const request = answer.headers["x-request-id"] ?? answer.headers["request-id"];
  const reference = request === undefined ? "" : ` (request ${foreignText(request, redact, 80)})`;
  const says =
    words === undefined || words === ""
      ? describeBody(answer, reference, redact)
      : `the service answered: ${words}${reference}`;
  const { status } = answer;
  const advice = adviceFor(category, attempted, answer, redact);
  const serviceMessage = words === undefined || words === "" ? undefined : words;
  // While impersonating, the refusal may be about the member instead of the key.
  const isKey = category === "unauthorized" && attempted.impersonated === undefined;
  const parts = { result: String(status), middle: says, advice, category, status, serviceMessage };
  return serviceError(attempted, isKey ? { ...parts, setting: "apiKey" } : parts, redact);
}

function describeBody({ text, isJson, status }: BadAnswer, reference: string, redact: Redact): string {
  if (text.trim() === "") return `the answer is empty${reference}`;
  if (looksLikePage(text)) return `the answer is a web page, not JSON${reference}`;
  if (isJson) return `the answer has no message${reference}`;
  // The response to a successful read may contain people's names and addresses; an error message rarely does.
  const quoted = status < 300 ? `${text.length} characters` : foreignText(text, redact, 120);
  return `the answer is not JSON, or was cut off: ${quoted}${reference}`;
}

function categoryOf({ status, words }: BadAnswer): Category {
  if (status >= 200 && status < 300) return "unreadable";
  if (status >= 300 && status < 400) return "redirect";
  if (status === 401) return "unauthorized";
  if (status === 403 || status === 407) return "forbidden";
  if (status === 404 || status === 405 || status === 501) {
    return status !== 404 || (words !== undefined && isUnknownRoute(words.message)) ? "unknownOperation" : "notFound";
  }
  if (status === 409) return "conflict";
  if (status === 429) return "rateLimit";
  return status >= 500 ? "broken" : "refused";
}

const pageAdvice = "this address answers with a web page: check baseUrl (OUTREACH_BASE_URL)";

function adviceFor(category: Category, attempted: Attempted, answer: BadAnswer, redact: Redact): string {
  const { impersonated } = attempted;
  const page = looksLikePage(answer.text);
  switch (category) {
    case "redirect": {
      const to = answer.headers.location;
      const target = to === undefined ? "" : ` to ${foreignText(withoutQuery(to), redact, 200)}`;
      return `the service redirects${target}; redirects are not followed, because they would pass on the key: set baseUrl (OUTREACH_BASE_URL) to the final address`;
    }
    case "unauthorized":
      return impersonated === undefined
        ? "the key was not accepted: check apiKey (OUTREACH_API_KEY); it is shown once, in the app under Settings, API"
        : `acting for user ${safeText(impersonated, 80)} was not accepted. Possible reasons: the key is wrong; its user is not the owner of the organization; that user belongs to another organization, or has left`;
    case "forbidden":
      return answer.status === 407
        ? "the proxy requires a user name and password: check HTTPS_PROXY"
        : "the key is valid, but its user may not do this: check which user the key belongs to, and which user owns the object";
    case "notFound":
      if (page || !answer.isJson) return page ? pageAdvice : "check baseUrl (OUTREACH_BASE_URL)";
      return "the object may be deleted, or belong to another user than the acting one";
    case "unknownOperation":
      return "this service has no such operation, or baseUrl (OUTREACH_BASE_URL) is wrong";
    case "conflict":
      return "the object was changed or exists already: run `pulumi refresh`, then try again";
    case "rateLimit":
      return "try again later";
    case "broken":
      return page
        ? "a proxy or gateway answered with an HTML page: try again later; if it persists, check baseUrl (OUTREACH_BASE_URL)"
        : "the service failed: try again later; if it persists, report it to its support with the time";
    case "unreadable":
      return page
        ? pageAdvice
        : "the answer cannot be used: try again; if it persists, check baseUrl (OUTREACH_BASE_URL)";
    default:
      if (page) return pageAdvice;
      return attempted.operation.advice ?? "correct what the service names and try again";
  }
}

function withoutQuery(location: string): string {
  return location.replace(/[?#].*$/s, "").replace(/\/\/[^/@]*@/, "//");
}

/** The error for a request that could not be sent at all. */
export function errorUnsent(attempted: Attempted, cause: string, advice: string, redact: Redact) {
  return serviceError(attempted, { result: "not sent", middle: cause, advice, category: "unreachable" }, redact);
}

/** The error for an invalid object id in the state. Nothing is sent. */
export function errorNoId(operation: Operation, about: string, id: string, redact: Redact) {
  const quoted = foreignText(JSON.stringify(id), redact, 60);
  const lines = [
    `${safeText(about, 300)}: could not ${operation.attempt}: ${quoted} is not a valid id, so nothing was sent`,
    "if the state was edited, correct the id there (`pulumi stack export`, `pulumi stack import`), or remove the resource from the state with `pulumi state delete`",
  ];
  return new ServiceError(lines.map(redact), { operation, category: "refused" });
}

/** The error for a request without a response. */
export function errorLost(attempted: Attempted, cause: string, status: number | undefined, redact: Redact) {
  const advice =
    attempted.operation.effect === "read"
      ? "try again; if it persists, raise requestTimeoutSeconds or check the network"
      : "it may have taken effect, and it is safe to repeat: try again";
  const result = status === undefined ? "no answer" : String(status);
  return serviceError(attempted, { result, middle: cause, advice, category: "lost", status }, redact);
}

/** The error for a wait longer than allowed. Nothing was sent, or the service refused and changed nothing. */
export function errorLimit(
  attempted: Attempted,
  wait: {
    readonly limit: string;
    readonly budgetSeconds: number;
    /** How long the service asked to wait. */
    readonly milliseconds: number | undefined;
    /** How many 429s in a row lacked a usable Retry-After, if that ended the operation. */
    readonly unexplained?: number;
    readonly serviceMessage: string | undefined;
    /** False if the wait ended before anything was sent. */
    readonly sent: boolean;
  },
  redact: Redact,
) {
  const words = wait.serviceMessage === undefined ? undefined : foreignText(wait.serviceMessage, redact);
  const said = /\b(daily|per day|a day)\b/i.test(words ?? "");
  // The per-minute limit never requires a wait this long.
  const daily = said || (wait.milliseconds !== undefined && wait.milliseconds > 15 * 60_000);
  const limit = said
    ? "the service's daily limit of requests is used up"
    : `the service's limit (${daily ? "probably the daily one" : wait.limit}) is used up`;
  const refused =
    wait.unexplained === undefined
      ? ""
      : `; it has refused this ${wait.unexplained} times in a row without a time to wait (no usable Retry-After)`;
  const asks = wait.milliseconds === undefined ? refused : `; it asks for a wait of ${describeWait(wait.milliseconds)}`;
  const says = words === undefined || words === "" ? "" : `; it answered: ${words}`;
  const when = wait.milliseconds === undefined ? "later" : `in ${describeWait(wait.milliseconds)}`;
  const raise = daily || refused !== "" ? "" : `, or raise waitBudgetSeconds (now ${wait.budgetSeconds})`;
  const advice = `nothing was changed: run the same command again ${when}${raise}`;
  const [result, status] = wait.sent ? ["429", 429] : ["not sent"];
  const middle = `${limit}${asks}${says}`;
  return serviceError(
    attempted,
    { result, middle, advice, category: "rateLimit", status, serviceMessage: words },
    redact,
  );
}

/** A problem that this package found in a response: one line about the problem, one about what to do. */
export interface Judgement {
  readonly status: number;
  readonly problem: string;
  readonly advice: string;
  readonly category: Category;
}

export function errorJudged(attempted: Attempted, { status, problem, advice, category }: Judgement, redact: Redact) {
  const parts = { result: String(status), middle: safeText(problem, 800), advice, category, status };
  return serviceError(attempted, parts, redact);
}

/** An error in the settings, found before any request. */
export function settingsError(problem: string, advice: string): ServiceError {
  return new ServiceError([problem, advice], { category: "settings" });
}
