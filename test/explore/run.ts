import { Covered, Explorer, type ExplorerBounds } from "./explorer";
import { Interference } from "./interference";
import { type InvariantName, violationsOf } from "./invariants";
import { type Begun, type Note, Place, type PlannedRun, type Scenario, settled } from "./schedule";
import { seedIds } from "./seedIds";
import { followWaysOut } from "./waysOut";
import { World } from "./world";

export interface Found {
  readonly violations: readonly string[];
  /** The names of the invariants that do not hold. */
  readonly invariants: readonly InvariantName[];
  readonly choices: readonly string[];
  /** The same as indices, for `replay`. */
  readonly indices: string;
  readonly log: readonly string[];
}

export interface Bounds extends Partial<ExplorerBounds> {
  readonly seconds: number;
  /** End with the first violation, or continue and keep the one with the fewest steps. Default: keep all. */
  readonly until?: "first" | "shortest" | undefined;
  /** Only violations of this invariant count. */
  readonly of?: InvariantName | undefined;
  /** False: skips no equivalent orders or states, to test that skipping them changes nothing. */
  readonly isReduced?: boolean;
  /** Called at the end of each schedule, before a person follows refusals. */
  readonly each?: ((place: Place) => void) | undefined;
}

export interface Result {
  /** Schedules that were played to their end. */
  readonly schedules: number;
  /** Schedules that reached a state of an earlier schedule. */
  readonly covered: number;
  readonly states: number;
  /** Different states at the end of the runs. */
  readonly outcomes: number;
  readonly isWhole: boolean;
  readonly found: readonly Found[];
  readonly seconds: number;
}

/** The result of a schedule and of a person's actions afterwards. */
type Outcome = Pick<Found, "violations" | "invariants" | "log">;

const mostPreemptions = 2;

export async function explore(scenario: Scenario, bounds: Bounds): Promise<Result> {
  const exploration = new Exploration(await prepared(scenario), bounds);
  while (!(await exploration.untilInterference())) exploration.startAgain();
  return exploration.result;
}

class Exploration {
  private readonly start = Date.now();
  private readonly interference = new Interference();
  private explorer: Explorer;
  private readonly judged = new Map<string, Outcome | undefined>();
  private found: Found[] = [];
  private isWhole = false;
  private schedules = 0;
  private covered = 0;

  constructor(
    private readonly from: Place,
    private readonly bounds: Bounds,
  ) {
    this.explorer = this.newExplorer();
  }

  private newExplorer(): Explorer {
    const { faults = 0, preemptions = mostPreemptions } = this.bounds;
    return new Explorer({ faults, preemptions, isReduced: this.bounds.isReduced }, this.interference);
  }

  startAgain(): void {
    this.interference.isBroken = false;
    this.explorer = this.newExplorer();
    this.found = [];
  }

  /** False if it has to start again, because steps that were considered independent are not. */
  async untilInterference(): Promise<boolean> {
    const { explorer, bounds } = this;
    for (;;) {
      await this.one();
      if (this.interference.isBroken) return false;
      if (bounds.until === "first" && this.found.length > 0) return true;
      this.isWhole = !explorer.next();
      if (this.isWhole || Date.now() - this.start > bounds.seconds * 1000) return true;
    }
  }

  private async one(): Promise<void> {
    const { explorer, bounds } = this;
    explorer.begin();
    try {
      const outcome = await playOne(this.from, explorer, this.judged, bounds.each);
      this.schedules += 1;
      if (outcome === undefined || (bounds.of !== undefined && !outcome.invariants.includes(bounds.of))) return;
      const { choices, indices, steps } = explorer;
      this.found = [...(bounds.until === undefined ? this.found : []), { ...outcome, choices, indices }];
      if (bounds.until === "shortest") explorer.mostSteps = steps - 1;
    } catch (error) {
      if (!(error instanceof Covered)) throw error;
      this.covered += 1;
    }
  }

  get result(): Result {
    const { schedules, covered, isWhole, found, explorer } = this;
    return {
      schedules,
      covered,
      isWhole,
      found,
      states: explorer.states,
      outcomes: this.judged.size,
      seconds: (Date.now() - this.start) / 1000,
    };
  }
}

/** Replays the schedule with these `Found.indices`. Undefined if nothing is wrong with it. */
export async function replay(scenario: Scenario, indices: string): Promise<Found | undefined> {
  const taken = new Map(
    indices.split(",").flatMap((choice): [number, number][] => {
      const [depth, index] = choice.split(":").map(Number);
      return depth === undefined || index === undefined ? [] : [[depth, index]];
    }),
  );
  const explorer = new Explorer({ faults: 0, preemptions: 0 }, new Interference(), taken);
  explorer.begin();
  const outcome = await playOne(await prepared(scenario), explorer, new Map());
  return outcome && { ...outcome, choices: explorer.choices, indices: explorer.indices };
}

async function prepared(scenario: Scenario): Promise<Place> {
  const place = new Place(scenario, new World());
  for (const [index, planned] of (scenario.before ?? []).entries()) {
    const { run, said } = await runWithoutFaults(place, planned, -index);
    if (run.failures.length > 0)
      throw new Error(`${scenario.name}: ${run.failures[0]?.error.message} ${said.join(" ")}`);
  }
  return place;
}

async function playOne(
  from: Place,
  explorer: Explorer,
  judged: Map<string, Outcome | undefined>,
  each?: Bounds["each"],
): Promise<Outcome | undefined> {
  const place = from.copy();
  const { world, scenario } = place;
  seedIds(world);
  const begun: Begun[] = [];
  const waiting = new Map(scenario.runs.entries());
  for (;;) {
    await settled();
    // The state is locked: a stack's run begins when the stack's run before it is over.
    for (const [index, planned] of waiting) {
      if (begun.some(({ stack, isOver }) => !isOver && (planned.isLater === true || stack === planned.stack))) continue;
      waiting.delete(index);
      begun.push(place.begin(planned, index + 1));
      await settled();
    }
    if (begun.every((each) => each.isOver) && waiting.size === 0 && world.steps.length === 0) break;
    if (!explorer.step(world, () => place.digest(begun))) break;
  }
  // Requests that are still on their way arrive.
  while (world.hasTimers) {
    world.pass();
    await settled();
  }
  each?.(place);
  const digest = place.digest(begun);
  const known = judged.get(digest);
  const outcome = judged.has(digest) ? known : await judge(from, place, begun);
  judged.set(digest, outcome);
  return outcome && { ...outcome, log: [...world.log, ...outcome.log] };
}

/** What is wrong at the end of the runs, or after a person's actions then. The log begins at that end. */
async function judge(from: Place, place: Place, begun: readonly Begun[]): Promise<Outcome | undefined> {
  const { log } = place.world;
  const start = log.length;
  const outcome = (found: readonly Note[], when: string): Outcome | undefined =>
    found.length === 0
      ? undefined
      : {
          violations: found.map(({ what }) => `${when}${what}`),
          invariants: [...new Set(found.map(({ invariant }) => invariant))],
          log: log.slice(start),
        };
  const wrong = outcome(violationsOf(from, place, begun), "");
  if (wrong !== undefined) return wrong;
  const after = await followWaysOut(place, begun, (planned, number) => runWithoutFaults(place, planned, number));
  return outcome(violationsOf(from, place, [...begun, ...after]), "afterwards: ");
}

/** All due steps happen without faults. */
async function runWithoutFaults(place: Place, planned: PlannedRun, number: number): Promise<Begun> {
  seedIds(place.world);
  const begun = place.begin(planned, number);
  const explorer = new Explorer({ faults: 0, preemptions: 0 }, new Interference(), new Map());
  explorer.begin();
  for (;;) {
    await settled();
    if (begun.isOver || !explorer.step(place.world, () => "")) break;
  }
  return begun;
}
