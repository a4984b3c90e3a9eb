import { createRequire, syncBuiltinESMExports } from "node:module";
import { Memory } from "../../provider/src/api/coordination/memoryStore";
import type { Settings } from "../../provider/src/api/settings";
import { warnAboutTwinsMeanwhile } from "../../provider/src/lifecycle/twinMeanwhile";
import { warnAboutUnseen } from "../../provider/src/lifecycle/unseen";
import { type DeclaredProgram, filled } from "../support/declared";
import type { Registration } from "../support/engine/deployment";
import { Engine } from "../support/engine/engine";
import { inProcess, resourceKind } from "../support/engine/inProcess";
import { Run } from "../support/engine/run";
import { nameOf, urnOf } from "../support/engine/urn";
import { playProcess, requestTimeout } from "./player";
import { ModelService } from "./service";
import { World } from "./world";

/** One command of one person. */
export interface PlannedRun {
  readonly stack: string;
  readonly verb: "up" | "up --refresh" | "preview" | "refresh" | "destroy";
  readonly program: DeclaredProgram;
}

export interface Scenario {
  readonly name: string;
  readonly specOnly?: boolean;
  /** Brought up before, without faults. */
  readonly before?: readonly PlannedRun[];
  /** At the same time. */
  readonly runs: readonly PlannedRun[];
  /** The stacks run on machines that share no database. */
  readonly isApart?: boolean;
}

/** One run that was begun. */
export interface Begun extends PlannedRun {
  readonly actor: string;
  readonly run: Run;
  readonly said: string[];
  isOver: boolean;
}

const settings: Settings = {
  origin: "http://127.0.0.1:1",
  apiKey: "osk_explored",
  requestsPerMinute: 100_000,
  rateWindowSeconds: 60,
  requestTimeoutSeconds: requestTimeout / 1000,
  waitBudgetSeconds: 900,
  launch: "allow",
  coordination: "postgres://shared.example.com/",
  acknowledge: [],
};

/** Everything that lasts longer than a run: the service, the records, the states. */
export class Place {
  readonly service: ModelService;
  /** What the processes of a machine share, by the name of the machine. */
  readonly memories = new Map<string, Memory>();
  readonly engines = new Map<string, Engine>();

  constructor(
    readonly scenario: Scenario,
    readonly world: World,
  ) {
    this.service = new ModelService({ specOnly: scenario.specOnly === true }, () => world.time);
  }

  engine(stack: string): Engine {
    const engine = this.engines.get(stack) ?? new Engine();
    this.engines.set(stack, engine);
    return engine;
  }

  memoryOf(stack: string): Memory {
    const machine = this.scenario.isApart === true ? stack : "all";
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
    for (const [machine, memory] of this.memories) copy.memories.set(machine, copied(memory));
    for (const [stack, engine] of this.engines) {
      for (const [urn, entry] of engine.state.current)
        copy.engine(stack).state.current.set(urn, structuredClone(entry));
      for (const { urn, entry } of engine.state.condemned)
        copy.engine(stack).state.condemn(urn, structuredClone(entry));
    }
    return copy;
  }

  begin(planned: PlannedRun, number: number): Begun {
    const { world, service } = this;
    const shared = this.memoryOf(planned.stack);
    const actor = `${planned.stack} ${number} ${planned.verb}`;
    const run = new Run();
    const said: string[] = [];
    const begun: Begun = { ...planned, actor, run, said, isOver: false };
    const die = () => {
      run.kill();
      world.kill(actor);
      begun.isOver = true;
    };
    const process = playProcess({ world, service, shared, actor, settings, die, warn: (text) => said.push(text) });
    const work = async () => {
      await this.play(planned, inProcess(process), run);
      await warnAboutTwinsMeanwhile(process);
      warnAboutUnseen(process);
      await process.close();
    };
    void work().then(() => {
      begun.isOver = true;
    });
    return begun;
  }

  private async play(
    { stack, verb, program }: PlannedRun,
    provider: ReturnType<typeof inProcess>,
    run: Run,
  ): Promise<void> {
    const engine = this.engine(stack);
    if (verb === "refresh") {
      for (const urn of [...engine.state.current.keys()]) await engine.refresh(provider, urn, run);
      return;
    }
    const registered = registrations(stack, verb === "destroy" ? {} : program);
    if (verb === "preview") await engine.preview(provider, registered, run);
    else await engine.up(provider, registered, { refresh: verb === "up --refresh", oneByOne: true }, run);
  }
}

function copied(memory: Memory): Memory {
  const { held, blockedUntil, owners, creations, lastMark } = structuredClone(memory);
  const copy = new Memory();
  for (const [key, value] of held) copy.held.set(key, value);
  for (const [key, value] of blockedUntil) copy.blockedUntil.set(key, value);
  for (const [key, value] of owners) copy.owners.set(key, value);
  copy.creations.push(...creations);
  copy.lastMark = lastMark;
  return copy;
}

function registrations(stack: string, program: DeclaredProgram): Registration[] {
  const urns = Object.entries(program).map(([name, { kind }]) => urnOf(kind, name, stack));
  return Object.values(program).map((declared, index) => {
    const urn = urns[index] ?? "";
    const idOf = (name: string, ids: (urn: string) => string) => ids(urns.find((each) => nameOf(each) === name) ?? "");
    return {
      urn,
      args: (ids) => filled(declared, (name) => idOf(name, ids)),
      dependsOn: [],
      deleteBeforeReplace: resourceKind(urn).deletesFirst || undefined,
    };
  });
}

/** Until everything that does not wait for the world has been done. */
export function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

const crypto: { randomUUID: () => string } = createRequire(import.meta.url)("node:crypto");
let identifiers = 0;

/** From now on, ids that the code makes up are the same in each schedule. */
export function sameIds(): void {
  identifiers = 0;
  crypto.randomUUID = () => {
    identifiers += 1;
    return `${String(identifiers).padStart(8, "0")}-0000-4000-8000-000000000000`;
  };
  syncBuiltinESMExports();
}
