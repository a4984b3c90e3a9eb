import { createHash } from "node:crypto";
import { loopbackHosts } from "../address";
import { memberAddress } from "../normal";
import type { Settings } from "../settings";

/** A one-way hash of the parts that other machines can compare. */
export function digest(...parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

/** The digest under which a key's owner is recorded. */
export function keyDigest({ apiKey }: Settings, service: string): string {
  return digest("key", service, apiKey);
}

/**
 * A short digest of the key and the member in the settings. It is stored in states, so it is too short to confirm a
 * guessed key. Equal digests mean that the settings have very probably not changed.
 */
export function actorDigest({ apiKey, impersonateUserId = "", impersonateEmail = "" }: Settings): string {
  return digest("actor", apiKey, impersonateUserId, memberAddress(impersonateEmail)).slice(0, 8);
}

/** The digest of a service's address, the same for all host names of this machine. */
export function serviceDigest(origin: string): string {
  const url = new URL(origin);
  const isOwn = loopbackHosts.has(url.hostname);
  if (isOwn) url.hostname = "localhost";
  return digest("service", isOwn ? url.href.replace(/\/$/, "") : origin).slice(0, 22);
}

/** The short id that users write to name one creation (`twin:none:<sign>`). */
export function signOf({ token }: { readonly token: string }): string {
  return token.slice(0, 8);
}
