import { z } from "zod";
import { readKeys } from "../host/misspelt";
import { inPlainText, isSettingName, type SettingName, SettingsRefusal } from "../host/settings";
import { Refusal } from "../lifecycle/refusal";
import { projectAround } from "./project";
import { readFromStack } from "./pulumi";

const instead = "or set OUTREACH_API_KEY and OUTREACH_BASE_URL in the environment";

const configured = z.record(
  z.string(),
  z.looseObject({ value: z.string().optional(), secret: z.boolean().optional() }),
);

/**
 * Reads this package's settings from a stack's config with the Pulumi CLI.
 *
 * @param stack undefined: the selected one
 */
export async function stackConfig(stack: string | undefined): Promise<ReadonlyMap<string, string>> {
  const reading = { what: "config", stack, command: "pulumi config", instead };
  const entries = Object.entries(parseConfig(await readFromStack(["config", "--json", "--show-secrets"], reading)));
  const { misspelt } = readKeys(
    entries.map(([key]) => key),
    // The project's own keys in the config are not misspelt settings.
    (await projectAround(process.cwd()))?.name ?? "",
  );
  if (misspelt.length > 0) throw new Refusal(...misspelt);
  const settings = new Map<SettingName, string>();
  for (const [key, { value, secret }] of entries) {
    const name = /^outreach:(.*)$/s.exec(key)?.[1] ?? "";
    if (!isSettingName(name) || value === undefined) continue;
    const problem = secret === true ? undefined : inPlainText(name, value);
    if (problem !== undefined) throw new SettingsRefusal([problem]);
    settings.set(name, value);
  }
  return settings;
}

function parseConfig(output: string): z.infer<typeof configured> {
  try {
    return configured.parse(JSON.parse(output));
  } catch {
    // Do not show the output, because it may contain secrets.
    throw new Refusal(
      "could not read the config of the stack: `pulumi config --json` printed something else than a JSON object.",
      `Use a newer Pulumi CLI, ${instead}.`,
    );
  }
}
