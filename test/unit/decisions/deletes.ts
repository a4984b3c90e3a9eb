import type { Answer, CreationNotes, Finding } from "../../../provider/src/api/objects";
import { declarerOf, describe } from "../../../provider/src/lifecycle/about";
import { type Decision, evaluate, type Question } from "../../../provider/src/lifecycle/decision";
import { type DeleteFacts, deleteTable, type Leave } from "../../../provider/src/lifecycle/deleteTable";
import type { Values } from "../../../provider/src/lifecycle/kind";
import type { KindWithPolicy } from "../../../provider/src/lifecycle/policy";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { listKind } from "../../../provider/src/resources/listKind";
import { sourceAgentKind } from "../../../provider/src/resources/sourceAgent/kind";
import { guarding, here, recordOf, urnOf } from "../resources/guarding";
import { name, steps } from "../resources/starting";
import { combinations } from "./worlds";

/** The data in the state, the program and this run about object 5, or about the create that may have made it. */
export interface DeleteWorld {
  readonly kind: KindWithPolicy;
  /** Its create got no response. */
  readonly isPending: boolean;
  /** A response said that it belongs to another user. */
  readonly isOwnedByOther: boolean;
  /** Its relation to another resource in the program. */
  readonly other: "none" | "manages" | "adopts" | "has adopted" | "was refused";
  /** `same`: nothing has changed; `self`: the program adopts object 5 instead; `another`: object 6. */
  readonly replacement: "none" | "off" | "active" | "same" | "twin" | "self" | "another";
  readonly isSkipped: boolean;
  readonly everActive: boolean;
  /** The program's `restart` counted when it was added. */
  readonly isRestartSpent: boolean;
  readonly answers: DeleteAnswers;
}

/** The results of requests and of the records. */
export interface DeleteAnswers {
  readonly creation?: "absent" | "unclear" | "found" | "found of another user";
  /** A boolean: whether it contacts people. `another`: it was created at another time. */
  readonly itself?: "gone" | "unreadable" | "untold" | "another" | boolean;
  readonly record?: "nothing" | "running" | "ran" | "adopted here" | "adopted elsewhere" | "adopted by itself";
  readonly kept?: "kept" | "free";
  readonly log?: "entries" | "none" | "unreadable";
}

const possible: { readonly [ask in keyof DeleteAnswers]-?: readonly Exclude<DeleteAnswers[ask], undefined>[] } = {
  creation: ["absent", "unclear", "found", "found of another user"],
  itself: ["gone", "unreadable", "untold", "another", true, false],
  record: ["nothing", "running", "ran", "adopted here", "adopted elsewhere", "adopted by itself"],
  kept: ["kept", "free"],
  log: ["entries", "none", "unreadable"],
};

/** Every world, without the answers to questions. */
export const deleteWorlds: readonly DeleteWorld[] = combinations<Omit<DeleteWorld, "answers">>({
  kind: [campaignKind, sourceAgentKind, listKind],
  ...{ isPending: [false, true], isOwnedByOther: [false, true] },
  other: ["none", "manages", "adopts", "has adopted", "was refused"],
  replacement: ["none", "off", "active", "same", "twin", "self", "another"],
  ...{ isSkipped: [false, true], everActive: [false, true], isRestartSpent: [false, true] },
})
  // Facts that matter only for campaigns, only for replacements, and only for a start in its place.
  .filter(({ kind, everActive }) => kind === campaignKind || !everActive)
  .filter(
    ({ kind, replacement, isRestartSpent }) => (kind === campaignKind && replacement === "active") || !isRestartSpent,
  )
  .filter(({ replacement, isSkipped }) => ["off", "active", "same"].includes(replacement) || !isSkipped)
  .map((world) => ({ ...world, answers: {} }));

const { run, account } = guarding();
const urn = urnOf("q1");
const others = {
  none: {},
  manages: { manager: urnOf("q2") },
  adopts: { adopter: urnOf("q2") },
  "has adopted": { adopter: urnOf("q2"), isTakenOver: true },
  "was refused": { isTwin: true },
} as const;
const createdAt = "2026-01-15T12:00:00.250Z";
const outputs = { name, listIds: [1], listId: 1, steps, agentType: "autopilot", active: false, createdAt };
const replacements: { readonly [which in DeleteWorld["replacement"]]: Values | undefined } = {
  none: undefined,
  off: { ...outputs, name: "Other", active: false },
  active: { ...outputs, name: "Other", active: true },
  same: outputs,
  twin: { ...outputs, adopt: "twin" },
  self: { ...outputs, adopt: 5 },
  another: { ...outputs, adopt: 6 },
};

function findingOf(object: Exclude<DeleteAnswers["itself"], undefined>): Finding {
  if (object === "gone" || object === "unreadable") return { status: object };
  const answer: Answer = { ...outputs, id: "5", active: typeof object === "boolean" ? object : undefined };
  return {
    status: "found",
    answer: object === "another" ? { ...answer, createdAt: "2025-01-15T12:00:00.250Z" } : answer,
  };
}

function notesOf(record: Exclude<DeleteAnswers["record"], undefined>): CreationNotes {
  if (record === "nothing") return {};
  if (record === "running") return { ...declarerOf(urn), running: true, ran: true };
  if (record === "ran") return { ...declarerOf(urn), running: false, ran: true };
  const adopters = {
    "adopted here": urnOf("q2"),
    "adopted elsewhere": "urn:pulumi:prod::project::outreach:Campaign::q1",
    "adopted by itself": urn,
  };
  return { ...declarerOf(adopters[record]), adopted: true };
}

const losses = {
  absent: { status: "absent" },
  unclear: { status: "unclear", why: "the listing proves nothing" },
  found: { status: "found", answer: { id: "5" } },
  "found of another user": { status: "found", answer: { id: "5", userId: 7 } },
} as const;

/** The facts of a world, as gathered by an observation. */
export function factsOfDelete(world: DeleteWorld, codes: readonly string[] = []): DeleteFacts {
  const { kind, isPending, other, answers, everActive, isRestartSpent, isOwnedByOther, isSkipped } = world;
  const { creation, itself: object, record, kept, log } = answers;
  const isFound = creation === "found" || creation === "found of another user";
  const id = isPending && !isFound ? "pending-1" : "5";
  const owned = creation === "found of another user" || (isOwnedByOther && !isFound) ? { ownedBy: "7" } : {};
  const recorded = recordOf({
    ...owned,
    ...(everActive ? { everActive } : {}),
    ...(isPending ? { pending: { since: createdAt } } : {}),
  });
  const isSpent = (code: string) => isRestartSpent && code === "restart";
  return {
    situation: {
      ...{ kind, run, account, id, urn, outputs, record: recorded, isSkipped, about: describe(kind.noun, name, id) },
      ...{ acknowledged: new Set(codes.filter((code) => !isSpent(code))), spent: new Set(codes.filter(isSpent)) },
      replacement: replacements[world.replacement],
    },
    ...{ inState: describe(kind.noun, name, isPending ? "pending-1" : "5"), notes: others[other] },
    ...(creation === undefined ? {} : { lost: losses[creation] }),
    ...(object === undefined ? {} : { found: findingOf(object) }),
    ...(record === undefined ? {} : { recorded: notesOf(record) }),
    ...(kept === undefined ? {} : { isKept: kept === "kept" }),
    logs: new Map(log === undefined ? [] : [["5", log]]),
  };
}

export function deleteIn(world: DeleteWorld, codes: readonly string[] = []): Decision<Leave> {
  return evaluate(deleteTable(world.kind), factsOfDelete(world, codes));
}

export interface DeleteCase {
  readonly world: DeleteWorld;
  readonly decision: Decision<Leave>;
}

/** The decision for each combination of answers to its questions. */
export function* deletesIn(world: DeleteWorld, codes: readonly string[] = []): Iterable<DeleteCase> {
  const decision = deleteIn(world, codes);
  if (decision.look === undefined) yield { world, decision };
  else for (const next of answered(world, decision.look)) yield* deletesIn(next, codes);
}

function answered(world: DeleteWorld, { ask }: Question): DeleteWorld[] {
  if (
    ask === "all" ||
    ask === "users" ||
    ask === "suppressed" ||
    ask === "object" ||
    ask === "actor" ||
    ask === "targets"
  )
    throw new Error(`no delete asks for ${ask}`);
  if (world.answers[ask] !== undefined) throw new Error(`${ask} was asked twice`);
  const answers: readonly DeleteAnswers[] = possible[ask].map((answer) => ({ [ask]: answer }));
  return answers.map((answer) => ({ ...world, answers: { ...world.answers, ...answer } }));
}

export const movedHere = `moved:${here}`;
