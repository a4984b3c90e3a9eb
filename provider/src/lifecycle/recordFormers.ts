import type { CreationNotes } from "../api/objects";
import { type Declarer, declarerOf } from "./about";
import { nameIn, type ResourceKind } from "./kind";
import { isOwn } from "./managed";
import { isOfAnother } from "./passedOn";
import { contactedTargets, runsOrRan } from "./ranOn";
import { contentOfReplaced, type Recorded, type Replaced } from "./record";
import type { ReadSituation } from "./situation";

type Held = Pick<ReadSituation, "kind" | "run" | "account" | "id" | "outputs" | "record" | "urn">;

/**
 * Records the objects that a resource has replaced as released by it: another machine may have made them, and only the state
 * knows them, as long as it has the resource. What the records have already is not written again.
 */
export async function recordFormers(held: Held): Promise<void> {
  const { kind, run, account, id, outputs, record, urn } = held;
  if (kind.reaches === undefined || record.replaced === undefined) return;
  const formers: Former[] = [];
  for (const [each, its] of Object.entries(record.replaced)) {
    if (each === id || isOfAnother(run.memory, kind, urn, each)) continue;
    formers.push({ id: each, its, known: await account.records.one(kind.name, each) });
  }
  const ranOn = ranOnOf(kind, held, formers);
  for (const former of formers) {
    const notes = notesOfFormer(former, ranOn, { urn, record });
    if (notes !== undefined) await account.records.remember(kind.name, former.id, nameIn(kind, outputs), notes);
  }
}

/** A former version of a resource, and what is recorded about it. */
interface Former {
  readonly id: string;
  readonly its: Replaced;
  readonly known: CreationNotes | undefined;
}

/** Where former versions have run: nobody knows which of them. */
interface FormersRanOn {
  readonly all: readonly string[];
  /** Of these, those that no record has. */
  readonly unrecorded: readonly string[];
}

function ranOnOf(kind: ResourceKind, { outputs, record }: Held, formers: readonly Former[]): FormersRanOn {
  const hasRun = runsOrRan(kind, outputs, record);
  // The record does not name those that the present one has as well.
  const all = record.ranOn ?? contactedTargets(kind, outputs, record, hasRun);
  const recorded = formers.flatMap(({ known }) => known?.ranOn ?? []);
  return { all, unrecorded: hasRun ? [] : all.filter((target) => !recorded.includes(target)) };
}

/** What to record about a former version. Undefined if nothing is known that matters. */
function notesOfFormer(
  { its, known }: Former,
  ranOn: FormersRanOn,
  held: { readonly urn?: string; readonly record: Recorded },
): CreationNotes | undefined {
  const own = declarerOf(held.urn);
  const content = contentOfReplaced(its);
  const isTaken = known !== undefined && isHeldByOther(known, held, own);
  // A record without these would no longer have them.
  const kept = isTaken ? { adopted: known.adopted, released: known.released } : { ...own, released: true, content };
  const notes = { ...kept, isNameLater: true };
  if (typeof its !== "string") return isTaken ? undefined : { ...notes, targets: its.targets };
  if (ranOn.all.length === 0) return undefined;
  // Without targets, it would count as one that may use any.
  if (known === undefined) return { ...notes, ran: true, targets: ranOn.all };
  const more = known.ran === true ? ranOn.unrecorded : ranOn.all;
  return { ...notes, ran: true, ...(more.length === 0 ? {} : { ranOn: more }) };
}

/** True if another stack, or another resource of this one that has not released it, has it according to the records. */
function isHeldByOther(known: CreationNotes, held: { urn?: string; record: Recorded }, { stack }: Declarer): boolean {
  if (known.stack === undefined || isOwn(known, held)) return false;
  return known.stack !== stack || known.released !== true;
}
