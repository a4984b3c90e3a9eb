import type { User } from "../objects/account.js";
import type { Agent } from "../objects/agent.js";
import type { Campaign } from "../objects/campaign.js";
import type { Contact } from "../objects/contact.js";
import type { LeadList } from "../objects/list.js";
import type { Stored } from "../objects/stored.js";
import type { Service } from "../service.js";
import { noSuchObject } from "../serviceError.js";
import type { Collection } from "../store/collection.js";

// Find an object of the acting user. An object of another user gets the same response as a missing object.

export function ownList({ store }: Service, actor: User, id: number): LeadList {
  return own(store.lists, "List", actor, id);
}

export function ownAgent({ store }: Service, actor: User, id: number): Agent {
  return own(store.agents, "Agent", actor, id);
}

export function ownCampaign({ store }: Service, actor: User, id: number): Campaign {
  return own(store.campaigns, "Campaign", actor, id);
}

export function ownContact({ store }: Service, actor: User, id: number): Contact {
  return own(store.contacts, "Contact", actor, id);
}

function own<T extends Stored & { userId: number }>(
  collection: Collection<T>,
  noun: string,
  actor: User,
  id: number,
): T {
  const object = collection.get(id);
  if (object?.userId !== actor.id) throw noSuchObject(noun, id);
  return object;
}
