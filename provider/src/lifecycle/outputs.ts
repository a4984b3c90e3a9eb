import type { Answer } from "../api/account";
import type { Definition, Values } from "./definition";
import { type Recorded, writtenRecord } from "./record";

/** A property that a program writes and the service never sees. */
export const programOnly = ["adopt", "acknowledge"] as const;

/**
 * The outputs of a resource: what is declared (in the program's own form where the service says the same), what the
 * service says of the rest, what is known from before where it says nothing, and the record.
 */
export function outputsOf(
  definition: Definition,
  answer: Answer | undefined,
  declared: Values,
  record: Recorded,
  known: Values = {},
) {
  const outputs: Record<string, unknown> = { ...known, ...declared };
  if (answer !== undefined) {
    for (const [property, value] of Object.entries(definition.observed(answer, declared))) {
      if (value === undefined) delete outputs[property];
      else outputs[property] = value;
    }
    Object.assign(outputs, definition.readOnly(answer));
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
export function declaredBy(definition: Definition, inputs: Values): string[] {
  return definition.properties.filter((property) => inputs[property] !== undefined);
}
