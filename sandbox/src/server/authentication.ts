import { digestOf } from "../changes/apiKey.js";
import type { User } from "../objects/account.js";
import { unauthorized } from "../serviceError.js";
import type { Store } from "../store/store.js";

/** Finds the user of each request: the key's owner, whose rate limit applies, and the acting user. */
export class Authentication {
  /** Digests of recent keys: hashing the key would take a large part of the time of a simple read. */
  private readonly digests = new Map<string, string>();

  constructor(private readonly store: Store) {}

  /** The user who owns the key. */
  account(authorization: string | undefined): User {
    const key = /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
    if (key === undefined) throw unauthorized("Missing API key: send the header Authorization: Bearer <API key>");
    const [stored] = this.store.keys.by("digest", this.digest(key));
    const user = stored && this.store.users.get(stored.userId);
    if (!user?.isActive) throw unauthorized("Invalid API key");
    return user;
  }

  /** The acting user: the key's owner, or a member of the organization that the key's owner owns. */
  actor(account: User, impersonate: string | string[] | undefined): User {
    if (impersonate === undefined) return account;
    const organization = this.store.organizations.get(account.organizationId);
    if (organization?.ownerId !== account.id) throw unauthorized("Only the organization owner may act for a member");
    const target =
      typeof impersonate === "string" && /^\d{1,15}$/.test(impersonate.trim())
        ? this.store.users.get(Number(impersonate))
        : undefined;
    // The same response for users of other organizations and for ids that do not exist, so that ids cannot be probed.
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
