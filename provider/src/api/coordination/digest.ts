import { createHash } from "node:crypto";
import { loopback } from "../transport";

/** What other machines can compare and nobody can read. */
export function digest(...parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

/** The address of a service. All names of this machine are one; the origin in a state stays as it is. */
export function serviceDigest(origin: string): string {
  const url = new URL(origin);
  const isOwn = loopback.has(url.hostname);
  if (isOwn) url.hostname = "localhost";
  return digest("service", isOwn ? url.href.replace(/\/$/, "") : origin).slice(0, 22);
}
