/** The type token of a kind in URNs and states. */
export function typeToken(kind: string): string {
  return `pulumi-nodejs:dynamic/outreach:${kind}`;
}

/** The type that explicit providers of this package are registered with. */
export const providerType = "pulumi:providers:pulumi-nodejs";

/**
 * The value of `__provider` in every state. It never changes and contains no version, path or secret. It loads the
 * installed release, so that reads and deletes always run the current code.
 */
export function providerText(kind: string): string {
  return `exports.handler=()=>require("pulumi-outreach/runtime").${kind};`;
}
