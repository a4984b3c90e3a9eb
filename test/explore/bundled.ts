// Bundled by `tools/explore/bundle.mjs`, complete or with one protection removed.
import type { Job, Report, Violated } from "../../tools/explore/jobs.mjs";
import { type InvariantName, invariants } from "./invariants";
import { protections } from "./protections";
import { explore, type Found, replay } from "./run";
import { scenarios } from "./scenarios";
import type { Scenario } from "./schedule";
import { testOf, traceOf } from "./trace";

export { invariants } from "./invariants";
export { protections } from "./protections";
export { visitAll } from "./protocolStates";
export { explore, replay } from "./run";
export { scenarios } from "./scenarios";

export function scenarioNamed(name: string): Scenario {
  const all: readonly Scenario[] = [...scenarios, ...protections.map(({ scenario }) => scenario)];
  const found = all.find((each) => each.name === name);
  if (found === undefined) throw new Error(`there is no scenario ${JSON.stringify(name)}`);
  return found;
}

export async function exploreJob(job: Job): Promise<Report> {
  const { faults, seconds, indices } = job;
  const of = invariants.find(({ name }) => name === job.invariant)?.name;
  const scenario = { ...scenarioNamed(job.scenario), specOnly: job.specOnly };
  if (indices !== undefined) {
    const found = await replay(scenario, indices);
    const result = { schedules: 1, states: 0, isWhole: false, seconds: 0 };
    return { ...result, violated: found === undefined ? [] : shortestOf(scenario, [found]) };
  }
  const { until } = job;
  const { found, ...result } = await explore(scenario, { faults, seconds, of, until });
  return { ...result, violated: shortestOf(scenario, found) };
}

/** The shortest schedule for each invariant that does not hold. */
function shortestOf(scenario: Scenario, found: readonly Found[]): Violated[] {
  const shortest = new Map<InvariantName, Found>();
  for (const each of found) {
    for (const name of each.invariants) {
      if (each.log.length < (shortest.get(name)?.log.length ?? Number.POSITIVE_INFINITY)) shortest.set(name, each);
    }
  }
  return [...shortest].map(([invariant, each]) => ({
    ...{ invariant, steps: each.log.length, indices: each.indices },
    trace: traceOf(scenario, each),
    test: testOf(scenario, each),
  }));
}
