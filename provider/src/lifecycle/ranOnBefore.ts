import { foundAmong } from "./foundOn";
import type { Compared } from "./memory";
import { asRecorded, contactedTargets, ownState, runsOrRan } from "./ranOn";
import { contentOfReplaced, isPendingId, type Recorded, readRecord } from "./record";
import { type SaidOff, saidOffWithTargets } from "./replaced";
import type { CreateSituation } from "./situation";

/**
 * For the record of an object that replaces another one, because the same people would be contacted again. The state shows
 * the replaced object also if the replacement is forced, and its log whether somebody has started it in the app.
 */
export async function ranOnBefore(
  situation: CreateSituation,
): Promise<Pick<Recorded, "ranOn" | "foundOn" | "replaced">> {
  const { kind, run, urn, inputs, replaced } = situation;
  if (kind.reaches === undefined) return { replaced };
  const { contacted: ofState = [] } = (await ownState(situation)) ?? {};
  const compared = run.memory.comparedWith(kind, urn, inputs);
  const before = compared === undefined ? undefined : await contactedBy(situation, compared);
  const launched = await launchedSince(situation);
  const targets = new Set([...ofState, ...(before?.targets ?? []), ...launched.flatMap((each) => each.targets)]);
  const ran = [
    ...(compared !== undefined && before?.hasRun === true ? [compared.id] : []),
    ...launched.map(({ id }) => id),
  ];
  // One that ran stays attached to its targets.
  const found = before === undefined ? {} : foundAmong(before.targets, before.record);
  return { ...asRecorded([...targets].sort()), ...found, replaced: ran.reduce(asRun, replaced) };
}

/** An object that has run counts by its targets in `ranOn`, and not again as one that may have been started since. */
function asRun(replaced: Recorded["replaced"], id: string): Recorded["replaced"] {
  const its = replaced?.[id];
  return its === undefined ? replaced : { ...replaced, [id]: contentOfReplaced(its) };
}

async function contactedBy({ kind, account, about }: CreateSituation, { id, outputs }: Compared) {
  const record = readRecord(outputs, kind.noun);
  if (isPendingId(id)) return { record, hasRun: false, targets: record.ranOn ?? [] };
  // An unreadable log counts as one with entries, as in a start without a draft in between. One that is gone has none.
  const hasRun =
    runsOrRan(kind, outputs, record) ||
    (record.gone !== true && (await kind.looks?.hasRun(account, `creating ${about}`, id)) !== false);
  return { record, hasRun, targets: contactedTargets(kind, outputs, record, hasRun) };
}

/** The earlier ones that a person confirms as off, and that have or may have been started after their replacement. */
async function launchedSince(situation: CreateSituation): Promise<readonly SaidOff[]> {
  const { kind, account, about, replaced } = situation;
  const launched: SaidOff[] = [];
  for (const each of saidOffWithTargets(situation, replaced)) {
    if ((await kind.looks?.hasRun(account, `creating ${about}`, each.id)) !== false) launched.push(each);
  }
  return launched;
}
