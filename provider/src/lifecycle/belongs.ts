import type { Account } from "../api/account";
import type { Settings } from "../api/settings";
import type { Recorded } from "./record";
import { Refusal } from "./refusal";

/** Refuses to touch an object of another service: ids of one mean other objects at another. */
export function assertSameOrigin(
  record: Recorded,
  settings: Settings,
  acknowledged: ReadonlySet<string>,
  about: string,
): void {
  if (record.origin === settings.origin || acknowledged.has(`moved:${record.origin}`)) return;
  throw new Refusal(
    `${about}: it belongs to the service at ${record.origin}, and this run speaks to ${settings.origin}. Its id may be another object there, so nothing is sent.`,
    `Point outreach:baseUrl back; or, where the service itself has moved, run with OUTREACH_ACKNOWLEDGE=moved:${record.origin}`,
  );
}

/** What can be known without asking: the settings name a user other than the one that owns the object. */
export function assertSameConfiguredUser(record: Recorded, settings: Settings, about: string): void {
  const configured = settings.impersonateUserId;
  if (configured === undefined || configured === record.actingUserId) return;
  throw new Refusal(...otherUser(about, record.actingUserId, configured));
}

/** Refuses to touch an object of another user, whoever the settings name. Asks the service once a run. */
export async function assertSameOwner(
  record: Recorded,
  account: Account,
  acknowledged: ReadonlySet<string>,
  about: string,
): Promise<void> {
  assertSameOrigin(record, account.settings, acknowledged, about);
  const { id } = await account.actingUser();
  if (id !== record.actingUserId && !acknowledged.has(`moved:${record.origin}`)) {
    throw new Refusal(...otherUser(about, record.actingUserId, id));
  }
}

function otherUser(about: string, owner: string, acting: string): [string, string] {
  return [
    `${about}: it belongs to user ${owner}, and this run acts as user ${acting}. It is left alone.`,
    `Set outreach:impersonateUserId back to ${owner}; or stop managing it with \`pulumi state delete <urn>\`: it stays at the service.`,
  ];
}
