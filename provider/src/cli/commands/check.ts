import { z } from "zod";
import { type CommandDefinition, described } from "../command";
import { flag, rulesOption, stackOption } from "../options";

const setting = z
  .string()
  .regex(/^[^=]+=/, "takes KEY=VALUE")
  .transform((text): readonly [string, string] => {
    const at = text.indexOf("=");
    return [text.slice(0, at), text.slice(at + 1)];
  });

export const check = {
  name: "check",
  summary: "Find broken rules and doubtful texts in this program, without the Pulumi CLI, a key or a state",
  description:
    "Runs the program under the mocks of its SDK: nothing is sent, and no stack is read. Meant for pull requests from forks, which get no secrets. The program's own code does run. Exit codes: 0 nothing found, 1 a rule is broken or the program failed, 2 used wrongly, 3 a person has to look",
  input: z.object({
    stack: stackOption("use the config file of this stack, with placeholders for its secrets"),
    config: described(
      z.array(setting).default([]),
      "--config <setting...>",
      "config values as KEY=VALUE; they take precedence over the file",
    ),
    rules: rulesOption(),
    markdown: flag("--markdown", "print Markdown"),
  }),
  examples: [
    ["pulumi-outreach check", "The program of this folder"],
    ["pulumi-outreach check --stack production --markdown", "With the config of a stack, for a pull request"],
    ["pulumi-outreach check --config seat=7 --config outreach:launch=never", "With values of its config"],
  ],
} satisfies CommandDefinition;
export type CheckInput = z.output<typeof check.input>;
