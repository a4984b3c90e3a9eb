import { campaign, list, message, visit } from "../../support/declaredResources";
import { switchOff } from "../acts";
import { oneRun } from "../scenarios";
import type { PlannedRun, Scenario, Verb } from "../schedule";

// Scenarios in which removed protections matter, beside those of the printed list.

const run =
  (verb: Verb) =>
  (stack: string, program: PlannedRun["program"]): PlannedRun => ({ stack, verb, program });
const up = run("up");
const leads = { leads: list("Leads") };
const running = { ...leads, running: campaign("Running", "$leads", { active: true }) };
const before = [up("one", leads)];
export const listed = { ...oneRun, acts: [] };
export const specOnly = (scenario: Scenario): Scenario => ({ ...scenario, specOnly: true });

export const destroyed: Scenario = {
  name: "a stack with an active campaign is destroyed",
  before: [up("one", running)],
  runs: [run("destroy")("one", running)],
};
/** A changed delay replaces the campaign. */
const delayed = (days: number) => ({
  ...leads,
  running: campaign("Running", "$leads", { active: true, steps: [visit(), message("Hello"), visit(days)] }),
});
export const anew: Scenario = {
  name: "a campaign is declared again with another step after it was switched off in the app",
  before: [up("one", running)],
  runs: [run("up --refresh")("one", { ...leads, outreach: delayed(1).running })],
  acts: [switchOff],
};
const second = { others: list("Others"), second: campaign("Second", "$others", { active: true }) };
export const attached: Scenario = {
  name: "a running campaign gets the list of another stack's running campaign",
  before: [up("one", running), up("two", second)],
  runs: [up("two", { ...second, second: campaign("Second", "$others", { active: true, listIds: ["$others", 101] }) })],
};
export const listedEarlier: Scenario = {
  name: "a stack creates two lists while another one creates the second of them",
  runs: [up("one", leads), up("two", { others: list("Others"), ...leads })],
};
export const slow: Scenario = {
  name: "a stack creates a list, and then another stack creates the same one",
  runs: [up("one", leads), { ...up("two", leads), isLater: true }],
  requestTimeout: 3_000,
};
export const partial: Scenario = {
  name: "a list is created in an account with an incomplete listing",
  before: [up("zero", { others: list("Others") })],
  runs: [up("one", leads)],
  isPartial: true,
};
export const older: Scenario = {
  name: "a list is created, and the response may contain an older one",
  before: [up("zero", { others: list("Others") })],
  runs: [up("one", leads)],
  threats: ["the response contains an older object"],
};
export const limited: Scenario = {
  name: "a list is created behind a gateway that has its own limit",
  runs: [up("one", leads)],
  threats: ["a gateway refuses it because of a limit after forwarding it"],
};
export const member: Scenario = {
  name: "a campaign is started for a member",
  before,
  runs: [up("one", running)],
  actingUser: "202",
  threats: ["a gateway drops the acting user"],
};
