import { posix } from "node:path";
import { stringify } from "yaml";
import { safeText } from "../../api/redact";
import { Refusal } from "../../lifecycle/refusal";
import { statOf } from "../files";
import { manualSteps, otherVersions } from "./byHand";
import { type Found, type Place, packageName, programPlace, textIn } from "./found";
import type { PackageManager } from "./packageManager";
import { type Forge, ignoredByWorkflows, localScript, start, workflowFiles } from "./texts";
import { agentGuide, readme } from "./writings";

/** The user's choices for a new project. */
export interface Choices {
  readonly name: string;
  readonly workflow: Forge | "none";
  readonly agents: boolean;
}

/** The effect of creating a project in a folder. All paths are relative, with slashes. */
export interface InitPlan {
  readonly writes: ReadonlyMap<string, string>;
  /** Existing files that are kept. */
  readonly kept: readonly string[];
  /** Instructions for adding what the kept files lack, each a sentence or a command. */
  readonly byHand: readonly string[];
  /** The kept files that differ from this version's. */
  readonly different: readonly string[];
  /** The file that declares outreach. */
  readonly program: string;
  readonly manager: PackageManager;
}

/** The address of a project's local service. */
export const localAddress = "http://127.0.0.1:8787";

/** Decides which files to write, and writes nothing. Throws a Refusal if an existing file or folder is in the way. */
export function planInit(found: Found, choices: Choices, version: string): InitPlan {
  const { folder, repositoryAbove } = found;
  if (choices.workflow !== "none" && repositoryAbove !== undefined) {
    throw new Refusal(
      `workflows run from the top of a repository, and this folder is inside of ${safeText(repositoryAbove, 200)}. Nothing was written.`,
      "Run it there, make this folder a repository (`git init`), or leave out --workflow.",
    );
  }
  const place = programPlace(found);
  const files = filesOf(found, choices, version, place);
  for (const path of files.keys()) assertFree(folder, path);
  const kept = [...files].flatMap(([path, ours]) => {
    const text = textIn(folder, path);
    return text === undefined ? [] : [{ path, text, ours }];
  });
  const paths = new Set(kept.map(({ path }) => path));
  return {
    writes: new Map([...files].filter(([path]) => !paths.has(path))),
    kept: [...(found.project === undefined ? [] : [found.project.file]), ...paths],
    byHand: manualSteps(found, place, kept),
    different: otherVersions(kept),
    program: place.program,
    manager: found.manager,
  };
}

function filesOf(
  { project, manager }: Found,
  { name, workflow, agents }: Choices,
  version: string,
  { program, isNew, main }: Place,
): Map<string, string> {
  const files = new Map<string, string>();
  if (project === undefined) files.set("Pulumi.yaml", projectText(name, main));
  files.set("Pulumi.local.yaml", stackText);
  if (isNew) files.set(program, start.program);
  files.set("local.mjs", localScript);
  // The engine already finds the program of an existing project.
  files.set("package.json", manifestText(name, version, project === undefined ? program : undefined));
  if (program.endsWith(".ts")) files.set("tsconfig.json", start.compiler);
  files.set(
    ".gitignore",
    lines(start.ignored, "# What local.mjs keeps.\n/.local", workflow === "none" ? "" : ignoredByWorkflows),
  );
  files.set("README.md", readme(name, program, workflow, manager));
  if (agents) files.set("AGENTS.md", agentGuide(program));
  for (const [path, text] of workflow === "none" ? [] : workflowFiles[workflow]) files.set(path, text);
  return files;
}

const stackText = `# The stack of local.mjs. The address is that of the local service, which sends nothing to anybody.
config:
  outreach:baseUrl: ${localAddress}
`;

function projectText(name: string, main: string | undefined): string {
  const text = start.project.replace(/^name: .*$/m, () => `name: ${stringify(name).trimEnd()}`);
  return main === undefined ? text : `${text}main: ${main}\n`;
}

function manifestText(name: string, version: string, main: string | undefined): string {
  const example: { readonly dependencies: Readonly<Record<string, string>> } = JSON.parse(start.manifest);
  const dependencies = { ...example.dependencies, "pulumi-outreach": `^${version}` };
  const own = { name: packageName(name), main, dependencies };
  const manifest = { ...example, ...own, devDependencies: { "pulumi-outreach-sandbox": `^${version}` } };
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

/** The distinct lines of several strings. */
function lines(...texts: string[]): string {
  return `${[...new Set(texts.flatMap((text) => text.split("\n")).filter((line) => line !== ""))].join("\n")}\n`;
}

/** Throws a Refusal if the file's path is a folder, or if one of its parent folders is not a folder. */
function assertFree(folder: string, path: string): void {
  const parts = path.split("/");
  for (const [index] of parts.entries()) {
    const part = parts.slice(0, index + 1).join("/");
    const stat = statOf(posix.join(folder, part));
    const isFolder = index < parts.length - 1;
    if (stat === undefined || (isFolder ? stat.isDirectory() : stat.isFile() || stat.isSymbolicLink())) continue;
    throw new Refusal(
      `${safeText(part, 200)} in this folder is no ${isFolder ? "folder" : "file"}, and ${path} ${isFolder ? "goes into it" : "has this name"}. Nothing was written.`,
      "Move it away, or name another folder.",
    );
  }
}
