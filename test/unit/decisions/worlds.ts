import type { Answer, Finding, KnownCreation, Listing } from "../../../provider/src/api/objects";
import { declarerOf } from "../../../provider/src/lifecycle/about";
import { type Adopt, createTable } from "../../../provider/src/lifecycle/createTable";
import { type Decision, evaluate, type Question } from "../../../provider/src/lifecycle/decision";
import { factsOf } from "../../../provider/src/lifecycle/facts";
import type { Users } from "../../../provider/src/lifecycle/looks";
import type { AccountFacts } from "../../../provider/src/lifecycle/observe";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { createRules } from "../../../provider/src/resources/campaign/startTable";
import { guarding, recorded, urnOf } from "../resources/guarding";
import { name, steps } from "../resources/starting";

/** The data of every source while the program creates an active campaign on list 1, and campaign 5 may exist. */
export interface World {
  readonly listing: "unshown" | "whole" | "partial";
  /** Undefined: the listing does not contain campaign 5. */
  readonly listed: Listed | undefined;
  readonly record: Recording | undefined;
  /** The program or the state declares campaign 5 as running. */
  readonly isDeclared: boolean;
  /** List 1 shows campaign 5 as the one that uses it. */
  readonly isNamed?: boolean;
  /**
   * A create of an active campaign with this name on list 1 got no response: by this resource, or another one of the
   * stack.
   */
  readonly lost: "none" | "own" | "other";
  readonly answers: Answers;
}

export interface Listed {
  /** `equal`: the same name and steps; `namesake`: the same name with other steps. */
  readonly is: "equal" | "namesake" | "other";
  readonly active: boolean | undefined;
  readonly lists: "this" | "another" | undefined;
}

export interface Recording {
  readonly isOwnStack: boolean;
  readonly sameName: boolean;
  readonly targets: "this" | "another" | undefined;
  readonly ran: "never" | "before" | "running";
  readonly released: boolean;
}

/** The service's responses. */
export interface Answers {
  /** For campaign 5 by its id. A boolean: whether it is active. */
  readonly object?: "gone" | "unreadable" | "untold" | boolean;
  /** For the people in list 1: in campaign 5, in none, or unreadable. */
  readonly users?: "in" | "none" | "hidden";
  readonly log?: "entries" | "none" | "unreadable";
}

const possible = {
  object: ["gone", "unreadable", "untold", true, false],
  users: ["in", "none", "hidden"],
  log: ["entries", "none", "unreadable"],
} as const;

type Choices<T> = { readonly [key in keyof T]: readonly T[key][] };

export function combinations<T>(choices: Choices<T>): T[] {
  let all: object[] = [{}];
  for (const [key, values] of Object.entries<readonly unknown[]>(choices)) {
    all = all.flatMap((one) => values.map((value) => ({ ...one, [key]: value })));
  }
  return all as T[];
}

const lists = ["this", "another", undefined] as const;
const listed = combinations<Listed>({ is: ["equal", "namesake", "other"], active: [true, false, undefined], lists });
const records = combinations<Recording>({
  ...{ isOwnStack: [true, false], sameName: [true, false], targets: lists },
  ...{ ran: ["never", "before", "running"], released: [true, false] },
});

/** Every world, without the answers to questions. */
export const worlds: readonly World[] = [
  // A complete listing shows the outcome of a create.
  ...combinations<Omit<World, "answers">>({
    ...{ listing: ["whole"], listed: [undefined, ...listed], record: [undefined, ...records] },
    ...{ isDeclared: [true, false], lost: ["none"] },
  }),
  ...combinations<Omit<World, "answers">>({
    ...{ listing: ["partial"], listed: [undefined, ...listed], record: [undefined, ...records] },
    ...{ isDeclared: [true, false], lost: ["none", "other"] },
  }),
  ...combinations<Omit<World, "answers">>({
    ...{ listing: ["unshown"], listed: [undefined], record: [undefined, ...records] },
    ...{ isDeclared: [true, false], lost: ["none", "own", "other"] },
  }),
  // The list's data counts if the listing of campaigns does not contain more.
  ...combinations<Omit<World, "answers">>({
    ...{ listing: ["whole", "partial", "unshown"], listed: [undefined], record: [undefined, ...records] },
    ...{ isDeclared: [false], isNamed: [true], lost: ["none"] },
  }),
].map((world) => ({ ...world, answers: {} }));

const { run, account } = guarding();
const urn = urnOf("q1");
const declarer = declarerOf(urn);
const another = declarerOf("urn:pulumi:prod::project::outreach:Campaign::q1");
const inputs = { name, listIds: [1], steps, active: true };
const otherSteps = [{ type: "invitation", delayAfterLastStep: 2 }];
const idsOf = { this: [1], another: [2] };
const textsOf = { this: ["1"], another: ["2"] };
export const sign = "twin:none:01234567";

/** The same value for the same key: many worlds have common parts. */
function once<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, Value>();
  return (key) => {
    const value = made.get(key) ?? make(key);
    made.set(key, value);
    return value;
  };
}

const answerOf = once(
  ({ is, active, lists: on }: Listed): Answer => ({
    ...{ id: "5", name: is === "other" ? "Other" : name, steps: is === "namesake" ? otherSteps : steps },
    ...(active === undefined ? {} : { active }),
    ...(on === undefined ? {} : { listIds: idsOf[on] }),
  }),
);

const creationOf = once(
  ({ isOwnStack, sameName, targets, ran, released }: Recording): KnownCreation =>
    recorded({
      ...{ id: "5", sameName, stack: isOwnStack ? declarer.stack : another.stack, running: ran === "running" },
      ...(targets === undefined ? {} : { targets: textsOf[targets] }),
      ...(ran === "never" ? {} : { ran: true }),
      ...(released ? { released } : {}),
    }),
);

const lostBy = (resource: string | undefined): KnownCreation[] => {
  const cut = { running: true, targets: ["1"], stack: declarer.stack, isNamed: (its: string) => its === name };
  return [recorded({ ...cut, ...(resource === undefined ? {} : { resource }) })];
};
const cutOff = { none: [], own: lostBy(declarer.resource), other: lostBy(declarerOf(urnOf("q2")).resource) };

function findingOf(object: Answers["object"], world: World): Finding | undefined {
  if (object === undefined) return undefined;
  if (object === "gone" || object === "unreadable") return { status: object };
  const { active: _, ...answer } = answerOf(world.listed ?? { is: "equal", active: undefined, lists: undefined });
  return { status: "found", answer: { ...answer, id: "5", ...(object === "untold" ? {} : { active: object }) } };
}

function usersOf(users: Answers["users"]): ReadonlyMap<string, Users> {
  if (users === undefined) return new Map();
  return new Map([["1", { ids: new Set(users === "in" ? ["5"] : []), areAll: users !== "hidden" }]]);
}

function campaignsIn(world: World): AccountFacts {
  const { listing, record, isDeclared, isNamed, lost, answers } = world;
  const answer = world.listed && answerOf(world.listed);
  const known = record && creationOf(record);
  const whole = listing === "whole";
  const all: Listing = { answers: answer === undefined ? [] : [answer], whole, missing: [] };
  const { log } = answers;
  const isKnown = [answer, known, isDeclared || undefined, isNamed].some(Boolean);
  const isOfPeople = !isKnown && answers.users === "in";
  const facts = factsOf(
    { kind: campaignKind, name, declarer },
    {
      ...{ id: "5", isWhole: whole, listed: answer, recorded: known, found: findingOf(answers.object, world) },
      ...(isDeclared ? { inRun: [{ id: "5", isDeclared, targets: ["1"] }] } : {}),
      ...(isNamed === true ? { usedTargets: ["1"] } : {}),
      ...(isOfPeople ? { peopleTargets: ["1"] } : {}),
      ...(lost === "none" || answer?.name !== name ? {} : { lostTargets: [["1"]] }),
    },
  );
  return {
    ...{ kind: campaignKind, listing: listing === "unshown" ? undefined : all, users: usersOf(answers.users) },
    objects: new Map(isKnown || isOfPeople ? [["5", facts]] : []),
    lost: cutOff[lost],
    suppressed: new Map(),
    logs: new Map(log === undefined ? [] : [["5", log === "unreadable" ? undefined : log === "entries"]]),
  };
}

/** The acknowledged codes, and the codes that a decision has checked. */
export class Acknowledged extends Set<string> {
  readonly asked = new Set<string>();

  override has(code: string): boolean {
    this.asked.add(code);
    return super.has(code);
  }

  override [Symbol.iterator](): never {
    throw new Error("a decision that lists the codes would depend on all of them");
  }

  override readonly forEach = this[Symbol.iterator];
  override readonly values = this[Symbol.iterator];
  override readonly keys = this[Symbol.iterator];
  override readonly entries = this[Symbol.iterator];
}

const table = [...createTable, ...createRules];

/** The facts of the latest world: one world is decided on with many codes in turn. */
let latest: { readonly world: World; readonly campaigns: AccountFacts } | undefined;

function decidedIn(world: World, codes: readonly string[]) {
  if (latest?.world !== world) latest = { world, campaigns: campaignsIn(world) };
  const { campaigns } = latest;
  const acknowledged = new Acknowledged(codes);
  const parts = { kind: campaignKind, run, account, urn, declarer, inputs, acknowledged };
  const situation = { ...parts, about: `campaign "${name}"` };
  const kinds = new Map([["Campaign", campaigns]]);
  const decision = evaluate(table, { situation, account: campaigns, actingUserId: "101", kinds });
  return { decision, asked: acknowledged.asked };
}

export function decisionIn(world: World, codes: readonly string[] = []): Decision<Adopt> {
  return decidedIn(world, codes).decision;
}

/** The decision, without its facts: there are too many decisions to keep them. */
export interface Verdict {
  /** The rule that ended it. */
  readonly rule: string | undefined;
  readonly isRefused: boolean;
  /** A warning is about people. */
  readonly isAboutPeople: boolean;
  readonly look: Question | undefined;
  /** The checked codes: any other one would have had no effect, because a decision is a pure function. */
  readonly asked: ReadonlySet<string>;
}

export function verdictIn(world: World, codes: readonly string[] = []): Verdict {
  const { decision, asked } = decidedIn(world, codes);
  const { rule, refusal, warnings, look } = decision;
  const isAboutPeople = warnings.some(({ reach }) => reach !== undefined);
  return { rule, isRefused: refusal !== undefined, isAboutPeople, look, asked };
}

/** The codes that each way out of a refusal acknowledges. */
export function waysOut({ refusal }: Decision<Adopt>): (readonly string[])[] {
  const ways = refusal?.().ways ?? [];
  return ways.flatMap((way) => way.flatMap((step) => (step.do === "acknowledge" ? [step.codes] : [])));
}

/** The world with each answer to this question. */
function answered(world: World, { ask }: Question): World[] {
  if (ask !== "object" && ask !== "users" && ask !== "log") throw new Error(`no create asks for ${ask}`);
  const ids: readonly Answers[] = possible[ask].map((answer) => ({ [ask]: answer }));
  return ids.map((answer) => ({ ...world, answers: { ...world.answers, ...answer } }));
}

export interface Case {
  readonly world: World;
  readonly verdict: Verdict;
}

/** Each combination of answers to a decision's questions, with the result. */
export function* casesOf(
  world: World,
  codes: readonly string[] = [],
  first: Verdict = verdictIn(world, codes),
): Iterable<Case> {
  if (first.look === undefined) yield { world, verdict: first };
  else for (const next of answered(world, first.look)) yield* casesOf(next, codes);
}
