import { z } from "zod";
import { type CommandDefinition, described } from "../command";
import { accountOptions, flag, limitOption, text } from "../options";

export const logs = {
  name: "logs",
  summary: "Show what campaigns and source agents did",
  description:
    "Entries of all that are named, oldest first. With --follow, new ones as they come, until Ctrl-C; --json then prints one document on each line",
  input: z
    .object({
      names: described(z.array(z.string()).min(1), "<names...>", "campaigns or source agents: ids or exact names"),
      campaign: flag("--campaign", "the names are of campaigns"),
      agent: flag("--agent", "the names are of source agents"),
      since: text("--since <time>", "from this time on: 90m, 2h, 3d, 1w, or a date (ISO 8601)"),
      limit: limitOption("the newest entries at most; default: 50, or all with --since"),
      follow: flag("-f, --follow", "go on, and show new entries as they come"),
      ...accountOptions(),
    })
    .refine(({ campaign, agent }) => !(campaign && agent), { path: ["agent"], message: "excludes --campaign" }),
  examples: [
    ['pulumi-outreach logs "Fintech Q1" --since 1d', "What a campaign did since yesterday"],
    ["pulumi-outreach logs --agent 123 --follow", "What a source agent finds, as it finds it"],
  ],
} satisfies CommandDefinition;
export type LogsInput = z.output<typeof logs.input>;
