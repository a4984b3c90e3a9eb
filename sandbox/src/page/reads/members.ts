import type { ControlParts } from "../../control/operation.js";
import type { Organization, User } from "../../objects/account.js";
import { fullName } from "../../responses.js";
import type { Service } from "../../service.js";
import { shownAddress } from "./address.js";

export interface MemberShown {
  id: number;
  name: string;
  email: string;
  role: "owner" | "admin" | "member";
  active: boolean;
  keys: number;
  lists: number;
  agents: number;
  campaigns: number;
  contacts: number;
  webhook: { url: string; signed: boolean } | null;
}

export interface OrganizationShown {
  id: number;
  name: string;
  members: MemberShown[];
  blocklist: string[];
}

export function showMembers({ service }: ControlParts): OrganizationShown[] {
  const { store } = service;
  return store.organizations.all().map((organization) => ({
    id: organization.id,
    name: organization.companyName,
    members: store.users.by("organization", organization.id).map((user) => memberShown(service, organization, user)),
    blocklist: organization.blocklist,
  }));
}

function memberShown({ store }: Service, organization: Organization, user: User): MemberShown {
  return {
    id: user.id,
    name: fullName(user),
    email: user.email,
    role: organization.ownerId === user.id ? "owner" : user.organizationRole,
    active: user.isActive,
    keys: store.keys.all().filter((key) => key.userId === user.id).length,
    lists: store.lists.countBy("user", user.id),
    agents: store.agents.countBy("user", user.id),
    campaigns: store.campaigns.countBy("user", user.id),
    contacts: store.contacts.countBy("user", user.id),
    webhook: user.webhook && { url: shownAddress(user.webhook.url), signed: user.webhook.secret !== null },
  };
}
