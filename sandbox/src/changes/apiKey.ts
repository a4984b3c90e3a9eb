import { createHash, randomBytes } from "node:crypto";
import type { ApiKey } from "../objects/account.js";
import type { Store } from "../store/store.js";

const keyPrefix = "osk_";

export function digestOf(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

/** Inside a transaction. The key itself is returned only here and never stored. */
export function createKey(
  store: Store,
  userId: number,
  label: string,
  createdAt: string,
  key = `${keyPrefix}${randomBytes(24).toString("base64url")}`,
): { key: string; stored: ApiKey } {
  const stored = store.keys.put({
    id: store.keys.all().reduce((highest, other) => Math.max(highest, other.id), 0) + 1,
    userId,
    digest: digestOf(key),
    label,
    createdAt,
  });
  return { key, stored };
}

/** Removes API keys from a string before it is logged: a caller may have put one into the address. */
export function withoutKeys(text: string): string {
  return text.includes(keyPrefix) ? text.replace(/osk_[A-Za-z0-9_-]+/g, "[key]") : text;
}
