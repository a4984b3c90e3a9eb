import { Covered, Explorer } from "./explorer";
import { violations } from "./invariants";
import { type Begun, Place, type PlannedRun, type Scenario, sameIds, settled } from "./schedule";
import { World } from "./world";

export interface Found {
  readonly violations: readonly string[];
  readonly choices: readonly string[];
  /** The same as indices, for `replay`. */
  readonly indices: string;
  readonly log: readonly string[];
}

export interface Bounds {
  readonly faults: number;
  readonly seconds: number;
  /** End with the first violation; or go on, and keep the one with the fewest steps. Otherwise all are kept. */
  readonly until?: "first" | "shortest";
}

export interface Result {
  readonly schedules: number;
  readonly covered: number;
  readonly isWhole: boolean;
  readonly found: readonly Found[];
  readonly seconds: number;
}

/** Everything that is due happens, without a fault. */
async function quietly(place: Place, planned: PlannedRun, number: number): Promise<Begun> {
  const begun = place.begin(planned, number);
  const explorer = new Explorer(0);
  explorer.begin();
  for (;;) {
    await settled();
    if (begun.isOver || !explorer.step(place.world)) break;
  }
  return begun;
}

export async function explore(scenario: Scenario, bounds: Bounds): Promise<Result> {
  const start = Date.now();
  const from = await prepared(scenario);
  const explorer = new Explorer(bounds.faults);
  let found: Found[] = [];
  let isWhole = false;
  let covered = 0;
  let schedules = 0;
  for (;;) {
    explorer.begin();
    try {
      const outcome = await playOne(from, explorer);
      schedules += 1;
      if (outcome !== undefined) {
        const { choices, indices, steps } = explorer;
        found = [...(bounds.until === undefined ? found : []), { ...outcome, choices, indices }];
        if (bounds.until === "shortest") explorer.mostSteps = steps - 1;
      }
    } catch (error) {
      if (!(error instanceof Covered)) throw error;
      covered += 1;
    }
    if (bounds.until === "first" && found.length > 0) break;
    if (!explorer.next()) {
      isWhole = true;
      break;
    }
    if (Date.now() - start > bounds.seconds * 1000) break;
  }
  return { schedules, covered, isWhole, found, seconds: (Date.now() - start) / 1000 };
}

/** Plays one schedule again, by what `Found.indices` holds. Undefined if nothing is wrong with it. */
export async function replay(scenario: Scenario, faults: number, indices: string): Promise<Found | undefined> {
  const taken = new Map(
    indices.split(",").flatMap((choice): [number, number][] => {
      const [depth, index] = choice.split(":").map(Number);
      return depth === undefined || index === undefined ? [] : [[depth, index]];
    }),
  );
  const explorer = new Explorer(faults, taken);
  explorer.begin();
  const outcome = await playOne(await prepared(scenario), explorer);
  return outcome && { ...outcome, choices: explorer.choices, indices: explorer.indices };
}

async function prepared(scenario: Scenario): Promise<Place> {
  sameIds();
  const place = new Place(scenario, new World());
  for (const [index, planned] of (scenario.before ?? []).entries()) {
    const { run, said } = await quietly(place, planned, -index);
    if (run.failures.length > 0)
      throw new Error(`${scenario.name}: ${run.failures[0]?.error.message} ${said.join(" ")}`);
  }
  return place;
}

async function playOne(from: Place, explorer: Explorer): Promise<Pick<Found, "violations" | "log"> | undefined> {
  sameIds();
  const place = from.copy();
  const { world, scenario } = place;
  const begun = scenario.runs.map((planned, index) => place.begin(planned, index + 1));
  for (;;) {
    await settled();
    const isOver = begun.every((each) => each.isOver) && world.steps.every(({ actor }) => actor === "person");
    if (isOver || !explorer.step(world)) break;
  }
  // What is still on its way arrives at last.
  while (world.hasTimers) {
    world.pass();
    await settled();
  }
  const wrong = violations(from, place, begun);
  if (wrong.length > 0) return { violations: wrong, log: [...world.log] };
  const after: Begun[] = [];
  for (const stack of new Set(scenario.runs.map((run) => run.stack))) {
    const last = scenario.runs.findLast((run) => run.stack === stack);
    if (last === undefined || last.verb === "destroy") continue;
    world.log.push(`then ${stack} runs up --refresh`);
    after.push(await quietly(place, { ...last, verb: "up --refresh" }, 9));
  }
  const later = violations(from, place, [...begun, ...after]);
  return later.length > 0 ? { violations: later.map((each) => `afterwards: ${each}`), log: [...world.log] } : undefined;
}
