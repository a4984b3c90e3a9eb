import { z } from "zod";
import { yesOption } from "../asking";
import { defineCommand } from "../command";

/** `pulumi-outreach init` */
export const init = defineCommand({
  name: "init",
  summary: "Make a project that works against the local service at once",
  description:
    "Writes a program with a list, a source agent and a campaign, and what it needs to be previewed without an account. Beside a program of yours it writes only what is missing: no file is overwritten, and what to add by hand is printed. Asks at most three questions, and only at a terminal",
  arguments: [{ name: "[folder]", description: "the folder of the project; default: this one" }],
  options: [
    { flags: "--name <name>", description: "name of the project; default: that of the folder" },
    {
      flags: "--workflow <forge>",
      description: "workflows that review pull requests and apply them; default: none",
      choices: ["github", "gitlab", "none"],
    },
    { flags: "--agents", description: "an AGENTS.md, which tells coding agents what to leave to a person" },
    { flags: "--preview", description: "also install the packages, and preview it against the local service" },
    { ...yesOption, description: "take the defaults without a question" },
  ],
  examples: [
    ["pulumi-outreach init", "A project in this folder"],
    ["pulumi-outreach init --preview", "The same, with its first preview"],
    ["pulumi-outreach init outreach --yes", "One in the folder outreach, without a question"],
    ["pulumi-outreach init --workflow github --agents", "With reviews of pull requests, and rules for coding agents"],
  ],
  input: z.object({
    folder: z.string().min(1, "must not be empty").default("."),
    name: z.string().optional(),
    workflow: z.enum(["github", "gitlab", "none"]).optional(),
    agents: z.boolean().optional(),
    preview: z.boolean().default(false),
    yes: z.boolean().default(false),
  }),
  async run(input, context) {
    const { runInit } = await import("../init/run");
    return await runInit(input, context);
  },
});
