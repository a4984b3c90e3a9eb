import { z } from "zod";
import type { CommandDefinition } from "../command";
import { accountOptions, texts, yesOption } from "../options";

export const queue = {
  name: "queue",
  summary: "Show who gets what next, with the text filled in",
  description:
    "Nothing is sent. Yet reading a queue moves the service's planner: people without a next step are marked finished, people who cannot get theirs are skipped or excluded. So it asks first. One request for each campaign",
  input: z.object({
    campaigns: texts("[campaigns...]", "ids or exact names; default: the active campaigns"),
    yes: yesOption("read it without a question"),
    ...accountOptions(),
  }),
  examples: [
    ['pulumi-outreach queue "Fintech Q1"', "One campaign, after a question"],
    ["pulumi-outreach queue --yes --json | jq -r '.campaigns[].entries[].text'", "Every text, for a script"],
  ],
} satisfies CommandDefinition;
export type QueueInput = z.output<typeof queue.input>;
