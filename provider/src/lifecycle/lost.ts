import type { Account } from "../api/account";
import type { KnownCreation, Settled } from "../api/objects";
import { type Declarer, declarerOf } from "./about";
import { howToAcknowledge } from "./acknowledge";
import { nameIn, type ResourceKind, targetsIn, type Values } from "./kind";
import type { Recorded } from "./record";

/** What this stack has sent, as far as nobody knows what came of it. */
export function lostOf(known: readonly KnownCreation[], { stack }: Declarer): KnownCreation[] {
  return known.filter(({ id, stack: its }) => id === undefined && (its === undefined || its === stack));
}

/** Those that were sent for this very resource. Earlier releases recorded none, so there the name and the targets decide. */
export function lostOfResource(
  kind: ResourceKind,
  known: readonly KnownCreation[],
  declarer: Declarer,
  inputs: Values,
): KnownCreation[] {
  return lostOf(known, declarer).filter((each) => {
    if (each.resource !== undefined) return each.resource === declarer.resource;
    return each.sameName && (each.targets === undefined || isSameSet(each.targets, targetsIn(kind, inputs)));
  });
}

function isSameSet(recorded: readonly string[], declared: unknown): boolean {
  if (!Array.isArray(declared)) return true;
  const others = new Set(declared.map(String));
  return recorded.length === others.size && recorded.every((target) => others.has(target));
}

/** Tells other runs what came of the creates of a resource that the state has as pending. */
export async function settleLost(
  kind: ResourceKind,
  account: Account,
  inputs: Values,
  { urn }: Pick<Recorded, "urn">,
  outcome: Settled,
): Promise<void> {
  const known = await account.records.known(kind.name, nameIn(kind, inputs), "sameName");
  await account.records.settle(lostOfResource(kind, known, declarerOf(urn), inputs), outcome);
}

/** Says of this one create, after its answer was lost, that it has not taken effect. */
function codeOf({ token }: KnownCreation): string {
  return `twin:none:${token.slice(0, 8)}`;
}

/** True where a person has said it of this very create. */
export function isNamed(lost: KnownCreation, acknowledged: ReadonlySet<string>): boolean {
  return acknowledged.has(codeOf(lost));
}

/**
 * True where a person has said so. A `twin:none` that stood there before the create was sent says nothing of it: there
 * its own code is needed.
 */
export function isSaidLost(lost: KnownCreation, acknowledged: ReadonlySet<string>): boolean {
  return isNamed(lost, acknowledged) || (acknowledged.has("twin:none") && lost.saidAbsent !== true);
}

/** How to say it of all of them, in as few words as count. */
export function howToSayLost(lost: readonly KnownCreation[]): string {
  return lost.some(({ saidAbsent }) => saidAbsent === true) ? howToNameLost(lost) : howToAcknowledge("twin:none");
}

/** How to say it of these and no others. */
export function howToNameLost(lost: readonly KnownCreation[]): string {
  return howToAcknowledge(...lost.map(codeOf));
}
