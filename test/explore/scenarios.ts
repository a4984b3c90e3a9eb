import type { DeclaredProgram } from "../support/declared";
import { agent, campaign, list } from "../support/declaredResources";
import type { PlannedRun, Scenario } from "./schedule";

const leads = { leads: list("Leads") };
const running = { ...leads, running: campaign("Running", "$leads", { active: true }) };
/** Of another stack, on the first list that the model service makes. */
const same = { running: campaign("Running", 101, { active: true }) };
const rival = { rival: campaign("Rival", 101, { active: true }) };

const up = (stack: string, program: DeclaredProgram): PlannedRun => ({ stack, verb: "up", program });
const before = [up("one", leads)];
const lists = [up("one", leads), up("two", leads)];

export const oneRun: Scenario = {
  name: "a list and an agent are created",
  runs: [up("one", { ...leads, finder: agent("Finder", "$leads") })],
};
export const sameList: Scenario = { name: "two stacks create the same list", runs: lists };
export const sameCampaign: Scenario = {
  name: "two stacks create the same active campaign",
  before,
  runs: [up("one", running), up("two", same)],
};
export const rivals: Scenario = {
  name: "two stacks start campaigns on one list",
  before,
  runs: [up("one", running), up("two", rival)],
};
/** What docs/coordination.md names as not protected. */
export const apart: Scenario = {
  name: "two machines without a database create the same list",
  isApart: true,
  runs: lists,
};
