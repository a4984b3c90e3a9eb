import { stackOption } from "../accountOptions";
import { defineCommand } from "../command";
import { reviewInput } from "../review/input";

/** `pulumi-outreach review` */
export const review = defineCommand({
  name: "review",
  summary: "Explain what a change will do to people, before it happens",
  description:
    "Reads what the Pulumi CLI prints: `pulumi preview --refresh --json --show-sames` (a planned change), `pulumi up --json` (what was done), `PULUMI_ENABLE_STREAMING_JSON_PREVIEW=true pulumi refresh --preview-only --json` (changes outside of the program), or two exported states. Several files make one review. Nothing is written to the service, and without --live it is not asked either. Exit codes: 0 nothing needs approval, 1 the preview or update failed, 2 used wrongly, 3 a person has to approve.",
  arguments: [{ name: "[files...]", description: "output of the Pulumi CLI; - or nothing for standard input" }],
  options: [
    {
      ...stackOption,
      description: "preview this stack with a refresh and review that; also the stack whose settings --live uses",
    },
    { flags: "--before <file>", description: "a state from `pulumi stack export`, to compare with --after" },
    { flags: "--after <file>", description: "the later state" },
    {
      flags: "--markdown",
      description: "print Markdown of at most 65,536 characters (the default without a terminal)",
    },
    { flags: "--text", description: "print plain text (the default on a terminal)" },
    { flags: "--html <file>", description: "also write one self-contained page" },
    { flags: "--full <file>", description: "also write the whole review as Markdown of any length" },
    {
      flags: "--fingerprint <file>",
      description:
        "also write the fingerprint of the planned changes, and the dangers of --live, which it does not cover",
    },
    {
      flags: "--approved <fingerprint>",
      description:
        "what was approved, as --fingerprint writes it: exit 0 if these are the same changes, and if --live finds no danger that it does not name; otherwise 3",
    },
    {
      flags: "--reviewed <file>",
      description:
        "with --approved and --live: the JSON of the approved review; a danger of --live that it lacks is refused",
    },
    {
      flags: "--rules <file>",
      description: "demands on texts; default: outreach.review.yaml in the project, if there is one",
    },
    { flags: "--live", description: "ask the service how many people are in the lists, and who else contacts them" },
  ],
  examples: [
    ["pulumi-outreach review --stack production", "Preview a stack and review it"],
    ["pulumi preview --refresh --json --show-sames | pulumi-outreach review", "The same for the selected stack"],
    ["pulumi-outreach review preview.json --html review.html", "Also as a page"],
    ["pulumi-outreach review --before old.json --after new.json", "What changed between two exported states"],
    ["pulumi-outreach review preview.json --approved sha256:…", "Check that an approved plan is still the same"],
  ],
  input: reviewInput,
  async run(input, context) {
    const { runReview } = await import("../review/run");
    return await runReview(input, context);
  },
});
