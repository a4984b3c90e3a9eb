import type { Campaign } from "../objects/campaign.js";
import type { Service } from "../service.js";

/** Whether a campaign runs: it is active, and its owner has not left the organization. */
export function isRunning({ store }: Service, { active, userId }: Campaign): boolean {
  return active && isPresent({ store }, userId);
}

/** Whether a user is an active member of the organization. */
export function isPresent({ store }: Pick<Service, "store">, userId: number): boolean {
  return store.users.get(userId)?.isActive ?? false;
}
