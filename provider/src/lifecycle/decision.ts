import type { KnownCreation } from "../api/objects";
import type { ResourceKind } from "./kind";
import type { Reach } from "./reach";
import type { Refusal } from "./refusal";
import type { Run } from "./run";

/** What only a request can tell, and a rule needs to know. */
export type Question = { readonly kind: ResourceKind } & (
  | { /** What is known of the objects of this kind at all. */ readonly ask: "all" }
  | {
      /** Whether the object exists, and what the service shows of it by itself. */ readonly ask: "object";
      readonly id: string;
    }
  | { /** Which objects of this kind contact the people of this target. */ readonly ask: "users"; readonly of: string }
  | { /** Whether the object has contacted anybody. */ readonly ask: "log"; readonly id: string }
);

/** What follows from a rule. */
export type Outcome<Act> =
  /** `reach`: it is about people. `underStack`: it is not about the resource alone. */
  | { readonly warn: string; readonly reach?: Reach; readonly underStack?: boolean }
  /** `keep`: ids of objects that must not be deleted in this run, because the refused create may be meant to adopt one. */
  | { readonly refuse: () => Refusal; readonly keep?: readonly string[] }
  | { readonly look: Question }
  /** These creates count as without effect, because that is acknowledged. */
  | { readonly settle: readonly KnownCreation[] }
  | { readonly act: Act };

/** One row of a table. It looks at facts alone: no request, no clock. */
export interface Rule<Facts, Act = never> {
  readonly name: string;
  decide(facts: Facts): Iterable<Outcome<Act>>;
}

export interface Warning {
  readonly text: string;
  readonly reach: Reach | undefined;
  readonly underStack: boolean;
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
}

/** Applies the rules in their order. The first refusal, act or question ends it. */
export function evaluate<Facts, Act>(table: readonly Rule<Facts, Act>[], facts: Facts): Decision<Act> {
  const warnings: Warning[] = [];
  const settled: KnownCreation[] = [];
  for (const { name, decide } of table) {
    for (const outcome of decide(facts)) {
      const before = { rule: name, warnings, settled, keep: [] };
      if ("refuse" in outcome) return { ...before, refusal: outcome.refuse, keep: outcome.keep ?? [] };
      if ("look" in outcome) return { ...before, look: outcome.look };
      if ("act" in outcome) return { ...before, act: outcome.act };
      if ("settle" in outcome) settled.push(...outcome.settle);
      else warnings.push({ text: outcome.warn, reach: outcome.reach, underStack: outcome.underStack === true });
    }
  }
  return { warnings, settled, keep: [] };
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

/** Prints and throws what follows from a decision. Warnings are about an effect, which a refusal prevents. */
export function follow(
  { refusal, warnings }: Decision<unknown>,
  run: Pick<Run, "warn">,
  urn: string | undefined,
): void {
  if (refusal !== undefined) throw refusal();
  for (const { text, reach, underStack } of warnings) run.warn(text, underStack ? undefined : urn, reach);
}
