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
/** What is read of a package.json. */
export type Manifest = z.output<typeof manifestSchema>;

const projectSchema = z.looseObject({
  name: z.string(),
  runtime: z.union([
    z.string().transform((name) => ({ name, options: undefined })),
    z.looseObject({ name: z.string(), options: z.looseObject({ typescript: z.boolean().optional() }).optional() }),
  ]),
  main: z.string().optional(),
});

/** A project file of Pulumi that is there already. */
export interface FoundProject {
  readonly file: "Pulumi.yaml" | "Pulumi.yml";
  readonly name: string;
  /** The folder or the file of the program; undefined: this folder. */
  readonly main: string | undefined;
  /** False if the engine is told not to load TypeScript. */
  readonly loadsTypeScript: boolean;
}

/** What a folder holds that decides on the files of a new project. */
export interface Found {
  /** Absolute, without links. */
  readonly folder: string;
  readonly exists: boolean;
  readonly project: FoundProject | undefined;
  readonly manifest: Manifest | undefined;
  /** The program that the engine or Node.js would start, with slashes. */
  readonly entry: string | undefined;
  /** The git repository that begins in a folder above. */
  readonly repositoryAbove: string | undefined;
  readonly manager: PackageManager;
}

const indexFiles = ["index.ts", "index.js", "index.mjs", "index.cjs"];

/** Looks at a folder, which may not exist yet. Throws a Refusal if it holds a program for another language. */
export function lookAt(target: string): Found {
  const folder = realFolder(target);
  const project = projectIn(folder);
  const manifest = manifestIn(folder);
  const repositoryAbove = existsSync(join(folder, ".git")) ? undefined : repositoryAround(dirname(folder));
  return {
    ...{ folder, exists: statOf(folder) !== undefined, project, manifest, repositoryAbove },
    entry: entryIn(folder, project?.main, manifest?.main),
    manager: packageManagerOf(folder, repositoryAbove),
  };
}

/** A name for a project in this folder, which npm takes as well. */
export function defaultName({ folder, project }: Pick<Found, "folder" | "project">): string {
  return project?.name ?? packageName(basename(folder));
}

/** The same name if npm takes it, which takes fewer than the engine; else one that is near. */
export function packageName(name: string): string {
  return [name, projectName(name).slice(0, 100)].find((each) => nameProblem(each) === undefined) ?? "outreach";
}

/** npm installs no package into one of the same name. */
const taken = ["pulumi-outreach", "pulumi-outreach-sandbox", "typescript", "node_modules"];

/** Why something is no name for a new project; undefined if it is one. */
export function nameProblem(name: string): string | undefined {
  if (!/^[a-z0-9][a-z0-9._-]{0,99}$/.test(name)) {
    return "takes up to 100 small letters, digits, hyphens, dots and underscores, the first a letter or digit";
  }
  return taken.includes(name) ? `takes another name: ${name} is that of a package which the project uses` : undefined;
}

/** The text of a file in the folder, with slashes; undefined if nothing is there. Throws a Refusal if it is no file. */
export function textIn(folder: string, path: string): string | undefined {
  const full = join(folder, path);
  if (statOf(full) === undefined) return undefined;
  try {
    return readFileSync(full, "utf8");
  } catch (error) {
    throw new Refusal(`could not read ${safeText(path, 200)}: ${causeOf(error)}. Nothing was written.`);
  }
}

function projectIn(folder: string): FoundProject | undefined {
  for (const file of ["Pulumi.yaml", "Pulumi.yml"] as const) {
    const text = textIn(folder, file);
    if (text === undefined) continue;
    const read = projectSchema.safeParse(yamlIn(text));
    if (!read.success) {
      throw new Refusal(
        `${file} in this folder is no project file that can be read: it needs a name and a runtime. Nothing was written.`,
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

/** The value of a YAML text; undefined if it is none. */
function yamlIn(text: string): unknown {
  try {
    return parse(text, { logLevel: "error" });
  } catch {
    return undefined;
  }
}

function manifestIn(folder: string): Manifest | undefined {
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

function entryIn(folder: string, ofProject: string | undefined, ofPackage: string | undefined): string | undefined {
  const inside = ofProject ?? ".";
  const named = ofProject ?? ofPackage;
  const places = [...(named === undefined ? [] : [named]), ...indexFiles.map((name) => posix.join(inside, name))];
  const found = places.find((place) => statSync(join(folder, place), { throwIfNoEntry: false })?.isFile() === true);
  return found === undefined ? undefined : posix.normalize(found);
}

function repositoryAround(folder: string): string | undefined {
  if (existsSync(join(folder, ".git"))) return folder;
  return dirname(folder) === folder ? undefined : repositoryAround(dirname(folder));
}

/** Where the program that declares outreach is, or goes. Paths have slashes. */
export interface Place {
  readonly program: string;
  /** False: it is there, and declares outreach already. */
  readonly isNew: boolean;
  /** The program of before, which has to import it. */
  readonly importer?: string;
  /** What the project file has to name as `main`; undefined if the engine finds the program without it. */
  readonly main?: string;
}

/**
 * A program of another purpose stays as it is, and the one for outreach goes beside it. In a package of ES modules that
 * is a `.js` file, because the engine loads TypeScript as CommonJS alone; the program is the same text.
 */
export function placeOf({ folder, project, manifest, entry }: Found): Place {
  if (entry !== undefined && (textIn(folder, entry) ?? "").includes("pulumi-outreach")) {
    return { program: entry, isNew: false };
  }
  const ending = manifest?.type === "module" ? "js" : "ts";
  if (entry !== undefined && project !== undefined) {
    const program = inside(posix.join(posix.dirname(entry), `outreach.${ending}`)) ?? `outreach.${ending}`;
    return { program, isNew: true, importer: entry };
  }
  if (project?.main !== undefined && !/\.[cm]?[jt]s$/.test(project.main)) {
    const program = inside(posix.join(project.main, `index.${ending}`));
    if (program !== undefined) return { program, isNew: true };
  }
  const program = `${entry?.startsWith("index.") === true ? "outreach" : "index"}.${ending}`;
  const started = posix.normalize(project?.main ?? manifest?.main ?? `index.${ending}`);
  return { program, isNew: true, ...(started === program ? {} : { main: program }) };
}

/** The path, if it does not lead out of the folder. */
function inside(path: string): string | undefined {
  return path.startsWith("../") || path.startsWith("/") ? undefined : path;
}
