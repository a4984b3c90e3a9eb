import { z } from "zod";
import { readKeys } from "../host/misspelt";
import { inPlainText, isSettingName, type SettingName, SettingsRefusal } from "../host/settings";
import { Refusal } from "../lifecycle/refusal";
import { projectAround } from "./project";
import { readOfStack } from "./pulumi";

const instead = "or set OUTREACH_API_KEY and OUTREACH_BASE_URL in the environment";

const configured = z.record(
  z.string(),
  z.looseObject({ value: z.string().optional(), secret: z.boolean().optional() }),
);

/**
 * The settings of this package in the config of a stack, read by the Pulumi CLI.
 *
 * @param stack undefined: the selected one
 */
export async function stackConfig(stack: string | undefined): Promise<ReadonlyMap<string, string>> {
  const reading = { what: "config", stack, command: "pulumi config", instead };
  const entries = Object.entries(parsed(await readOfStack(["config", "--json", "--show-secrets"], reading)));
  const { misspelt } = readKeys(
    entries.map(([key]) => key),
    // The namespace of the project itself in the config is its own.
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

function parsed(output: string): z.infer<typeof configured> {
  try {
    return configured.parse(JSON.parse(output));
  } catch {
    // The output may contain secrets, so none of it is shown.
    throw new Refusal(
      "could not read the config of the stack: `pulumi config --json` printed something else than a JSON object.",
      `Use a newer Pulumi CLI, ${instead}.`,
    );
  }
}
