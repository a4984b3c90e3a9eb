import { z } from "zod";
import { type CommandDefinition, described } from "../command";
import { flag, rulesOption, stackOption, text, texts } from "../options";

/** A fingerprint, followed by a word for each danger that it does not cover: `already-contacted:launch`. */
const approvalPattern = /^sha256:[0-9a-f]{64}(?: [a-z-]+:[\w.:/%-]+)*$/;

export const review = {
  name: "review",
  summary: "Explain what a change will do to people, before it happens",
  description:
    "Reads what the Pulumi CLI prints: `pulumi preview --refresh --json --show-sames` (a planned change), `pulumi up --json` (what was done), `PULUMI_ENABLE_STREAMING_JSON_PREVIEW=true pulumi refresh --preview-only --json` (changes outside of the program), or two exported states. Several files make one review. Nothing is written to the service, and without --live it is not asked either. Exit codes: 0 nothing needs approval, 1 the preview or update failed, 2 used wrongly, 3 a person has to approve.",
  input: z
    .object({
      files: texts("[files...]", "output of the Pulumi CLI; - or nothing for standard input"),
      stack: stackOption(
        "preview this stack with a refresh and review that; also the stack whose settings --live uses",
      ),
      before: text("--before <file>", "a state from `pulumi stack export`, to compare with --after"),
      after: text("--after <file>", "the later state"),
      markdown: flag("--markdown", "print Markdown of at most 65,536 characters (the default without a terminal)"),
      text: flag("--text", "print plain text (the default on a terminal)"),
      html: text("--html <file>", "also write one self-contained page"),
      full: text("--full <file>", "also write the whole review as Markdown of any length"),
      fingerprint: text(
        "--fingerprint <file>",
        "also write the fingerprint of the planned changes, and the dangers of --live, which it does not cover",
      ),
      approved: described(
        z
          .string()
          .regex(
            approvalPattern,
            "takes a fingerprint: sha256: and 64 hexadecimal digits, and the words that follow it in an approval",
          )
          .optional(),
        "--approved <fingerprint>",
        "what was approved, as --fingerprint writes it: exit 0 if these are the same changes, and if --live finds no danger that it does not name; otherwise 3",
      ),
      reviewed: text(
        "--reviewed <file>",
        "with --approved and --live: the JSON of the approved review; a danger of --live that it lacks is refused",
      ),
      rules: rulesOption(),
      live: flag("--live", "ask the service how many people are in the lists, and who else contacts them"),
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
    .refine((input) => !(input.markdown && input.text), {
      path: ["markdown"],
      message: "and --text exclude each other",
    }),
  examples: [
    ["pulumi-outreach review --stack production", "Preview a stack and review it"],
    ["pulumi preview --refresh --json --show-sames | pulumi-outreach review", "The same for the selected stack"],
    ["pulumi-outreach review preview.json --html review.html", "Also as a page"],
    ["pulumi-outreach review --before old.json --after new.json", "What changed between two exported states"],
    ["pulumi-outreach review preview.json --approved sha256:…", "Check that an approved plan is still the same"],
  ],
} satisfies CommandDefinition;
/** The options and arguments of `pulumi-outreach review`. */
export type ReviewInput = z.output<typeof review.input>;
