import { Account } from "../../provider/src/api/account";
import type { Clock } from "../../provider/src/api/clock";
import type { Memory } from "../../provider/src/api/coordination/memoryStore";
import type { Settings } from "../../provider/src/api/settings";
import type { Outcome, Transport, WireRequest } from "../../provider/src/api/transport";
import { kinds } from "../../provider/src/kinds";
import { RunMemory } from "../../provider/src/lifecycle/memory";
import type { Run as ProviderRun } from "../../provider/src/lifecycle/run";
import type { Answered, ModelService } from "./service";
import { SharedStore, type Statement } from "./sharedStore";
import type { Due, Footprint, Way, World } from "./world";

/** Short, because a process that waits for a turn looks for it every 40 ms. */
export const requestTimeout = 200;
/** A turn lasts this long after its last sign: by then, whatever its process has sent has arrived or is lost. */
const arrivesWithin = 2 * requestTimeout;

/** What one provider process is played with. */
export interface Played {
  readonly world: World;
  readonly service: ModelService;
  /** What the processes of all machines share. */
  readonly shared: Memory;
  /** `first up`, unique in the world. */
  readonly actor: string;
  readonly settings: Settings;
  /** Called when the process dies. */
  readonly die: () => void;
  readonly warn: ProviderRun["warn"];
}

/** A provider process: the real life cycle, coordination and client, on the world's time, network and store. */
export function playProcess(played: Played): ProviderRun & { readonly close: () => Promise<void> } {
  const { world, actor, settings, warn } = played;
  const clock: Clock = {
    now: () => world.time,
    wallTime: () => world.time,
    after: (milliseconds, action) => world.after(actor, milliseconds, action),
  };
  const run = { id: actor, label: `${actor}@here` };
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

const nothing: Footprint = { reads: [], writes: [] };
/** What no other step can change places with. */
export const everything: Footprint = { reads: [], writes: ["everything"] };

function statements({ world, actor, die }: Played): Statement {
  return (label, footprint, work) =>
    new Promise((resolve, reject) => {
      const happen = () => void work().then(resolve, reject);
      const isWrite = footprint.writes.length > 0;
      const standStill = () => {
        world.sleep(arrivesWithin + 100);
        offer();
      };
      const offer = () =>
        world.offer(actor, label, () => [
          { name: "", isFault: false, footprint, happen },
          ...(isWrite
            ? [
                { name: "the process dies before it", isFault: true, footprint: nothing, happen: die },
                { name: "the process dies after it", isFault: true, footprint, happen: () => void work().then(die) },
                {
                  ...{ name: "the statement fails", isFault: true, footprint: nothing },
                  happen: () => reject(new Error("the coordination database broke off")),
                },
                // A request that is on its way arrives or is lost within that time.
                ...(world.steps.some(isWriteOnItsWay)
                  ? []
                  : [
                      {
                        ...{ name: "all stand still until leases have ended before it", isFault: true },
                        ...{ footprint: everything, happen: standStill },
                      },
                    ]),
              ]
            : []),
        ]);
      offer();
    });
}

function isWriteOnItsWay({ label }: Due): boolean {
  return /^(POST|PATCH|DELETE) /.test(label);
}

function transport(played: Played): Transport {
  return {
    send: (request) =>
      new Promise((resolve) => {
        const { world, actor } = played;
        const label = `${request.method} ${request.path}`;
        world.offer(actor, label, () =>
          request.method === "GET" ? waysOfRead(played, request, resolve) : waysOfWrite(played, request, resolve),
        );
      }),
    close: async () => undefined,
  };
}

type Resolve = (outcome: Outcome) => void;

const lostBy = (cause: string): Outcome => ({ what: "lost", cause, hopeless: false });
const lost = lostBy("the connection broke before an answer arrived");

function waysOfRead(played: Played, request: WireRequest, resolve: Resolve): Way[] {
  const footprint = { reads: touched(request), writes: [] };
  return [
    { name: "", isFault: false, footprint, happen: () => resolve(answered(arrive(played, request))) },
    { name: "no answer", isFault: true, footprint: nothing, happen: () => resolve(lost) },
  ];
}

function waysOfWrite(played: Played, request: WireRequest, resolve: Resolve): Way[] {
  const { world, die } = played;
  const footprint = { reads: [], writes: touched(request) };
  const later = () => arriveLater(played, request);
  const refusal = (status: number, body: unknown) => answered({ status, body });
  const way = (name: string, its: Footprint, happen: () => void): Way => ({
    name,
    isFault: true,
    footprint: its,
    happen,
  });
  return [
    { name: "", isFault: false, footprint, happen: () => resolve(answered(arrive(played, request))) },
    way("the answer is lost", footprint, () => {
      arrive(played, request);
      resolve(lost);
    }),
    way("lost on its way", nothing, () => resolve(lost)),
    way("it arrives late", nothing, () => {
      later();
      world.after(played.actor, requestTimeout, () => resolve(lostBy("no answer in time (requestTimeoutSeconds)")));
    }),
    way("a gateway refuses it after passing it on", footprint, () => {
      arrive(played, request);
      resolve(refusal(403, "<html>denied</html>"));
    }),
    way("refused because of the limit", nothing, () =>
      resolve(refusal(429, { message: "Too Many Requests", statusCode: 429 })),
    ),
    way("the process dies before it", nothing, die),
    way("the process dies after it", footprint, () => {
      arrive(played, request);
      die();
    }),
    way("the process dies, and it arrives late", nothing, () => {
      later();
      die();
    }),
  ];
}

/** The request reaches the service at any moment from now on, at the latest after twice its time-out. */
function arriveLater(played: Played, request: WireRequest): void {
  const { world, actor } = played;
  const key = `${request.method} ${request.path} of ${actor} arrives`;
  const footprint = { reads: [], writes: touched(request) };
  let isThere = false;
  const happen = () => {
    if (!isThere) arrive(played, request);
    isThere = true;
  };
  world.offer("network", key, () => [{ name: "", isFault: false, footprint, happen }]);
  world.after("network", arrivesWithin - 1, () => {
    world.withdraw((step) => step.label === key);
    if (!isThere) world.log.push(`network: ${key} at last`);
    happen();
  });
}

function arrive({ service, actor }: Played, { method, path, body }: WireRequest): Answered {
  return service.answer({ by: actor, method, path, body: body === undefined ? {} : JSON.parse(body) });
}

function answered({ status, body }: Answered): Outcome {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return { what: "answered", status, headers: {}, text };
}

/** The objects of the service that a request reads or writes. */
function touched({ path }: WireRequest): string[] {
  const [, , noun = ""] = path.split("?")[0]?.split("/") ?? [];
  return noun === "contact" ? ["list", "campaign"] : [noun];
}
