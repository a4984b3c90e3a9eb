import { actingFor } from "./belongs";
import { changesOf, changing, orReplaced, withChanges } from "./changes";
import { type ChangeFacts, changeTable } from "./changeTable";
import { splitHints } from "./check";
import { foretell } from "./decision";
import type { ResourceKind, Values } from "./kind";
import type { KindWithPolicy } from "./policy";
import { isPendingId } from "./record";
import type { Run } from "./run";

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
 * Tells the engine what a change does, or refuses it. Sends no request. It notes in the memory of the run which resource manages
 * which object, which users own these objects, and what the rows of a kind need to know of other resources. Only in
 * a preview does the engine ask for all diffs before it changes anything; in an update these notes let a later call of
 * the same run refuse what two resources would do together.
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
  // A refresh only reports, so this diff refuses nothing.
  if (run.memory.isDiffOfRefresh(kind, id, news)) return {};

  const { situation, hints } = facts;
  const { act, isForetold } = foretell(changeTable(kind, "diff"), facts, situation);

  const replaces = act?.replace;
  if (!isPendingId(id) || replaces !== undefined) {
    run.memory.noteCompared(kind, { id, outputs: olds }, hints, news, replaces !== undefined);
  }
  if (act?.replace !== undefined) {
    const changes = isPendingId(id) ? { changes: true } : {};
    return { ...changes, replaces: [...act.replace], deleteBeforeReplace: act.isFirstDeleted };
  }
  return act !== undefined || isForetold === true ? { changes: true } : {};
}

/** What is known without a request of an object of the state and of its change. */
async function observe(kind: ResourceKind, run: Run, id: string, olds: Values, news: Values): Promise<ChangeFacts> {
  const { compared, hints } = changing(kind, run, id, olds, news);
  const actor = await actingFor(compared.record, run);
  // If the inputs equal those of the state, the engine changes nothing, even if the service holds other values.
  const changes = hints.unchanged ? [] : changesOf(compared).map((change) => orReplaced(compared, change));
  return { situation: withChanges(compared, changes), attempt: compared.about, hints, actor };
}
