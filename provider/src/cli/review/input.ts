import { z } from "zod";

/** A fingerprint, and a word for each danger that it does not cover: `already-contacted:launch`. */
const approvalPattern = /^sha256:[0-9a-f]{64}(?: [a-z-]+:[\w.:/%-]+)*$/;

/** What the command line of a review may say. */
export const reviewInput = z
  .object({
    files: z.array(z.string()).default([]),
    stack: z.string().optional(),
    before: z.string().optional(),
    after: z.string().optional(),
    markdown: z.boolean().default(false),
    text: z.boolean().default(false),
    html: z.string().optional(),
    full: z.string().optional(),
    fingerprint: z.string().optional(),
    approved: z
      .string()
      .regex(
        approvalPattern,
        "takes a fingerprint: sha256: and 64 hexadecimal digits, and the words that follow it in an approval",
      )
      .optional(),
    reviewed: z.string().optional(),
    rules: z.string().optional(),
    live: z.boolean().default(false),
  })
  .refine(({ before, after }) => (before === undefined) === (after === undefined), {
    path: ["before"],
    message: "and --after go together",
  })
  .refine(({ before, files, stack }) => before === undefined || (files.length === 0 && stack === undefined), {
    path: ["before"],
    message: "and --after compare two states; leave out other files and --stack",
  })
  .refine(({ reviewed, approved, live }) => reviewed === undefined || (approved !== undefined && live), {
    path: ["reviewed"],
    message: "goes with --approved and --live",
  })
  .refine(({ approved = "", live }) => !approved.includes(" ") || live, {
    path: ["approved"],
    message: "names dangers that only --live finds: add --live",
  })
  .refine(({ markdown, text }) => !(markdown && text), {
    path: ["markdown"],
    message: "and --text exclude each other",
  });
/** What the command line of a review says. */
export type ReviewInput = z.output<typeof reviewInput>;
