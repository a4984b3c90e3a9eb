import type { ControlParts } from "../../control/operation.js";
import { type Named, nameOfUser } from "../people.js";

/** A list in the table. */
export interface ListRow {
  id: number;
  name: string;
  owner: Named;
  contacts: number;
  campaigns: (Named & { active: boolean })[];
  agents: (Named & { paused: boolean })[];
  createdAt: string;
}

export function showLists({ service }: ControlParts, { user }: { user?: number }): ListRow[] {
  const { store } = service;
  const campaigns = store.campaigns.all();
  return (user === undefined ? store.lists.all() : store.lists.by("user", user))
    .map((list) => ({
      id: list.id,
      name: list.name,
      owner: { id: list.userId, name: nameOfUser(service, list.userId) },
      contacts: store.contacts.countBy("list", list.id),
      campaigns: campaigns
        .filter(({ listIds }) => listIds.includes(list.id))
        .map(({ id, name, active }) => ({ id, name, active })),
      agents: store.agents.by("list", list.id).map(({ id, name, paused }) => ({ id, name, paused })),
      createdAt: list.createdAt,
    }))
    .reverse();
}
