import { declarerOf, describe } from "./about";
import { acknowledgements } from "./acknowledge";
import { assertRules } from "./assertRules";
import { nameIn, type Values } from "./kind";
import type { Compared } from "./memory";
import type { KindWithPolicy, WithPolicy } from "./policy";
import type { Run } from "./run";
import type { CreateSituation } from "./situation";

/** What the decisions on a create may look at, also before a replacement's delete. Applies the rules to late values. */
export function createSituation(
  kind: KindWithPolicy,
  run: Run,
  inputs: Values,
  instead?: Compared,
): WithPolicy<CreateSituation> {
  const settings = run.settings();
  const { urn } = run.memory.hintsFor(kind, inputs);
  const replaced = instead ?? run.memory.comparedWith(kind, urn, inputs);
  const { acknowledged, spent } = acknowledgements(inputs, settings, replaced?.outputs, run.memory.goneOf(urn));
  assertRules(kind, inputs, settings, acknowledged, String(nameIn(kind, inputs)));
  const about = describe(kind.noun, nameIn(kind, inputs));
  return {
    kind,
    run,
    about,
    acknowledged,
    spent,
    urn,
    account: run.account(),
    inputs,
    declarer: declarerOf(urn, run.memory.urn),
    instead: instead?.id,
  };
}
