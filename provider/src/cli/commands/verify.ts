import { asOption, stackOption } from "../accountOptions";
import { defineCommand } from "../command";
import { verifyInput } from "../verify/input";

/** `pulumi-outreach verify` */
export const verify = defineCommand({
  name: "verify",
  summary: "Compare what campaigns did with what was promised",
  description:
    "The state of the stack, or an approved plan, against the logs of the account: steps that no declared campaign has, campaigns that run and are not declared, seats that stopped, days on which less was sent than the quota allows although people were waiting, people skipped and why, replies by step and signal. Exit code 3 with a deviation. It names no people, changes nothing and never reads a queue",
  options: [
    { flags: "--since <time>", description: "from this time on: 12h, 3d, 1w, or a date (ISO 8601); default: 1d" },
    {
      flags: "--plan <file>",
      description: "the output of `pulumi preview --json --show-sames` instead of the state of the stack",
    },
    {
      flags: "--all-members",
      description: "the campaigns of every active member of the organization; the key must be its owner's",
    },
    { flags: "--markdown", description: "print Markdown of at most 65,536 characters, for an issue" },
    asOption,
    {
      ...stackOption,
      description: "the stack whose state is compared, and whose settings are taken; default: the selected one",
    },
  ],
  examples: [
    ["pulumi-outreach verify --stack production", "The last day, against the state of a stack"],
    ["pulumi-outreach verify --stack production --since 1w", "The last week"],
    ["pulumi-outreach verify --plan preview.json", "Against a plan"],
    ["pulumi-outreach verify --all-members --json | jq '.deviations[].code'", "Over all members, for a script"],
  ],
  input: verifyInput,
  async run(asked, context) {
    const { runVerify } = await import("../verify/run");
    return await runVerify(asked, context);
  },
});
