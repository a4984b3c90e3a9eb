import { expect, test } from "vitest";
import { attentionOf, type Seen } from "../../../provider/src/follow/status/attention";
import type { CampaignStatus } from "../../../provider/src/follow/status/model";

const now = Date.parse("2027-03-10T12:00:00Z");
const ago = (days: number) => new Date(now - days * 86_400_000).toISOString();

const shown: CampaignStatus = {
  ...{ id: "1", name: "Q1", active: true, steps: [], sentToday: 0, isPart: false, lastSent: ago(1) },
  lists: [{ id: "2", people: 5 }],
  people: { notStarted: 3, underWay: 2, due: 1, ended: {} },
};
const agent = { id: "3", name: "Finder", listId: 2, agentType: "autopilot", paused: false, lastRun: ago(1) };
const fine: Seen = {
  ...{ now, actingUser: { id: "101", isActive: true }, shown: [shown] },
  campaigns: [{ id: "1", name: "Q1", active: true, steps: [{ type: "message", messageMode: "same", message: "Hi" }] }],
  agents: [agent],
  lists: [{ id: "2", name: "Leads", campaignId: 1 }],
};
const withCampaign = (changes: Partial<CampaignStatus>): Seen => ({ ...fine, shown: [{ ...shown, ...changes }] });
const withAgent = (changes: object): Seen => ({ ...fine, agents: [{ ...agent, ...changes }] });
const withStep = (step: Record<string, unknown>): Seen => ({
  ...fine,
  campaigns: [{ id: "1", active: true, steps: [step] }],
});
const nobodyLeft = { people: { ...shown.people, notStarted: 0 } };

test.each<[string, Seen, string[]]>([
  ["an account that needs no attention", fine, []],
  ["a service that lists nothing", { now, actingUser: { id: "1" }, shown: [] }, []],
  ["a deactivated member", { ...fine, actingUser: { id: "1", isActive: false } }, ["inactive-member"]],
  ["empty lists", withCampaign({ lists: [{ id: "2", people: 0 }] }), ["empty-list"]],
  [
    "empty lists, and no agent: nobody has started",
    { ...withCampaign({ lists: [{ id: "2", people: 0 }], ...nobodyLeft }), agents: [] },
    ["empty-list"],
  ],
  ["a list of unknown size", withCampaign({ lists: [{ id: "2" }] }), []],
  ["unknown lists", withCampaign({ lists: [], ...nobodyLeft }), []],
  ["nobody left, and a running agent", withCampaign(nobodyLeft), []],
  ["nobody left, and no agent", { ...withCampaign(nobodyLeft), agents: [] }, ["no-new-people"]],
  [
    "nobody left, and a paused agent",
    { ...withCampaign(nobodyLeft), agents: [{ ...agent, paused: true }] },
    ["no-new-people"],
  ],
  ["people who are due, and nothing sent for days", withCampaign({ lastSent: ago(4) }), ["sends-nothing"]],
  [
    "nobody who is due, and nothing sent for days",
    withCampaign({ lastSent: ago(4), people: { ...shown.people, due: 0 } }),
    [],
  ],
  ["a campaign that is off", withCampaign({ active: false, lastSent: ago(40) }), []],
  ["a text by the AI", withStep({ type: "message", messageMode: "ai" }), ["ai-text"]],
  ["a step without mode and text, which is the AI's", withStep({ type: "email" }), ["ai-text"]],
  ["a step without mode that has a text", withStep({ type: "email", message: "Hi" }), []],
  ["a step that has no text", withStep({ type: "visitProfile", messageMode: "ai" }), []],
  ["a draft", { ...fine, campaigns: [{ id: "9", active: false }] }, ["off"]],
  ["an agent paused after it ran", withAgent({ paused: true }), []],
  ["an agent paused before it ran", withAgent({ paused: true, lastRun: undefined }), ["paused-before-first-run"]],
  ["a missing script", withAgent({ agentType: "website-visitor", scriptInstalled: false }), ["script-missing"]],
  ["an unknown script", withAgent({ agentType: "website-visitor" }), []],
  ["an agent that has not run for days", withAgent({ lastRun: ago(4) }), ["agent-quiet"]],
  ["an agent that was created now", withAgent({ lastRun: undefined, createdAt: ago(0) }), []],
  ["signals without results", withAgent({ variables: [{ nbResultsLastLaunch: 0 }] }), ["no-leads"]],
  ["a signal with results", withAgent({ variables: [{ nbResultsLastLaunch: 0 }, { nbResultsLastLaunch: 1 }] }), []],
  ["signals without results", withAgent({ variables: [{ type: "HIRING" }] }), []],
  ["used credits", withAgent({ creditUsage: 10, maxCreditUsage: 10 }), ["credits-used"]],
  ["a list without a campaign", { ...fine, lists: [{ id: "2" }] }, ["list-unused"]],
])("%s", (_, seen, codes) => {
  expect(attentionOf(seen).map(({ code }) => code)).toEqual(codes);
});

test("several campaigns that are off are one line", () => {
  const campaigns = [1, 2, 3, 4, 5].map((id) => ({ id: String(id), name: `Draft ${id}`, active: false }));
  expect(attentionOf({ ...fine, campaigns }).map(({ about, text }) => `${about}: ${text}`)).toEqual([
    '5 campaigns: campaign "Draft 1" (id 1), campaign "Draft 2" (id 2), campaign "Draft 3" (id 3) and 2 more are off.',
  ]);
});
