// @ts-check
// Requests to GitHub or GitLab, with retries as both document them.

/** The total time that one request may wait for the forge: jobs have more time than this. */
const patience = 5 * 60_000;
const pauses = [2_000, 8_000, 30_000];

/**
 * @typedef {object} Forge
 * @property {string} name
 * @property {() => Record<string, string>} headers
 * @property {(response: Response, text: string) => string | undefined} hint what to do about a response, as a sentence
 *
 * @typedef {object} Call
 * @property {string} method
 * @property {string} address
 * @property {object} [body]
 * @property {boolean} [onlyOnce] repeating the request would write twice: it is retried only after a response that
 * refused it
 */

/** The forge's error response, or a missing response. */
export class ForgeError extends Error {
  /**
   * @param {string} message
   * @param {number} status 0 without a response
   */
  constructor(message, status) {
    super(message);
    this.status = status;
  }

  /** True if the request may have taken effect although it failed. */
  get isUncertain() {
    return this.status === 0 || this.status >= 500;
  }
}

/**
 * @param {Forge} forge
 * @param {Call} call
 * @returns {Promise<any>} the response's JSON; undefined for an empty one
 */
export async function request(forge, call) {
  const end = Date.now() + patience;
  for (let attempt = 0; ; attempt += 1) {
    const { failure, wait, value } = await attemptOf(forge, call, attempt);
    if (failure === undefined) return value;
    if (wait === undefined || Date.now() + wait > end) throw failure;
    process.stderr.write(`${failure.message} Trying again in ${Math.ceil(wait / 1000)} s.\n`);
    await sleep(wait);
  }
}

/**
 * One attempt. After a failure, `wait` is the number of milliseconds before a retry makes sense.
 * @param {Forge} forge
 * @param {Call} call
 * @param {number} attempt
 * @returns {Promise<{ failure?: ForgeError, wait?: number, value?: any }>}
 */
async function attemptOf(forge, { method, address, body, onlyOnce = false }, attempt) {
  const what = `${method} ${address}`;
  const pause = onlyOnce ? undefined : pauses[attempt];
  /** @type {Response} */
  let response;
  let text = "";
  // Outside of the try: a token that is not set is no answer of the forge, and asking again would not help.
  const headers = { ...forge.headers(), "content-type": "application/json" };
  try {
    response = await fetch(address, {
      method,
      headers,
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(60_000),
    });
    text = await response.text();
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    const reason = cause instanceof Error ? cause.message : String(cause);
    return { failure: new ForgeError(`${what}: ${forge.name} did not answer: ${reason}.`, 0), wait: pause };
  }
  const value = jsonOf(text);
  const limited = limitOf(response, text, value, attempt);
  if (limited !== undefined) {
    const until = new Date(Date.now() + limited).toISOString();
    const message = `${what}: ${forge.name} takes no more requests of this token until about ${until}: run the job again then.`;
    return { failure: new ForgeError(message, 429), wait: limited };
  }
  if (response.ok) {
    const { data, errors = [] } = typeof value === "object" && value !== null ? value : {};
    // GraphQL returns errors with the status 200.
    if (!Array.isArray(errors) || errors.length === 0 || data === undefined) {
      if (text === "" || value !== undefined) return { value };
      return { failure: new ForgeError(`${what}: ${forge.name} did not answer with JSON.`, 502), wait: pause };
    }
    const [{ message = "an error without a message" }] = errors;
    const hint = forge.hint(response, text);
    return { failure: new ForgeError(sentences(`${forge.name} answered: ${message}`, hint), 422) };
  }
  const hint = forge.hint(response, text);
  const said = sentences(`${what}: ${forge.name} answered ${response.status}: ${excerpt(value, text)}`, hint);
  const isPassing = [500, 502, 503, 504].includes(response.status);
  return { failure: new ForgeError(said, response.status), wait: isPassing ? pause : undefined };
}

/**
 * How many milliseconds to wait if the forge has rate-limited a request.
 * @param {Response} response
 * @param {string} text
 * @param {any} value
 * @param {number} attempt
 */
function limitOf({ status, headers }, text, value, attempt) {
  const errors = Array.isArray(value?.errors) ? value.errors : [];
  const isGraphLimit = errors.some((/** @type {any} */ { type, message }) => {
    return type === "RATE_LIMITED" || /\brate limit/i.test(String(message));
  });
  const remaining = headers.get("x-ratelimit-remaining") ?? headers.get("ratelimit-remaining");
  const after = headers.get("retry-after");
  const isRefused = status === 403 && (after !== null || remaining === "0" || /\brate limit/i.test(text));
  if (status !== 429 && !isRefused && !isGraphLimit) return undefined;
  if (after !== null && /^\d+$/.test(after)) return Number(after) * 1000;
  const reset = headers.get("x-ratelimit-reset") ?? headers.get("ratelimit-reset");
  if (remaining === "0" && reset !== null) return Math.max(1_000, Number(reset) * 1000 - Date.now());
  return 60_000 * 2 ** attempt;
}

/**
 * The entries of all pages of a listing.
 * @param {(page: number) => Promise<any[]>} pageOf a page has 100 entries
 */
export async function allPages(pageOf) {
  const all = [];
  for (let page = 1; ; page += 1) {
    const entries = await pageOf(page);
    all.push(...entries);
    if (entries.length < 100) return all;
  }
}

/**
 * Finds an earlier entry and updates it, or creates it. After a response that leaves open whether it was written, it
 * looks again; if somebody deletes the entry in between, it is created again.
 * @template Found
 * @param {() => Promise<Found | undefined>} find
 * @param {(found: Found | undefined) => Promise<unknown>} write
 */
export async function keep(find, write) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await write(await find());
      return;
    } catch (error) {
      const pause = pauses[attempt];
      const isGone = error instanceof ForgeError && [404, 410].includes(error.status) && attempt === 0;
      const again = error instanceof ForgeError && (error.isUncertain || isGone);
      if (!again || pause === undefined) throw error;
      await sleep(isGone ? 0 : pause);
    }
  }
}

/** @param {string} text */
function jsonOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * @param {any} value
 * @param {string} text
 */
function excerpt(value, text) {
  const message = value?.message ?? value?.error_description ?? value?.error;
  return (typeof message === "string" ? message : text).slice(0, 300);
}

/**
 * @param {string} said
 * @param {string | undefined} hint
 */
function sentences(said, hint) {
  const first = /[.!?]$/.test(said) ? said : `${said}.`;
  return hint === undefined ? first : `${first} ${hint}`;
}

/** @param {number} milliseconds */
function sleep(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
