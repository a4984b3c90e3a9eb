import { z } from "zod";
import { accountInput, accountOptions } from "../accountOptions";
import { assertCanAsk, yesOption } from "../asking";
import { defineCommand } from "../command";

/** `pulumi-outreach queue` */
export const queue = defineCommand({
  name: "queue",
  summary: "Show who gets what next, with the text filled in",
  description:
    "Nothing is sent. Yet reading a queue moves the service's planner: people without a next step are marked finished, people who cannot get theirs are skipped or excluded. So it asks first. One request for each campaign",
  arguments: [{ name: "[campaigns...]", description: "ids or exact names; default: the active campaigns" }],
  options: [{ ...yesOption, description: "read it without a question" }, ...accountOptions],
  examples: [
    ['pulumi-outreach queue "Fintech Q1"', "One campaign, after a question"],
    ["pulumi-outreach queue --yes --json | jq -r '.campaigns[].entries[].text'", "Every text, for a script"],
  ],
  input: z.object({
    campaigns: z.array(z.string()).default([]),
    yes: z.boolean().default(false),
    ...accountInput,
  }),
  async run({ campaigns: words, yes, ...options }, { terminal, json, openAccount, clock, timeZone }) {
    assertCanAsk(terminal, yes, "queue asks first, because reading a queue moves the service's planner");
    const account = await openAccount(options);
    const { campaignsToRead, readQueues } = await import("../../follow/queue");
    const campaigns = await terminal.during("Reading the campaigns", () => campaignsToRead(account, words));
    const active = campaigns.filter(({ object }) => object?.active !== false).length;
    if (active > 0 && !yes) {
      terminal.note(
        "Reading a queue sends nothing, and moves the planner of the service: it marks people as finished, skipped or excluded.",
      );
      const question = `Read the queue of ${active === 1 ? "1 campaign" : `${active} campaigns (${active} requests)`}?`;
      if (!(await terminal.confirm(question))) {
        terminal.note("Nothing was read.");
        return 1;
      }
    }
    const read = await terminal.during("Reading the queues", () => readQueues(account, campaigns));
    for (const warning of read.warnings) terminal.warn(warning);
    if (json) terminal.printJson(read);
    else {
      const { showQueue } = await import("../follow/queue");
      const { Times } = await import("../../follow/times");
      showQueue(read, new Times(() => clock.wallTime(), timeZone), terminal);
    }
    return read.warnings.length > 0 ? 1 : 0;
  },
});
