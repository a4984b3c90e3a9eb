import type { KnownCreation } from "../api/objects";
import type { ResourceKind } from "./kind";
import type { Reach } from "./reach";
import { type Line, Refusal } from "./refusal";
import type { CreateSituation } from "./situation";

/** A fact that a rule needs and that only a request can determine. */
export type Question = { readonly kind: ResourceKind } & (
  | { /** All objects of this kind. */ readonly ask: "all" }
  | {
      /** Whether the object exists, and its values when read by id. */ readonly ask: "object";
      readonly id: string;
    }
  | {
      /**
       * About the object in question: its values when read by id, the outcome of its create, the records of earlier runs, or
       * another process that prevents its delete.
       */
      readonly ask: "itself" | "creation" | "record" | "kept";
      readonly id: string;
    }
  | { /** The objects of this kind that contact this target's people. */ readonly ask: "users"; readonly of: string }
  | {
      /** This target's people who are named in this file. */ readonly ask: "suppressed";
      readonly of: string;
      readonly file: string;
    }
  | { /** Whether the object has contacted anybody. */ readonly ask: "log"; readonly id: string }
  | { /** The current targets of objects of this kind. */ readonly ask: "targets" }
  | { /** The acting user. */ readonly ask: "actor" }
);

/** The outcome of a rule. */
export type Outcome<Act> =
  | Warned
  /** `keep`: ids of objects that must not be deleted in this run, because the refused create may have to adopt one. */
  | { readonly refuse: () => Refusal; readonly keep?: readonly string[]; readonly foretold?: Foretold }
  | { readonly look: Question; readonly foretold?: Foretold }
  /** Notes for other resources of the run, even if this one is refused. */
  | { readonly note: () => void }
  /** Creates that are acknowledged to have had no effect. */
  | { readonly settle: readonly KnownCreation[] }
  /** Ids of objects that only records show as running, and that are acknowledged to be off. */
  | { readonly saidOff: readonly string[] }
  | { readonly act: Act };

/** The outcome that refuses with these lines. */
export function refused(...lines: readonly Line[]): { readonly refuse: () => Refusal } {
  return { refuse: () => new Refusal(...lines) };
}

/** Printed by the preview, which plans an update, instead of a decision that only the update can make. */
type Foretold = readonly Warned[];

type Warned = { readonly warn: string } & Partial<Omit<Warning, "text">>;

/** One row of a table: a pure function of facts, without requests or a clock. */
export interface Rule<Facts, Act = never> {
  readonly name: string;
  decide(facts: Facts): Iterable<Outcome<Act>>;
}

export interface Warning {
  readonly text: string;
  /** Set if the warning is about people. */
  readonly reach: Reach | undefined;
  /** True if the warning is not only about the resource. */
  readonly underStack: boolean;
  /** Set if the warning is about a different resource. */
  readonly urn?: string;
  /** True if it is printed only after the service has confirmed the request. */
  readonly afterwards: boolean;
}

/** The decision of a table. Without a refusal, an act or a question, the ordinary request is sent. */
export interface Decision<Act> {
  /** The rule that ended the evaluation. */
  readonly rule?: string;
  readonly refusal?: () => Refusal;
  readonly keep: readonly string[];
  readonly act?: Act;
  readonly look?: Question;
  readonly warnings: readonly Warning[];
  readonly settled: readonly KnownCreation[];
  readonly saidOff: readonly string[];
  readonly notes: readonly (() => void)[];
  /** True if only the update can decide. */
  readonly isForetold?: boolean;
}

/**
 * Applies the rules in order, until one returns a refusal, an act or a question.
 *
 * @param isPreview true if no requests are sent: for a rule with a question, prints what the update will check
 */
export function evaluate<Facts, Act>(
  table: readonly Rule<Facts, Act>[],
  facts: Facts,
  isPreview = false,
): Decision<Act> {
  const warnings: Warning[] = [];
  const settled: KnownCreation[] = [];
  const saidOff: string[] = [];
  const notes: (() => void)[] = [];
  for (const { name, decide } of table) {
    for (const outcome of decide(facts)) {
      const before = { rule: name, warnings, settled, saidOff, notes, keep: [] };
      if (isPreview && "foretold" in outcome && outcome.foretold !== undefined) {
        return { ...before, warnings: [...warnings, ...outcome.foretold.map(warningOf)], isForetold: true };
      }
      if (isPreview && "look" in outcome) break;
      if ("refuse" in outcome) return { ...before, refusal: outcome.refuse, keep: outcome.keep ?? [] };
      if ("look" in outcome) return { ...before, look: outcome.look };
      if ("act" in outcome) return { ...before, act: outcome.act };
      if ("settle" in outcome) settled.push(...outcome.settle);
      else if ("saidOff" in outcome) saidOff.push(...outcome.saidOff);
      else if ("note" in outcome) notes.push(outcome.note);
      else warnings.push(warningOf(outcome));
    }
  }
  return { warnings, settled, saidOff, notes, keep: [] };
}

function warningOf({ warn: text, reach, underStack = false, afterwards = false, urn }: Warned): Warning {
  return { text, reach, underStack, afterwards, ...(urn === undefined ? {} : { urn }) };
}

/** Decides without requests, as in a preview. Makes notes, prints warnings and throws refusals. */
export function foretell<Facts, Act>(
  table: readonly Rule<Facts, Act>[],
  facts: Facts,
  situation: Pick<CreateSituation, "run" | "urn">,
): Decision<Act> {
  const decision = evaluate(table, facts, true);
  for (const note of decision.notes) note();
  if (decision.refusal !== undefined) throw decision.refusal();
  printWarnings(decision, situation, false);
  return decision;
}

/** Facts that can be completed by requests. */
export interface Observed<Facts> {
  facts(): Facts;
  look(question: Question): Promise<void>;
}

/** Applies the rules and requests the unknown facts that they need. */
export async function decide<Facts, Act>(
  table: readonly Rule<Facts, Act>[],
  observed: Observed<Facts>,
): Promise<Decision<Act>> {
  for (;;) {
    const decision = evaluate(table, observed.facts());
    if (decision.look === undefined) return decision;
    await observed.look(decision.look);
  }
}

/** Decides, updates the records for other runs, and prints the warnings or throws the refusal. */
export async function conclude<Facts, Act>(
  table: readonly Rule<Facts, Act>[],
  observed: Observed<Facts>,
  situation: Pick<CreateSituation, "kind" | "run" | "account" | "urn">,
): Promise<Decision<Act>> {
  const { kind, run, account, urn } = situation;
  const decision = await decide(table, observed);
  const { refusal, settled, saidOff, keep, notes } = decision;
  for (const note of notes) note();
  if (settled.length > 0) await account.records.settle(settled, "refused");
  for (const id of saidOff) await account.records.recordAsOff(kind.name, id);
  for (const id of keep) {
    run.memory.note(kind, id, { isTwin: true });
    // The refusal is more important than a failure to record it.
    await account.records.keep(kind.name, id).catch(() => {});
  }
  // Omit the warnings, because the refusal prevents the effect that they describe.
  if (refusal !== undefined) throw refusal();
  printWarnings(decision, { run, urn }, false);
  return decision;
}

/** Prints the warnings for before the request, or those for afterwards. */
export function printWarnings(
  { warnings }: Decision<unknown>,
  { run, urn }: Pick<CreateSituation, "run" | "urn">,
  isAfterwards: boolean,
): void {
  for (const { text, reach, underStack, afterwards, urn: its = urn } of warnings) {
    if (afterwards === isAfterwards) run.warn(text, underStack ? undefined : its, reach);
  }
}
