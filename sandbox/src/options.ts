import { z } from "zod";
import { loopbackHosts } from "./addresses.js";

const rateLimit = z.union([
  z.literal(false),
  z.strictObject({
    /** Requests in any window. */
    limit: z.int().positive().default(100),
    windowSeconds: z.number().positive().default(60),
    /** How many requests above the limit are tolerated. */
    burst: z.int().nonnegative().default(10),
    dailyLimit: z.int().positive().default(100_000),
  }),
]);

const webhook = z.strictObject({
  url: z.string(),
  secret: z.string().nullable().default(null),
});

/** What can also be changed while the sandbox runs. */
export const behaviourSchema = z.strictObject({
  /** Leaves out every operation that is not part of the specification itself. */
  specOnly: z.boolean().default(false),
  rateLimit: rateLimit.prefault({}),
  /** Running agents a user may have; one more is created paused. */
  activeAgentLimit: z.int().nonnegative().default(25),
  /** Answers a campaign with its `listIds` and `emailSeatIds`, which the sources do not list. */
  campaignCarriesLists: z.boolean().default(false),
  /** Adds a field that nobody documented to every object. */
  addUnknownFields: z.boolean().default(false),
  /** Adds the service's own fields to served signals and refuses a change of signals that lacks them. */
  decorateSignals: z.boolean().default(false),
  /** Serves an agent's `variables` as texts instead of objects. */
  variablesAsText: z.boolean().default(false),
  /** Ignores unknown fields of a request body instead of refusing them. Unknown step fields are always ignored. */
  ignoreUnknownFields: z.boolean().default(false),
  /** Whether a change of a campaign's steps takes an e-mail's subject over. */
  subjectIsPatched: z.boolean().default(true),
  /** Whether a change of a campaign wants its list ids as texts. */
  patchListIdsAsText: z.boolean().default(false),
  /** What deleting an agent answers: 200 with a body, or 204 without one. */
  deleteStatus: z.union([z.literal(200), z.literal(204)]).default(200),
  /** Leads that one signal finds in one run. */
  leadsPerSignal: z.int().min(0).max(1000).default(3),
  /** What made-up leads are made from; the same seed gives the same leads. */
  seed: z.int().nonnegative().default(1),
});

export type Behaviour = z.output<typeof behaviourSchema>;
export type BehaviourInput = z.input<typeof behaviourSchema>;

const optionsSchema = behaviourSchema.extend({
  /** 0 takes any free port. */
  port: z.int().min(0).max(65535).default(0),
  /** An address of this machine itself; nothing else is listened on. */
  host: z.string().default("127.0.0.1"),
  /** A file to keep everything in; without one the store ends with the process. */
  store: z.string().min(1).optional(),
  /** Empties the store first. */
  reset: z.boolean().default(false),
  /** What an empty store begins with. */
  populate: z.enum(["demo", "nothing"]).default("demo"),
  /** `manual`: time stands still until it is told to move. `wall`: it runs, and can be moved ahead. */
  clock: z.enum(["manual", "wall"]).default("manual"),
  /** The first instant of a manual clock (ISO 8601); now, unless given. */
  startTime: z.iso.datetime().optional(),
  /** Where object ids of an empty store begin; random above 10^9 unless given. */
  firstId: z.int().positive().optional(),
  /** Set for the demo owner when the store is populated or opened. */
  webhook: webhook.optional(),
  /** How many requests the log remembers. */
  logCapacity: z.int().positive().default(200_000),
});

export type SandboxOptions = z.input<typeof optionsSchema>;
export type ResolvedOptions = z.output<typeof optionsSchema>;
export type RateLimitOptions = Exclude<ResolvedOptions["rateLimit"], false>;

export function resolveOptions(options: SandboxOptions): ResolvedOptions {
  const parsed = optionsSchema.safeParse(options);
  if (!parsed.success) throw new Error(`The sandbox cannot start: ${z.prettifyError(parsed.error)}`);
  if (!loopbackHosts.includes(parsed.data.host)) {
    throw new Error(
      `The sandbox listens on this machine only: host ${JSON.stringify(parsed.data.host)} is not one of ${loopbackHosts.join(", ")}.`,
    );
  }
  return parsed.data;
}
