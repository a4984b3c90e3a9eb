import { join } from "node:path";
import { Refusal } from "../../lifecycle/refusal";
import { type ContentRules, defaultRules, readRules, rulesFile } from "../../review/content/rules";
import { UsageError } from "../command";
import { textOf } from "../files";
import type { PulumiProject } from "../project";

/** The rules for texts: from the given file, otherwise from the project's, otherwise the defaults. */
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
