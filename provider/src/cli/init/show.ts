import { z } from "zod";
import type { Report } from "../command";
import type { Terminal } from "../terminal/terminal";
import type { Choices, InitPlan } from "./plan";
import { workflowGuides } from "./writings";

const paths = z.array(z.string());

/** What `pulumi-outreach init --json` prints. */
export const initShape = z.strictObject({
  version: z.literal(1),
  /** The project's folder, absolute. */
  folder: z.string(),
  /** The project's name. */
  name: z.string(),
  workflow: z.enum(["github", "gitlab", "none"]),
  /** True if the project includes an AGENTS.md. */
  agents: z.boolean(),
  /** The file that declares outreach. All paths are relative to the folder, with slashes. */
  program: z.string(),
  written: paths,
  /** Existing files that were kept. */
  kept: paths,
  /** Instructions for adding what the kept files lack, each a sentence or a command. */
  byHand: z.array(z.string()),
  /** The kept files that differ from this version's. */
  different: paths,
  /** What a preview has printed, if one was asked for. */
  preview: z.string().optional(),
  /** Commands to run next. */
  next: z.array(z.string()),
});

export type InitDocument = Readonly<z.infer<typeof initShape>>;

/** The result of creating a project. */
export interface Made {
  readonly plan: InitPlan;
  readonly choices: Choices;
  readonly folder: string;
  /** The folder as a user would type it. */
  readonly shown: string;
  /** The preview's output, if a preview was requested. */
  readonly preview: string | undefined;
}

/** Reports the written files, the manual changes and the next steps. */
export function initReport(made: Made): Report {
  const { plan, choices, folder, shown, preview } = made;
  const { program, kept, byHand, different, manager } = plan;
  const there = shown === "." ? [] : [`cd ${shellQuoted(shown)}`];
  const next = [
    ...there,
    ...(preview === undefined ? [manager.install, "node local.mjs preview"] : ["node local.mjs up"]),
  ];
  const lists = { written: [...plan.writes.keys()], kept: [...kept], byHand: [...byHand], different: [...different] };
  const document: InitDocument = { version: 1, folder, ...choices, program, ...lists, next, preview };
  return { document, show: (terminal) => showInit(document, made, terminal) };
}

function showInit(document: InitDocument, { plan: { manager }, shown }: Made, terminal: Terminal): void {
  const { name, workflow, agents, written, kept, byHand, different, preview, next } = document;
  const what = [
    { github: "workflows for GitHub", gitlab: "workflows for GitLab", none: "no workflows" }[workflow],
    agents ? "an AGENTS.md" : "no AGENTS.md",
  ];
  terminal.print(`Project ${name} in ${shown === "." ? "this folder" : shown}, ${what.join(", ")}.`);
  terminal.print(written.length === 0 ? "Nothing to write: every file is there." : `Wrote ${written.join(", ")}.`);
  if (kept.length > 0) {
    terminal.print(`Your own ${kept.join(", ")} stayed as ${kept.length === 1 ? "it is" : "they are"}.`);
  }
  if (different.length > 0) {
    terminal.note(`Other than in this version of pulumi-outreach: ${different.join(", ")}.`);
  }
  if (byHand.length > 0) {
    terminal.print("\nAdd by hand:");
    for (const line of byHand) terminal.print(`  ${line}`);
  }
  if (preview !== undefined) terminal.print(`\n${preview}`);
  terminal.print("\nNext (the local service sends nothing to anybody):");
  for (const line of next) terminal.print(`  ${line}`);
  if (workflow === "none") return;
  terminal.print(`\nThe workflows need some settings once: ${workflowGuides[workflow]}`);
  if (manager.name === "npm") return;
  terminal.print(
    `They install with npm. Replace \`npm ci\` in them by \`${manager.installLocked}\`, and let them install ${manager.name}.`,
  );
}

/** Quotes a path for a shell if necessary. */
function shellQuoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
