import * as pulumi from "@pulumi/pulumi";
import { holdsPassword } from "./settings";

/** Stops a program whose stack's config gives a secret away. */
export function assertStackConfig(): void {
  assertSecretsAreSecret();
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
