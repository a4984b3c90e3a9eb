import { describe, ids } from "./about";
import { nameIn, type ResourceKind, type Values } from "./kind";
import { isNotShown, isPendingId, readRecord, replacedUnrun } from "./record";
import { PartialFailure } from "./refusal";
import type { Run } from "./run";

/**
 * Warns that the engine counts the old object as deleted once the create of its replacement has failed: it then takes the
 * object out of the state without a call of the provider. The former drafts of its resource, which only the state knows, leave
 * with it.
 */
export function warnAboutOld(kind: ResourceKind, run: Run, inputs: Values, error: unknown): void {
  const { urn } = run.memory.hintsFor(kind, inputs);
  const old = run.memory.comparedWith(kind, urn, inputs);
  const stays = kind.deletesFirst && kind.operations.delete === undefined;
  if (old === undefined || !stays || error instanceof PartialFailure) return;
  const record = readRecord(old.outputs, kind.noun);
  const isPending = isPendingId(old.id);
  const drafts = isNotShown(record) ? replacedUnrun(record) : [];
  if (record.gone === true || (isPending && drafts.length === 0)) return;
  const about = describe(kind.noun, nameIn(kind, old.outputs), isPending ? undefined : old.id);
  const itself = isPending ? "" : ", also if it runs by then";
  const formers =
    drafts.length === 0
      ? ""
      : `; so do the drafts that its resource has replaced, which may have been launched in the app: ${ids(drafts)}`;
  run.warn(
    `${about}: until a run has created its replacement, the engine counts it as deleted: without its resource in the program, or with \`pulumi destroy\`, it leaves the state without a question${itself}${formers}.`,
    urn,
  );
}
