import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { type Outcome, outcomeOf, type Project, repository } from "./project";
import { pulumiExecutable } from "./pulumiExecutable";

const command = join(repository, "provider", "dist", "cli.js");

/** Runs the built command `pulumi-outreach` in the folder of a project, with the Pulumi CLI on the PATH. */
export async function outreachCommand(
  project: Project,
  words: readonly string[],
  { input, env = {} }: { readonly input?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Outcome> {
  const path = `${dirname(pulumiExecutable())}:${process.env.PATH ?? ""}`;
  const child = spawn(process.execPath, [command, ...words], {
    cwd: project.folder,
    env: { ...project.env, PATH: path, ...env },
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
  });
  child.stdin?.end(input);
  return await outcomeOf(child);
}
