import * as pulumi from "@pulumi/pulumi";
import { environmentNames } from "./environment";
import { describeUnknown, misspeltVariables, readKeys, settingsOfTheProject } from "./misspelt";
import { holdsPassword } from "./settings";

/** Stacks for which everything of the kind has been said. */
const said = new Set<string>();

/**
 * Stops a program whose stack's config gives a secret away, or holds what is almost a setting: a misspelt `launch`
 * starts a campaign, and a misspelt member acts for the owner. The rest is warned about, once.
 */
export function assertStackConfig(): void {
  assertSecretsAreSecret();
  const config = pulumi.runtime.allConfig();
  const project = pulumi.getProject();
  const { misspelt, unknown } = readKeys(Object.keys(config), project);
  if (misspelt.length > 0) throw new pulumi.RunError(misspelt.join("\n"));
  const stack = `${project}/${pulumi.getStack()}`;
  if (said.has(stack)) return;
  said.add(stack);
  const warnings = [
    ...describeUnknown(unknown),
    ...(hasExplicitProvider ? [] : settingsOfTheProject(config, project)),
    ...misspeltVariables(environmentNames()),
  ];
  for (const warning of warnings) void pulumi.log.warn(warning);
}

/** True once the program has a provider of its own, which it may hand settings of the project. */
let hasExplicitProvider = false;

export function noteExplicitProvider(): void {
  hasExplicitProvider = true;
}

function assertSecretsAreSecret(): void {
  if (isInPlainText("outreach:apiKey")) {
    throw new pulumi.RunError(
      "outreach:apiKey stands in the stack's config in plain text. Make a new key in the app (this one is in a file), then: pulumi config set --secret outreach:apiKey",
    );
  }
  const coordination = pulumi.runtime.getConfig("outreach:coordination") ?? "";
  if (holdsPassword(coordination) && isInPlainText("outreach:coordination")) {
    throw new pulumi.RunError(
      "outreach:coordination stands in the stack's config in plain text and holds a password. Change the password (this one is in a file), then: pulumi config set --secret outreach:coordination",
    );
  }
}

function isInPlainText(key: string): boolean {
  return pulumi.runtime.getConfig(key) !== undefined && !isSecret(key);
}

/** The SDK knows which settings are secret and leaves the function that tells out of its types. */
function isSecret(key: string): boolean {
  const runtime: object = pulumi.runtime;
  return !("isConfigSecret" in runtime) || typeof runtime.isConfigSecret !== "function" || runtime.isConfigSecret(key);
}
