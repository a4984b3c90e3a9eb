import { z } from "zod";
import { type CommandDefinition, described } from "../command";
import { asOption, flag, stackOption, text } from "../options";

export const verify = {
  name: "verify",
  summary: "Compare what campaigns did with what was promised",
  description:
    "The state of the stack, or an approved plan, against the logs of the account: steps that no declared campaign has, campaigns that run and are not declared, seats that stopped, days on which less was sent than the quota allows although people were waiting, people skipped and why, replies by step and signal. Exit code 3 with a deviation. It names no people, changes nothing and never reads a queue",
  input: z
    .object({
      since: described(
        z.string().default("1d"),
        "--since <time>",
        "from this time on: 12h, 3d, 1w, or a date (ISO 8601); default: 1d",
      ),
      plan: text(
        "--plan <file>",
        "the output of `pulumi preview --json --show-sames` instead of the state of the stack",
      ),
      allMembers: flag(
        "--all-members",
        "the campaigns of every active member of the organization; the key must be its owner's",
      ),
      markdown: flag("--markdown", "print Markdown of at most 65,536 characters, for an issue"),
      as: asOption(),
      stack: stackOption("the stack whose state is compared, and whose settings are taken; default: the selected one"),
    })
    .refine(({ allMembers, as }) => !(allMembers && as !== undefined), {
      path: ["allMembers"],
      message: "excludes --as",
    }),
  examples: [
    ["pulumi-outreach verify --stack production", "The last day, against the state of a stack"],
    ["pulumi-outreach verify --stack production --since 1w", "The last week"],
    ["pulumi-outreach verify --plan preview.json", "Against a plan"],
    ["pulumi-outreach verify --all-members --json | jq '.deviations[].code'", "Over all members, for a script"],
  ],
} satisfies CommandDefinition;
export type VerifyInput = z.output<typeof verify.input>;
