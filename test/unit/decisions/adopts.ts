import type { Answer, Finding, KnownCreation } from "../../../provider/src/api/objects";
import { declarerOf } from "../../../provider/src/lifecycle/about";
import type { AdoptFacts } from "../../../provider/src/lifecycle/adoptFacts";
import { adoptTable } from "../../../provider/src/lifecycle/adoptTable";
import { type Decision, evaluate, type Question } from "../../../provider/src/lifecycle/decision";
import { factsOf } from "../../../provider/src/lifecycle/facts";
import type { Users } from "../../../provider/src/lifecycle/looks";
import type { AccountFacts } from "../../../provider/src/lifecycle/observe";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { guarding, recorded, urnOf } from "../resources/guarding";
import { name, steps } from "../resources/starting";
import { Acknowledged, combinations } from "./worlds";

/**
 * The data of the program, this run and earlier runs about campaign 5, which the program adopts, and campaign 6 beside
 * it.
 */
export interface AdoptWorld {
  readonly by: AdoptFacts["by"];
  /** Whether the program declares that it is active. */
  readonly declared: boolean | undefined;
  /**
   * Whether another resource of the program manages it. `left out`: that resource is recorded, but this run skips it.
   */
  readonly other: "none" | "manages" | "left out";
  readonly record: "nothing" | "running here" | "ran elsewhere" | "running on another list";
  /** A create of this stack under the name, whose response was lost. */
  readonly lost: "none" | "running" | "running on another list";
  readonly beside: keyof typeof besides;
  readonly answers: AdoptAnswers;
}

/** The service's answer to each question. */
export interface AdoptAnswers {
  readonly itself?: keyof typeof findings;
  readonly all?: "seen";
  /** To a request for campaign 6 by its id. */
  readonly object?: "gone" | "unreadable" | "untold" | boolean;
  /** The campaigns of the people on list 1: campaign 6, none, or unreadable. */
  readonly users?: "in" | "none" | "hidden";
  /** The log of campaign 6. */
  readonly log?: "entries" | "none" | "unreadable";
  /** The log of campaign 5. */
  readonly ownLog?: "entries" | "none" | "unreadable";
}

const [urn, other] = [urnOf("q1"), urnOf("q2")];
const declarer = declarerOf(urn);
const elsewhere = declarerOf("urn:pulumi:prod::project::outreach:Campaign::q1");
const equal: Answer = { id: "5", name, steps, listIds: [1], active: true };

const found = (changes: Partial<Answer>): Finding => ({ status: "found", answer: { ...equal, ...changes } });
const { active: _active, listIds: _listIds, ...little } = equal;
const findings = {
  gone: { status: "gone" },
  unreadable: { status: "unreadable" },
  running: found({}),
  off: found({ active: false }),
  untold: { status: "found", answer: little },
  "of another user": found({ userId: 7 }),
  "with other steps": found({ steps: [{ type: "invitation", delayAfterLastStep: 2 }] }),
} satisfies Record<string, Finding>;

const six = (changes: Partial<Answer>): Answer => ({ id: "6", name: "Other", steps, active: true, ...changes });
/**
 * Campaign 6, as the service lists it. Without `answers`, the list is unreadable, and campaign 6 is recorded as
 * running.
 */
const besides = {
  nothing: { answers: [] },
  "running on the list": { answers: [six({ listIds: [1] })] },
  "running on another list": { answers: [six({ listIds: [2] })] },
  "running on hidden lists": { answers: [six({})] },
  "equal, running on hidden lists": { answers: [six({ name })] },
  "off on the list": { answers: [six({ listIds: [1], active: false })] },
  "recorded as running": {},
} satisfies Record<string, { readonly answers?: readonly Answer[] }>;

const [booleans, users, logs] = [
  [true, false],
  ["in", "none", "hidden"],
  ["entries", "none", "unreadable"],
] as const;

/** Every world, without the answers to questions. */
export const adoptWorlds: readonly AdoptWorld[] = combinations<Omit<AdoptWorld, "answers">>({
  ...{ by: ["id", "twin"], declared: [undefined, ...booleans], other: ["none", "manages", "left out"] },
  record: ["nothing", "running here", "ran elsewhere", "running on another list"],
  ...{ lost: ["none", "running", "running on another list"], beside: keysOf(besides) },
})
  // Only the search for a twin asks which resource manages it, and a resource that the run skips is always recorded.
  .filter(({ by, other: its }) => by === "twin" || its !== "manages")
  .filter(({ other: its, record }) => its !== "left out" || record === "running here")
  .map((world) => ({ ...world, answers: {} }));

function keysOf<Key extends string>(all: Readonly<Record<Key, unknown>>): Key[] {
  return Object.keys(all) as Key[];
}

const recordings: { readonly [which in AdoptWorld["record"]]: Partial<KnownCreation> | undefined } = {
  nothing: undefined,
  "running here": { ...declarer, running: true, ran: true, targets: ["1"] },
  "ran elsewhere": { ...elsewhere, running: false, ran: true, targets: ["1", "2"] },
  "running on another list": { ...declarer, running: true, ran: true, targets: ["2"] },
};

const inputsOf = (declared: boolean | undefined) => ({
  ...{ name, listIds: [1], steps },
  ...(declared === undefined ? {} : { active: declared }),
});

const { run, account } = guarding();
const leftOut = guarding();
for (const declared of [undefined, ...booleans]) {
  leftOut.memory.remember(campaignKind, inputsOf(declared), { retained: false, urn, beside: [other] });
}

function usersIn({ users: shown }: AdoptAnswers): ReadonlyMap<string, Users> {
  if (shown === undefined) return new Map();
  return new Map([["1", { ids: new Set(shown === "in" ? ["6"] : []), areAll: shown !== "hidden" }]]);
}

function findingOfSix({ object }: AdoptAnswers): Finding | undefined {
  if (object === undefined) return undefined;
  if (object === "gone" || object === "unreadable") return { status: object };
  const { active: _, ...answer } = six({});
  return { status: "found", answer: { ...answer, ...(object === "untold" ? {} : { active: object }) } };
}

function campaignsIn(
  world: AdoptWorld,
  known: KnownCreation | undefined,
  lost: readonly KnownCreation[],
): AccountFacts {
  const { answers: listed } = besides[world.beside] as { readonly answers?: readonly Answer[] };
  const { log, ownLog } = world.answers;
  const logOf = (id: string, its: typeof log) =>
    its === undefined ? [] : [[id, its === "unreadable" ? undefined : its === "entries"] as const];
  const subject = { kind: campaignKind, name, declarer };
  const isWhole = listed !== undefined;
  const [answer] = listed ?? [];
  const ofSix = isWhole ? undefined : recorded({ id: "6", sameName: false, running: true, targets: ["1"] });
  const its = { id: "6", isWhole, listed: answer, recorded: ofSix, found: findingOfSix(world.answers) };
  const ofFive = { id: "5", isWhole, recorded: known, found: findings[world.answers.itself ?? "unreadable"] };
  const isThere = answer !== undefined || ofSix !== undefined;
  return {
    ...{ kind: campaignKind, users: usersIn(world.answers), lost, suppressed: new Map() },
    listing: listed === undefined ? undefined : { answers: listed, whole: true, missing: [] },
    objects: new Map([
      ...(known === undefined ? [] : [["5", factsOf(subject, ofFive)] as const]),
      ...(isThere ? [["6", factsOf(subject, its)] as const] : []),
    ]),
    logs: new Map([...logOf("6", log), ...logOf("5", ownLog)]),
  };
}

/** The facts of a world, as an observation gathers them. */
function gathered(world: AdoptWorld): Omit<AdoptFacts, "situation"> {
  const { by, other: its, answers } = world;
  const recording = recordings[world.record];
  const manager = its === "left out" ? { resource: declarerOf(other).resource } : {};
  const known = recording && recorded({ id: "5", ...recording, ...manager });
  const targets = world.lost === "running on another list" ? ["2"] : ["1"];
  const lost = world.lost === "none" ? [] : [recorded({ ...declarer, running: true, targets })];
  return {
    ...{ id: "5", by, actingUserId: "101", lost },
    ...(its === "manages" ? { other } : {}),
    ...(known === undefined ? {} : { known }),
    ...(answers.itself === undefined ? {} : { found: findings[answers.itself] }),
    kinds: new Map(answers.all === undefined ? [] : [["Campaign", campaignsIn(world, known, lost)]]),
  };
}

const table = adoptTable(campaignKind);
/** The facts of the latest world: each world is decided with many codes in turn. */
let latest: { readonly world: AdoptWorld; readonly facts: Omit<AdoptFacts, "situation"> } | undefined;

export function factsOfAdoption(world: AdoptWorld, acknowledged: ReadonlySet<string> = new Set()): AdoptFacts {
  if (latest?.world !== world) latest = { world, facts: gathered(world) };
  const parts = { kind: campaignKind, run: world.other === "left out" ? leftOut.run : run, account, urn, declarer };
  const about = `campaign "${name}"`;
  return { ...latest.facts, situation: { ...parts, about, inputs: inputsOf(world.declared), acknowledged } };
}

export interface AdoptCase {
  readonly world: AdoptWorld;
  readonly codes: readonly string[];
  readonly decision: Decision<never>;
  /** The codes that the decision has checked. Other codes cannot change it, because a decision is a pure function. */
  readonly asked: ReadonlySet<string>;
}

export function adoptionIn(world: AdoptWorld, codes: readonly string[] = []): AdoptCase {
  const acknowledged = new Acknowledged(codes);
  const decision = evaluate(table, factsOfAdoption(world, acknowledged));
  return { world, codes, decision, asked: acknowledged.asked };
}

/** The decision for each combination of answers to its questions. */
export function* adoptionsIn(world: AdoptWorld, codes: readonly string[] = []): Iterable<AdoptCase> {
  const one = adoptionIn(world, codes);
  if (one.decision.look === undefined) yield one;
  else for (const next of answered(world, one.decision.look)) yield* adoptionsIn(next, codes);
}

const possible: { readonly [ask in keyof AdoptAnswers]-?: readonly Exclude<AdoptAnswers[ask], undefined>[] } = {
  ...{ itself: keysOf(findings), all: ["seen"], users, log: logs, ownLog: logs },
  object: ["gone", "unreadable", "untold", ...booleans],
};

function answered(world: AdoptWorld, question: Question): AdoptWorld[] {
  const ask = question.ask === "log" && question.id === "5" ? "ownLog" : question.ask;
  if (
    ask === "suppressed" ||
    ask === "actor" ||
    ask === "targets" ||
    ask === "record" ||
    ask === "creation" ||
    ask === "kept"
  )
    throw new Error(`no adoption asks for ${ask}`);
  if (world.answers[ask] !== undefined) throw new Error(`${ask} was asked twice`);
  const answers: readonly AdoptAnswers[] = possible[ask].map((answer) => ({ [ask]: answer }));
  return answers.map((answer) => ({ ...world, answers: { ...world.answers, ...answer } }));
}
