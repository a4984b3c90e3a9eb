import type { InvariantName } from "./invariants";
import { initial, type Move, movesOf, type Protocol, type State } from "./protocol";

/** The violated invariant, if any. */
function wrongIn({ runs, objects }: State): InvariantName | undefined {
  if (objects > 1) return "no second object";
  if (runs.filter(({ isFlying }) => isFlying).length > 1) return "one creator";
  const isKnown = runs.some(({ holds, row, step }) => holds || row !== "none" || step === "sent" || step === "known");
  return objects > 0 && !isKnown ? "nothing unknown" : undefined;
}

/** True if no move is possible although a run is not over. */
function isStuck(state: State, moves: readonly Move[]): boolean {
  return moves.length === 0 && state.runs.some(({ step }) => step !== "over" && step !== "dead");
}

export interface Visited {
  readonly states: number;
  /** The shortest path to a wrong state. */
  readonly wrong?: { readonly what: InvariantName; readonly steps: readonly string[] };
}

/** Visits every state, breadth first. */
export function visitAll(protocol: Protocol): Visited {
  interface Reached {
    readonly state: State;
    readonly from?: Reached;
    readonly step?: string;
  }
  const known = new Set<string>();
  let edge: Reached[] = [{ state: initial(protocol) }];
  const stepsTo = (reached: Reached | undefined): string[] =>
    reached?.step === undefined ? [] : [...stepsTo(reached.from), reached.step];
  while (edge.length > 0) {
    const next: Reached[] = [];
    for (const reached of edge) {
      const moves = movesOf(protocol, reached.state);
      const what = wrongIn(reached.state) ?? (isStuck(reached.state, moves) ? "it ends" : undefined);
      if (what !== undefined) return { states: known.size, wrong: { what, steps: stepsTo(reached) } };
      for (const { by, action, to } of moves) {
        const key = keyOf(to);
        if (known.has(key)) continue;
        known.add(key);
        next.push({ state: to, from: reached, step: `${by + 1} ${action}` });
      }
    }
    edge = next;
  }
  return { states: known.size };
}

/** The runs are interchangeable, so their order does not matter. */
function keyOf({ runs, objects, left }: State): string {
  return JSON.stringify([runs.map((run) => JSON.stringify(run)).sort(), objects, left]);
}
