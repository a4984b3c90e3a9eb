import type { FaultRequest } from "../../sandbox/src/index";
import { Author, type Program } from "./program";
import { Random } from "./random";

/** Seconds that the provider waits for a response in these runs. */
export const requestTimeoutSeconds = 0.25;

/** Which process dies: the provider, or the engine, which leaves the provider process running. */
export type Victim = "provider" | "engine";

export interface Kill {
  readonly victim: Victim;
  /** The time counts from the arrival of this many creates at the service; 0: from the start of the run. */
  readonly afterCreates: number;
  readonly milliseconds: number;
}

/** One run of the engine under faults. */
export interface Phase {
  readonly edits: readonly string[];
  readonly program: Program;
  readonly refresh: boolean;
  readonly faults: readonly FaultRequest[];
  /** How many objects that are known to exist listings omit. */
  readonly hiddenObjects: number;
  readonly kill?: Kill;
  /** True: a new provider process is started, as in each run of the real engine. */
  readonly newProcess: boolean;
}

const actors = ["owner", "owner", "owner", "owner", "owner", "memberById", "owner", "memberByEmail"] as const;
export type Actor = (typeof actors)[number];

export function actorOf(seed: number): Actor {
  return actors[seed % actors.length] ?? "owner";
}

/**
 * The kind of service: `usual` fails now and then, `hostile` also sends wrong responses, `specOnly` has only the
 * operations of the specification.
 */
export const manners = ["usual", "hostile", "specOnly"] as const;
export type Manner = (typeof manners)[number];

/** Everything that is drawn at random before a schedule is played. */
export interface Schedule {
  readonly seed: number;
  readonly prefix: string;
  readonly manner: Manner;
  /** The acting user: the key's owner, or a member named by id or by e-mail. */
  readonly actor: Actor;
  readonly phases: readonly Phase[];
}

export function drawSchedule(seed: number, manner: Manner): Schedule {
  const random = new Random(seed);
  const author = new Author(random, `s${seed}`, manner !== "specOnly");
  const phases: Phase[] = [];
  let program = author.first();
  const killed = random.chance(0.14);
  const count = random.whole(1, 3);
  const killedPhase = killed ? random.whole(0, count - 1) : Number.NaN;
  for (let index = 0; index < count; index += 1) {
    const edits: string[] = [];
    // After a kill the same program runs again: only the declaration identifies the object of a killed create.
    const mayEdit = index > 0 && index !== killedPhase + 1;
    for (let left = mayEdit ? random.whole(1, 2) : 0; left > 0; left -= 1) {
      const edited = author.edited(program);
      if (edited === undefined) continue;
      program = edited.program;
      edits.push(edited.what);
    }
    const refresh = index > 0 && random.chance(0.35);
    const kill = index === killedPhase ? drawKill(random) : undefined;
    const faults = Array.from({ length: random.whole(kill ? 0 : 1, 4) }, () => drawFault(random, manner));
    // A listing may omit an object that it has never shown only during the first lookups: later ones (a refresh, a run
    // after a kill) have no other way to find it.
    const afterKill = index >= killedPhase;
    if (!refresh && !afterKill && random.chance(0.25)) faults.push(...drawLateListing(random));
    phases.push({
      edits,
      program,
      refresh,
      faults,
      hiddenObjects: random.chance(0.2) ? random.whole(1, 2) : 0,
      kill,
      newProcess: random.chance(0.05),
    });
  }
  return { seed, prefix: author.prefix, manner, actor: actorOf(seed), phases };
}

function drawKill(random: Random): Kill {
  const victim = random.chance(0.5) ? "provider" : "engine";
  return random.chance(0.6)
    ? { victim, afterCreates: random.whole(1, 3), milliseconds: random.whole(0, 40) }
    : { victim, afterCreates: 0, milliseconds: random.whole(0, 400) };
}

const collections = ["/v1/list", "/v1/agent", "/v1/campaign"] as const;
const objects = ["/v1/list/*", "/v1/agent/*", "/v1/campaign/*"] as const;

interface Target {
  readonly method: string;
  readonly path: string;
  readonly mostTimes: number;
}

function drawTarget(random: Random): Target {
  const draw = random.next();
  if (draw < 0.5) return { method: "POST", path: random.pick(collections), mostTimes: 2 };
  if (draw < 0.68) return { method: "GET", path: random.pick(collections), mostTimes: 3 };
  if (draw < 0.78) return { method: "GET", path: random.pick(objects), mostTimes: 3 };
  if (draw < 0.88) return { method: "PATCH", path: random.pick(objects.slice(1)), mostTimes: 3 };
  if (draw < 0.94) return { method: "DELETE", path: "/v1/agent/*", mostTimes: 3 };
  return { method: "GET", path: "/v1/user/me", mostTimes: 2 };
}

/** Bodies that are JSON, or almost, but not responses of the service. */
const oddBodies = [
  "[".repeat(5_000),
  `${'{"id":'.repeat(2_000)}1${"}".repeat(2_000)}`,
  `{"id":${"9".repeat(400)}}`,
  '"\\'.repeat(5_000),
  '[null,17,"text",{"id":null}]',
  '{"id":{"id":7},"name":["x"]}',
];

/** A response of a broken service, or of another program in its place. */
function drawWrongAnswer(random: Random): FaultRequest {
  const path = random.pick(collections);
  const count = random.whole(1, 2);
  switch (random.whole(1, 8)) {
    case 1:
    case 2:
      return {
        method: "POST",
        path,
        count,
        kind: "alter",
        set: { id: random.pick([0, "..", "pending-1", 2 ** 60, ""]) },
      };
    case 3:
      return { method: "GET", path, count, kind: "alter", set: { name: null } };
    case 4:
      return { method: "POST", path: "/v1/campaign", count, kind: "alter", set: { active: true } };
    case 5:
      return { method: "GET", path: "/v1/campaign/*", count, kind: "alter", set: { active: true } };
    case 6: {
      const times = random.chance(0.2) ? random.whole(5, 8) : random.whole(1, 3);
      return { path, count: times, kind: "rateLimit", retryAfterSeconds: random.pick([undefined, 0]) };
    }
    case 7:
      return {
        path,
        count,
        kind: "foreign",
        when: "after",
        status: 200,
        contentType: "application/json",
        body: random.pick(oddBodies),
      };
    default:
      return { method: random.pick(["POST", "GET", "PATCH"]), path: "/v1/**", count, kind: "alter", remove: ["id"] };
  }
}

function drawFault(random: Random, manner: Manner): FaultRequest {
  if (manner === "hostile" && random.chance(0.6)) return drawWrongAnswer(random);
  const { mostTimes, ...target } = drawTarget(random);
  const matching = { ...target, count: random.whole(1, mostTimes), skip: random.chance(0.3) ? random.whole(1, 2) : 0 };
  const when = random.chance(0.5) ? "before" : "after";
  const timeout = requestTimeoutSeconds * 1000;
  switch (random.whole(1, 14)) {
    case 1:
    case 2:
      return { ...matching, kind: "reset", when };
    case 3:
    case 4:
      return { ...matching, kind: "hang", when };
    case 5:
    case 6:
      return { ...matching, kind: "status", when, status: random.pick([500, 502, 503, 504, 500, 408]) };
    case 7:
      return { ...matching, kind: "truncate", when, complete: random.chance(0.5) };
    case 8:
      return {
        ...matching,
        kind: "foreign",
        when,
        // A page instead of a response: a portal's 200, a proxy's 502, a 404 of another server.
        status: random.pick([200, 200, 404, 502, undefined]),
      };
    case 9:
      return { ...matching, kind: "empty", when, status: random.pick([200, 201, 204, 500, undefined]) };
    case 10:
      return { ...matching, kind: "rateLimit", when: "before", retryAfterSeconds: random.pick([undefined, 0, 1]) };
    case 11:
      return { ...matching, kind: "rateLimit", when: "before", retryAfterSeconds: 1, asDate: random.chance(0.5) };
    case 12:
      // It takes effect after its sender's time-out, but before twice that time, for which the provider waits.
      return { ...matching, kind: "delay", when: "before", milliseconds: random.whole(timeout + 20, 2 * timeout - 80) };
    case 13:
      return { ...matching, kind: "drip", pieces: 5, milliseconds: random.pick([10, 100]) };
    default:
      return { ...matching, kind: "status", when: "before", status: random.pick([400, 401, 403, 409, 422]) };
  }
}

/** A create whose response is lost, and listings that show its object only from the second or third lookup on. */
function drawLateListing(random: Random): FaultRequest[] {
  const path = random.pick(collections);
  return [
    { method: "POST", path, kind: random.chance(0.5) ? "reset" : "hang", when: "after" },
    { method: "GET", path, kind: "omit", createdSince: true, count: random.whole(1, 2) },
  ];
}
