import { asOption, stackOption } from "../accountOptions";
import { defineCommand } from "../command";
import { exportInput } from "../export/input";

/** `pulumi-outreach export` */
export const exportCommand = defineCommand({
  name: "export",
  summary: "Write a Pulumi program for an account that exists already",
  description:
    "Reads the lists, source agents and campaigns of the acting user, and writes a program that declares them as they are, with state for `pulumi import --file import.json`, so that the next preview shows no change. Nothing is written to the service. Files of your own in the folder are never touched",
  arguments: [{ name: "[folder]", description: "the folder to write; it is made if it does not exist" }],
  options: [
    stackOption,
    asOption,
    {
      flags: "--only <what...>",
      description:
        "only these: lists, agents, campaigns, an id, or an exact name; what they refer to besides is written as ids",
    },
    {
      flags: "--map <file>",
      description:
        "what the service does not tell of campaigns: their lists and e-mail seats; default: outreach.map.yaml in the folder",
    },
    { flags: "--list", description: "only show what would be exported" },
    { flags: "--overwrite", description: "replace what an earlier export wrote, edited files included" },
  ],
  examples: [
    ["pulumi-outreach export outreach", "The whole account, to the folder outreach"],
    ["pulumi-outreach export --list", "What there is, and what would be left out"],
    ["pulumi-outreach export alice --as alice@example.com", "The objects of a member"],
    ['pulumi-outreach export outreach --only lists "Fintech Q1"', "All lists, and what has this name"],
  ],
  input: exportInput,
  async run(input, context) {
    const { runExport } = await import("../export/run");
    return await runExport(input, context);
  },
});
