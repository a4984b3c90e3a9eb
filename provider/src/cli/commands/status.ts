import { z } from "zod";
import { accountInput, accountOptions } from "../accountOptions";
import { defineCommand } from "../command";

/** `pulumi-outreach status` */
export const status = defineCommand({
  name: "status",
  summary: "Show what runs, who is in which step, and what needs a person",
  description:
    "One screen: active campaigns with their people by step, what was sent today, source agents, and what a person should look at. At most eight requests and one for each campaign shown; never a queue, so that nothing is moved",
  arguments: [{ name: "[campaigns...]", description: "ids or exact names; default: the active campaigns" }],
  options: [{ flags: "--all", description: "all active campaigns, not only the first ten" }, ...accountOptions],
  examples: [
    ["pulumi-outreach status", "The active campaigns"],
    ['pulumi-outreach status "Fintech Q1"', "One campaign"],
    ["pulumi-outreach status --json | jq '.attention[].text'", "What needs a person, for a script"],
  ],
  input: z
    .object({
      campaigns: z.array(z.string()).default([]),
      all: z.boolean().default(false),
      ...accountInput,
    })
    .refine(({ all, campaigns }) => !(all && campaigns.length > 0), {
      path: ["all"],
      message: "excludes names of campaigns",
    }),
  async run({ campaigns, all, ...options }, { terminal, json, openAccount, clock, timeZone }) {
    const account = await openAccount(options);
    const { readStatus } = await import("../../follow/status/read");
    const { Times } = await import("../../follow/times");
    const now = clock.wallTime();
    const times = new Times(() => now, timeZone);
    const read = await terminal.during("Reading the account", () =>
      readStatus(account, { campaigns, all, times, now }),
    );
    for (const warning of read.warnings) terminal.warn(warning);
    if (json) terminal.printJson(read);
    else {
      const { showStatus } = await import("../follow/status");
      showStatus(read, times, terminal);
    }
    return 0;
  },
});
