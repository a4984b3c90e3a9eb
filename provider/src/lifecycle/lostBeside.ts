import type { Values } from "./declared";
import { decisiveOf, type ResourceKind } from "./kind";
import { signOfPending } from "./pending";
import type { Recorded } from "./record";
import type { CreateSituation } from "./situation";
import { recordOf } from "./statedOwners";
import { isTwin } from "./twins";

/** A create of another resource without a response, according to the state. */
export interface LostBeside {
  readonly urn: string;
  readonly outputs: Values;
  readonly record: Recorded;
  readonly pending: NonNullable<Recorded["pending"]>;
}

/**
 * Those that may have made the object that this resource declares: it equals what they have sent.
 *
 * @param actingUserId undefined if it is not known yet
 */
export function lostBeside(
  { kind, run, urn, inputs }: Pick<CreateSituation, "kind" | "run" | "urn" | "inputs">,
  actingUserId: string | undefined,
): readonly LostBeside[] {
  const { lost = [], companies } = run.memory.hintsFor(kind, inputs);
  if (lost.length === 0) return [];
  const { origin } = run.settings();
  // With an alias, the state has it under another URN.
  const own = recordOf(run.memory.comparedWith(kind, urn, inputs)?.outputs ?? {})?.pending;
  return lost.flatMap((each): LostBeside[] => {
    const record = recordOf(each.outputs);
    if (record?.pending === undefined || record.origin !== origin) return [];
    if (actingUserId !== undefined && record.actingUserId !== actingUserId) return [];
    if (own !== undefined && signOfPending(own) === signOfPending(record.pending)) return [];
    // What it has not sent is no difference in a response, which may leave it out.
    const isEqual =
      declaresSame(kind, each.outputs, inputs) && isTwin(kind, { ...each.outputs, id: "" }, inputs, companies);
    return isEqual ? [{ ...each, record, pending: record.pending }] : [];
  });
}

/** Apart from whether it runs, and from the companies, which a file may add. */
function declaresSame(kind: ResourceKind, sent: Values, inputs: Values): boolean {
  const others = [...decisiveOf(kind), kind.avoids];
  return kind.properties.every(
    (each) => others.includes(each) || (sent[each] === undefined) === (inputs[each] === undefined),
  );
}
