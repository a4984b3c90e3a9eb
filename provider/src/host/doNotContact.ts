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
import { OfRun } from "./programRun";
import { outputsInState } from "./stated";

/**
 * The path of the project's file, for the provider process, which runs in another folder. Undefined if the file does not
 * exist or the kind contacts nobody.
 */
export function doNotContactFile({ reaches }: DeclaredKind): string | undefined {
  if (reaches === undefined) return undefined;
  const { path, isThere } = fileOfRun.value;
  return isThere ? path : undefined;
}

/** The argument including the file's companies, and the hint that the class passes to the provider. */
export interface MergedCompanies {
  readonly args: Values;
  readonly hint: unknown;
}

/**
 * Adds the companies named in `outreach.do-not-contact` to those that an object ignores. This is done in the program so
 * that previews show them: the provider process runs in another folder, and its additions would not be shown. Undefined if
 * the project has no such file. Throws if the file cannot be read or has an invalid line.
 */
export function withCompaniesOfFile(
  { avoids }: DeclaredKind,
  args: Values,
  urn: string | Promise<string>,
): MergedCompanies | undefined {
  const file = avoids === undefined ? undefined : fileOfRun.value.companies;
  if (avoids === undefined || file === undefined) return undefined;
  const own = args[avoids];
  const merge = (declared: unknown) => mergeCompanies(declared, file, urn, avoids, args.adopt);
  if (own === undefined || Array.isArray(own)) {
    const both = merge(own);
    // An error while reading the state is reported by other properties that need the state.
    return { args: { [avoids]: both.then(({ value }) => value) }, hint: both.then(hintOf) };
  }
  // If the value is an Output, the whole result is an Output.
  const late = pulumi.output(own);
  return {
    args: { [avoids]: late.apply(async (declared) => (await merge(declared)).value) },
    hint: pulumi.unsecret(late.apply(async (declared) => hintOf(await merge(declared)))),
  };
}

/** A value that is not an array breaks a rule, which is reported elsewhere. */
type MergedValue = Omit<WithCompanies, "value"> & { readonly value: unknown };

const hintOf = ({ value: _, ...hint }: MergedValue): CompaniesOfFile => hint;

async function mergeCompanies(
  own: unknown,
  file: readonly string[],
  urn: string | Promise<string>,
  property: string,
  adopt: unknown,
): Promise<MergedValue> {
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

  /** Undefined if there is no file. Throws if the file cannot be read, because it must not be ignored. */
  get companies(): readonly string[] | undefined {
    this.read ??= readCompanies(this.path) ?? "none";
    return this.read === "none" ? undefined : this.read;
  }
}

const fileOfRun = new OfRun(() => new FileOfRun());

function readCompanies(path: string): readonly string[] | undefined {
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

/** The folder with the project file, searched upwards from the program's folder like the Pulumi CLI does. */
function projectFolder(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (["Pulumi.yaml", "Pulumi.yml"].some((name) => existsSync(join(at, name)))) return at;
    if (dirname(at) === at) return folder;
  }
}
