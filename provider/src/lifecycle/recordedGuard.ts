import type { KnownCreation } from "../api/objects";
import { howToRename, ids } from "./about";
import { howToAcknowledge } from "./acknowledge";
import type { CreateSituation } from "./guards";
import { howToSayLost, isNamed, isSaidLost, lostOf } from "./lost";
import { Refusal } from "./refusal";

export interface Looked {
  /** What runs have recorded under the name of the new object. */
  readonly known: readonly KnownCreation[];
  /** The object that the create takes the place of. */
  readonly instead: string | undefined;
  /** Ids of listed objects that were compared with the new one. */
  readonly seen: ReadonlySet<string>;
  /** True where everything that exists was listed and could be compared. */
  readonly isComplete: boolean;
}

/** Refuses a create that runs have recorded before, where looking has not told what came of it. */
export async function refuseRecorded(situation: CreateSituation, looked: Looked) {
  await refuseHeld(situation, looked);
  if (!looked.isComplete) await refuseLost(situation, looked);
}

/** This stack has created such an object, and no resource manages it: a run was killed before the state had it. */
async function refuseHeld(
  { kind, run, account, about, acknowledged, declarer }: CreateSituation,
  { known, instead, seen }: Looked,
): Promise<void> {
  const held = known.flatMap(({ id, own, stack: its, released }) =>
    id !== undefined && !own && its === declarer.stack && released !== true ? [id] : [],
  );
  const unknown: string[] = [];
  for (const id of held) {
    const isExplained = id === instead || seen.has(id) || acknowledged.has(`twin:${id}`);
    const { isReleased, manager } = run.memory.object(kind, id);
    if (isExplained || isReleased === true || manager !== undefined) continue;
    // A listing that lacks it proves nothing.
    const finding = await account.find(kind.name, id, `creating ${about}`, { fresh: true });
    if (finding.status !== "gone") unknown.push(id);
  }
  if (unknown.length === 0) return;
  // Whichever resource manages it under its old name must not delete it in this run.
  for (const id of unknown) run.memory.object(kind, id).isTwin = true;
  const one = unknown.length === 1 ? unknown[0] : `one of ${unknown.join(", ")}`;
  throw new Refusal(
    `Creating ${about}: an earlier run of this stack has created a ${kind.noun} of this name (${ids(unknown)}), which it has not let go of: a run was killed before it was recorded, or the resource has another name now. Nothing was sent.`,
    `Where the resource has another name now: ${howToRename}. To take it over: adopt: ${one}.`,
    `To make another one beside it: ${howToAcknowledge(...unknown.map((id) => `twin:${id}`))}.`,
  );
}

/**
 * This stack has sent this creation, or one of this name for another resource, and nobody knows what came of it. Only a
 * person can look. What is said on this resource settles nothing of another one's, unless it names that very create.
 */
async function refuseLost(
  { kind: { noun }, run, account, about, acknowledged, declarer, urn }: CreateSituation,
  { known }: Looked,
): Promise<void> {
  const lost = lostOf(known, declarer);
  if (lost.length === 0) return;
  const isOwn = ({ resource }: KnownCreation) => resource === undefined || resource === declarer.resource;
  if (lost.every((each) => isSaidLost(each, acknowledged))) {
    run.warn(`${about}: taken to be absent on a person's word (twin:none), and created.`, urn);
    await account.records.settle(
      lost.filter((each) => isOwn(each) || isNamed(each, acknowledged)),
      "refused",
    );
    return;
  }
  const hasOwn = lost.some(isOwn);
  const what = hasOwn ? "it" : `a ${noun} of this name for another resource`;
  const where = hasOwn ? "" : " on the resource that it belongs to, or on this one where that has a new name";
  throw new Refusal(
    `Creating ${about}: an earlier run was cut off while it created ${what}, so it may exist; this service cannot list every ${noun}. Nothing was sent.`,
    `Look in the app. If it is there: adopt: <its id>${where}.`,
    `If it is surely not there: ${howToSayLost(lost)}.${acknowledged.has("twin:none") ? ' The "twin:none" that is acknowledged was written before.' : ""}`,
  );
}
