import { createHash } from "node:crypto";
import { loopback } from "../address";
import type { Settings } from "../settings";

/** A text that other machines can compare and nobody can read. */
export function digest(...parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

/** The digest by which the owner of a key is recorded. */
export function keyDigest({ apiKey }: Settings, service: string): string {
  return digest("key", service, apiKey);
}

/**
 * A short digest of the key and the member in the settings. It stands in states, so it is too short to prove a guess:
 * if it is equal, the settings have most probably not changed.
 */
export function actorDigest({ apiKey, impersonateUserId = "", impersonateEmail = "" }: Settings): string {
  const email = impersonateEmail.trim().toLowerCase();
  return digest("actor", apiKey, impersonateUserId, email).slice(0, 8);
}

/** The digest of a service's address. All names of this machine have the same one. */
export function serviceDigest(origin: string): string {
  const url = new URL(origin);
  const isOwn = loopback.has(url.hostname);
  if (isOwn) url.hostname = "localhost";
  return digest("service", isOwn ? url.href.replace(/\/$/, "") : origin).slice(0, 22);
}

/** The sign by which people name one creation among all (`twin:none:<sign>`). */
export function signOf({ token }: { readonly token: string }): string {
  return token.slice(0, 8);
}
