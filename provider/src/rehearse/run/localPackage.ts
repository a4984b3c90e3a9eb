import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { z } from "zod";
import { Refusal } from "../../lifecycle/refusal";

/** The local service's package, which users install in addition to this one. */
const packageName = "pulumi-outreach-sandbox";

const manifest = z.looseObject({ bin: z.union([z.string(), z.record(z.string(), z.string())]) });

/** The local service's command, resolved from the first of these folders that finds it. Throws a Refusal if none does. */
export async function localCommand(folders: readonly string[]): Promise<string> {
  for (const folder of folders) {
    const found = manifestFrom(folder);
    if (found === undefined) continue;
    const { bin } = manifest.parse(JSON.parse(await readFile(found, "utf8")));
    const command = typeof bin === "string" ? bin : bin[packageName];
    if (command !== undefined) return join(dirname(found), command);
  }
  throw new Refusal(
    `a rehearsal needs the local service, and the package ${packageName} is not installed in this project.`,
    `Run \`npm install --save-dev ${packageName}\`, in the version of pulumi-outreach.`,
  );
}

function manifestFrom(folder: string): string | undefined {
  const projectRequire = createRequire(join(folder, "package.json"));
  try {
    return projectRequire.resolve("pulumi-outreach-sandbox/package.json");
  } catch {
    return undefined;
  }
}
