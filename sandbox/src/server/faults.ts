import { z } from "zod";
import { isRecord } from "../record.js";
import { LONGEST_PATTERN, pathMatcher } from "./pathPattern.js";

const matching = {
  /** Default: any method; GET for `omit`. */
  method: z.string().optional(),
  /** `*` matches one part of a path, `**` any number: `/v1/campaign/*`. Default: any path. */
  path: z.string().max(LONGEST_PATTERN).optional(),
  /** The acting user of the request. Default: any user. */
  userId: z.int().optional(),
  /** How many matching requests the fault affects. Default: 1. */
  count: z.int().positive().default(1),
  /** How many matching requests pass before that. Default: 0. */
  skip: z.int().nonnegative().default(0),
};

/** `before`: the request is not executed. `after`: it is executed, and its response is lost or damaged. */
const when = z.enum(["before", "after"]);
const headers = z.record(z.string(), z.string()).default({});
const milliseconds = z.int().nonnegative().max(600_000);

export const faultSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    ...matching,
    kind: z.literal("status"),
    when: when.default("before"),
    status: z.int().min(200).max(599),
    /** An object is sent as JSON, a string as plain text. Default: the service's error body. */
    body: z.unknown().optional(),
    headers,
  }),
  z.strictObject({
    ...matching,
    kind: z.literal("delay"),
    when: when.default("before"),
    milliseconds,
  }),
  z.strictObject({ ...matching, kind: z.literal("reset"), when: when.default("before") }),
  z.strictObject({ ...matching, kind: z.literal("hang"), when: when.default("before") }),
  z.strictObject({
    ...matching,
    kind: z.literal("truncate"),
    when: when.default("after"),
    /**
     * True: a complete response with half of the JSON. False (default): the connection ends in the middle of the body.
     */
    complete: z.boolean().default(false),
  }),
  z.strictObject({
    ...matching,
    kind: z.literal("foreign"),
    when: when.default("after"),
    /** Default: the status of the response; 500 if the request is not executed. */
    status: z.int().min(200).max(599).optional(),
    body: z.string().default("<!doctype html><html><body><h1>Please sign in to the network</h1></body></html>"),
    contentType: z.string().default("text/html; charset=utf-8"),
  }),
  z.strictObject({
    ...matching,
    kind: z.literal("empty"),
    when: when.default("after"),
    status: z.int().min(200).max(599).optional(),
  }),
  z.strictObject({
    ...matching,
    kind: z.literal("rateLimit"),
    when: when.default("before"),
    /** The value of Retry-After. Default: none, the response has no such header. */
    retryAfterSeconds: z.int().nonnegative().optional(),
    /** Writes Retry-After as an HTTP date instead of seconds. Default: false. */
    asDate: z.boolean().default(false),
  }),
  z.strictObject({
    ...matching,
    kind: z.literal("drip"),
    /** The number of pieces of the body; `milliseconds` is the time between two. Defaults: 5 and 20. */
    pieces: z.int().min(2).max(1000).default(5),
    milliseconds: milliseconds.default(20),
  }),
  z.strictObject({
    ...matching,
    kind: z.literal("alter"),
    // Changes only the response: replaces or removes fields of the object, or of each object of a listing.
    set: z.record(z.string(), z.unknown()).default({}),
    remove: z.array(z.string()).default([]),
  }),
  z.strictObject({
    ...matching,
    kind: z.literal("omit"),
    // Changes only a listing: omits the objects with these ids, the newest ones, or those created after the fault was
    // added.
    ids: z.array(z.int()).optional(),
    newest: z.int().positive().optional(),
    createdSince: z.boolean().default(false),
  }),
]);

/** The input of `fault`. */
export type FaultRequest = z.input<typeof faultSchema>;
export type Fault = z.output<typeof faultSchema>;
/** What a fault does to a request. */
export type FaultKind = Fault["kind"];

/** A fault that has not yet affected all of its requests. */
export interface ActiveFault {
  id: number;
  fault: Fault;
  /** How many requests the fault will still affect. */
  remaining: number;
  /** How many matching requests will still pass before that. */
  passing: number;
  /** The next object id when the fault was added. */
  firstIdSince: number;
}

interface Armed extends ActiveFault {
  matches: ((path: string) => boolean) | undefined;
}

/** The properties of a request against which faults are matched. */
export interface FaultSubject {
  method: string;
  path: string;
  userId: number;
}

/** The active faults. The oldest one that matches a request applies to it; each ends after `count` requests. */
export class Faults {
  /** Increases whenever a fault is added, applied or removed. */
  revision = 0;

  private armed: Armed[] = [];
  private lastId = 0;

  add(fault: Fault, firstIdSince: number): number {
    this.lastId += 1;
    this.revision += 1;
    this.armed.push({
      id: this.lastId,
      fault,
      remaining: fault.count,
      passing: fault.skip,
      firstIdSince,
      matches: fault.path === undefined ? undefined : pathMatcher(fault.path),
    });
    return this.lastId;
  }

  /** Takes the fault for this request, if any. */
  take(subject: FaultSubject): ActiveFault | undefined {
    for (const [index, armed] of this.armed.entries()) {
      const { fault } = armed;
      const method = fault.method?.toUpperCase() ?? (fault.kind === "omit" ? "GET" : undefined);
      if (method !== undefined && method !== subject.method) continue;
      if (fault.userId !== undefined && fault.userId !== subject.userId) continue;
      if (armed.matches && !armed.matches(subject.path)) continue;
      this.revision += 1;
      if (armed.passing > 0) {
        armed.passing -= 1;
        continue;
      }
      armed.remaining -= 1;
      if (armed.remaining === 0) this.armed.splice(index, 1);
      return armed;
    }
    return undefined;
  }

  active(): ActiveFault[] {
    return this.armed.map(({ matches: _matches, ...active }) => ({ ...active }));
  }

  /** Removes the fault with this id; all of them without an id. */
  clear(id?: number): number {
    const left = id === undefined ? [] : this.armed.filter((armed) => armed.id !== id);
    const cleared = this.armed.length - left.length;
    this.armed = left;
    this.revision += 1;
    return cleared;
  }
}

/** Whether a fault applies before or after the request is executed. */
export function faultMoment(fault: Fault): "before" | "after" {
  return "when" in fault ? fault.when : "after";
}

/** Omits objects from a listing; any other response stays unchanged. */
export function omitFromListing(result: unknown, active: ActiveFault): unknown {
  if (Array.isArray(result)) return remaining(result, active);
  if (!isRecord(result)) return result;
  const pages = Object.entries(result).map(([name, items]) => [
    name,
    listings.has(name) && Array.isArray(items) ? remaining(items, active) : items,
  ]);
  return Object.fromEntries(pages);
}

/** The names of the items in a page. */
const listings = new Set(["contacts", "lists", "agents", "campaigns", "members", "seats"]);

function remaining(items: unknown[], active: ActiveFault): unknown[] {
  const { fault } = active;
  if (fault.kind !== "omit") return items;
  const ids = items.map((item) => (item as { id?: number }).id ?? 0);
  const left = new Set(fault.ids ?? []);
  if (fault.newest !== undefined) {
    for (const id of [...ids].sort((first, second) => second - first).slice(0, fault.newest)) left.add(id);
  }
  if (fault.createdSince) {
    for (const id of ids) if (id >= active.firstIdSince) left.add(id);
  }
  return items.filter((_, index) => !left.has(ids[index] ?? 0));
}
