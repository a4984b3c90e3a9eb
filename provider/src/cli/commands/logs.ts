import { accountOptions } from "../accountOptions";
import { defineCommand } from "../command";
import { logsInput } from "../follow/input";
import { limitOption } from "../limit";

/** `pulumi-outreach logs` */
export const logs = defineCommand({
  name: "logs",
  summary: "Show what campaigns and source agents did",
  description:
    "Entries of all that are named, oldest first. With --follow, new ones as they come, until Ctrl-C; --json then prints one document on each line",
  arguments: [{ name: "<names...>", description: "campaigns or source agents: ids or exact names" }],
  options: [
    { flags: "--campaign", description: "the names are of campaigns" },
    { flags: "--agent", description: "the names are of source agents" },
    { flags: "--since <time>", description: "from this time on: 90m, 2h, 3d, 1w, or a date (ISO 8601)" },
    { ...limitOption, description: "the newest entries at most; default: 50, or all with --since" },
    { flags: "-f, --follow", description: "go on, and show new entries as they come" },
    ...accountOptions,
  ],
  examples: [
    ['pulumi-outreach logs "Fintech Q1" --since 1d', "What a campaign did since yesterday"],
    ["pulumi-outreach logs --agent 123 --follow", "What a source agent finds, as it finds it"],
  ],
  input: logsInput,
  async run(asked, context) {
    const { runLogs } = await import("../follow/logs");
    return await runLogs(asked, context);
  },
});
