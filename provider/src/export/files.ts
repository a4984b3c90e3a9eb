import type { AccountContent, Export } from "./model";
import { type Part, programOf } from "./program";
import { importFile, importText, type ProjectFacts, projectFiles } from "./project";

/** All files of an export, by path with forward slashes. */
export async function filesOf(
  made: Export,
  content: AccountContent,
  facts: ProjectFacts,
): Promise<ReadonlyMap<string, string>> {
  const { modules, texts } = programOf(made);
  const files = new Map([...projectFiles(facts, content), [importFile, importText(made)], ...texts]);
  // Loaded late because it is large and not needed to list the objects.
  const { formatModule: formatted } = await import("./format");
  const finished = async (part: Part) =>
    "finished" in part ? part.finished : (await formatted(part.source)).trimEnd();
  for (const [path, parts] of modules) {
    const pieces: string[] = [];
    for (const part of parts) pieces.push(await finished(part));
    files.set(path, `${pieces.join("\n\n")}\n`);
  }
  return files;
}
