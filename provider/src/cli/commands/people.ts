import { accountOptions } from "../accountOptions";
import { type CommandOption, defineCommand } from "../command";
import { failures, peopleInput } from "../people/input";

/** For commands that read the people of several members. */
export const membersOption: CommandOption = {
  flags: "--members <members>",
  description: "only these members: user ids or e-mail addresses, with commas; default: all active ones",
};

/** `pulumi-outreach people` */
export const people = defineCommand({
  name: "people",
  summary: "Find people whom several members or campaigns contact, or who are not to be contacted",
  description:
    "Over all active members of the organization, with the owner's key. People are the same by the address of their profile or by an e-mail address, never by name alone. What it prints is personal data; nothing is changed and nothing is stored. One request for each hundred contacts, and one for each log of a campaign with such people",
  options: [
    { flags: "--collisions", description: "people in lists of several members, or in several campaigns" },
    { flags: "--suppressed", description: "people in lists or campaigns whom outreach.do-not-contact names" },
    {
      flags: "--from <file>",
      description:
        "with --suppressed: this file instead of outreach.do-not-contact of the project; - is standard input",
    },
    {
      flags: "--fail-on <what>",
      description: "exit code 3 if a campaign runs, or may run, for one of them; any: if there is one",
      choices: failures,
    },
    membersOption,
    ...accountOptions,
  ],
  examples: [
    ["pulumi-outreach people --collisions", "Who is contacted twice, worst first"],
    ["pulumi-outreach people --collisions --members alice@example.com,102", "Between two members"],
    ["pulumi-outreach people --suppressed", "Who is in a list against their wish"],
    ["crm export --opted-out | pulumi-outreach people --suppressed --from -", "With the output of a command"],
    ["pulumi-outreach people --collisions --fail-on running", "For a pipeline: exit code 3"],
  ],
  input: peopleInput,
  async run(asked, context) {
    if (asked.suppressed) {
      const { runSuppressed } = await import("../people/suppressed");
      return await runSuppressed(asked, context);
    }
    const { runCollisions } = await import("../people/collisions");
    return await runCollisions(asked, context);
  },
});
