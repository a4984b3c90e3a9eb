import type { KnownCreation } from "../api/objects";
import { ids } from "./about";
import { howToAcknowledge } from "./acknowledge";
import { neededBeside } from "./besideOthers";
import type { CreateSituation } from "./guards";
import { keep } from "./kept";
import { codeOf, codesOfLost, isNamed, isSaidLost, lostOf } from "./lost";
import { Refusal } from "./refusal";
import { say } from "./wayOut";
import { adoptFound, adoptOne, howToRename } from "./ways";

export interface Looked {
  /** The creations that runs have recorded under the name of the new object. */
  readonly known: readonly KnownCreation[];
  /** Id of the object that the new one replaces. */
  readonly instead: string | undefined;
  /** Ids of listed objects that were compared with the new one. */
  readonly seen: ReadonlySet<string>;
  /** True if every object that exists was listed and could be compared. */
  readonly isComplete: boolean;
  /** Recorded objects that the new one would be a twin of, whichever stack created them. */
  readonly twins?: readonly Held[];
}

/**
 * Refuses a create that runs have recorded before, if looking did not show its outcome. One refusal names all that the
 * records ask for.
 */
export async function refuseRecorded(situation: CreateSituation, looked: Looked) {
  const held = await heldIn(situation, looked);
  const lost = looked.isComplete ? [] : lostOf(looked.known, situation.declarer);
  const unsaid = lost.every((each) => isSaidLost(each, situation.acknowledged)) ? [] : lost;
  if (held.length > 0) throw await refusedHeld(situation, held, unsaid, looked.twins ?? []);
  if (unsaid.length > 0) throw refusedLost(situation, unsaid);
  if (lost.length > 0) await settleSaid(situation, lost);
}

/** True if this stack has created the object and not stopped managing it since. */
export function isHeldHere({ own, stack, released }: KnownCreation, { declarer }: CreateSituation): boolean {
  return !own && stack !== undefined && stack === declarer.stack && released !== true;
}

/** What this stack has created under the name, that may exist, and that no resource manages, as after a killed run. */
async function heldIn(situation: CreateSituation, { known, instead, seen }: Looked): Promise<Held[]> {
  const { kind, run, account, about, acknowledged } = situation;
  const unknown: Held[] = [];
  for (const each of known) {
    const { id } = each;
    if (id === undefined || !isHeldHere(each, situation)) continue;
    const isExplained = id === instead || seen.has(id) || acknowledged.has(`twin:${id}`);
    const { isReleased, manager } = run.memory.object(kind, id);
    if (isExplained || isReleased === true || manager !== undefined) continue;
    // The object may exist although the listing lacks it, so it is read by itself.
    const finding = await account.find(kind.name, id, `creating ${about}`, { fresh: true });
    if (finding.status !== "gone") unknown.push({ ...each, id });
  }
  return unknown;
}

type Held = KnownCreation & { readonly id: string };

async function refusedHeld(
  situation: CreateSituation,
  held: readonly Held[],
  lost: readonly KnownCreation[],
  twins: readonly Held[],
): Promise<Refusal> {
  const { kind, run, account, about } = situation;
  const all = held.map(({ id }) => id);
  // If a resource manages it under its old name, that resource must not delete it in this run.
  for (const id of all) await keep({ kind, run, account }, id);
  const others = twins.filter(({ id }) => !all.includes(id));
  const { effects, codes } = neededBeside(
    situation,
    [...held, ...others],
    lost.length > 0 ? lostCodes(situation, lost) : [],
  );
  const absent =
    lost.length > 0
      ? `, once you have seen in the app that another create of this name, which was cut off, had no effect`
      : "";
  return new Refusal(
    `Creating ${about}: an earlier run of this stack has created a ${kind.noun} of this name (${ids(all)}), and this stack has not stopped managing it since: that run was killed before the state recorded it, or the resource has another name now. Nothing was sent.`,
    say`If the resource has another name now: ${howToRename}. To take it over: ${adoptOne(all)}.`,
    say`To create another one beside it${effects}${absent}: ${howToAcknowledge(...codes)}.`,
  );
}

/** The codes that acknowledge that none of these has taken effect. A plain one counts for the own creates alone. */
function lostCodes(situation: CreateSituation, lost: readonly KnownCreation[]): string[] {
  return lost.every((each) => isOwn(each, situation)) ? codesOfLost(lost, situation) : lost.map(codeOf);
}

function isOwn({ resource }: KnownCreation, { declarer }: CreateSituation): boolean {
  return resource === undefined || resource === declarer.resource;
}

/**
 * A create of this stack under this name, for this resource or another one, whose outcome is not known: only a person can
 * look. A code on this resource settles no create of another one, unless it names that very create.
 */
function refusedLost(situation: CreateSituation, lost: readonly KnownCreation[]): Refusal {
  const {
    kind: { noun },
    about,
    acknowledged,
    spent,
  } = situation;
  const hasOwn = lost.some((each) => isOwn(each, situation));
  const what = hasOwn ? "it" : `a ${noun} of this name for another resource`;
  const where = hasOwn ? "" : " on the resource that it belongs to, or on this one if that resource now has this name";
  return new Refusal(
    `Creating ${about}: an earlier run was cut off while it created ${what}, so it may exist; this service cannot list every ${noun}. Nothing was sent.`,
    say`Look in the app. If it is there: ${adoptFound}${where}.`,
    say`If it is certainly not there: ${howToAcknowledge(...lostCodes(situation, lost))}.${acknowledged.has("twin:none") || spent?.has("twin:none") === true ? ' The acknowledged "twin:none" was written before the create was sent and does not count.' : ""}`,
  );
}

async function settleSaid(situation: CreateSituation, lost: readonly KnownCreation[]): Promise<void> {
  const { run, account, about, acknowledged, urn } = situation;
  run.warn(`${about}: treated as absent because "twin:none" is acknowledged, and created.`, urn);
  await account.records.settle(
    lost.filter((each) => isOwn(each, situation) || isNamed(each, acknowledged)),
    "refused",
  );
}
