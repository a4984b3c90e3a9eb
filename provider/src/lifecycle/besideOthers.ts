import { areOtherTargets } from "./facts";
import { type Other, targetsIn } from "./kind";
import type { CreateSituation } from "./situation";

/** The effects on people of a create in addition to these objects, and all codes that it needs. */
export interface Needed {
  /** For example ` (the same people would be written to twice)`; empty if there is no effect. */
  readonly effects: string;
  readonly codes: readonly string[];
}

/**
 * The codes that a create in addition to these objects needs, so that one refusal lists all codes required by the known
 * facts.
 *
 * @param running other objects that are not twins and contact the people of its targets
 */
export function neededBeside(
  { kind, inputs, acknowledged }: CreateSituation,
  others: readonly Other[],
  more: readonly string[],
  running: readonly Other[],
): Needed {
  const near = [...others, ...running].filter(({ targets }) => !areOtherTargets(targets, targetsIn(kind, inputs)));
  const beside = near
    .flatMap((other) => kind.beside?.(inputs, other) ?? [])
    .filter(({ code }) => !acknowledged.has(code));
  const effects = [...new Set(beside.map(({ effect }) => effect))].join(", and ");
  return {
    effects: effects === "" ? "" : ` (${effects})`,
    codes: [...new Set([...others.map(({ id }) => `twin:${id}`), ...more, ...beside.map(({ code }) => code)])],
  };
}
