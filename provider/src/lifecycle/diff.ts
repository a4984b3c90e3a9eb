import { command, describe, letGo, nameOf, resourceName } from "./about";
import { acknowledgements, idle, ownCodes } from "./acknowledge";
import { assertSameSettings } from "./belongs";
import { cannotChange, isHeldBack, paths } from "./cannotChange";
import { splitHints } from "./check";
import type { Change, Values } from "./definition";
import type { DiffSituation, ResourceKind } from "./irregular";
import { howToSettle, isSaidAbsent } from "./pending";
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
  const { inputs: news } = splitHints(rawNews);
  // A refresh only reports: nothing is to be refused.
  if (run.memory.isDiffOfRefresh(definition.kind, id, news)) return {};

  const { inputs: olds } = splitHints(rawOlds);
  const about = describe(definition.noun, olds.name, id);
  const record = readRecord(olds, about);
  const settings = run.settings();
  const acknowledged = acknowledgements(news, settings);
  const hints = run.memory.hintsFor(news);
  const urn = hints.urn ?? record.urn;
  assertSameSettings(record, settings, acknowledged, about);
  if (record.origin === settings.origin) run.memory.owners.add(record.actingUserId);

  if (isPendingId(id)) {
    irregular.atRead?.({ run, about, acknowledged, urn, id, outputs: olds, record });
    // "twin" finds nothing where nothing can be found out: only an id or a person's word settles it.
    if (typeof hints.adopt !== "number" && !isSaidAbsent(record, acknowledged)) {
      const how = howToSettle(record, record.pending?.knownBefore !== undefined);
      run.warn(`${about}: its creation is still pending: \`pulumi up\` fails until that is settled. ${how}`, urn);
      return { changes: true };
    }
    return { changes: true, replaces: ["name"], deleteBeforeReplace: true };
  }

  // The engine compares inputs, and does nothing where they are the same, whatever the service made of them.
  const all = hints.unchanged ? [] : definition.changes(olds, news);
  // Whether it is still on is asked when it is updated.
  const changes = record.unasked === true && news.active === false ? all.filter(isNotOfActive) : all;
  const replaces = [
    ...new Set(changes.filter((change) => change.effect !== "update").map((change) => change.property)),
  ];
  const replacing = replaces.length > 0;
  const situation = { run, about, acknowledged, urn, id, olds, news, record, changes, replacing, hints };
  if (replacing) assertReplaceable(situation, replaces);
  irregular.atDiff?.(situation);
  assertAdoptedOnce(kind, situation);
  if (replacing) {
    return { replaces, deleteBeforeReplace: definition.deletesFirst };
  }
  assertCanChange(kind, situation);
  if (record.unasked === true) {
    if (news.active !== true) {
      run.warn(
        `${about}: it is running, although the program did not ask for that: this update fails until it is switched off in the app, or the program says active: true.`,
        urn,
      );
    }
    return { changes: true };
  }
  // An alias has given it another name: the state has to know it by that, or nothing could tell what follows a delete.
  const isRenamed = hints.urn !== undefined && record.urn !== undefined && nameOf(hints.urn) !== nameOf(record.urn);
  if (isRenamed) return { changes: true };
  for (const sentence of idle(idleCodes(situation))) run.warn(`${about}: ${sentence}`, urn);
  return {};
}

const isNotOfActive = ({ property }: Change): boolean => property !== "active";

/** A change that `pulumi up` would refuse is refused by the preview, where an earlier run has found that out. */
function assertCanChange({ definition, irregular }: ResourceKind, situation: DiffSituation): void {
  const { run, about, urn, news, record } = situation;
  const changes = situation.changes.filter((change) => !isHeldBack(record, change));
  const isKnownToFail = record.unseen === true || record.unchangeable === true;
  if (!isKnownToFail || changes.length === 0 || irregular.sendsUnread?.(changes, news) === true) return;
  const [first, rest] = irregular.sendsFirst?.(changes, news) ?? [[], changes];
  if (first.length === 0) throw cannotChange(definition, situation, changes, "known");
  run.warn(
    `${about}: \`pulumi up\` changes ${paths(first)} and then fails: this service has no operation that changes ${paths(rest)}.`,
    urn,
  );
}

function assertAdoptedOnce(
  { definition }: ResourceKind,
  { run, about, urn, id, hints, replacing }: DiffSituation,
): void {
  const other = run.memory.manages(definition.kind, id, urn);
  if (other !== undefined) {
    throw new Refusal(
      `${about}: it is managed here, and ${resourceName(other)} of this program has or adopts it too; one object can be managed once.`,
      `Remove adopt: ${id} from ${resourceName(other)}, or let go of one of the two: ${letGo(urn)}.`,
    );
  }
  if (!replacing && typeof hints.adopt === "number" && String(hints.adopt) !== id) {
    run.warn(
      `${about}: adopt: ${hints.adopt} has no effect, since this resource exists already; remove it from the program. If id ${id} was taken over by mistake: ${command("pulumi state delete", urn)}, then \`pulumi up\` takes ${hints.adopt} over.`,
      urn,
    );
  }
}

function assertReplaceable({ about, hints, id }: DiffSituation, replaces: readonly string[]): void {
  if (isLeftOver(hints.adopt, id)) throw adoptStillSet(about, `changing ${replaces.join(", ")} replaces it`);
  if (!hints.retained) return;
  throw new Refusal(
    `${about}: changing ${replaces.join(", ")} replaces it, and with retainOnDelete the old one is never looked at: two could run side by side.`,
    "Remove retainOnDelete for this change, or take the change back.",
  );
}

/**
 * True where a replacement would take over the very object that it replaces, or whatever is like it. Another object,
 * named by its id, is what the replacement itself has made, in a run that was killed before it could be recorded.
 */
export function isLeftOver(adopt: unknown, id: string): boolean {
  return adopt !== undefined && (typeof adopt !== "number" || String(adopt) === id);
}

/** Also for a delete whose replacement was forced without a diff. */
export function adoptStillSet(about: string, why: string): Refusal {
  return new Refusal(
    `${about}: ${why}, and adopt is still set, so the new one would be taken over and not made.`,
    "Remove adopt from the program, then run this again.",
  );
}

/** Codes that only matter while something is created or replaced, or that are about another object. */
function idleCodes({ news, record, id }: DiffSituation): string[] {
  return ownCodes(news).filter((code) => {
    if (/^(rename|restart|twin:.+)$/.test(code)) return true;
    if (code.startsWith("moved:")) return code !== `moved:${record.origin}`;
    return code.startsWith("inactive:") && code !== `inactive:${id}`;
  });
}
