import { z } from "zod";
import { type CommandDefinition, described } from "../command";
import { asOption, flag, stackOption, text } from "../options";

export const exportCommand = {
  name: "export",
  summary: "Write a Pulumi program for an account that exists already",
  description:
    "Reads the lists, source agents and campaigns of the acting user, and writes a program that declares them as they are, with state for `pulumi import --file import.json`, so that the next preview shows no change. Nothing is written to the service. Files of your own in the folder are never touched",
  input: z
    .object({
      folder: described(
        z.string().min(1, "must not be empty").optional(),
        "[folder]",
        "the folder to write; it is made if it does not exist",
      ),
      stack: stackOption(),
      as: asOption(),
      only: described(
        z.array(z.string().trim().min(1, "takes a kind, an id or a name")).default([]),
        "--only <what...>",
        "only these: lists, agents, campaigns, an id, or an exact name; what they refer to besides is written as ids",
      ),
      map: text(
        "--map <file>",
        "what the service does not show of campaigns: their lists and e-mail seats; default: outreach.map.yaml in the folder",
      ),
      list: flag("--list", "only show what would be exported"),
      overwrite: flag("--overwrite", "replace what an earlier export wrote, edited files included"),
    })
    .refine(({ folder, list }) => list || folder !== undefined, {
      path: ["folder"],
      message: "is missing: name the folder to write, or use --list to see what would be exported",
    }),
  examples: [
    ["pulumi-outreach export outreach", "The whole account, to the folder outreach"],
    ["pulumi-outreach export --list", "What there is, and what would be left out"],
    ["pulumi-outreach export alice --as alice@example.com", "The objects of a member"],
    ['pulumi-outreach export outreach --only lists "Fintech Q1"', "All lists, and what has this name"],
  ],
} satisfies CommandDefinition;
export type ExportInput = z.output<typeof exportCommand.input>;
