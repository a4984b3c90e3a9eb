import { z } from "zod";

const finding = z.strictObject({
  /** `danger`: a person has to look. `notice`: worth reading. */
  level: z.enum(["danger", "notice"]),
  /** The code of a review: `content:missing-field`, … (docs/review.md lists all). */
  code: z.string(),
  text: z.string(),
  /** The name in the program. */
  resource: z.string(),
  urn: z.string().optional(),
  /** The place within the resource: `steps[2].message`. */
  path: z.string().optional(),
  /** Where the program declares the resource: `index.ts:27`. */
  source: z.string().optional(),
});

/** What `pulumi-outreach check --json` prints. */
export const checkShape = z.strictObject({
  version: z.literal(1),
  project: z.string(),
  stack: z.string(),
  /** `needs-approval`: there is at least one danger. `failed`: a rule is broken, or the program failed. */
  verdict: z.enum(["fine", "needs-approval", "failed"]),
  /** How many resources of this package the program declares. */
  resources: z.number(),
  /** Broken rules. */
  problems: z.array(
    z.strictObject({
      /** `campaign`, `source agent`, `list`. */
      noun: z.string(),
      /** The name in the program. */
      resource: z.string(),
      urn: z.string().optional(),
      /** The place within the resource: `steps[2].note`. Absent if it is about the whole. */
      path: z.string().optional(),
      text: z.string(),
      /** Where the program declares the resource: `index.ts:27`. */
      source: z.string().optional(),
    }),
  ),
  findings: z.array(finding),
  /** Errors of the program itself: what comes after them was not declared. */
  failures: z.array(z.string()),
  /** Facts that this check could not know, as sentences. */
  leftOut: z.array(z.string()),
});
/** What a check found. */
export type Check = z.infer<typeof checkShape>;
