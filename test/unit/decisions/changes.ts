import type { Finding } from "../../../provider/src/api/objects";
import { changesOf, orReplaced, withChanges } from "../../../provider/src/lifecycle/changes";
import { type ChangeFacts, changeTable, type Planned } from "../../../provider/src/lifecycle/changeTable";
import { type Decision, evaluate } from "../../../provider/src/lifecycle/decision";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import type { CampaignValues } from "../../../provider/src/resources/campaign/values";
import { campaignsInView } from "../../../provider/src/resources/inView";
import { guarding, recordOf, urnOf } from "../resources/guarding";
import { name, steps } from "../resources/starting";
import { combinations } from "./worlds";

/** Campaign 5 in the state, on list 1, and the program's declaration of it. */
export interface ChangeWorld {
  readonly was: boolean | undefined;
  readonly declared: boolean | undefined;
  /** `lists`: list 2 is added. `replaced`: the change needs a new campaign. */
  readonly change: "none" | "text" | "lists" | "replaced";
  readonly isUnseen: boolean;
  readonly everActive: boolean;
  readonly isUnasked: boolean;
  /** The program's `restart` counted when it was added. */
  readonly isRestartSpent: boolean;
  /** Another campaign in the program, with id 7, runs on list 2. */
  readonly isBeside: boolean;
  readonly isOwn: boolean;
  readonly isRetained: boolean;
  /** The response that the update gets; undefined if it has sent no request. */
  readonly found?: "gone" | "unreadable" | "untold" | boolean;
}

export const changeWorlds: readonly ChangeWorld[] = combinations<Omit<ChangeWorld, "found">>({
  ...{ was: [true, false, undefined], declared: [true, false, undefined] },
  ...{ change: ["none", "text", "lists", "replaced"], isUnseen: [true, false], everActive: [true, false] },
  ...{ isUnasked: [true, false], isRestartSpent: [true, false], isBeside: [true, false] },
  ...{ isOwn: [true, false], isRetained: [true, false] },
});

export const answers: readonly ChangeWorld["found"][] = ["gone", "unreadable", "untold", true, false];
export const changeCodes = ["inactive:5", "restart", "shared-list:7", "moved:https://outreach.example.com"];

const kind = campaignKind;
const urn = urnOf("q1");
const alone = guarding().run;
const beside = guarding().run;
const other = { urn: urnOf("q2"), name: "Q2", id: "7", listIds: [2], attached: [], acknowledged: new Set<string>() };
campaignsInView.of(beside.memory).note(other);

const changed: Readonly<Record<ChangeWorld["change"], CampaignValues>> = {
  none: {},
  text: { name: `${name} 2` },
  lists: { listIds: [1, 2] },
  replaced: { language: "fr-FR" },
};

function findingOf(found: ChangeWorld["found"]): Finding | undefined {
  if (found === undefined) return undefined;
  if (found === "gone" || found === "unreadable") return { status: found };
  return { status: "found", answer: { id: "5", ...(found === "untold" ? {} : { active: found }) } };
}

function factsIn(world: ChangeWorld, codes: readonly string[]): ChangeFacts {
  const { everActive, isRestartSpent } = world;
  const run = world.isBeside ? beside : alone;
  const about = `campaign "${name}" (id 5)`;
  const olds = { name, listIds: [1], steps, active: world.was };
  const news = { name, listIds: [1], steps, active: world.declared, ...changed[world.change] };
  const marks = { everActive, unseen: world.isUnseen, unasked: world.isUnasked };
  const parts = { kind, run, about, nameless: about, urn, id: "5", olds, news, record: recordOf(marks) };
  const isSpent = (code: string) => isRestartSpent && code === "restart";
  const acknowledged = new Set(codes.filter((code) => !isSpent(code)));
  const compared = { ...parts, acknowledged, spent: new Set(codes.filter(isSpent)) };
  const changes = changesOf(compared).map((change) => orReplaced(compared, change));
  return {
    ...{ situation: withChanges(compared, changes), attempt: about, hints: { retained: world.isRetained } },
    ...{ actor: { as: world.isOwn ? "101" : "7" }, found: findingOf(world.found) },
  };
}

export function previewIn(world: ChangeWorld, codes: readonly string[] = []): Decision<Planned> {
  return evaluate(changeTable(kind, "diff"), factsIn(world, codes), true);
}

export function updateIn(world: ChangeWorld, codes: readonly string[] = []): Decision<Planned> {
  return evaluate(changeTable(kind, "update"), factsIn(world, codes));
}

/** The rows that both apply. */
export const shared = new Set(changeTable(kind, "update").map((row) => row.name));

/** The codes that a refusal prints. */
export function codesOf({ refusal }: Decision<Planned>): string[] {
  const steps = refusal?.().ways.flat() ?? [];
  return steps.flatMap((step) => (step.do === "acknowledge" ? step.codes : []));
}
