import { z } from "zod";
import { loopbackHosts } from "./addresses.js";

const rateLimit = z.union([
  z.literal(false),
  z.strictObject({
    /** Requests of an account in any window. Default: 100. */
    limit: z.int().positive().default(100),
    /** Length of the window in seconds. Default: 60. */
    windowSeconds: z.number().positive().default(60),
    /** Additional requests that are tolerated in a window. Default: 10. */
    burst: z.int().nonnegative().default(10),
    /** Requests of an account per day (UTC). Default: 100,000. */
    dailyLimit: z.int().positive().default(100_000),
  }),
]);

const webhook = z.strictObject({
  /** An `http:` or `https:` address of this machine. */
  url: z.string(),
  /** Signs the requests. Default: none, requests are not signed. */
  secret: z.string().nullable().default(null),
});

/** Options that `configure` can change while the sandbox runs. */
export const behaviourSchema = z.strictObject({
  /** Omits every operation that the specification does not have. Default: false. */
  specOnly: z.boolean().default(false),
  /** The rate limit of each account; `false` switches it off. */
  rateLimit: rateLimit.prefault({}),
  /** Running agents that a user may have; an agent above this limit is created paused. Default: 25. */
  activeAgentLimit: z.int().nonnegative().default(25),
  /** Includes the undocumented `listIds` and `emailSeatIds` of campaigns in responses. Default: false. */
  campaignCarriesLists: z.boolean().default(false),
  /** Adds undocumented fields to every object. Default: false. */
  addUnknownFields: z.boolean().default(false),
  /** Adds the service's own fields to signals, and rejects a change of signals without them. Default: false. */
  decorateSignals: z.boolean().default(false),
  /** Returns the `variables` of agents as JSON strings instead of objects. Default: false. */
  variablesAsText: z.boolean().default(false),
  /**
   * Ignores unknown fields of a request body instead of rejecting them; unknown fields of steps are always ignored.
   * Default: false.
   */
  ignoreUnknownFields: z.boolean().default(false),
  /** Fills in the variables in invitation notes, whose length then includes the values. Default: false. */
  fillNotes: z.boolean().default(false),
  /** Whether a change of a campaign's steps changes the subjects of e-mails. Default: true. */
  subjectIsPatched: z.boolean().default(true),
  /** Whether a change of a campaign requires list ids as strings. Default: false. */
  patchListIdsAsText: z.boolean().default(false),
  /** The status of deleting an agent: 200 with a body, or 204 without one. Default: 200. */
  deleteStatus: z.union([z.literal(200), z.literal(204)]).default(200),
  /** Leads that one signal finds in one run. Default: 3. */
  leadsPerSignal: z.int().min(0).max(1000).default(3),
  /** The share of contacts that answer one of their messages or e-mails: 0 to 1. Default: 0.2. */
  answerRate: z.number().min(0).max(1).default(0.2),
  /** The same seed gives the same leads and answers. Default: 1. */
  seed: z.int().nonnegative().default(1),
});

export type Behaviour = z.output<typeof behaviourSchema>;
export type BehaviourInput = z.input<typeof behaviourSchema>;

const optionsSchema = behaviourSchema.extend({
  /** 0 means any free port. Default: 0. */
  port: z.int().min(0).max(65535).default(0),
  /** The address to listen on: `127.0.0.1`, `::1` or `localhost`. Default: `127.0.0.1`. */
  host: z.string().default("127.0.0.1"),
  /** Names of hosts that requests may have besides `127.0.0.1`, `[::1]` and `localhost`. Default: none. */
  allowHosts: z.array(z.string().min(1)).default([]),
  /** A file that keeps all data. Default: none, data ends with the sandbox. */
  store: z.string().min(1).optional(),
  /** Empties the store first. Default: false. */
  reset: z.boolean().default(false),
  /** The initial objects of an empty store: users, keys and seats, or none. Default: `demo`. */
  populate: z.enum(["demo", "nothing"]).default("demo"),
  /**
   * Active members of the demo organization besides its owner, 1 to 1000; members beyond two are generated. Default: 2.
   */
  members: z.int().min(1).max(1000).default(2),
  /** `manual`: time moves by `advance` only. `wall`: time passes, and `advance` moves it ahead. Default: `manual`. */
  clock: z.enum(["manual", "wall"]).default("manual"),
  /** The initial time of a manual clock (ISO 8601). Default: now. */
  startTime: z.iso.datetime().optional(),
  /** The first object id of an empty store. Default: a random number above 10^9. */
  firstId: z.int().positive().optional(),
  /** The receiver of the demo owner's contact events. Default: none. */
  webhook: webhook.optional(),
  /** Number of requests that the log keeps. Default: 200,000. */
  logCapacity: z.int().positive().default(200_000),
});

/** Options of `startSandbox`. */
export type SandboxOptions = z.input<typeof optionsSchema>;
export type ResolvedOptions = z.output<typeof optionsSchema>;
export type RateLimitOptions = Exclude<ResolvedOptions["rateLimit"], false>;

export function resolveOptions(options: SandboxOptions): ResolvedOptions {
  const parsed = optionsSchema.safeParse(options);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => [...path, message].join(": "));
    throw new Error(`The sandbox cannot start: ${problems.join("; ")}.`);
  }
  if (!loopbackHosts.includes(parsed.data.host)) {
    throw new Error(
      `The sandbox listens on this machine only: host ${JSON.stringify(parsed.data.host)} is not one of ${loopbackHosts.join(", ")}.`,
    );
  }
  return parsed.data;
}
