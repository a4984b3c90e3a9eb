import { Account } from "../../provider/src/api/account";
import type { Clock } from "../../provider/src/api/clock";
import type { Memory } from "../../provider/src/api/coordination/memoryStore";
import type { Settings } from "../../provider/src/api/settings";
import { kinds } from "../../provider/src/kinds";
import { RunMemory } from "../../provider/src/lifecycle/memory";
import type { Run as ProviderRun } from "../../provider/src/lifecycle/run";
import type { Act } from "./acts";
import { everything, nothing } from "./interference";
import type { InvariantName } from "./invariants";
import { transport } from "./network";
import type { ModelService } from "./service";
import { SharedStore, type Statement } from "./sharedStore";
import type { Threat } from "./threats";
import type { Due, Footprint, Way, World } from "./world";

/** The surroundings of one played provider process. */
export interface Played {
  readonly world: World;
  readonly service: ModelService;
  /** The processes of one machine share their records. With a database, all machines count as one. */
  readonly machine: string;
  readonly shared: Memory;
  /** `first up`, unique in the world. */
  readonly actor: string;
  /** Identifies this process among those of the actor. */
  readonly runId: string;
  readonly settings: Settings;
  /** Milliseconds. A turn lasts twice as long after its last heartbeat: by then, requests have arrived or are lost. */
  readonly requestTimeout: number;
  readonly threats: readonly Threat[];
  /** What a person may do in the app meanwhile. */
  readonly acts: readonly Act[];
  /** True: the request limit's statements are steps, and those of turns and creations are not. */
  readonly isAboutLimit: boolean;
  /** Called when the process dies. */
  readonly die: () => void;
  /** Notes a violation of the named invariant. */
  readonly note: (invariant: InvariantName, what: string) => void;
  /** Called when a request reaches the service. */
  readonly arrived: () => void;
  readonly warn: ProviderRun["warn"];
}

/** A provider process: the real life cycle, coordination and client, on the world's time, network and store. */
export function playProcess(played: Played): ProviderRun & { readonly close: () => Promise<void> } {
  const { world, actor, runId, settings, warn } = played;
  const clock: Clock = {
    now: () => world.time,
    wallTime: () => world.time,
    after: (milliseconds, action) => world.after(actor, milliseconds, action),
  };
  const run = { id: runId, label: `${actor}@here` };
  const store = new SharedStore(played.shared, clock, run, statements(played));
  const logger = { debug: () => undefined, info: () => undefined, warn: (text: string) => warn(text) };
  const surroundings = { logger, random: () => 0.5, run, store, clock };
  let account: Account | undefined;
  let numbers = 0;
  return {
    settings: () => settings,
    account() {
      account ??= new Account(settings, surroundings, Object.values(kinds), transport(played), clock);
      return account;
    },
    warn,
    now: () => new Date(world.time),
    random() {
      numbers += 1;
      return `${actor.replaceAll(" ", "")}${numbers}`;
    },
    sleep: (milliseconds) => new Promise((resolve) => void world.after(actor, milliseconds, resolve)),
    memory: new RunMemory(),
    close: async () => await account?.close(),
  };
}

function statements({ world, actor, machine, die, isAboutLimit, settings, requestTimeout }: Played): Statement {
  const here = (what: string) => `${what} (${machine})`;
  return <T>(label: string, { reads, writes }: Footprint, work: () => Promise<T>, isOfLimit = false) => {
    if (isOfLimit !== isAboutLimit) return work();
    const footprint = { reads: reads.map(here), writes: writes.map(here) };
    return new Promise<T>((resolve, reject) => {
      const answer = (result: T) => {
        world.learn(actor, JSON.stringify(result) ?? "");
        resolve(result);
      };
      const happen = () => void work().then(answer, reject);
      const sleepPastLeases = () => {
        world.sleep(2 * requestTimeout + 100);
        offer();
      };
      const fault = (name: string, its: Footprint, what: () => void): Way => ({
        ...{ name, isFault: true, footprint: its, happen: what },
      });
      const faults = () => [
        // Dying before it equals dying after the previous one: other processes notice only what is written.
        fault("the process dies after it", footprint, () => void work().then(die)),
        // Without a configured database a run continues alone, which does not protect other runs.
        ...(settings.coordination === undefined
          ? []
          : [
              fault("the statement fails", nothing, () => {
                world.learn(actor, "failed");
                reject(new Error("the coordination database closed the connection"));
              }),
            ]),
        // A request that is on its way arrives or is lost within that time.
        ...(world.steps.some(isWriteOnItsWay)
          ? []
          : [fault("all processes sleep until leases have expired, before it", everything, sleepPastLeases)]),
      ];
      const isWrite = footprint.writes.length > 0;
      const offer = () =>
        world.offer(actor, label, () => [
          { name: "", isFault: false, footprint, happen },
          ...(isWrite && !isOfLimit ? faults() : []),
        ]);
      offer();
    });
  };
}

function isWriteOnItsWay({ label }: Due): boolean {
  return /^(POST|PATCH|DELETE) /.test(label);
}
