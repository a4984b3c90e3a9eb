import type { Answer } from "../api/objects";
import { isItsName, pausedIn, programOnly, type ResourceKind, runningIn, type Values } from "./kind";
import type { Hints } from "./memory";
import { type Recorded, writtenRecord } from "./record";

/** A created or adopted object. */
export interface Created {
  readonly id: string;
  readonly outputs: Record<string, unknown>;
}

/**
 * The outputs of a resource: the declared properties (in the program's form if the service has the same value), the other
 * properties in the response, earlier values of properties missing from the response, and the record.
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

/** The inputs that correspond to outputs: the declared properties with the service's current values. */
export function inputsOf(outputs: Values, record: Recorded): Record<string, unknown> {
  const inputs: Record<string, unknown> = {};
  for (const property of [...record.declared, ...programOnly]) {
    if (outputs[property] !== undefined) inputs[property] = outputs[property];
  }
  return inputs;
}

/** The names of secret properties for the record. */
export function secretIn({ secret = [] }: Hints): Pick<Recorded, "secret"> {
  return secret.length === 0 ? {} : { secret: [...secret] };
}

/** Names of the properties declared in these inputs. */
export function declaredBy(kind: ResourceKind, inputs: Values): string[] {
  return kind.properties.filter((property) => inputs[property] !== undefined);
}

/** Updates the record after these values were seen: a running object has run, and is not paused by a limit. */
export function seen(kind: ResourceKind, record: Recorded, values: Values): Recorded {
  const { pausedByLimit, pauseUnsent, unasked, saidOff, ...rest } = record;
  const [running, paused] = [runningIn(kind, values), pausedIn(kind, values)];
  return {
    ...rest,
    ...(pausedByLimit === true && paused !== false ? { pausedByLimit } : {}),
    ...(pauseUnsent === true && typeof paused !== "boolean" ? { pauseUnsent } : {}),
    ...(running === true ? { everActive: true } : {}),
    // What the service shows counts instead.
    ...(saidOff === true && record.unseen === true && running === false ? { saidOff } : {}),
    ...(unasked === true && running !== false ? { unasked } : {}),
  };
}

/**
 * Adds the id to the record, because the engine passes no ids of resources that the program does not declare: if the object
 * may contact people, or if the service does not return it and it is distinguished only by name.
 */
export function withId(kind: ResourceKind, record: Recorded, id: string): Recorded {
  const isNeeded = kind.reaches !== undefined || (record.unseen === true && isItsName(kind));
  return isNeeded ? { ...record, id } : record;
}
