import { createHash, randomBytes } from "node:crypto";
import type { ApiKey, User } from "./objects.js";
import { unauthorized } from "./serviceError.js";
import type { Store } from "./store.js";

const keyPrefix = "osk_";

function digestOf(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

/** Inside a transaction. The key itself is returned this once and never kept. */
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

/** Who makes each request: the key's owner, whose budget it counts against, and the user it acts as. */
export class Authentication {
  /** Digests of the keys seen lately: hashing each time would be a good part of a plain read. */
  private readonly digests = new Map<string, string>();

  constructor(private readonly store: Store) {}

  /** The user whose key it is. */
  account(authorization: string | undefined): User {
    const key = /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
    if (key === undefined) throw unauthorized("Missing API key: send the header Authorization: Bearer <API key>");
    const [stored] = this.store.keys.by("digest", this.digest(key));
    const user = stored && this.store.users.get(stored.userId);
    if (!user?.isActive) throw unauthorized("Invalid API key");
    return user;
  }

  /** The user that a request acts as: the key's owner, or a member of the organization that the key's owner owns. */
  actor(account: User, impersonate: string | string[] | undefined): User {
    if (impersonate === undefined) return account;
    const organization = this.store.organizations.get(account.organizationId);
    if (organization?.ownerId !== account.id) throw unauthorized("Only the organization owner may act for a member");
    const target =
      typeof impersonate === "string" && /^\d{1,15}$/.test(impersonate.trim())
        ? this.store.users.get(Number(impersonate))
        : undefined;
    // One answer for a stranger and for somebody who does not exist: another organization's users are not to be counted.
    if (target?.organizationId !== account.organizationId) {
      throw unauthorized("The user to act for is not a member of your organization");
    }
    if (!target.isActive) throw unauthorized("The user to act for is no longer an active member of your organization");
    return target;
  }

  private digest(key: string): string {
    let digest = this.digests.get(key);
    if (digest === undefined) {
      digest = digestOf(key);
      if (this.digests.size >= 1000) this.digests.clear();
      this.digests.set(key, digest);
    }
    return digest;
  }
}

/** A key has no place in an address; one that was put there is not written down. */
export function withoutKeys(text: string): string {
  return text.includes(keyPrefix) ? text.replace(/osk_[A-Za-z0-9_-]+/g, "[key]") : text;
}
