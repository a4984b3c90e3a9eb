import type { Account } from "../api/account";
import { actorDigest } from "../api/coordination/digest";
import type { Settings } from "../api/settings";
import type { Recorded } from "./record";
import { Refusal } from "./refusal";
import type { Run } from "./run";
import { type Advice, say, way } from "./wayOut";
import { letGo } from "./ways";

/** The service and the user that an object belongs to. */
export type Owner = Pick<Recorded, "origin" | "actingUserId" | "actor">;

/** The owner of objects that this user creates or changes with these settings. */
export function ownerAs(actingUserId: string, settings: Settings): Owner {
  return { origin: settings.origin, actingUserId, actor: actorDigest(settings) };
}

/** Whether this run acts as the user that an object belongs to, as far as known without a request. */
export type Acting = "unchanged" | "notRecorded" | { readonly as: string };

/**
 * What a diff may know about the acting user. Sends no request, and reads the records of earlier runs only if the key or
 * the member in the settings differs from the one that the state was written with, which is rare.
 */
export async function actingFor({ origin, actor }: Recorded, run: Run): Promise<Acting> {
  const settings = run.settings();
  if (origin !== settings.origin || actor === actorDigest(settings)) return "unchanged";
  const as = settings.impersonateUserId ?? (await run.account().knownActor());
  if (as !== undefined) return { as };
  // An export or an earlier release has recorded nothing to compare with.
  return actor === undefined ? "unchanged" : "notRecorded";
}

/** The refusal for an object of a user other than the acting user. */
export function otherActor(
  record: Recorded,
  as: string,
  acknowledged: ReadonlySet<string>,
  about: string,
): Refusal | undefined {
  if (as === record.actingUserId || isSaidToHaveMoved(record, acknowledged)) return undefined;
  return otherUser(about, record, as);
}

/** The engine stores a provider's new settings before it requests any diff, even if every diff is then refused. */
const untilThen =
  "`pulumi destroy` and `pulumi refresh` take the stack's config from the last `pulumi up`, even one that was refused: add --run-program, or run `pulumi up` first.";

/** True if it is acknowledged that the objects at the old address are the same here, or now belong to this user. */
export function isSaidToHaveMoved({ origin }: Owner, acknowledged: ReadonlySet<string>): boolean {
  return acknowledged.has(`moved:${origin}`);
}

/** The refusal if the settings name a service or user other than the object's. */
export function otherSettings(
  record: Recorded,
  settings: Settings,
  acknowledged: ReadonlySet<string>,
  about: string,
): Refusal | undefined {
  if (isSaidToHaveMoved(record, acknowledged)) return undefined;
  if (record.origin !== settings.origin) {
    return new Refusal(
      `${about}: it belongs to the service at ${record.origin}, and this run uses ${settings.origin}, where the same id may name another object. Nothing was sent for it.`,
      say`${way(`Point outreach:baseUrl (OUTREACH_BASE_URL) back to ${record.origin}`, { do: "set", setting: "baseUrl", value: record.origin })}. ${untilThen}`,
      say`Or, if the service itself has moved, record the new address once: ${howToMove(record)}`,
    );
  }
  const configured = settings.impersonateUserId;
  const isOther = configured !== undefined && configured !== record.actingUserId;
  return isOther ? otherUser(about, record, configured) : undefined;
}

/** Refuses, without a request, if the settings name a service or user other than the object's. */
export function assertSameSettings(...given: Parameters<typeof otherSettings>): void {
  const refusal = otherSettings(...given);
  if (refusal !== undefined) throw refusal;
}

/** Refuses an object that does not belong to the acting user, who is requested once per run. */
export async function assertSameOwner(
  record: Recorded,
  account: Account,
  acknowledged: ReadonlySet<string>,
  about: string,
): Promise<Owner> {
  assertSameSettings(record, account.settings, acknowledged, about);
  const { id } = await account.actingUser();
  const refusal = otherActor(record, id, acknowledged, about);
  if (refusal !== undefined) throw refusal;
  // If the object has moved, records of earlier runs belong to the old address or user. From now on they apply here.
  await account.records.inherit(record.origin, record.actingUserId);
  return ownerAs(id, account.settings);
}

/** Refuses a create if other objects of this stack belong to another user. */
export function assertNoOtherOwner(owners: ReadonlySet<string>, actingUserId: string, about: string): void {
  const refusal = ofOthers(owners, actingUserId, about);
  if (refusal !== undefined) throw refusal;
}

function ofOthers(owners: ReadonlySet<string>, actingUserId: string, about: string): Refusal | undefined {
  const other = [...owners].find((owner) => owner !== actingUserId);
  if (other === undefined) return undefined;
  return new Refusal(
    `${about}: this run acts as user ${actingUserId}, and other resources of this stack belong to user ${other}. Nothing was sent for it.`,
    say`${actAs(other)} again (outreach:impersonateUserId, outreach:impersonateEmail or that user's key), or ${way("give each user a stack or a Provider of its own", { do: "set", setting: "user" })}.`,
  );
}

/** The acting user, as far as known without a request. Determined only if needed for these owners. */
export async function knownActor(owners: readonly Owner[], run: Run): Promise<string | undefined> {
  const settings = run.settings();
  const here = owners.filter(({ origin }) => origin === settings.origin);
  if (here.length === 0) return undefined;
  const digest = actorDigest(settings);
  const same = here.find(({ actor }) => actor === digest);
  return same?.actingUserId ?? settings.impersonateUserId ?? (await run.account().knownActor());
}

/** For the check of a create: the refusal, or a warning if the acting user is not known yet. */
export function otherOwners(
  owners: readonly Owner[],
  actor: string | undefined,
  { origin }: Settings,
  about: string,
): Refusal | string | undefined {
  const here = owners.filter((owner) => owner.origin === origin);
  const users = new Set(here.map(({ actingUserId }) => actingUserId));
  if (actor !== undefined) return ofOthers(users, actor, about);
  // An export or an earlier release has recorded nothing to compare with.
  if (here.every((owner) => owner.actor === undefined)) return undefined;
  return `The key or the member in the settings is another one than at the last change of this stack, and no run has recorded which user it acts as: the update creates nothing if that is not user ${[...users].join(", ")}.`;
}

function otherUser(about: string, record: Recorded, acting: string): Refusal {
  return new Refusal(
    `${about}: it belongs to user ${record.actingUserId}, and this run acts as user ${acting}. Nothing was sent for it.`,
    say`${actAs(record.actingUserId)} again: move it back to the Provider of that user, or correct outreach:impersonateUserId, outreach:impersonateEmail or the key. ${untilThen}`,
    say`Or let it stay with user ${record.actingUserId}: ${letGo(record.urn)}. Or, if it was transferred to user ${acting}: ${howToMove(record)}`,
  );
}

function actAs(user: string): Advice {
  return way(`Act as user ${user}`, { do: "set", setting: "user", value: user });
}

/** How to confirm that objects have moved. The refresh records the new address or user. */
function howToMove({ origin }: Owner): Advice {
  const codes = [`moved:${origin}`];
  const command = "pulumi refresh";
  return way(
    `OUTREACH_ACKNOWLEDGE=${codes.join(",")} ${command}`,
    { do: "acknowledge", codes, at: "run" },
    { do: "run", command },
  );
}
