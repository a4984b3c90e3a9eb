import { Memory } from "../../provider/src/api/coordination/memoryStore";
import type { Settings } from "../../provider/src/api/settings";
import { warnAboutTwinsMeanwhile } from "../../provider/src/lifecycle/twinMeanwhile";
import { warnAboutUnseen } from "../../provider/src/lifecycle/unseen";
import type { DeclaredProgram } from "../support/declared";
import { Engine } from "../support/engine/engine";
import { inProcess } from "../support/engine/inProcess";
import { Run } from "../support/engine/run";
import type { Act } from "./acts";
import type { InvariantName } from "./invariants";
import { playProcess } from "./player";
import { registrations } from "./registrations";
import { seedIds } from "./seedIds";
import { ModelService } from "./service";
import { copied, isLimit } from "./sharedStore";
import type { Threat } from "./threats";
import { droppedPending, pendingIn, seenAtService } from "./watch";
import { digestOf, World } from "./world";

export type Verb = "up" | "up --refresh" | "preview" | "preview, then up" | "refresh" | "destroy";

/** One command of one person. */
export interface PlannedRun {
  readonly stack: string;
  readonly verb: Verb;
  readonly program: DeclaredProgram;
  /** The resource that `--replace` names. */
  readonly replace?: string | undefined;
  /** Begins when all runs before it are over. */
  readonly isLater?: boolean;
  /** From the environment: `OUTREACH_ADOPT`, `OUTREACH_ACKNOWLEDGE`. */
  readonly settings?: Pick<Partial<Settings>, "adopt" | "acknowledge">;
}

/** What runs share: a database, the file of one machine, or nothing. */
export type SharedRecords = "database" | "machine" | "nothing";

export interface Scenario {
  readonly name: string;
  readonly specOnly?: boolean;
  readonly records?: SharedRecords;
  /** Runs before the schedule, without faults. */
  readonly before?: readonly PlannedRun[];
  /** The concurrent runs. */
  readonly runs: readonly PlannedRun[];
  /** What a person may do in the app meanwhile; each counts as a fault. */
  readonly acts?: readonly Act[];
  /** The service lists a new object only this many milliseconds after its create. */
  readonly listsAfter?: number;
  /** How many runs following all refusals may take. Default: 3. */
  readonly mostRuns?: number;
  /** Faults beside the usual ones. */
  readonly threats?: readonly Threat[];
  /** The service lists all objects but the newest, and states that there are more. */
  readonly isPartial?: boolean;
  /** The service shows campaigns without their lists: only records and states contain them. */
  readonly hidesLists?: boolean;
  /** The runs act for this member of the organization. */
  readonly actingUser?: string;
  /** Milliseconds; short by default, because a process that waits for a turn checks every 40 ms. */
  readonly requestTimeout?: number;
  /** Only in scenarios about the request limit: requests per second. */
  readonly limit?: number;
}

/** A run that has begun. */
export interface Begun extends PlannedRun {
  readonly actor: string;
  readonly run: Run;
  readonly said: string[];
  isOver: boolean;
}

/** A violation of an invariant. */
export interface Note {
  readonly invariant: InvariantName;
  readonly what: string;
}

/** Everything that outlives a run: the service, the records, the states. */
export class Place {
  readonly service: ModelService;
  /** The shared records of each machine's processes, by the machine's name. */
  readonly memories = new Map<string, Memory>();
  readonly engines = new Map<string, Engine>();
  /** Violations that were noticed when they happened. */
  readonly notes: Note[] = [];
  /** When requests arrived, if the scenario is about their limit. */
  private readonly arrivals: number[] = [];
  /** What each process runs. */
  readonly running = new Map<string, PlannedRun>();

  constructor(
    readonly scenario: Scenario,
    readonly world: World,
  ) {
    this.service = new ModelService(
      {
        specOnly: scenario.specOnly === true,
        listsAfter: scenario.listsAfter,
        isPartial: scenario.isPartial === true,
        hidesLists: scenario.hidesLists === true,
      },
      () => world.time,
      (held, before, by) => this.notes.push(...seenAtService(this, held, before, by)),
    );
  }

  engine(stack: string): Engine {
    const engine = this.engines.get(stack) ?? new Engine();
    this.engines.set(stack, engine);
    return engine;
  }

  private machineOf(stack: string): string {
    return this.scenario.records === "nothing" ? stack : "all";
  }

  private memoryOf(stack: string): Memory {
    const machine = this.machineOf(stack);
    const memory = this.memories.get(machine) ?? new Memory();
    this.memories.set(machine, memory);
    return memory;
  }

  /** A copy for one schedule. */
  copy(): Place {
    const world = new World();
    world.time = this.world.time + 60_000;
    const copy = new Place(this.scenario, world);
    copy.service.copyOf(this.service);
    for (const [actor, planned] of this.running) copy.running.set(actor, planned);
    for (const [machine, memory] of this.memories) copy.memories.set(machine, copied(memory));
    for (const [stack, engine] of this.engines) {
      for (const [urn, entry] of engine.state.current)
        copy.engine(stack).state.current.set(urn, structuredClone(entry));
      for (const { urn, entry } of engine.state.condemned)
        copy.engine(stack).state.condemn(urn, structuredClone(entry));
    }
    return copy;
  }

  /** Everything that determines the future and the verdict. */
  digest(begun: readonly Begun[]): string {
    const { world, service, memories, engines, notes, scenario } = this;
    const isLive = ({ actor, isOver }: Begun) =>
      !world.isDead(actor) && (!isOver || world.steps.some((step) => step.actor === actor));
    return digestOf(
      JSON.stringify([
        world.futureOf(begun.filter(isLive).map(({ actor }) => actor)),
        [service.lastId, service.started, [...service.objects.values()]],
        [...memories.values()].map((memory) => [
          // If the limit cannot be reached, its counts decide nothing.
          [...memory.held].filter(([resource]) => scenario.limit !== undefined || !isLimit(resource)),
          [...memory.blockedUntil],
          [...memory.owners],
          memory.creations,
          memory.lastMark,
        ]),
        [...engines.values()].map(({ state }) => [[...state.current], state.condemned]),
        begun.map((each) => [each.isOver, textsOf(each)]),
        notes,
        this.arrivals,
      ]),
    );
  }

  begin(planned: PlannedRun, number: number): Begun {
    const { world } = this;
    const actor = `${planned.stack} ${number} ${planned.verb}`;
    const run = new Run();
    const begun: Begun = { ...planned, actor, run, said: [], isOver: false };
    const die = () => {
      run.kill();
      world.kill(actor);
      begun.isOver = true;
    };
    this.running.set(actor, planned);
    world.acting = actor;
    seedIds(world);
    const work = async () => {
      // With a plan, the update is a separate process.
      if (planned.verb === "preview, then up") await this.command(begun, "preview", die);
      if (run.goesOn) await this.command(begun, planned.verb, die);
    };
    void work().then(() => {
      begun.isOver = true;
    });
    return begun;
  }

  private arrived(): void {
    const { arrivals, world, notes, scenario } = this;
    if (scenario.limit === undefined) return;
    arrivals.push(world.time);
    const count = arrivals.filter((at) => at > world.time - limitWindow * 1000).length;
    if (count > scenario.limit) notes.push({ invariant: "the request limit", what: `${count} requests in one window` });
  }

  private async command(begun: Begun, verb: Verb, die: () => void): Promise<void> {
    const { world, service, scenario } = this;
    const { stack, actor, said, run } = begun;
    const process = playProcess({
      ...{
        world,
        service,
        actor,
        runId: `${actor}: ${verb}`,
        die,
        machine: this.machineOf(stack),
        shared: this.memoryOf(stack),
        acts: scenario.acts ?? [],
        threats: scenario.threats ?? [],
        requestTimeout: requestTimeoutOf(scenario),
      },
      settings: settingsOf(scenario, begun),
      isAboutLimit: scenario.limit !== undefined,
      note: (invariant, what) => this.notes.push({ invariant, what }),
      arrived: () => this.arrived(),
      warn: (text) => said.push(text),
    });
    const before = pendingIn(this.engine(stack).state);
    await this.play(begun, verb, inProcess(process), run);
    this.notes.push(...droppedPending(this, begun, before, textsOf(begun)));
    await warnAboutTwinsMeanwhile(process);
    warnAboutUnseen(process);
    await process.close();
  }

  private async play(planned: PlannedRun, verb: Verb, provider: ReturnType<typeof inProcess>, run: Run): Promise<void> {
    const engine = this.engine(planned.stack);
    if (verb === "refresh") {
      for (const urn of [...engine.state.current.keys()]) await engine.refresh(provider, urn, run);
      return;
    }
    const registered = registrations(planned, verb);
    if (verb === "preview") await engine.preview(provider, registered, run);
    else await engine.up(provider, registered, { refresh: verb === "up --refresh", oneByOne: true }, run);
  }
}

/** Seconds. */
const limitWindow = 1;

/** Everything that a run has printed. */
export function textsOf({ said, run }: Begun): string[] {
  return [...said, ...run.failures.map(({ error }) => error.message)];
}

function requestTimeoutOf({ requestTimeout = 200 }: Scenario): number {
  return requestTimeout;
}

function settingsOf(scenario: Scenario, planned: PlannedRun): Settings {
  const { records = "database", limit = 100_000, actingUser } = scenario;
  return {
    origin: "http://127.0.0.1:1",
    apiKey: "osk_explored",
    requestsPerMinute: limit,
    rateWindowSeconds: limitWindow,
    requestTimeoutSeconds: requestTimeoutOf(scenario) / 1000,
    ...(actingUser === undefined ? {} : { impersonateUserId: actingUser }),
    waitBudgetSeconds: 900,
    launch: "allow",
    acknowledge: [],
    ...(records === "database" ? { coordination: "postgres://shared.example.com/" } : {}),
    ...planned.settings,
  };
}

/** Resolves when everything that does not wait for the world is done. */
export function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
