import { describe } from "./about";
import { acknowledgements, leftOver } from "./acknowledge";
import { assertSameConfiguredUser, assertSameOrigin } from "./belongs";
import { splitHints } from "./check";
import type { Values } from "./definition";
import type { ResourceKind } from "./irregular";
import { isPendingId, readRecord } from "./record";
import { Refusal } from "./refusal";
import type { Run } from "./run";

/**
 * `changes` stays undefined wherever the engine's own comparison of inputs gives the right answer: only then do
 * property diffs, `ignoreChanges` and `replaceOnChanges` work.
 */
export interface Diffed {
  readonly changes?: boolean;
  readonly replaces?: string[];
  readonly deleteBeforeReplace?: boolean;
}

/** What a change will do, or why it must not. Pure: no I/O. */
export function diff(kind: ResourceKind, run: Run, id: string, rawOlds: Values, rawNews: Values): Diffed {
  const { definition, irregular } = kind;
  const { inputs: olds } = splitHints(rawOlds);
  const { inputs: news } = splitHints(rawNews);
  // A refresh compares what was just read with the old inputs: it reports, and nothing is to be refused.
  if (run.memory.takeRead(definition.kind, id)) return {};

  const about = describe(definition.noun, olds.name, id);
  const record = readRecord(olds, about);
  const settings = run.settings();
  const acknowledged = acknowledgements(news, settings);
  const hints = run.memory.hintsFor(news);

  assertSameOrigin(record, settings, acknowledged, about);
  assertSameConfiguredUser(record, settings, about);

  if (isPendingId(id)) {
    if (hints.adopt === undefined && !acknowledged.has("twin:none")) return {};
    return { changes: true, replaces: ["name"], deleteBeforeReplace: true };
  }

  const changes = definition.changes(olds, news);
  const replaces = [
    ...new Set(changes.filter((change) => change.effect !== "update").map((change) => change.property)),
  ];
  const replacing = replaces.length > 0;
  irregular.atDiff?.({
    run,
    about,
    acknowledged,
    urn: hints.urn,
    id,
    olds,
    news,
    record,
    changes,
    replacing,
    hints,
  });
  if (!replacing) {
    for (const code of leftOver(news)) {
      run.warn(`${about}: acknowledge ${JSON.stringify(code)} no longer matches anything; remove it.`, hints.urn);
    }
    return {};
  }
  if (hints.adopt !== undefined) {
    throw new Refusal(
      `${about}: changing ${replaces.join(", ")} replaces it, and adopt is still set, so the new one would be adopted and not made.`,
      "Remove adopt from the program first, run `pulumi up`, then make this change.",
    );
  }
  if (hints.retained) {
    throw new Refusal(
      `${about}: changing ${replaces.join(", ")} replaces it, and with retainOnDelete the old one is never looked at: two could run side by side.`,
      "Remove retainOnDelete for this change; the old object stays at the service anyway where the service cannot delete it.",
    );
  }
  return { replaces, deleteBeforeReplace: definition.kind !== "List" };
}
