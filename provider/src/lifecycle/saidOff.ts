import { type ResourceKind, runningIn, type Values } from "./kind";
import type { Recorded } from "./record";

/** An object of the state, what the program declares of it, and the acknowledgements in force. */
interface Said {
  readonly id: string;
  readonly olds: Values;
  readonly news: Values;
  readonly record: Recorded;
  readonly acknowledged: ReadonlySet<string>;
}

/**
 * True if the program declares that it is off, this is acknowledged, and the service does not show it: the state then
 * records it, and nothing is sent.
 */
export function saysOff(kind: ResourceKind, { id, olds, news, record, acknowledged }: Said): boolean {
  if (record.unseen !== true || record.unasked === true || !acknowledged.has(`inactive:${id}`)) return false;
  return runningIn(kind, news) === false && runningIn(kind, olds) !== false;
}
