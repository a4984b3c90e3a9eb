import { join } from "node:path";
import { runIn } from "./acceptance";
import { type Outcome, type Project, repository } from "./project";
import { assertPublishedIfJson } from "./publishedSchemas";

const command = join(repository, "provider", "dist", "cli.js");

/** Runs the built command `pulumi-outreach` in the folder of a project, with the Pulumi CLI on the PATH. Its JSON is checked. */
export async function outreachCommand(
  project: Project,
  words: readonly string[],
  { input, env = {} }: { readonly input?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Outcome> {
  const outcome = await runIn(project, process.execPath, [command, ...words], env, input);
  assertPublishedIfJson(words, outcome.stdout);
  return outcome;
}
