import type { DeclaredProgram } from "../support/declared";
import { agent, campaign, list, message, visit } from "../support/declaredResources";
import { removal, rename, switchOff, switchOn } from "./acts";
import type { InvariantName } from "./invariants";
import type { PlannedRun, Scenario, Verb } from "./schedule";

export const modes = ["all operations", "specification only"] as const;
export type Mode = (typeof modes)[number];

/** A scenario of the printed list. */
export interface Listed extends Scenario {
  /** How many faults `npm run explore` exhausts in ten minutes, with two preemptions. */
  readonly faults: number;
  /** How many faults are exhausted every night, if the time suffices. */
  readonly nightly?: number;
  /** Invariants that do not hold: the documentation lists these cases as not protected. */
  readonly expected?: { readonly [mode in Mode]?: readonly InvariantName[] };
}

const inBothModes = (...names: readonly InvariantName[]) => ({ "all operations": names, "specification only": names });

const run =
  (verb: Verb) =>
  (stack: string, program: DeclaredProgram): PlannedRun => ({ stack, verb, program });
const up = run("up");

const leads = { leads: list("Leads") };
const finder = { finder: agent("Finder", "$leads") };
const running = { running: campaign("Running", "$leads", { active: true }) };
const resting = { running: campaign("Running", "$leads", { active: false }) };
const all = { ...leads, ...finder, ...resting };
const allRunning = { ...leads, ...finder, ...running };
const longer = (active: boolean) =>
  campaign("Running", "$leads", { active, steps: [visit(), message("Hello"), visit(2)] });
/** Campaigns of another stack, on the first list that the model service creates. */
const same = { running: campaign("Running", 101, { active: true }) };
const rival = { rival: campaign("Rival", 101, { active: true }) };
const before = [up("one", leads)];
const lists = [up("one", leads), up("two", leads)];

export const oneRun: Listed = {
  name: "a list and an agent are created",
  runs: [up("one", { ...leads, ...finder })],
  faults: 2,
};
export const allThree: Listed = {
  name: "a list, an agent and an active campaign are created",
  runs: [up("one", allRunning)],
  faults: 2,
};
export const changed: Listed = {
  name: "an agent and a campaign are changed",
  before: [up("one", all)],
  runs: [
    up("one", {
      ...leads,
      finder: agent("Finder", "$leads", { targetJobTitles: ["Founder"] }),
      running: campaign("Running", "$leads", { active: false, steps: [visit(), message("Hi")] }),
    }),
  ],
  acts: [switchOn, rename("campaign"), removal("agent")],
  faults: 1,
};
export const flipped: Listed = {
  name: "a campaign gets another step and becomes active",
  before: [up("one", all)],
  runs: [up("one", { ...allRunning, running: longer(true) })],
  acts: [switchOn, removal("campaign")],
  faults: 1,
  // The old campaign is started after the check, which guards cannot know (docs/guards.md).
  expected: { "all operations": ["no shared list"] },
};
export const destroyed: Listed = {
  name: "everything is destroyed",
  before: [up("one", all)],
  runs: [run("destroy")("one", all)],
  acts: [switchOn, removal("agent")],
  faults: 1,
};
export const refreshed: Listed = {
  name: "everything is refreshed, then brought up",
  before: [up("one", all)],
  runs: [run("up --refresh")("one", all)],
  acts: [switchOn, rename("list"), removal("agent"), removal("campaign")],
  faults: 1,
};
export const planned: Listed = {
  name: "an active campaign is created as a preview has planned it",
  before: [up("one", { ...leads, ...finder })],
  runs: [run("preview, then up")("one", allRunning)],
  acts: [rename("list"), removal("list")],
  faults: 1,
};
export const adopted: Listed = {
  name: "objects of another stack are adopted by id",
  before: [up("zero", all)],
  runs: [
    up("one", {
      leads: list("Leads", { adopt: 101 }),
      finder: agent("Finder", "$leads", { adopt: 102 }),
      running: campaign("Running", "$leads", { active: false, adopt: 103 }),
    }),
  ],
  acts: [switchOn, rename("list"), removal("agent")],
  faults: 1,
};
export const adoptedTwins: Listed = {
  name: "existing objects are adopted as twins",
  before: [up("zero", all)],
  runs: [
    up("one", {
      leads: list("Leads", { adopt: "twin" }),
      finder: agent("Finder", "$leads", { adopt: "twin" }),
      running: campaign("Running", "$leads", { active: false, adopt: "twin" }),
    }),
  ],
  acts: [switchOn, removal("agent")],
  faults: 1,
};
export const renamed: Listed = {
  name: "the resource of a campaign gets another name",
  before: [up("one", allRunning)],
  runs: [up("one", { ...leads, ...finder, outreach: running.running })],
  acts: [switchOff],
  faults: 1,
};
export const sameList: Listed = { name: "two stacks create the same list", runs: lists, faults: 1 };
export const sameCampaign: Listed = {
  name: "two stacks create the same active campaign",
  before,
  runs: [up("one", { ...leads, ...running }), up("two", same)],
  faults: 1,
  nightly: 2,
};
export const rivals: Listed = {
  name: "two stacks start campaigns on one list",
  before,
  runs: [up("one", { ...leads, ...running }), up("two", rival)],
  faults: 1,
  nightly: 2,
};
export const oneMachine: Listed = {
  ...rivals,
  name: "two stacks of one machine start campaigns on one list",
  records: "machine",
};
export const crossing: Listed = {
  name: "one stack destroys a campaign while another one creates the same",
  before: [up("one", { ...leads, ...resting })],
  runs: [run("destroy")("one", { ...leads, ...resting }), up("two", same)],
  faults: 1,
};
/** Not protected (docs/coordination.md). */
export const apart: Listed = {
  name: "two machines without a database create the same list",
  records: "nothing",
  runs: lists,
  faults: 0,
  expected: inBothModes("no second object", "one creator"),
};
export const rivalsApart: Listed = {
  ...rivals,
  name: "two machines without a database start campaigns on one list",
  records: "nothing",
  faults: 0,
  nightly: undefined,
  expected: inBothModes("no shared list", "one creator"),
};
/** Guards cannot know of a campaign that is started in the app between the check and the create (docs/guards.md). */
export const startedInApp: Listed = {
  name: "a campaign is started in the app while a run starts another one on its list",
  before: [up("zero", { ...leads, resting: campaign("Resting", "$leads", { active: false }) })],
  runs: [up("one", same)],
  acts: [switchOn],
  faults: 1,
  expected: inBothModes("no shared list"),
};

export const sameAll: Listed = {
  name: "two stacks create the same list, agent and active campaign",
  runs: [up("one", allRunning), up("two", allRunning)],
  // Each of the three is refused separately: resources that depend on a refused one are not reached.
  mostRuns: 4,
  faults: 0,
  nightly: 1,
  // If nothing is listed, an agent is created with a warning that names the recorded one (docs/spec-only.md, row 20).
  expected: { "specification only": ["no second object"] },
};
export const three: Listed = {
  name: "three stacks start campaigns on one list, two of them the same",
  before,
  runs: [up("one", { ...leads, ...running }), up("two", same), up("three", rival)],
  faults: 0,
  nightly: 1,
};
/** Guards cannot know of an object that is listed later than twice `requestTimeoutSeconds` (docs/guards.md). */
export const listedLate: Listed = {
  name: "the service lists a new object late",
  runs: [up("one", leads)],
  listsAfter: 600_000,
  faults: 1,
  expected: { "all operations": ["no second object", "nothing dropped", "nothing unknown"] },
};
export const limited: Listed = {
  name: "two stacks share a limit of three requests a second",
  before,
  runs: [up("one", { ...leads, ...finder }), up("two", { others: list("Others") })],
  limit: 3,
  faults: 0,
};

/** A create that is refused because of the limit is sent long after its call began. */
export const again: Listed = {
  name: "a list is created, and the stack is brought up again at once",
  runs: [up("one", leads), run("up --refresh")("one", leads)],
  requestTimeout: 3_000,
  faults: 2,
};
export const againRunning: Listed = {
  name: "an active campaign is created, and the stack is brought up again at once",
  before,
  runs: [up("one", { ...leads, ...running }), run("up --refresh")("one", { ...leads, ...running })],
  requestTimeout: 3_000,
  faults: 1,
  nightly: 2,
};
/** A user acknowledges too early that the create had no effect. */
export const saidAbsent: Listed = {
  name: "an active campaign is created, and the stack is destroyed with twin:none",
  before,
  runs: [
    up("one", { ...leads, ...running }),
    { ...run("destroy")("one", { ...leads, ...running }), settings: { acknowledge: ["twin:none"] } },
  ],
  requestTimeout: 3_000,
  faults: 1,
  // If the service lists nothing, that code is all that a run knows.
  expected: { "specification only": ["nothing unknown"] },
};
const twoLists = { ...leads, more: list("More") };
const onLists = (...listIds: readonly string[]) => ({
  running: campaign("Running", "$leads", { active: true, listIds }),
});
const extended = up("one", { ...twoLists, ...onLists("$leads", "$more") });
const onMore = up("two", { rival: campaign("Rival", 102, { active: true }) });
/** If the service does not show the lists of campaigns, only records keep two campaigns from using one list. */
export const extendedHidden: Listed = {
  name: "a running campaign gets a list on which another stack starts one, and only records show the lists",
  before: [up("one", { ...twoLists, ...onLists("$leads") })],
  runs: [extended, onMore],
  hidesLists: true,
  faults: 1,
  nightly: 2,
};
export const extendedThenRead: Listed = {
  ...extendedHidden,
  name: "a running campaign gets a list and is refreshed, then another stack starts one on it, and only records show the lists",
  runs: [extended, { ...run("refresh")("one", extended.program), isLater: true }, { ...onMore, isLater: true }],
  // Each stack waits once until the other one has settled something.
  mostRuns: 4,
};

export const scenarios: readonly Listed[] = [
  ...[allThree, changed, flipped, destroyed, refreshed, planned, adopted, adoptedTwins, renamed],
  ...[
    sameList,
    sameAll,
    sameCampaign,
    rivals,
    three,
    oneMachine,
    crossing,
    rivalsApart,
    listedLate,
    startedInApp,
    limited,
  ],
  ...[again, againRunning, saidAbsent, extendedHidden, extendedThenRead],
];
