import type { Settings } from "../../../provider/src/api/settings";
import { changesOf, orReplaced, withChanges } from "../../../provider/src/lifecycle/changes";
import { type ChangeFacts, changeTable, type Planned } from "../../../provider/src/lifecycle/changeTable";
import { type Decision, evaluate } from "../../../provider/src/lifecycle/decision";
import type { Values } from "../../../provider/src/lifecycle/kind";
import type { Hints, RunMemory } from "../../../provider/src/lifecycle/memory";
import type { KindWithPolicy } from "../../../provider/src/lifecycle/policy";
import type { Recorded } from "../../../provider/src/lifecycle/record";
import { declared, robot } from "../kind/robot";
import { guarding, recordOf, urnOf } from "../resources/guarding";

const urn = urnOf("one", "Robot");

export interface More extends Partial<Pick<ChangeFacts, "actor" | "broken" | "found">> {
  readonly kind?: KindWithPolicy;
  readonly id?: string;
  readonly olds?: Values;
  readonly news?: Values;
  readonly record?: Partial<Recorded>;
  readonly hints?: Partial<Hints>;
  readonly acknowledged?: readonly string[];
  readonly settings?: Partial<Settings>;
  readonly remember?: (memory: RunMemory) => void;
}

export type At = "diff" | "update";

/** Robot 5 in the state, and the program's change of it. `decided`: with all rows, or without one of them. */
export function changing(at: At, more: More) {
  const { kind = robot, id = "5", record, hints, acknowledged = [], settings, remember, ...known } = more;
  const { run, memory } = guarding({}, settings);
  remember?.(memory);
  const olds = { ...declared, ...more.olds };
  const parts = { kind, run, about: "it", nameless: "the robot", urn, id, olds, news: { ...olds, ...more.news } };
  const compared = { ...parts, record: recordOf({ urn, ...record }), acknowledged: new Set(acknowledged) };
  const changes = changesOf(compared).map((change) => (at === "diff" ? orReplaced(compared, change) : change));
  const facts: ChangeFacts = {
    ...{ situation: withChanges(compared, changes), attempt: "Changing it", hints: { retained: false, urn, ...hints } },
    ...{ actor: { as: "101" }, ...known },
  };
  const table = changeTable(kind, at);
  const decided = (without?: string): Decision<Planned> =>
    evaluate(
      table.filter(({ name }) => name !== without),
      facts,
      at === "diff",
    );
  return { facts, decided, memory };
}

export const both: readonly At[] = ["diff", "update"];
