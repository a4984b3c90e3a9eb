import { accountOptions } from "../accountOptions";
import { defineCommand } from "../command";
import { contactsInput } from "../follow/input";
import { limitOption } from "../limit";

/** `pulumi-outreach contacts` */
export const contacts = defineCommand({
  name: "contacts",
  summary: "Find contacts, or tell the whole story of one",
  description:
    "With the search and the filters of the service. What it prints is personal data: names, addresses, jobs. Nothing is changed",
  arguments: [{ name: "[id]", description: "one contact, with everything that campaigns did" }],
  options: [
    { flags: "--search <text>", description: "part of a name, an e-mail address, a company or a job title" },
    { flags: "--list <list>", description: "in this list: an id or an exact name" },
    { flags: "--agent <agent>", description: "found by this source agent: an id or an exact name" },
    { flags: "--from <time>", description: "created from this time on: 2h, 3d, 1w, or a date (ISO 8601)" },
    { flags: "--to <time>", description: "created before this time" },
    { flags: "--score-from <number>", description: "the lowest total score" },
    { flags: "--score-to <number>", description: "the highest total score" },
    { flags: "--intent <type>", description: "found by a signal of this type, such as HIRING" },
    { ...limitOption, description: "how many at most; default: 50" },
    { flags: "--all", description: "all that match, with a request for each hundred" },
    ...accountOptions,
  ],
  examples: [
    ['pulumi-outreach contacts --list "Fintech leads" --search CTO', "People of a list"],
    ["pulumi-outreach contacts 123", "What happened to one person"],
    ["pulumi-outreach contacts --from 1d --json | jq -r '.contacts[].email'", "Who came since yesterday"],
  ],
  input: contactsInput,
  async run(asked, context) {
    const { runContacts } = await import("../follow/contacts");
    return await runContacts(asked, context);
  },
});
