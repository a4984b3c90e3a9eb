import type { Account } from "../api/account";
import { signOf } from "../api/coordination/digest";
import type { KnownCreation, Settled } from "../api/objects";
import { type Declarer, declarerOf } from "./about";
import { howToAcknowledge } from "./acknowledge";
import { areOtherTargets } from "./facts";
import { nameIn, type ResourceKind, targetsIn, type Values } from "./kind";
import type { Recorded } from "./record";
import type { Situation } from "./situation";
import type { Advice } from "./wayOut";

/** True if runs have recorded that another stack has created it. */
export function isOfOtherStack(recorded: Pick<KnownCreation, "stack"> | undefined, { stack }: Declarer): boolean {
  return recorded?.stack !== undefined && recorded.stack !== stack;
}

/** The creates of this stack whose outcome is unknown. */
export function lostOf(known: readonly KnownCreation[], declarer: Declarer): KnownCreation[] {
  return known.filter((each) => each.id === undefined && !isOfOtherStack(each, declarer));
}

/**
 * The lost creates of this resource. If a record does not contain the resource (earlier releases), name and targets decide.
 */
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

/**
 * The lost creates that an object may come from which this resource adopts: its own, or the only one of its name with a
 * target in common, whose resource has left the program.
 */
export function lostBefore(
  kind: ResourceKind,
  known: readonly KnownCreation[],
  declarer: Declarer,
  inputs: Values,
): KnownCreation[] {
  const own = lostOfResource(kind, known, declarer, inputs);
  const declared = targetsIn(kind, inputs);
  const others = lostOf(known, declarer).filter(
    ({ sameName, targets }) => sameName && targets !== undefined && !areOtherTargets(targets, declared),
  );
  return own.length > 0 || others.length > 1 ? own : others;
}

function isSameSet(recorded: readonly string[], declared: unknown): boolean {
  if (!Array.isArray(declared)) return true;
  const others = new Set(declared.map(String));
  return recorded.length === others.size && recorded.every((target) => others.has(target));
}

/** Records for other runs the outcome of the creates of a resource pending in the state. */
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

/** The code that acknowledges that this lost create has not taken effect. */
export function codeOf(lost: KnownCreation): string {
  return `twin:none:${signOf(lost)}`;
}

/** True if this create's own code is acknowledged. */
export function isNamed(lost: KnownCreation, acknowledged: ReadonlySet<string>): boolean {
  return acknowledged.has(codeOf(lost));
}

/**
 * True if it is acknowledged that this create has not taken effect. A `twin:none` acknowledged before the create was sent
 * does not apply to it: that create needs its own code.
 */
export function isSaidLost(lost: KnownCreation, acknowledged: ReadonlySet<string>): boolean {
  return isNamed(lost, acknowledged) || (acknowledged.has("twin:none") && lost.saidAbsent !== true);
}

/** The shortest codes that acknowledge that none of them has taken effect. */
export function codesOfLost(lost: readonly KnownCreation[], { spent }: Pick<Situation, "spent">): string[] {
  const isSpent = spent?.has("twin:none") === true || lost.some(({ saidAbsent }) => saidAbsent === true);
  return isSpent ? lost.map(codeOf) : ["twin:none"];
}

/** How to acknowledge exactly these, each by its own code. */
export function howToNameLost(lost: readonly KnownCreation[]): Advice {
  return howToAcknowledge(...lost.map(codeOf));
}
