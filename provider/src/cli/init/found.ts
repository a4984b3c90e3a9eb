import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, posix } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { safeText } from "../../api/redact";
import { projectName } from "../../export/project";
import { Refusal } from "../../lifecycle/refusal";
import { causeOf, realFolder, statOf } from "../files";
import { type PackageManager, packageManagerOf } from "./packageManager";

const packages = z.record(z.string(), z.string()).default({});
const manifestSchema = z.looseObject({
  main: z.string().optional(),
  type: z.string().optional(),
  dependencies: packages,
  devDependencies: packages,
});
/** The fields of a package.json that are read. */
export type Manifest = z.output<typeof manifestSchema>;

const projectSchema = z.looseObject({
  name: z.string(),
  runtime: z.union([
    z.string().transform((name) => ({ name, options: undefined })),
    z.looseObject({ name: z.string(), options: z.looseObject({ typescript: z.boolean().optional() }).optional() }),
  ]),
  main: z.string().optional(),
});

/** An existing Pulumi project file. */
export interface FoundProject {
  readonly file: "Pulumi.yaml" | "Pulumi.yml";
  readonly name: string;
  /** The program's folder or file. Undefined: this folder. */
  readonly main: string | undefined;
  /** False if the project turns off TypeScript in the engine. */
  readonly loadsTypeScript: boolean;
}

/** The facts about a folder that determine a new project's files. */
export interface Found {
  /** Absolute, without links. */
  readonly folder: string;
  readonly exists: boolean;
  readonly project: FoundProject | undefined;
  readonly manifest: Manifest | undefined;
  /** The path of the program that the engine or Node.js would start, with slashes. */
  readonly entry: string | undefined;
  /** The git repository whose root is a parent folder. */
  readonly repositoryAbove: string | undefined;
  readonly manager: PackageManager;
}

const indexFiles = ["index.ts", "index.js", "index.mjs", "index.cjs"];

/** Inspects a folder, which may not exist yet. Throws a Refusal if it contains a program in another language. */
export function inspectFolder(target: string): Found {
  const folder = realFolder(target);
  const project = readProject(folder);
  const manifest = readManifest(folder);
  const repositoryAbove = existsSync(join(folder, ".git")) ? undefined : findRepository(dirname(folder));
  return {
    ...{ folder, exists: statOf(folder) !== undefined, project, manifest, repositoryAbove },
    entry: findEntry(folder, project?.main, manifest?.main),
    manager: packageManagerOf(folder, repositoryAbove),
  };
}

/** The default name for a project in this folder, which npm accepts too. */
export function defaultName({ folder, project }: Pick<Found, "folder" | "project">): string {
  return project?.name ?? packageName(basename(folder));
}

/** The same name if npm accepts it, which is stricter than the engine; otherwise a similar one. */
export function packageName(name: string): string {
  return [name, projectName(name).slice(0, 100)].find((each) => nameProblem(each) === undefined) ?? "outreach";
}

/** Names of packages that the project depends on: npm does not install a package into a package of the same name. */
const dependencyNames = ["pulumi-outreach", "pulumi-outreach-sandbox", "typescript", "node_modules"];

/** Why a name is invalid for a new project; undefined if it is valid. */
export function nameProblem(name: string): string | undefined {
  if (!/^[a-z0-9][a-z0-9._-]{0,99}$/.test(name)) {
    return "takes up to 100 small letters, digits, hyphens, dots and underscores, the first a letter or digit";
  }
  return dependencyNames.includes(name)
    ? `takes another name: ${name} is that of a package which the project uses`
    : undefined;
}

/** The content of a file in the folder; undefined if it is missing. Throws a Refusal if it cannot be read. */
export function textIn(folder: string, path: string): string | undefined {
  const full = join(folder, path);
  if (statOf(full) === undefined) return undefined;
  try {
    return readFileSync(full, "utf8");
  } catch (error) {
    throw new Refusal(`could not read ${safeText(path, 200)}: ${causeOf(error)}. Nothing was written.`);
  }
}

function readProject(folder: string): FoundProject | undefined {
  for (const file of ["Pulumi.yaml", "Pulumi.yml"] as const) {
    const text = textIn(folder, file);
    if (text === undefined) continue;
    const read = projectSchema.safeParse(parseYaml(text));
    if (!read.success) {
      throw new Refusal(
        `${file} in this folder is not a readable project file: it needs a name and a runtime. Nothing was written.`,
        "Correct it, or name another folder.",
      );
    }
    const { name, runtime, main } = read.data;
    if (runtime.name !== "nodejs") {
      throw new Refusal(
        `${file} in this folder is of a program with the runtime ${safeText(runtime.name, 40)}, and outreach is declared in TypeScript or JavaScript. Nothing was written.`,
        "Name another folder: `pulumi-outreach init outreach`.",
      );
    }
    return { file, name, main, loadsTypeScript: runtime.options?.typescript !== false };
  }
  return undefined;
}

/** The value of a YAML string; undefined if it is invalid. */
function parseYaml(text: string): unknown {
  try {
    return parse(text, { logLevel: "error" });
  } catch {
    return undefined;
  }
}

function readManifest(folder: string): Manifest | undefined {
  const text = textIn(folder, "package.json");
  if (text === undefined) return undefined;
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch {
    throw new Refusal(
      "package.json in this folder cannot be read. Nothing was written.",
      "Correct it, then try again.",
    );
  }
}

function findEntry(folder: string, ofProject: string | undefined, ofPackage: string | undefined): string | undefined {
  const inside = ofProject ?? ".";
  const named = ofProject ?? ofPackage;
  const places = [...(named === undefined ? [] : [named]), ...indexFiles.map((name) => posix.join(inside, name))];
  const found = places.find((place) => statSync(join(folder, place), { throwIfNoEntry: false })?.isFile() === true);
  return found === undefined ? undefined : posix.normalize(found);
}

function findRepository(folder: string): string | undefined {
  if (existsSync(join(folder, ".git"))) return folder;
  return dirname(folder) === folder ? undefined : findRepository(dirname(folder));
}

/** Where the program that declares outreach is or will be. Paths have slashes. */
export interface Place {
  readonly program: string;
  /** False if the program exists and already declares outreach. */
  readonly isNew: boolean;
  /** The existing program, which must import it. */
  readonly importer?: string;
  /** The value that the project file needs as `main`; undefined if the engine finds the program without it. */
  readonly main?: string;
}

/**
 * An existing program for another purpose is not changed; the one for outreach is written beside it. In a package of ES
 * modules it is a `.js` file with the same content, because the engine loads TypeScript only as CommonJS.
 */
export function programPlace({ folder, project, manifest, entry }: Found): Place {
  if (entry !== undefined && (textIn(folder, entry) ?? "").includes("pulumi-outreach")) {
    return { program: entry, isNew: false };
  }
  const extension = manifest?.type === "module" ? "js" : "ts";
  if (entry !== undefined && project !== undefined) {
    const program = pathInside(posix.join(posix.dirname(entry), `outreach.${extension}`)) ?? `outreach.${extension}`;
    return { program, isNew: true, importer: entry };
  }
  if (project?.main !== undefined && !/\.[cm]?[jt]s$/.test(project.main)) {
    const program = pathInside(posix.join(project.main, `index.${extension}`));
    if (program !== undefined) return { program, isNew: true };
  }
  const program = `${entry?.startsWith("index.") === true ? "outreach" : "index"}.${extension}`;
  const started = posix.normalize(project?.main ?? manifest?.main ?? `index.${extension}`);
  return { program, isNew: true, ...(started === program ? {} : { main: program }) };
}

/** The path, unless it is outside of the folder. */
function pathInside(path: string): string | undefined {
  return path.startsWith("../") || path.startsWith("/") ? undefined : path;
}
