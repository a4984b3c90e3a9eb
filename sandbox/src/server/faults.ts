import { z } from "zod";
import { isRecord } from "../record.js";

const matching = {
  /** Any method, unless given. */
  method: z.string().optional(),
  /** `*` stands for one part of a path, `**` for any number: `/v1/campaign/*`. Any path, unless given. */
  path: z.string().optional(),
  /** Only requests that act as this user. */
  userId: z.int().optional(),
  /** How many matching requests it happens to. */
  count: z.int().positive().default(1),
  /** How many matching requests pass before. */
  skip: z.int().nonnegative().default(0),
};

/** `before`: the request is never carried out. `after`: it is, and only its answer is lost or spoilt. */
const when = z.enum(["before", "after"]);
const headers = z.record(z.string(), z.string()).default({});
const milliseconds = z.int().nonnegative().max(600_000);

export const faultSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    ...matching,
    kind: z.literal("status"),
    when: when.default("before"),
    status: z.int().min(200).max(599),
    /** An object is sent as JSON, a text as it is; the service's own error body unless given. */
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
    /** True: a complete answer whose JSON is cut. False: the connection ends in the middle of the body. */
    complete: z.boolean().default(false),
  }),
  z.strictObject({
    ...matching,
    kind: z.literal("foreign"),
    when: when.default("after"),
    /** The status that the answer would have had, unless given. */
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
    /** Without it the answer carries no Retry-After. */
    retryAfterSeconds: z.int().nonnegative().optional(),
    /** Says it as an HTTP date instead of seconds. */
    asDate: z.boolean().default(false),
  }),
  z.strictObject({
    ...matching,
    kind: z.literal("drip"),
    /** In how many pieces the body comes, and how far apart. */
    pieces: z.int().min(2).max(1000).default(5),
    milliseconds: milliseconds.default(20),
  }),
  z.strictObject({
    ...matching,
    kind: z.literal("alter"),
    // Happens to the answer alone: these fields of the object, or of each object of a listing, are not as they are.
    set: z.record(z.string(), z.unknown()).default({}),
    remove: z.array(z.string()).default([]),
  }),
  z.strictObject({
    ...matching,
    kind: z.literal("omit"),
    // Happens to listings, so to GET, unless another method is given. Left out are these objects, the newest ones, or
    // all that came to be after the fault was asked for.
    ids: z.array(z.int()).optional(),
    newest: z.int().positive().optional(),
    createdSince: z.boolean().default(false),
  }),
]);

export type FaultRequest = z.input<typeof faultSchema>;
export type Fault = z.output<typeof faultSchema>;
export type FaultKind = Fault["kind"];

export interface ActiveFault {
  id: number;
  fault: Fault;
  /** How many requests it will still happen to. */
  remaining: number;
  /** How many matching requests will still pass before. */
  passing: number;
  /** The next object id when it was asked for. */
  firstIdSince: number;
}

interface Armed extends ActiveFault {
  pattern: RegExp | undefined;
}

export interface FaultSubject {
  method: string;
  path: string;
  userId: number;
}

/** The faults asked for, each used up by the requests it happens to; the oldest that matches is the one that happens. */
export class Faults {
  private armed: Armed[] = [];
  private lastId = 0;

  add(fault: Fault, firstIdSince: number): number {
    this.lastId += 1;
    this.armed.push({
      id: this.lastId,
      fault,
      remaining: fault.count,
      passing: fault.skip,
      firstIdSince,
      pattern: fault.path === undefined ? undefined : pathPattern(fault.path),
    });
    return this.lastId;
  }

  /** The fault that happens to this request, if any. Only one does. */
  take(subject: FaultSubject): ActiveFault | undefined {
    for (const [index, armed] of this.armed.entries()) {
      const { fault } = armed;
      const method = fault.method?.toUpperCase() ?? (fault.kind === "omit" ? "GET" : undefined);
      if (method !== undefined && method !== subject.method) continue;
      if (fault.userId !== undefined && fault.userId !== subject.userId) continue;
      if (armed.pattern && !armed.pattern.test(subject.path)) continue;
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
    return this.armed.map(({ pattern: _pattern, ...active }) => ({ ...active }));
  }

  clear(): number {
    const count = this.armed.length;
    this.armed = [];
    return count;
  }
}

export function faultMoment(fault: Fault): "before" | "after" {
  return "when" in fault ? fault.when : "after";
}

function pathPattern(path: string): RegExp {
  const source = path
    .split(/(\*\*|\*)/)
    .map((part) => {
      if (part === "**") return ".*";
      if (part === "*") return "[^/]+";
      return part.replace(/[.+?^${}()|[\]\\]/g, "\\$&");
    })
    .join("");
  return new RegExp(`^${source}$`);
}

/** What a listing answers when some of its objects are left out; anything but a listing stays as it is. */
export function omitFromListing(result: unknown, active: ActiveFault): unknown {
  if (Array.isArray(result)) return remaining(result, active);
  if (isPage(result)) return { ...result, contacts: remaining(result.contacts, active) };
  return result;
}

function isPage(result: unknown): result is { contacts: unknown[] } {
  return isRecord(result) && Array.isArray(result.contacts);
}

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
