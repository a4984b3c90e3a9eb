import { z } from "zod";

/** The version of the schema below. A release that removes or renames a field, or changes its meaning, raises it. */
export const differenceVersion = 1;

const effect = z.object({
  /** Stable, for programs that read this. */
  code: z.enum([
    "campaign-added",
    "campaign-removed",
    "campaign-renamed",
    "declared-active",
    "lists",
    "seats",
    "ends",
    "people",
    "left-out",
    "answers",
    "step-added",
    "step-removed",
    "step-content",
    "step-delay",
    "step-gaps",
    "step-days",
    "step-reach",
    "both-campaigns",
    "seat-full",
    "seat-quota",
    "warning-added",
    "warning-removed",
  ]),
  /** One sentence. */
  text: z.string(),
  /** The campaign's name in the program: in the current one, unless it was removed. */
  campaign: z.string().optional(),
  /** The step's number, from 1: in the current program, unless it was removed. */
  step: z.number().optional(),
  seat: z.number().optional(),
  seatKind: z.enum(["linkedin", "email"]).optional(),
  /** The number of people affected. */
  people: z.number().optional(),
  /** The value before and after, if it is a number (a day or a count). Missing if there is none. */
  before: z.number().optional(),
  after: z.number().optional(),
});
/** One difference. */
export type Effect = z.infer<typeof effect>;

/** How two rehearsals with the same people differ: the output of `pulumi-outreach rehearse --json` with `--against REF` or `--against-state`. */
export const differenceSchema = z.object({
  version: z.literal(differenceVersion),
  project: z.string(),
  stack: z.string(),
  /** What the program is compared with. */
  against: z.object({
    /** As given on the command line, or `the state`. */
    reference: z.string(),
    /** Missing for the state of a stack. */
    commit: z.string().optional(),
  }),
  /** Number of simulated days. */
  days: z.number(),
  /** Number of people on all lists of both programs. */
  contacts: z.number(),
  seed: z.number(),
  /** True if the rehearsals do not differ. */
  same: z.boolean(),
  effects: z.array(effect),
  /** The assumptions about things that cannot be known, as sentences, for the current program. */
  assumptions: z.array(z.string()),
});
/** How two rehearsals differ. */
export type RehearsalDifference = z.infer<typeof differenceSchema>;
