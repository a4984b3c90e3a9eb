import type { Account } from "../api/account";
import type { Settings } from "../api/settings";
import { command } from "./about";
import type { Recorded } from "./record";
import { Refusal } from "./refusal";

/** Whose an object is. */
export type Owner = Pick<Recorded, "origin" | "actingUserId">;

/** The engine stores a provider's new settings before it asks for any diff, so also where all of them are refused. */
const untilThen =
  "`pulumi destroy` and `pulumi refresh` take the stack's config from the last `pulumi up`, even one that was refused: add --run-program, or run `pulumi up` first.";

/** A person's word that the objects of the old address are the same ones here, or went over to this user. */
function isSaidToHaveMoved(record: Recorded, acknowledged: ReadonlySet<string>): boolean {
  return acknowledged.has(`moved:${record.origin}`);
}

/** What can be known without asking: the settings name another service, or another user, than the object's. */
export function assertSameSettings(
  record: Recorded,
  settings: Settings,
  acknowledged: ReadonlySet<string>,
  about: string,
): void {
  if (isSaidToHaveMoved(record, acknowledged)) return;
  if (record.origin !== settings.origin) {
    throw new Refusal(
      `${about}: it belongs to the service at ${record.origin}, and this run speaks to ${settings.origin}, where its id may be another object. Nothing was sent for it.`,
      `Point outreach:baseUrl (OUTREACH_BASE_URL) back to ${record.origin}. ${untilThen}`,
      `Or, where the service itself has moved, record the new address once: OUTREACH_ACKNOWLEDGE=moved:${record.origin} pulumi refresh`,
    );
  }
  const configured = settings.impersonateUserId;
  if (configured !== undefined && configured !== record.actingUserId) throw otherUser(about, record, configured);
}

/** Refuses to touch an object of another user, whoever the settings name. Asks the service once a run. */
export async function assertSameOwner(
  record: Recorded,
  account: Account,
  acknowledged: ReadonlySet<string>,
  about: string,
): Promise<Owner> {
  assertSameSettings(record, account.settings, acknowledged, about);
  const { id } = await account.actingUser();
  if (id !== record.actingUserId && !isSaidToHaveMoved(record, acknowledged)) throw otherUser(about, record, id);
  // What runs have recorded has moved as well.
  const isMoved = id !== record.actingUserId || record.origin !== account.settings.origin;
  if (isMoved) await account.records.inherit(record.origin, record.actingUserId);
  return { origin: account.settings.origin, actingUserId: id };
}

/** Before anything new is made: the other objects of this stack must not belong to somebody else. */
export function assertNoOtherOwner(owners: ReadonlySet<string>, actingUserId: string, about: string): void {
  const [other] = [...owners].filter((owner) => owner !== actingUserId);
  if (other === undefined) return;
  throw new Refusal(
    `${about}: this run acts as user ${actingUserId}, and other resources of this stack belong to user ${other}. Nothing was sent for it.`,
    `Act as user ${other} again (outreach:impersonateUserId, outreach:impersonateEmail or that user's key), or give each user a stack or a Provider of its own.`,
  );
}

function otherUser(about: string, record: Recorded, acting: string): Refusal {
  return new Refusal(
    `${about}: it belongs to user ${record.actingUserId}, and this run acts as user ${acting}. It is left alone.`,
    `Act as user ${record.actingUserId} again (outreach:impersonateUserId, outreach:impersonateEmail or that user's key). ${untilThen}`,
    `Or stop managing it (it stays at the service): ${command("pulumi state delete", record.urn)}. Or, where it went over to user ${acting}: OUTREACH_ACKNOWLEDGE=moved:${record.origin} pulumi refresh`,
  );
}
