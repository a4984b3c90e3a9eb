import { useEffect, useState } from "preact/hooks";
import { useScope } from "./scope.js";

/** @typedef {import("../src/page/live.js").Live} Live */
/** @typedef {typeof import("../src/page/reads.js").reads} Reads */
/**
 * The result of a read.
 * @template {keyof Reads} Name
 * @typedef {Awaited<ReturnType<Reads[Name]>>} Answer
 */
/** @typedef {Record<string, string | number | boolean | undefined>} Query */

const base = new URL("./page/", new URL(document.baseURI));

/** @type {Live | undefined} */
let live;
let connected = false;
/** @type {Set<() => void>} */
const listeners = new Set();

function tell() {
  for (const listener of listeners) listener();
}

/** @type {EventSource | undefined} */
let source;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let again;

function connect() {
  disconnect();
  source = new EventSource(new URL("live", base));
  source.onmessage = ({ data }) => {
    live = JSON.parse(data);
    connected = true;
    tell();
  };
  source.onerror = () => {
    connected = false;
    tell();
    // The browser reconnects on its own, except after a response that is not an event stream.
    if (source?.readyState === EventSource.CLOSED) again = setTimeout(connect, 2000);
  };
}

function disconnect() {
  clearTimeout(again);
  source?.close();
  source = undefined;
}

/** Follows the service while the page is visible: browsers open few connections to one server. */
export function follow() {
  const update = () => {
    if (document.hidden) disconnect();
    else if (!source) connect();
  };
  document.addEventListener("visibilitychange", update);
  update();
}

/** Calls the listener on each later event of the service. @param {() => void} listener */
function useListener(listener) {
  useEffect(() => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, [listener]);
}

/** The current state of the service; `undefined` until it is known. */
export function useLive() {
  const [, setRound] = useState(0);
  const [listener] = useState(() => () => setRound((round) => round + 1));
  useListener(listener);
  return { live, connected };
}

/** @param {string} name @param {Query} query */
function address(name, query) {
  const url = new URL(`data/${name}`, base);
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== "") url.searchParams.set(key, String(value));
  }
  return url;
}

/**
 * Reads once.
 * @template {keyof Reads} Name
 * @param {Name} name
 * @param {Query} query
 * @returns {Promise<Answer<Name>>}
 */
export async function read(name, query) {
  return /** @type {Answer<Name>} */ (await answerOf(await fetch(address(name, query))));
}

/**
 * Reads, and reads again whenever an object of these kinds changes. The previous result stays until the next one
 * arrives.
 * @template {keyof Reads} Name
 * @param {Name} name
 * @param {Query} query
 * @param {readonly string[]} kinds
 * @returns {{ data: Answer<Name> | undefined, problem: string | undefined, isCurrent: boolean }}
 */
export function useRead(name, query, kinds) {
  const { user } = useScope();
  const whole = scoped.has(name) ? { ...query, user: query.user ?? user } : query;
  const url = address(name, whole).href;
  const [state, setState] = useState(
    /** @type {{ url: string, data?: Answer<Name>, problem?: string }} */ ({ url: "" }),
  );
  useEffect(() => {
    const reader = new Reader(url, kinds, ({ data, problem }) =>
      // The address belongs to this name.
      setState({ url, data: /** @type {Answer<Name> | undefined} */ (data), problem }),
    );
    listeners.add(reader.look);
    reader.look();
    return () => {
      listeners.delete(reader.look);
      reader.stop();
    };
  }, [url]);
  // A result about another object must not be shown for this one; a result with other filters may stay for a moment.
  const isSame = query.id === undefined || state.url === url;
  return { data: isSame ? state.data : undefined, problem: state.problem, isCurrent: state.url === url };
}

/** Reads that are limited to one user's objects while the page is viewed as that user. @type {Set<keyof Reads>} */
const scoped = new Set([
  "now",
  "tomorrow",
  "campaigns",
  "replies",
  "contacts",
  "agents",
  "lists",
  "seats",
  "deliveries",
  "requests",
]);

/** Reads one address again whenever it may have changed, one request at a time. */
class Reader {
  /**
   * @param {string} url
   * @param {readonly string[]} kinds
   * @param {(result: { data?: unknown, problem?: string }) => void} show
   */
  constructor(url, kinds, show) {
    this.url = url;
    this.kinds = kinds;
    this.show = show;
    this.isBusy = false;
    this.isStopped = false;
    this.hasData = false;
    this.seen = "";
  }

  look = () => {
    const isFirst = this.seen === "";
    if (this.isBusy || this.isStopped || (!isFirst && (!live || this.seenIn(live.revisions) === this.seen))) return;
    this.isBusy = true;
    const before = live;
    this.readNow().then((isRead) => {
      this.isBusy = false;
      // Read again only after an event: a response may be newer than the last event, and the service may be gone.
      if (isRead && live !== before) this.look();
    });
  };

  /** @param {Record<string, number>} revisions */
  seenIn(revisions) {
    return this.kinds.map((kind) => revisions[kind]).join(" ");
  }

  /** @returns {Promise<boolean>} whether there was a response */
  async readNow() {
    try {
      const response = await fetch(this.url);
      this.seen = this.seenIn(JSON.parse(response.headers.get("x-page-revisions") ?? "{}"));
      const data = await answerOf(response);
      this.hasData = true;
      if (!this.isStopped) this.show({ data });
      return true;
    } catch (error) {
      this.seen = "failed";
      // While the service is unreachable, the page keeps its content, and its header says that there is no connection.
      const isGone = error instanceof TypeError && this.hasData;
      if (!this.isStopped && !isGone) this.show({ problem: messageOf(error) });
      return false;
    }
  }

  stop() {
    this.isStopped = true;
  }
}

/**
 * Runs a control operation, as a person does in the app.
 * @param {string} operation
 * @param {object} input
 * @returns {Promise<unknown>}
 */
export async function run(operation, input) {
  const response = await fetch(new URL(`../${operation}`, base), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(input),
  });
  return await answerOf(response);
}

/** @param {Response} response @returns {Promise<unknown>} */
async function answerOf(response) {
  const text = await response.text();
  if (response.ok) return JSON.parse(text);
  throw new Error(problemIn(text) ?? `The sandbox answered with status ${response.status}`);
}

/** @param {string} text */
function problemIn(text) {
  try {
    const { message } = JSON.parse(text);
    return Array.isArray(message) ? message.join("; ") : String(message);
  } catch {
    return undefined;
  }
}

/** @param {unknown} error */
export function messageOf(error) {
  if (error instanceof TypeError) return "The sandbox does not answer. Is it still running?";
  return error instanceof Error ? error.message : String(error);
}
