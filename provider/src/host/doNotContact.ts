import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { safeText } from "../api/redact";
import { companiesIn, entriesIn } from "../kind/doNotContact";
import { type CompaniesOfFile, doNotContactName, type WithCompanies, withCompanies } from "../lifecycle/companies";
import { heldCompanies } from "../lifecycle/companiesDeclared";
import type { DeclaredKind, Values } from "../lifecycle/declared";
import { Refusal } from "../lifecycle/refusal";
import { programError } from "./programError";
import { outputsInState } from "./stated";

/**
 * The file of the project, for the process of the provider, whose folder is another one. Undefined for what starts nothing, and
 * if there is no such file.
 */
export function doNotContactFile({ reaches }: DeclaredKind): string | undefined {
  if (reaches === undefined) return undefined;
  const { path, isThere } = fileOfRun();
  return isThere ? path : undefined;
}

/** An argument with the companies of the file, and what the class passes of them. */
export interface MergedCompanies {
  readonly args: Values;
  readonly hint: unknown;
}

/**
 * Adds the companies that `outreach.do-not-contact` names to those that an object leaves out. It happens in the program, so
 * that they are part of what is declared: the provider's process has another folder, and what it adds no preview shows.
 * Undefined if the project has no such file. Throws for a file that cannot be read, or with a line that names nobody.
 */
export function withCompaniesOfFile(
  { avoids }: DeclaredKind,
  args: Values,
  urn: string | Promise<string>,
): MergedCompanies | undefined {
  const file = avoids === undefined ? undefined : fileOfRun().companies;
  if (avoids === undefined || file === undefined) return undefined;
  const own = args[avoids];
  const merge = (declared: unknown) => merged(declared, file, urn, avoids, args.adopt);
  if (own === undefined || Array.isArray(own)) {
    const both = merge(own);
    // An error of the state is reported by the properties that read it as well.
    return { args: { [avoids]: both.then(({ value }) => value) }, hint: both.then(hintOf) };
  }
  // Of what is known later, the whole value is later.
  const late = pulumi.output(own);
  return {
    args: { [avoids]: late.apply(async (declared) => (await merge(declared)).value) },
    hint: pulumi.unsecret(late.apply(async (declared) => hintOf(await merge(declared)))),
  };
}

/** A value that is no list breaks a rule, which is reported elsewhere. */
type Merged = Omit<WithCompanies, "value"> & { readonly value: unknown };

const hintOf = ({ value: _, ...hint }: Merged): CompaniesOfFile => hint;

async function merged(
  own: unknown,
  file: readonly string[],
  urn: string | Promise<string>,
  property: string,
  adopt: unknown,
): Promise<Merged> {
  if (own !== undefined && !Array.isArray(own)) return { value: own, named: [], added: [] };
  return withCompanies(own, file, heldCompanies(await outputsInState(await urn), property), adopt);
}

/** The file as one run has found it: looked for and read once, for all resources of the program. */
class FileOfRun {
  readonly path = join(projectFolder(process.cwd()), doNotContactName);
  private found: boolean | undefined;
  private read: readonly string[] | "none" | undefined;

  get isThere(): boolean {
    this.found ??= existsSync(this.path);
    return this.found;
  }

  /** Undefined if there is no file. Throws for one that cannot be read, and so does not count as none. */
  get companies(): readonly string[] | undefined {
    this.read ??= companiesOf(this.path) ?? "none";
    return this.read === "none" ? undefined : this.read;
  }
}

/** For each run: with the Automation API, one process runs a program many times. */
const files = new WeakMap<object, FileOfRun>();
const noRun = {};

function fileOfRun(): FileOfRun {
  const run = pulumi.runtime.getMonitor() ?? noRun;
  const file = files.get(run) ?? new FileOfRun();
  files.set(run, file);
  return file;
}

function companiesOf(path: string): readonly string[] | undefined {
  try {
    return companiesIn(entriesIn(readFileSync(path, "utf8")));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    const why = error instanceof Refusal ? error.message : `could not read ${safeText(path, 200)}: ${String(error)}`;
    throw programError(
      `${why}\nNothing was sent: without the file, people of the companies that it names would be found.`,
    );
  }
}

/** The folder with the project file, from the folder of the program upwards, as the Pulumi CLI finds it. */
function projectFolder(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (["Pulumi.yaml", "Pulumi.yml"].some((name) => existsSync(join(at, name)))) return at;
    if (dirname(at) === at) return folder;
  }
}
