import { z } from "zod";
import type { CommandDefinition } from "../command";
import { choice, flag, membersOptions, membersRule, text } from "../options";

const failures = ["running", "any"] as const;

export const people = {
  name: "people",
  summary: "Find people whom several members or campaigns contact, or who are not to be contacted",
  description:
    "Over all active members of the organization, with the owner's key. People are the same by the address of their profile or by an e-mail address, never by name alone. What it prints is personal data; nothing is changed and nothing is stored. One request for each hundred contacts, and one for each log of a campaign with such people",
  input: z
    .object({
      collisions: flag("--collisions", "people in lists of several members, or in several campaigns"),
      suppressed: flag("--suppressed", "people in lists or campaigns whom outreach.do-not-contact names"),
      from: text(
        "--from <file>",
        "with --suppressed: this file instead of outreach.do-not-contact of the project; - is standard input",
      ),
      failOn: choice(
        "--fail-on <what>",
        "exit code 3 if a campaign runs, or may run, for one of them; any: if there is one",
        failures,
      ),
      ...membersOptions(),
    })
    .refine(...membersRule)
    .refine(({ collisions, suppressed }) => collisions !== suppressed, {
      path: ["collisions"],
      message: "or --suppressed: say one of the two",
    })
    .refine(({ from, suppressed }) => from === undefined || suppressed, {
      path: ["from"],
      message: "goes with --suppressed",
    }),
  examples: [
    ["pulumi-outreach people --collisions", "Who is contacted twice, worst first"],
    ["pulumi-outreach people --collisions --members alice@example.com,102", "Between two members"],
    ["pulumi-outreach people --suppressed", "Who is in a list against their wish"],
    ["crm export --opted-out | pulumi-outreach people --suppressed --from -", "With the output of a command"],
    ["pulumi-outreach people --collisions --fail-on running", "For a pipeline: exit code 3"],
  ],
} satisfies CommandDefinition;
export type PeopleInput = z.output<typeof people.input>;
