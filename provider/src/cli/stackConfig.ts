import { z } from "zod";
import { safeText } from "../api/redact";
import { readKeys } from "../host/misspelt";
import { inPlainText, isSettingName, type SettingName } from "../host/settings";
import { Refusal } from "../lifecycle/refusal";
import { projectAround } from "./project";
import { type PulumiRun, runPulumi } from "./pulumi";

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
  const words = ["config", "--json", "--show-secrets", "--non-interactive"];
  const run = await runPulumi(stack === undefined ? words : [...words, "--stack", stack]);
  if (run.outcome !== "fine") throw explained(run, stack);
  const entries = Object.entries(parsed(run.output));
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
    if (problem !== undefined) throw new Refusal(problem);
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

/** Known messages of the CLI, and what to do. Anything else is quoted. */
const reasons: readonly [RegExp, string, string][] = [
  [/no stack selected/i, "no stack is selected", "Name one with --stack, select one with `pulumi stack select`"],
  [/no stack named/i, "the stack does not exist", "`pulumi stack ls` lists the stacks; name one of them with --stack"],
  [
    /no Pulumi\.yaml|no Pulumi project/i,
    "there is no Pulumi.yaml in this folder or above it",
    "Change to the folder of the program",
  ],
  [
    /passphrase/i,
    "its secrets need a passphrase, and the one in the environment is missing or wrong",
    "Set PULUMI_CONFIG_PASSPHRASE or PULUMI_CONFIG_PASSPHRASE_FILE",
  ],
  [/PULUMI_ACCESS_TOKEN|pulumi login/i, "the Pulumi CLI is not logged in", "Run `pulumi login`"],
];

function explained({ outcome, errors }: PulumiRun, stack: string | undefined): Refusal {
  const what = `could not read the config of ${stack === undefined ? "the selected stack" : `stack ${safeText(stack, 80)}`}`;
  if (outcome === "missing") {
    return new Refusal(`${what}: the Pulumi CLI (pulumi) is not on the PATH.`, `Install it, ${instead}.`);
  }
  for (const [pattern, reason, advice] of reasons) {
    if (pattern.test(errors)) return new Refusal(`${what}: ${reason}.`, `${advice}, ${instead}.`);
  }
  const said = safeText(errors.replace(/^error: /, ""), 300);
  return new Refusal(`${what}: \`pulumi config\` failed${said === "" ? "" : `: ${said}`}`, `Correct this, ${instead}.`);
}
