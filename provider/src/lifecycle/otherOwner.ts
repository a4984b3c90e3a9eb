import type { Answer } from "../api/objects";
import { safeText } from "../api/redact";
import { command } from "./about";
import type { Situation } from "./guards";
import type { Recorded } from "./record";
import { Refusal } from "./refusal";

/**
 * The user that an answer names as the owner, if it is not the acting user: whatever stands before the service may have
 * removed the header that names the member. An answer that names no owner shows nothing.
 */
export function otherOwnerOf({ userId }: Answer, { actingUserId }: Pick<Recorded, "actingUserId">): string | undefined {
  const named = typeof userId === "number" || typeof userId === "string" ? String(userId) : actingUserId;
  return named === actingUserId ? undefined : safeText(named, 80);
}

/** The lines of the failure after which the state holds the object of another user. */
export function ofOtherOwner(
  { kind, urn }: Pick<Situation, "kind" | "urn">,
  attempt: string,
  { id, owner, runs }: { readonly id: string; readonly owner: string; readonly runs: boolean },
  { actingUserId }: Pick<Recorded, "actingUserId">,
): string[] {
  return [
    `${attempt}: the service answered that ${kind.noun} ${id} belongs to user ${owner}, and this run acts as user ${actingUserId}: most often a proxy or gateway has removed the header x-impersonate-user-id.${runs ? " It is running." : ""}`,
    howToHandBack({ kind, urn }, owner, actingUserId),
  ];
}

/** Refuses to change or delete an object that the service made for another user. Nothing is created in its place. */
export function assertNotOfOther(
  { kind, about, urn, record }: Pick<Situation, "kind" | "about" | "urn"> & { readonly record: Recorded },
  attempt?: string,
): void {
  const { ownedBy, actingUserId } = record;
  if (ownedBy === undefined) return;
  throw new Refusal(
    `${attempt === undefined ? "" : `${attempt} `}${about}: a run was answered that it belongs to user ${ownedBy}, and this run acts as user ${actingUserId}. Nothing was sent for it.`,
    howToHandBack({ kind, urn }, ownedBy, actingUserId),
  );
}

function howToHandBack({ kind, urn }: Pick<Situation, "kind" | "urn">, owner: string, actingUserId: string): string {
  const off = kind.roles.running === undefined ? "remove it" : "switch it off";
  return `Correct the gateway, look in the app as user ${owner} and ${off} there, then ${command("pulumi state delete", urn)}. Or, if user ${actingUserId} owns it by now: \`pulumi refresh\`.`;
}
