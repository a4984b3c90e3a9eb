import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { safeText } from "../../api/redact";
import { Refusal } from "../../lifecycle/refusal";
import { type ContentRules, defaultRules, readRules, rulesFile } from "../../review/content/rules";
import { UsageError } from "../command";
import { causeOf } from "./sources";

/** The Pulumi project in the working folder or above it. */
export interface PulumiProject {
  readonly folder: string;
  /** Undefined if Pulumi.yaml does not say it in a readable form. */
  readonly name: string | undefined;
}

export async function projectAround(folder: string): Promise<PulumiProject | undefined> {
  const text = await textOf(join(folder, "Pulumi.yaml"));
  if (text === undefined) return dirname(folder) === folder ? undefined : await projectAround(dirname(folder));
  const { parseDocument } = await import("yaml");
  const name: unknown = parseDocument(text).get("name");
  return { folder, name: typeof name === "string" ? name : undefined };
}

/** The demands on texts: of the named file, else of the project's, else the usual ones. */
export async function rulesFor(file: string | undefined, project: PulumiProject | undefined): Promise<ContentRules> {
  const path = file ?? join(project?.folder ?? process.cwd(), rulesFile);
  const text = await textOf(path, file !== undefined);
  if (text === undefined) return defaultRules;
  try {
    return await readRules(text, file ?? rulesFile);
  } catch (error) {
    if (error instanceof Refusal) throw new UsageError(error.message);
    throw error;
  }
}

async function textOf(path: string, isRequired = false): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (isMissing && !isRequired) return undefined;
    throw new UsageError(`could not read ${safeText(path, 200)}: ${causeOf(error)}`);
  }
}
