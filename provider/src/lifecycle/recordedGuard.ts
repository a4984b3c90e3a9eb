import type { KnownCreation } from "../api/objects";
import { howToRename, ids } from "./about";
import { howToAcknowledge } from "./acknowledge";
import type { CreateSituation } from "./guards";
import { keep } from "./kept";
import { howToSayLost, isNamed, isSaidLost, lostOf } from "./lost";
import { Refusal } from "./refusal";

export interface Looked {
  /** The creations that runs have recorded under the name of the new object. */
  readonly known: readonly KnownCreation[];
  /** Id of the object that the new one replaces. */
  readonly instead: string | undefined;
  /** Ids of listed objects that were compared with the new one. */
  readonly seen: ReadonlySet<string>;
  /** True if every object that exists was listed and could be compared. */
  readonly isComplete: boolean;
}

/** Refuses a create that runs have recorded before, if looking did not show its outcome. */
export async function refuseRecorded(situation: CreateSituation, looked: Looked) {
  await refuseHeld(situation, looked);
  if (!looked.isComplete) await refuseLost(situation, looked);
}

/** Refuses if this stack has created such an object and no resource manages it, as after a killed run. */
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
    // The object may exist although the listing lacks it, so it is read by itself.
    const finding = await account.find(kind.name, id, `creating ${about}`, { fresh: true });
    if (finding.status !== "gone") unknown.push(id);
  }
  if (unknown.length === 0) return;
  // If a resource manages it under its old name, that resource must not delete it in this run.
  for (const id of unknown) await keep({ kind, run, account }, id);
  const one = unknown.length === 1 ? unknown[0] : `one of ${unknown.join(", ")}`;
  throw new Refusal(
    `Creating ${about}: an earlier run of this stack has created a ${kind.noun} of this name (${ids(unknown)}), and this stack has not stopped managing it since: that run was killed before the state recorded it, or the resource has another name now. Nothing was sent.`,
    `If the resource has another name now: ${howToRename}. To take it over: adopt: ${one}.`,
    `To create another one beside it: ${howToAcknowledge(...unknown.map((id) => `twin:${id}`))}.`,
  );
}

/**
 * Refuses if this stack has sent this creation, or one of this name for another resource, and its outcome is not known:
 * only a person can look. A code on this resource settles no create of another one, unless it names that very create.
 */
async function refuseLost(
  { kind: { noun }, run, account, about, acknowledged, declarer, urn }: CreateSituation,
  { known }: Looked,
): Promise<void> {
  const lost = lostOf(known, declarer);
  if (lost.length === 0) return;
  const isOwn = ({ resource }: KnownCreation) => resource === undefined || resource === declarer.resource;
  if (lost.every((each) => isSaidLost(each, acknowledged))) {
    run.warn(`${about}: treated as absent because "twin:none" is acknowledged, and created.`, urn);
    await account.records.settle(
      lost.filter((each) => isOwn(each) || isNamed(each, acknowledged)),
      "refused",
    );
    return;
  }
  const hasOwn = lost.some(isOwn);
  const what = hasOwn ? "it" : `a ${noun} of this name for another resource`;
  const where = hasOwn ? "" : " on the resource that it belongs to, or on this one if that resource now has this name";
  throw new Refusal(
    `Creating ${about}: an earlier run was cut off while it created ${what}, so it may exist; this service cannot list every ${noun}. Nothing was sent.`,
    `Look in the app. If it is there: adopt: <its id>${where}.`,
    `If it is certainly not there: ${howToSayLost(lost)}.${acknowledged.has("twin:none") ? ' The acknowledged "twin:none" was written before the create was sent and does not count.' : ""}`,
  );
}
