import { actingFor } from "./belongs";
import { changesOf, changing, orReplaced, withChanges } from "./changes";
import { type ChangeFacts, changeTable } from "./changeTable";
import { splitHints } from "./check";
import { foretell } from "./decision";
import type { ResourceKind, Values } from "./kind";
import type { KindWithPolicy } from "./policy";
import { isPendingId } from "./record";
import type { Run } from "./run";
import { unsettledChanges } from "./unsettled";

/**
 * `changes` stays undefined if the engine's own comparison of inputs gives the right answer: property diffs,
 * `ignoreChanges` and `replaceOnChanges` work only then.
 */
export interface Diffed {
  readonly changes?: boolean;
  readonly replaces?: string[];
  readonly deleteBeforeReplace?: boolean;
}

/**
 * Tells the engine the effect of a change, or refuses it. Sends no request. Records in the run's memory which resource
 * manages which object, which users own these objects, and what the rows of a kind need to know about other resources. Only
 * in a preview does the engine request all diffs before changing anything; in an update, this memory lets a later call of
 * the same run refuse the combined effect of two resources.
 */
export async function diff(
  kind: KindWithPolicy,
  run: Run,
  id: string,
  rawOlds: Values,
  rawNews: Values,
): Promise<Diffed> {
  const { inputs: olds } = splitHints(rawOlds);
  const { inputs: news } = splitHints(rawNews);
  const facts = await observe(kind, run, id, olds, news);
  // A refresh only reports, so its diff refuses nothing.
  if (run.memory.isDiffOfRefresh(kind, id, news)) return {};

  const { situation, hints } = facts;
  const { act, isForetold } = foretell(changeTable(kind, "diff"), facts, situation);

  // Also a pending one that this change does not replace: if its replacement has failed before, the engine continues that.
  run.memory.noteCompared(kind, { id, outputs: olds }, hints, news, act?.replace !== undefined);
  if (act?.replace !== undefined) {
    const isForced = isPendingId(id) || situation.record.gone === true;
    const changes = isForced ? { changes: true } : {};
    return { ...changes, replaces: [...act.replace], deleteBeforeReplace: act.isFirstDeleted };
  }
  // The engine sees no difference between equal inputs.
  const isResent = situation.changes.length > 0 && situation.changes.every(({ isUnsettled }) => isUnsettled === true);
  const first = isPendingId(id) ? { deleteBeforeReplace: true } : {};
  return act !== undefined || isForetold === true || isResent ? { changes: true, ...first } : {};
}

/** What is known without a request about an object in the state and its change. */
async function observe(kind: ResourceKind, run: Run, id: string, olds: Values, news: Values): Promise<ChangeFacts> {
  const { compared, hints } = changing(kind, run, id, olds, news);
  const actor = await actingFor(compared.record, run);
  // If the inputs equal those in the state, the engine changes nothing, even if the service has other values.
  const changes = hints.unchanged
    ? unsettledChanges(compared, [])
    : changesOf(compared).map((change) => orReplaced(compared, change));
  return { situation: withChanges(compared, changes), attempt: compared.about, hints, actor };
}
