import { resourceName } from "./about";
import { acknowledgements } from "./acknowledge";
import type { Values } from "./definition";
import type { ResourceKind } from "./irregular";
import type { Hints } from "./memory";
import type { Run } from "./run";
import { isUnknown } from "./unknown";
import { describeProblems } from "./validate";

export interface Checked {
  readonly inputs: Record<string, unknown>;
  /** One text for all broken rules, since the engine prints each failure's property with its value. */
  readonly failure?: string;
}

/** The resource class's own messages to the life cycle, taken out of the inputs before anything else looks. */
export function splitHints(raw: Values): { inputs: Record<string, unknown>; urn?: string; retained: boolean } {
  const inputs: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(raw)) if (!key.startsWith("__")) inputs[key] = value;
  return {
    inputs,
    urn: typeof raw.__urn === "string" && !isUnknown(raw.__urn) ? raw.__urn : undefined,
    retained: raw.__retain === true,
  };
}

/** The gate before everything: rules, normal form, and what a person should know. No I/O. */
export function check(kind: ResourceKind, run: Run, rawOlds: Values, rawNews: Values): Checked {
  const { definition } = kind;
  const { inputs: news, urn, retained } = splitHints(rawNews);
  const { inputs: olds } = splitHints(rawOlds);
  const settings = run.settings();
  const about = `${definition.noun} ${JSON.stringify(resourceName(urn))}`;
  const context = {
    acknowledged: acknowledgements(news, settings),
    premiumSeats: settings.premiumSeats,
    launch: settings.launch,
  };
  const problems = definition.problems(news, context);
  if (problems.length > 0)
    return { inputs: news, failure: describeProblems(definition.noun, resourceName(urn), problems) };

  const inputs = definition.canonical(news);
  const exists = Object.keys(olds).length > 0;
  const hints: Hints = { urn, retained, adopt: exists ? inputs.adopt : undefined };
  if (exists) {
    // `adopt` matters at creation only: afterwards it stays what the state holds, so that it never shows a change.
    if (olds.adopt === undefined) delete inputs.adopt;
    else inputs.adopt = olds.adopt;
    warnAboutLetGo(kind, run, olds, inputs, about, urn);
  } else if (urn !== undefined) {
    run.memory.notePlanned(urn, inputs);
    const adopted = inputs.adopt;
    if (typeof adopted === "number") {
      const other = run.memory.adopts(definition.kind, String(adopted), urn);
      if (other !== undefined) {
        const failure = `${about}: adopt: ${adopted} is already what ${other} adopts; one object can be managed once. Remove one of the two.`;
        return { inputs, failure };
      }
    }
  }
  for (const warning of definition.warnings(news, context)) run.warn(`${about}: ${warning}`, urn);
  kind.irregular.atCheck?.(inputs, urn, run);
  run.memory.remember(inputs, hints);
  return { inputs };
}

function warnAboutLetGo(
  kind: ResourceKind,
  run: Run,
  olds: Values,
  news: Values,
  about: string,
  urn: string | undefined,
): void {
  const gone = kind.definition.properties.filter((name) => olds[name] !== undefined && news[name] === undefined);
  for (const property of gone) {
    run.warn(
      `${about}: ${property} is no longer declared, so it is no longer managed: the value at the service stays as it is.`,
      urn,
    );
  }
}
