import { z } from "zod";
import type { CommandDefinition } from "../command";
import { accountOptions, flag, texts } from "../options";

export const status = {
  name: "status",
  summary: "Show what runs, who is in which step, and what needs a person",
  description:
    "One screen: active campaigns with their people by step, what was sent today, source agents, and what a person should look at. At most eight requests and one for each campaign shown; never a queue, so that nothing is moved",
  input: z
    .object({
      campaigns: texts("[campaigns...]", "ids or exact names; default: the active campaigns"),
      all: flag("--all", "all active campaigns, not only the first ten"),
      ...accountOptions(),
    })
    .refine(({ all, campaigns }) => !(all && campaigns.length > 0), {
      path: ["all"],
      message: "excludes names of campaigns",
    }),
  examples: [
    ["pulumi-outreach status", "The active campaigns"],
    ['pulumi-outreach status "Fintech Q1"', "One campaign"],
    ["pulumi-outreach status --json | jq '.attention[].text'", "What needs a person, for a script"],
  ],
} satisfies CommandDefinition;
export type StatusInput = z.output<typeof status.input>;
