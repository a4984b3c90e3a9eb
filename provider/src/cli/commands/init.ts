import { z } from "zod";
import { type CommandDefinition, described } from "../command";
import { choice, flag, text, yesOption } from "../options";

const workflows = ["github", "gitlab", "none"] as const;

export const init = {
  name: "init",
  summary: "Make a project that works against the local service at once",
  description:
    "Writes a program with a list, a source agent and a campaign, and what it needs to be previewed without an account. Beside a program of yours it writes only what is missing: no file is overwritten, and what to add by hand is printed. Asks at most three questions, and only at a terminal",
  input: z.object({
    folder: described(
      z.string().min(1, "must not be empty").default("."),
      "[folder]",
      "the folder of the project; default: this one",
    ),
    name: text("--name <name>", "name of the project; default: that of the folder"),
    workflow: choice(
      "--workflow <forge>",
      "workflows that review pull requests and apply them; default: none",
      workflows,
    ),
    agents: described(
      z.boolean().optional(),
      "--agents",
      "an AGENTS.md, which tells coding agents what to leave to a person",
    ),
    preview: flag("--preview", "also install the packages, and preview it against the local service"),
    yes: yesOption("take the defaults without a question"),
  }),
  examples: [
    ["pulumi-outreach init", "A project in this folder"],
    ["pulumi-outreach init --preview", "The same, with its first preview"],
    ["pulumi-outreach init outreach --yes", "One in the folder outreach, without a question"],
    ["pulumi-outreach init --workflow github --agents", "With reviews of pull requests, and rules for coding agents"],
  ],
} satisfies CommandDefinition;
export type InitInput = z.output<typeof init.input>;
