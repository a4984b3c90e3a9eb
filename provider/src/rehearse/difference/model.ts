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
  /** The name of the campaign in the program: in the present one, unless it is removed. */
  campaign: z.string().optional(),
  /** The number of the step, from 1: in the present program, unless it is removed. */
  step: z.number().optional(),
  seat: z.number().optional(),
  seatKind: z.enum(["linkedin", "email"]).optional(),
  /** How many people it concerns. */
  people: z.number().optional(),
  /** The value before and after, if it is a number: a day, or a count. Absent if there is none. */
  before: z.number().optional(),
  after: z.number().optional(),
});
/** One thing that is different. */
export type Effect = z.infer<typeof effect>;

/** How two rehearsals with the same people differ: the output of `pulumi-outreach rehearse --json` with `--against REF` or `--against-state`. */
export const differenceSchema = z.object({
  version: z.literal(differenceVersion),
  project: z.string(),
  stack: z.string(),
  /** What the program is compared with. */
  against: z.object({
    /** As the command line names it, or `the state`. */
    reference: z.string(),
    /** Absent for the state of a stack. */
    commit: z.string().optional(),
  }),
  /** How many days were played. */
  days: z.number(),
  /** How many people there were in all lists of both programs. */
  contacts: z.number(),
  seed: z.number(),
  /** True if the rehearsals do not differ. */
  same: z.boolean(),
  effects: z.array(effect),
  /** What was assumed because nobody can know it, as sentences: of the present program. */
  assumptions: z.array(z.string()),
});
/** How two rehearsals differ. */
export type RehearsalDifference = z.infer<typeof differenceSchema>;
