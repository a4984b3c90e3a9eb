import * as pulumi from "@pulumi/pulumi";
import { environmentNames } from "./environment";
import { describeUnknown, misspeltVariables, readKeys, settingsOfTheProject } from "./misspelt";
import { programError } from "./programError";
import { inPlainText, secretSettings, settingLine } from "./settings";

/** Stacks whose config has been reported on. */
const reportedStacks = new Set<string>();

/**
 * Throws if the stack's config contains a secret in plain text or a misspelt setting: with a misspelt `launch` a campaign
 * would start, and with a misspelt member the run would act for the key's owner. Warns once about other unknown names.
 */
export function assertStackConfig(): void {
  assertSecretsAreSecret();
  const config = pulumi.runtime.allConfig();
  const project = pulumi.getProject();
  const { misspelt, unknown } = readKeys(Object.keys(config), project);
  if (misspelt.length > 0) throw programError(...misspelt);
  const stack = `${project}/${pulumi.getStack()}`;
  if (reportedStacks.has(stack)) return;
  reportedStacks.add(stack);
  const warnings = [
    ...describeUnknown(unknown),
    ...(hasExplicitProvider ? [] : settingsOfTheProject(config, project)),
    ...misspeltVariables(environmentNames()),
  ];
  for (const warning of warnings) void pulumi.log.warn(warning);
}

/** True after the program has declared a provider, which may get its settings from the project's namespace. */
let hasExplicitProvider = false;

/** Notes that the program has declared a provider. */
export function noteExplicitProvider(): void {
  hasExplicitProvider = true;
}

function assertSecretsAreSecret(): void {
  for (const setting of secretSettings) {
    const key = `outreach:${setting}`;
    const value = pulumi.runtime.getConfig(key);
    const problem = value === undefined || isSecret(key) ? undefined : inPlainText(setting, value);
    if (problem !== undefined) throw programError(settingLine(problem));
  }
}

/** The SDK has a function for this but omits it from its types. */
function isSecret(key: string): boolean {
  const runtime: object = pulumi.runtime;
  return !("isConfigSecret" in runtime) || typeof runtime.isConfigSecret !== "function" || runtime.isConfigSecret(key);
}
