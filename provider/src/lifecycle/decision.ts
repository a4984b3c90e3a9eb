import type { KnownCreation } from "../api/objects";
import type { ResourceKind } from "./kind";
import type { Reach } from "./reach";
import { type Line, Refusal } from "./refusal";
import type { CreateSituation } from "./situation";

/** What only a request can tell, and a rule needs to know. */
export type Question = { readonly kind: ResourceKind } & (
  | { /** What is known of the objects of this kind at all. */ readonly ask: "all" }
  | {
      /** Whether the object exists, and what the service shows of it by itself. */ readonly ask: "object";
      readonly id: string;
    }
  | {
      /**
       * Of the object in question: as the service shows it by itself, what came of its create, what runs have recorded, and
       * whether another process keeps it.
       */
      readonly ask: "itself" | "creation" | "record" | "kept";
      readonly id: string;
    }
  | { /** Which objects of this kind contact the people of this target. */ readonly ask: "users"; readonly of: string }
  | {
      /** Which people of this target this file names. */ readonly ask: "suppressed";
      readonly of: string;
      readonly file: string;
    }
  | { /** Whether the object has contacted anybody. */ readonly ask: "log"; readonly id: string }
  | { /** What the targets of objects of this kind show now. */ readonly ask: "targets" }
  | { /** The user that the run acts as. */ readonly ask: "actor" }
);

/** What follows from a rule. */
export type Outcome<Act> =
  | Warned
  /** `keep`: ids of objects that must not be deleted in this run, because the refused create may be meant to adopt one. */
  | { readonly refuse: () => Refusal; readonly keep?: readonly string[]; readonly foretold?: Foretold }
  | { readonly look: Question; readonly foretold?: Foretold }
  /** What other resources of the run have to know of this one, also if it is refused. */
  | { readonly note: () => void }
  /** These creates count as without effect, because that is acknowledged. */
  | { readonly settle: readonly KnownCreation[] }
  | { readonly act: Act };

/** The outcome that refuses with these lines. */
export function refused(...lines: readonly Line[]): { readonly refuse: () => Refusal } {
  return { refuse: () => new Refusal(...lines) };
}

/** The preview prints this instead of what only the update decides, and plans an update. */
type Foretold = readonly Warned[];

type Warned = { readonly warn: string } & Partial<Omit<Warning, "text">>;

/** One row of a table. It looks at facts alone: no request, no clock. */
export interface Rule<Facts, Act = never> {
  readonly name: string;
  decide(facts: Facts): Iterable<Outcome<Act>>;
}

export interface Warning {
  readonly text: string;
  /** It is about people. */
  readonly reach: Reach | undefined;
  /** It is not about the resource alone. */
  readonly underStack: boolean;
  /** It is about another resource than the one that is decided on. */
  readonly urn?: string;
  /** Printed once the service has confirmed what is decided here. */
  readonly afterwards: boolean;
}

/** What a table has decided. Without a refusal, an act or a question, the ordinary request is sent. */
export interface Decision<Act> {
  /** The rule that has ended it. */
  readonly rule?: string;
  readonly refusal?: () => Refusal;
  readonly keep: readonly string[];
  readonly act?: Act;
  readonly look?: Question;
  readonly warnings: readonly Warning[];
  readonly settled: readonly KnownCreation[];
  readonly notes: readonly (() => void)[];
  /** Only the update decides it. */
  readonly isForetold?: boolean;
}

/**
 * Applies the rules in their order. The first refusal, act or question ends it.
 *
 * @param isPreview nobody is asked: a rule that has a question prints what the update will look at
 */
export function evaluate<Facts, Act>(
  table: readonly Rule<Facts, Act>[],
  facts: Facts,
  isPreview = false,
): Decision<Act> {
  const warnings: Warning[] = [];
  const settled: KnownCreation[] = [];
  const notes: (() => void)[] = [];
  for (const { name, decide } of table) {
    for (const outcome of decide(facts)) {
      const before = { rule: name, warnings, settled, notes, keep: [] };
      if (isPreview && "foretold" in outcome && outcome.foretold !== undefined) {
        return { ...before, warnings: [...warnings, ...outcome.foretold.map(warningOf)], isForetold: true };
      }
      if (isPreview && "look" in outcome) break;
      if ("refuse" in outcome) return { ...before, refusal: outcome.refuse, keep: outcome.keep ?? [] };
      if ("look" in outcome) return { ...before, look: outcome.look };
      if ("act" in outcome) return { ...before, act: outcome.act };
      if ("settle" in outcome) settled.push(...outcome.settle);
      else if ("note" in outcome) notes.push(outcome.note);
      else warnings.push(warningOf(outcome));
    }
  }
  return { warnings, settled, notes, keep: [] };
}

function warningOf({ warn: text, reach, underStack = false, afterwards = false, urn }: Warned): Warning {
  return { text, reach, underStack, afterwards, ...(urn === undefined ? {} : { urn }) };
}

/** Decides without asking anybody, as a preview does. Notes, prints and throws what follows. */
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

/** Applies the rules, and asks the service for the facts that they need and that are not known yet. */
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

/** Decides, records what follows for other runs, and prints the warnings or throws the refusal. */
export async function conclude<Facts, Act>(
  table: readonly Rule<Facts, Act>[],
  observed: Observed<Facts>,
  situation: Pick<CreateSituation, "kind" | "run" | "account" | "urn">,
): Promise<Decision<Act>> {
  const { kind, run, account, urn } = situation;
  const decision = await decide(table, observed);
  const { refusal, settled, keep, notes } = decision;
  for (const note of notes) note();
  if (settled.length > 0) await account.records.settle(settled, "refused");
  for (const id of keep) {
    run.memory.note(kind, id, { isTwin: true });
    // The refusal says more than a failure to record it.
    await account.records.keep(kind.name, id).catch(() => {});
  }
  // Warnings are about an effect, which a refusal prevents.
  if (refusal !== undefined) throw refusal();
  printWarnings(decision, { run, urn }, false);
  return decision;
}

/** Prints the warnings before what is decided is sent, or those afterwards. */
export function printWarnings(
  { warnings }: Decision<unknown>,
  { run, urn }: Pick<CreateSituation, "run" | "urn">,
  isAfterwards: boolean,
): void {
  for (const { text, reach, underStack, afterwards, urn: its = urn } of warnings) {
    if (afterwards === isAfterwards) run.warn(text, underStack ? undefined : its, reach);
  }
}
