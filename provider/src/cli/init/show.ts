import type { Terminal } from "../terminal/terminal";
import type { InitDocument } from "./document";
import type { Choices, InitPlan } from "./plan";
import { workflowGuides } from "./writings";

/** What making a project has come to. */
export interface Made {
  readonly plan: InitPlan;
  readonly choices: Choices;
  readonly folder: string;
  /** The folder as a person would type it. */
  readonly shown: string;
  /** What a preview has printed, if one was asked for. */
  readonly preview: string | undefined;
}

/** Shows what was written, what to add by hand, and what to do next. */
export function showInit({ plan, choices, folder, shown, preview }: Made, terminal: Terminal, json: boolean): void {
  const { program, kept, byHand, different, manager } = plan;
  const there = shown === "." ? [] : [`cd ${inShell(shown)}`];
  const next = [
    ...there,
    ...(preview === undefined ? [manager.install, "node local.mjs preview"] : ["node local.mjs up"]),
  ];
  const written = [...plan.writes.keys()];
  if (json) {
    const lists = { written, kept: [...kept], byHand: [...byHand], different: [...different], next };
    const document: InitDocument = { version: 1, folder, ...choices, program, ...lists, preview };
    terminal.printJson(document);
    return;
  }
  const { name, workflow, agents } = choices;
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

/** A path as a word of a shell. */
function inShell(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
