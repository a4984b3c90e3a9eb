/** The type token of a kind in URNs and states. */
export function typeToken(kind: string): string {
  return `pulumi-nodejs:dynamic/outreach:${kind}`;
}

/** What every provider that a program declares for this package is registered as. */
export const providerType = "pulumi:providers:pulumi-nodejs";

/**
 * The text that every state contains as the provider of a resource. It never changes, and contains no version, path or
 * secret. It loads the installed release, so that a read or a delete always runs the current code.
 */
export function providerText(kind: string): string {
  return `exports.handler=()=>require("pulumi-outreach/runtime").${kind};`;
}
