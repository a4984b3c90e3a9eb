import { z } from "zod";
import { newOrganization, newUser } from "../../changes/account.js";
import { createKey } from "../../changes/apiKey.js";
import { isNamed } from "../../changes/contact.js";
import type { Organization, User } from "../../objects/account.js";
import { changing } from "../operation.js";
import { edit, existing, freeId, newId } from "../stored.js";
import { id, idToBe, person } from "./inputs.js";

const companies = z.array(z.string().min(1));

/** Organizations and their members, with the keys and the webhook of each. */
export const organizationOperations = {
  /** Adds an organization with its owner. Returns the owner's key, which is never shown again. */
  addOrganization: changing(
    z.strictObject({ companyName: z.string().min(1), owner: z.strictObject(person) }),
    ({ store, clock }, wanted): { organization: Organization; owner: User; apiKey: string } => {
      const owner = store.users.put({
        ...newUser(freeId(store.users), freeId(store.organizations), wanted.owner, clock.iso()),
        organizationRole: "admin",
      });
      const organization = store.organizations.put(
        newOrganization(owner.organizationId, wanted.companyName, null, owner.id, clock.iso()),
      );
      return { organization, owner, apiKey: createKey(store, owner.id, "First key", clock.iso()).key };
    },
  ),
  /** Replaces the names of companies whose people must not be contacted. */
  setBlocklist: changing(
    z.strictObject({ organizationId: id, companies }),
    ({ store }, { organizationId, companies: blocklist }): Organization =>
      edit(store.organizations, "Organization", organizationId, (organization) => ({ ...organization, blocklist })),
  ),
  /** Adds and removes company names without affecting concurrent changes of other names. */
  editBlocklist: changing(
    z.strictObject({ organizationId: id, add: companies.default([]), remove: companies.default([]) }),
    ({ store }, { organizationId, add, remove }): Organization =>
      edit(store.organizations, "Organization", organizationId, (organization) => {
        const blocklist = organization.blocklist.filter((company) => !isNamed(remove, company));
        for (const company of add) {
          if (!isNamed(blocklist, company)) blocklist.push(company);
        }
        return { ...organization, blocklist };
      }),
  ),
  /** Adds a member to an organization, with this user id or any free one. */
  addMember: changing(
    z.strictObject({ organizationId: id, userId: idToBe.optional(), ...person }),
    ({ store, clock }, { organizationId, userId, ...wanted }): User => {
      existing(store.organizations, "Organization", organizationId);
      return store.users.put(newUser(newId(store.users, "User", userId), organizationId, wanted, clock.iso()));
    },
  ),
  /** Marks a member as active or inactive. */
  setMemberActive: changing(
    z.strictObject({ userId: id, isActive: z.boolean() }),
    ({ store }, { userId, isActive }): User => edit(store.users, "User", userId, (user) => ({ ...user, isActive })),
  ),
  /** Creates a key and returns it; it is never shown again. */
  createKey: changing(
    z.strictObject({ userId: id, label: z.string().default("Key") }),
    ({ store, clock }, { userId, label }): { keyId: number; apiKey: string } => {
      const user = existing(store.users, "User", userId);
      const { key, stored } = createKey(store, user.id, label, clock.iso());
      return { keyId: stored.id, apiKey: key };
    },
  ),
  /** Deletes all keys of a user. */
  revokeKeys: changing(z.strictObject({ userId: id }), ({ store }, { userId }): { revoked: number } => {
    const keys = store.keys.all().filter((key) => key.userId === userId);
    for (const key of keys) store.keys.delete(key.id);
    return { revoked: keys.length };
  }),
  /** Sets the address that the user's contact events are sent to; `null` stops them. */
  setWebhook: changing(
    z.strictObject({ userId: id, url: z.string().nullable(), secret: z.string().min(1).nullable().default(null) }),
    ({ store }, { userId, url, secret }, { webhooks }): { url: string | null; signed: boolean } => {
      if (url !== null) webhooks.checkTarget(url);
      edit(store.users, "User", userId, (user) => ({ ...user, webhook: url === null ? null : { url, secret } }));
      return { url, signed: url !== null && secret !== null };
    },
  ),
};
