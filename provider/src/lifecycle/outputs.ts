import type { Answer } from "../api/objects";
import { programOnly, type ResourceKind, type Values } from "./kind";
import { type Recorded, writtenRecord } from "./record";

/** An object that was made or taken over. */
export interface Created {
  readonly id: string;
  readonly outputs: Record<string, unknown>;
}

/**
 * The outputs of a resource: what is declared (in the program's own form where the service says the same), what the
 * service says of the rest, what is known from before where it says nothing, and the record.
 */
export function outputsOf(
  kind: ResourceKind,
  answer: Answer | undefined,
  declared: Values,
  record: Recorded,
  known: Values = {},
) {
  const outputs: Record<string, unknown> = { ...known, ...declared };
  if (answer !== undefined) {
    for (const [property, value] of Object.entries(kind.observed(answer, declared))) {
      if (value === undefined) delete outputs[property];
      else outputs[property] = value;
    }
    Object.assign(outputs, kind.readOnly(answer));
  }
  outputs.recorded = writtenRecord(record);
  return outputs;
}

/** The inputs that outputs stand for: the declared properties, with the values that the service holds now. */
export function inputsOf(outputs: Values, record: Recorded): Record<string, unknown> {
  const inputs: Record<string, unknown> = {};
  for (const property of [...record.declared, ...programOnly]) {
    if (outputs[property] !== undefined) inputs[property] = outputs[property];
  }
  return inputs;
}

/** Names of the properties that these inputs declare. */
export function declaredBy(kind: ResourceKind, inputs: Values): string[] {
  return kind.properties.filter((property) => inputs[property] !== undefined);
}
