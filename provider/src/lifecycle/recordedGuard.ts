import type { KnownCreation } from "../api/account";
import { type Declarer, howToRename, ids, senderOf } from "./about";
import { howToAcknowledge } from "./acknowledge";
import type { Definition } from "./definition";
import type { CreateSituation } from "./irregular";
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
export async function refuseRecorded(definition: Definition, situation: CreateSituation, looked: Looked) {
  await refuseHeld(definition, situation, looked);
  if (!looked.isComplete) await refuseLost(definition, situation, looked);
}

/** This stack has created such an object, and no resource manages it: a run was killed before the state had it. */
async function refuseHeld(
  { kind, noun }: Definition,
  { run, account, about, acknowledged, declarer }: CreateSituation,
  { known, instead, seen }: Looked,
): Promise<void> {
  const held = known.flatMap(({ id, own, stack: its, released }) =>
    id !== undefined && !own && its === declarer.stack && released !== true ? [id] : [],
  );
  const unknown: string[] = [];
  for (const id of held) {
    const isExplained = id === instead || seen.has(id) || acknowledged.has(`twin:${id}`);
    if (isExplained || run.memory.wasReleased(kind, id) || run.memory.managerOf(kind, id) !== undefined) continue;
    // A listing that lacks it proves nothing.
    const finding = await account.find(kind, id, `creating ${about}`, { fresh: true });
    if (finding.status !== "gone") unknown.push(id);
  }
  if (unknown.length === 0) return;
  // Whichever resource manages it under its old name must not delete it in this run.
  for (const id of unknown) run.memory.noteTwin(kind, id);
  const one = unknown.length === 1 ? unknown[0] : `one of ${unknown.join(", ")}`;
  throw new Refusal(
    `Creating ${about}: an earlier run of this stack has created a ${noun} of this name (${ids(unknown)}), which it has not let go of: a run was killed before it was recorded, or the resource has another name now. Nothing was sent.`,
    `Where the resource has another name now: ${howToRename}. To take it over: adopt: ${one}.`,
    `To make another one beside it: ${howToAcknowledge(...unknown.map((id) => `twin:${id}`))}.`,
  );
}

/** What this stack has sent, as far as nobody knows what came of it. */
export function lostOf(known: readonly KnownCreation[], { stack }: Declarer): KnownCreation[] {
  return known.filter(({ id, stack: its }) => id === undefined && (its === undefined || its === stack));
}

/**
 * This stack has sent this creation, or one of this name for another resource, and nobody knows what came of it. Only a
 * person can look. What is said on this resource settles nothing of another one's.
 */
async function refuseLost(
  { kind, noun }: Definition,
  { run, account, inputs, about, acknowledged, declarer, urn }: CreateSituation,
  { known }: Looked,
): Promise<void> {
  const lost = lostOf(known, declarer);
  if (lost.length === 0) return;
  const own = lost.filter(({ resource }) => resource === undefined || resource === declarer.resource);
  const isSaid = acknowledged.has("twin:none");
  const isStale = own.some(({ saidAbsent }) => saidAbsent === true);
  // Said before it was sent, it says nothing. Once a run without the word has seen it, the word counts again.
  if (isSaid && !isStale) {
    run.warn(`${about}: taken to be absent on a person's word (twin:none), and created.`, urn);
    return await account.settle(kind, inputs.name, "refused", senderOf(declarer, inputs));
  }
  if (!isSaid && isStale) await account.settle(kind, inputs.name, "open", senderOf(declarer, inputs));
  const what = own.length > 0 ? "it" : `a ${noun} of this name for another resource`;
  throw new Refusal(
    `Creating ${about}: an earlier run was cut off while it created ${what}, so it may exist; this service cannot list every ${noun}. Nothing was sent.`,
    own.length > 0
      ? "Look in the app. If it is there: adopt: <its id>."
      : "Look in the app. If it is there, adopt: <its id> on the resource that it belongs to, or on this one where that has a new name.",
    isSaid
      ? 'If it is surely not there: remove the acknowledged "twin:none", which was written before, run `pulumi up` once, and write it again.'
      : 'If it is surely not there: acknowledge: ["twin:none"] on the resource, until it is created.',
  );
}
