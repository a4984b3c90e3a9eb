import { z } from "zod";
import { type CommandDefinition, described } from "../command";
import { accountOptions, flag, limitOption, text } from "../options";

const score = () =>
  z
    .string()
    .regex(/^\d{1,9}(\.\d{1,9})?$/, "takes a number from 0 on")
    .transform(Number)
    .optional();

export const contacts = {
  name: "contacts",
  summary: "Find contacts, or tell the whole story of one",
  description:
    "With the search and the filters of the service. What it prints is personal data: names, addresses, jobs. Nothing is changed",
  input: z
    .object({
      id: described(
        z
          .string()
          .regex(/^\d{1,128}$/, "takes the id of a contact; --search finds people by their names")
          .optional(),
        "[id]",
        "one contact, with everything that campaigns did",
      ),
      search: text("--search <text>", "part of a name, an e-mail address, a company or a job title"),
      list: text("--list <list>", "in this list: an id or an exact name"),
      agent: text("--agent <agent>", "found by this source agent: an id or an exact name"),
      from: text("--from <time>", "created from this time on: 2h, 3d, 1w, or a date (ISO 8601)"),
      to: text("--to <time>", "created before this time"),
      scoreFrom: described(score(), "--score-from <number>", "the lowest total score"),
      scoreTo: described(score(), "--score-to <number>", "the highest total score"),
      intent: text("--intent <type>", "found by a signal of this type, such as HIRING"),
      limit: limitOption("how many at most; default: 50"),
      all: flag("--all", "all that match, with a request for each hundred"),
      ...accountOptions(),
    })
    .refine(({ all, limit }) => !(all && limit !== undefined), { path: ["all"], message: "excludes --limit" }),
  examples: [
    ['pulumi-outreach contacts --list "Fintech leads" --search CTO', "People of a list"],
    ["pulumi-outreach contacts 123", "What happened to one person"],
    ["pulumi-outreach contacts --from 1d --json | jq -r '.contacts[].email'", "Who came since yesterday"],
  ],
} satisfies CommandDefinition;
export type ContactsInput = z.output<typeof contacts.input>;
