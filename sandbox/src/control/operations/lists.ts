import { z } from "zod";
import type { LeadList } from "../../objects/list.js";
import { changing } from "../operation.js";
import { edit, existing, newId } from "../stored.js";
import { id, idToBe } from "./inputs.js";

/** Changes of lists that a person makes in the app. */
export const listOperations = {
  /** Adds a list of a user, with this id or the service's next one. */
  addList: changing(
    z.strictObject({ userId: id, listId: idToBe.optional(), name: z.string().min(1) }),
    ({ store, clock }, { userId, listId, name }): LeadList => {
      const owner = existing(store.users, "User", userId);
      const now = clock.iso();
      return store.lists.put({
        id: listId === undefined ? store.nextId() : newId(store.lists, "List", listId),
        userId: owner.id,
        name,
        campaignId: null,
        createdAt: now,
        updatedAt: now,
      });
    },
  ),
  /** Renames a list. */
  renameList: changing(
    z.strictObject({ listId: id, name: z.string().min(1) }),
    ({ store, clock }, { listId, name }): LeadList =>
      edit(store.lists, "List", listId, (list) => ({ ...list, name, updatedAt: clock.iso() })),
  ),
  /** Deletes a list. Its contacts stay, its agents are paused, and its campaigns no longer use it. */
  deleteList: changing(z.strictObject({ listId: id }), ({ store }, { listId }): { deleted: true } => {
    const list = existing(store.lists, "List", listId);
    for (const contact of store.contacts.by("list", list.id)) store.contacts.put({ ...contact, listId: null });
    for (const agent of store.agents.by("list", list.id)) {
      // An agent without a list does not run.
      store.agents.put({ ...agent, listId: null, paused: true });
    }
    for (const campaign of store.campaigns.by("user", list.userId)) {
      if (!campaign.listIds.includes(list.id)) continue;
      store.campaigns.put({ ...campaign, listIds: campaign.listIds.filter((other) => other !== list.id) });
    }
    store.lists.delete(list.id);
    return { deleted: true };
  }),
};
