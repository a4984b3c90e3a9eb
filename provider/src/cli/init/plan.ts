import { posix } from "node:path";
import { stringify } from "yaml";
import { safeText } from "../../api/redact";
import { Refusal } from "../../lifecycle/refusal";
import { statOf } from "../files";
import { byHand, otherVersions } from "./byHand";
import { type Found, type Place, packageName, placeOf, textIn } from "./found";
import type { PackageManager } from "./packageManager";
import { type Forge, ignoredByWorkflows, localScript, start, workflowFiles } from "./texts";
import { agentGuide, readme } from "./writings";

/** What a person chooses of a new project. */
export interface Choices {
  readonly name: string;
  readonly workflow: Forge | "none";
  readonly agents: boolean;
}

/** What making a project in a folder comes to. All paths are relative, with slashes. */
export interface InitPlan {
  readonly writes: ReadonlyMap<string, string>;
  /** Files that were there already, and stay as they are. */
  readonly kept: readonly string[];
  /** What the kept files lack, each as a sentence or a command. */
  readonly byHand: readonly string[];
  /** Those of the kept files that differ from the ones of this version. */
  readonly different: readonly string[];
  /** The file that declares outreach. */
  readonly program: string;
  readonly manager: PackageManager;
}

/** Where the local service of a project listens. */
export const localAddress = "http://127.0.0.1:8787";

/** Decides what to write. Throws a Refusal if something is in the way, and changes nothing. */
export function planInit(found: Found, choices: Choices, version: string): InitPlan {
  const { folder, repositoryAbove } = found;
  if (choices.workflow !== "none" && repositoryAbove !== undefined) {
    throw new Refusal(
      `workflows run from the top of a repository, and this folder is inside of ${safeText(repositoryAbove, 200)}. Nothing was written.`,
      "Run it there, make this folder a repository (`git init`), or leave out --workflow.",
    );
  }
  const place = placeOf(found);
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
    byHand: byHand(found, place, kept),
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
  // Of a project that is there already, the engine knows the program.
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

/** The lines of several texts, each once. */
function lines(...texts: string[]): string {
  return `${[...new Set(texts.flatMap((text) => text.split("\n")).filter((line) => line !== ""))].join("\n")}\n`;
}

/** Throws a Refusal if there is a folder in the place of a file, or something else in the place of a folder. */
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
