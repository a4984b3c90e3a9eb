import { describe } from "./about";
import { nameIn, type ResourceKind, type Values } from "./kind";
import { isPendingId, readRecord } from "./record";
import { PartialFailure } from "./refusal";
import type { Run } from "./run";

/**
 * Warns that the engine counts the old object as deleted once the create of its replacement has failed: it then takes the
 * object out of the state without a call of the provider.
 */
export function warnAboutOld(kind: ResourceKind, run: Run, inputs: Values, error: unknown): void {
  const { urn } = run.memory.hintsFor(kind, inputs);
  const old = run.memory.comparedWith(kind, urn, inputs);
  const stays = kind.deletesFirst && kind.operations.delete === undefined;
  if (old === undefined || !stays || error instanceof PartialFailure) return;
  if (isPendingId(old.id) || readRecord(old.outputs, kind.noun).gone === true) return;
  run.warn(
    `${describe(kind.noun, nameIn(kind, old.outputs), old.id)}: until a run has created its replacement, the engine counts it as deleted: without its resource in the program, or with \`pulumi destroy\`, it leaves the state without a question, also if it runs by then.`,
    urn,
  );
}
