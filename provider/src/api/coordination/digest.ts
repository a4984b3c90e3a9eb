import { createHash } from "node:crypto";
import { loopback } from "../address";

/** A text that other machines can compare and nobody can read. */
export function digest(...parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

/** The digest of a service's address. All names of this machine have the same one. */
export function serviceDigest(origin: string): string {
  const url = new URL(origin);
  const isOwn = loopback.has(url.hostname);
  if (isOwn) url.hostname = "localhost";
  return digest("service", isOwn ? url.href.replace(/\/$/, "") : origin).slice(0, 22);
}
