import type { Answer } from "../api/objects";
import { safeText } from "../api/redact";
import type { Recorded } from "./record";
import { type Line, Refusal } from "./refusal";
import type { Situation } from "./situation";
import { type Advice, inTurn, say, way } from "./wayOut";
import { command, commandLine, inApp } from "./ways";

/**
 * The owner in a response, if it is not the acting user: a gateway in front of the service may have removed the
 * impersonation header. A response without an owner proves nothing.
 */
export function otherOwnerOf({ userId }: Answer, { actingUserId }: Pick<Recorded, "actingUserId">): string | undefined {
  const named = typeof userId === "number" || typeof userId === "string" ? String(userId) : actingUserId;
  return named === actingUserId ? undefined : safeText(named, 80);
}

interface Held extends Pick<Situation, "kind" | "urn"> {
  readonly id: string;
}

/** The lines of the failure after which the state contains another user's object. */
export function ofOtherOwner(
  { kind, urn }: Pick<Situation, "kind" | "urn">,
  attempt: string,
  { id, owner, runs }: { readonly id: string; readonly owner: string; readonly runs: boolean },
  { actingUserId }: Pick<Recorded, "actingUserId">,
): Line[] {
  return [
    `${attempt}: the service answered that ${kind.noun} ${id} belongs to user ${owner}, and this run acts as user ${actingUserId}: most often a proxy or gateway has removed the header x-impersonate-user-id.${runs ? " It is running." : ""}`,
    howToHandBack({ kind, urn, id }, owner, actingUserId),
  ];
}

/** Refuses to change or delete an object that the service made for another user. Nothing is created in its place. */
export function assertNotOfOther(held: HeldOfState, attempt?: string): void {
  const { ownedBy } = held.record;
  if (ownedBy !== undefined) throw refusedOfOther(held, ownedBy, attempt);
}

interface HeldOfState extends Held, Pick<Situation, "about"> {
  readonly record: Pick<Recorded, "actingUserId" | "ownedBy">;
}

export function refusedOfOther(held: HeldOfState, ownedBy: string, attempt?: string): Refusal {
  const { about, record } = held;
  return new Refusal(
    `${attempt === undefined ? "" : `${attempt} `}${about}: a run was answered that it belongs to user ${ownedBy}, and this run acts as user ${record.actingUserId}. Nothing was sent for it.`,
    howToHandBack(held, ownedBy, record.actingUserId),
  );
}

function howToHandBack({ kind, urn, id }: Held, owner: string, actingUserId: string): Advice {
  const off =
    kind.roles.running === undefined ? inApp("remove", [id], "remove it") : inApp("switchOff", [id], "switch it off");
  const gateway = way("Correct the gateway", { do: "correct", what: "gateway" });
  return say`${inTurn`${gateway}, look in the app as user ${owner} and ${off} there, then ${command("pulumi state delete", urn)}`}. Or, if user ${actingUserId} owns it by now: ${commandLine("pulumi refresh")}.`;
}
