import { z } from "zod";
import { signOf } from "../api/coordination/digest";
import type { ServiceKind } from "../api/serviceKind";
import { nameIn, type ResourceKind } from "./kind";
import { lostBeside } from "./lostBeside";
import { type RunMemory, Slot } from "./memory";
import { isSaidAbsent, signOfPending } from "./pending";
import { isReplacedId, type Recorded } from "./record";
import type { CreateSituation } from "./situation";
import { recordOf } from "./statedOwners";

type Settled = NonNullable<Recorded["settled"]>;

/** Parses the hint from the class. */
export function settledIn(hint: unknown): Recorded["settled"] {
  return z.record(z.string(), z.string()).optional().safeParse(hint).data;
}

/** By kind, the lost creates that a person has settled, as the state shows or this run has recorded. */
const known = new Slot(() => new Map<string, Settled>());

export function noteSettled(memory: RunMemory, { name }: Pick<ServiceKind, "name">, settled: Settled = {}): void {
  const ofKind = known.of(memory);
  ofKind.set(name, { ...ofKind.get(name), ...settled });
}

/** What has become of this lost create: the id of its object; empty if it had no effect. */
export function settledAs(
  memory: RunMemory,
  { name }: Pick<ServiceKind, "name">,
  { pending }: Recorded,
): string | undefined {
  return pending === undefined ? undefined : known.of(memory).get(name)?.[signOfPending(pending)];
}

const mostSettled = 10;

/**
 * For the record of an object that is created or adopted: the lost creates that this settles, and those settled before. A
 * create settles those that a person says had no effect; an adoption its own, or the only one that may have made the object.
 *
 * @param id the adopted object; undefined for a new one
 */
export function settledBy(
  situation: CreateSituation,
  { actingUserId }: Pick<Recorded, "actingUserId">,
  { takenOver, everActive }: Pick<Recorded, "takenOver" | "everActive">,
  madeId?: string,
): Pick<Recorded, "settled"> {
  const { kind, run, urn, inputs, acknowledged } = situation;
  const id = takenOver === true ? madeId : undefined;
  const own = recordOf(run.memory.comparedWith(kind, urn, inputs)?.outputs ?? {});
  const its: [string, string][] = [];
  if (own?.pending !== undefined) {
    const isIt = id !== undefined && own.pending.isAbsent !== true && !isReplacedId(own, Number(id));
    its.push([signOfPending(own.pending), isIt ? id : ""]);
  }
  // What the other resource had replaced before is not what its lost create made.
  const beside = lostBeside(situation, actingUserId).filter(
    ({ record }) => id === undefined || !isReplacedId(record, Number(id)),
  );
  // One that has not run does not come from a start.
  const mayBeIt = beside.filter(({ outputs }) => kind.notes?.(outputs).running !== true || everActive === true);
  const absent = beside.filter(({ record }) => isSaidAbsent(record, acknowledged));
  if (id === undefined) its.push(...absent.map(({ pending }): [string, string] => [signOfPending(pending), ""]));
  else if (own?.pending === undefined && beside.length === 1) {
    its.push(...mayBeIt.map(({ pending }): [string, string] => [signOfPending(pending), id]));
  }
  // The resource that had it before may leave the state, with what it has settled.
  const passed = Object.entries(known.of(run.memory).get(kind.name) ?? {}).filter(
    ([, of]) => id !== undefined && (of === id || of === ""),
  );
  const settled = Object.fromEntries([...passed, ...Object.entries(own?.settled ?? {}), ...its].slice(-mostSettled));
  noteSettled(run.memory, kind, settled);
  return Object.keys(settled).length === 0 ? {} : { settled };
}

/** The settled creates that this run has looked for in the records, because each of its creates and deletes would. */
const inRecords = new Slot(() => new Set<string>());

/** Settles these creates in the records of this machine, which another one may have settled. */
export async function settleInRecords({
  kind,
  run,
  account,
  inputs,
}: Pick<CreateSituation, "account" | "inputs" | "run"> & { readonly kind: ResourceKind }): Promise<void> {
  const settled = known.of(run.memory).get(kind.name) ?? {};
  const done = inRecords.of(run.memory);
  const open = Object.keys(settled).filter((sign) => !done.has(`${kind.name} ${sign} ${settled[sign]}`));
  if (open.length === 0) return;
  const all = await account.records.known(kind.name, nameIn(kind, inputs), "all");
  for (const lost of all) {
    const id = lost.id === undefined ? settled[signOf(lost)] : undefined;
    if (id === undefined) continue;
    const isRecorded = id === "" || all.some((each) => each.id === id);
    await account.records.settle([lost], isRecorded ? "refused" : { id });
  }
  for (const sign of open) done.add(`${kind.name} ${sign} ${settled[sign]}`);
}
