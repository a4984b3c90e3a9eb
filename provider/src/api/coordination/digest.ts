import { createHash } from "node:crypto";

/** What other machines can compare and nobody can read. */
export function digest(...parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}
