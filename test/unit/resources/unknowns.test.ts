import * as pulumi from "@pulumi/pulumi";
import { describe, expect, it } from "vitest";
import type { ResourceKind, Values } from "../../../provider/src/lifecycle/kind";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { step } from "../../../provider/src/resources/campaign/step";
import { listKind } from "../../../provider/src/resources/listKind";
import { sourceAgentKind } from "../../../provider/src/resources/sourceAgent/kind";
import { signal } from "../../../provider/src/resources/sourceAgent/signal";
import { agent, campaign, context, emailCampaign, list, unknown, withInput } from "./programs";

const { email, invitation, invitationNote, likePosts, message, visitProfile, voiceMessage } = step;
const mail = email({ subject: "A", message: "B" });
const rest = Array.isArray(agent.variables) ? agent.variables.slice(1) : [];
const steps = (...all: unknown[]): Values => ({ ...campaign, steps: all });
const signals = (first: unknown): Values => ({ ...agent, variables: [first, ...rest] });

/** Inputs that break one rule, and a path at which an unknown value leaves the rule undecided. */
const undecided: [string, ResourceKind, Values, (string | number)[]][] = [
  ["a name", listKind, { name: "" }, ["name"]],
  ["what is adopted", listKind, { ...list, adopt: "first" }, ["adopt"]],
  ["a code", listKind, { ...list, acknowledge: ["x"] }, ["acknowledge", 0]],
  ["codes", listKind, { ...list, acknowledge: "x" }, ["acknowledge"]],
  ["a list id", campaignKind, { ...campaign, listIds: [0] }, ["listIds", 0]],
  ["list ids", campaignKind, { ...campaign, listIds: [] }, ["listIds"]],
  ["a list named twice", campaignKind, { ...campaign, listIds: [1, 1] }, ["listIds", 1]],
  ["a seat", campaignKind, { ...campaign, linkedinSeatId: -1 }, ["linkedinSeatId"]],
  ["a language", campaignKind, { ...campaign, language: "?" }, ["language"]],
  ["a flag", campaignKind, { ...campaign, active: 1 }, ["active"]],
  ["no steps", campaignKind, steps(), ["steps"]],
  ["a step", campaignKind, steps(5), ["steps", 0]],
  ["the type of a step", campaignKind, steps({ type: "x", note: "A" }), ["steps", 0, "type"]],
  ["a delay", campaignKind, steps(visitProfile({ delayAfterLastStep: 0 })), ["steps", 0, "delayAfterLastStep"]],
  ["a mode", campaignKind, steps({ type: "message", messageMode: "x" }), ["steps", 0, "messageMode"]],
  [
    "the mode of a text",
    campaignKind,
    steps({ type: "message", messageMode: "ai", message: "A" }),
    ["steps", 0, "messageMode"],
  ],
  [
    "the text of a mode",
    campaignKind,
    steps({ type: "message", messageMode: "ai", message: "A" }),
    ["steps", 0, "message"],
  ],
  [
    "the mode without a text",
    campaignKind,
    steps({ type: "message", messageMode: "same" }),
    ["steps", 0, "messageMode"],
  ],
  ["a long text", campaignKind, steps(message({ message: "a".repeat(1901) })), ["steps", 0, "message"]],
  ["a text with a slip", campaignKind, steps(message({ message: "[Firstname]" })), ["steps", 0, "message"]],
  ["a long note", campaignKind, steps(invitationNote({ note: "a".repeat(281) })), ["steps", 0, "note"]],
  ["a recording", campaignKind, steps(voiceMessage({ url: "x" })), ["steps", 0, "url"]],
  ["a number of posts", campaignKind, steps(likePosts({ numberOfPosts: 4 })), ["steps", 0, "numberOfPosts"]],
  ["one of two invitations", campaignKind, steps(invitation(), invitation()), ["steps", 1]],
  ["the type of one of two invitations", campaignKind, steps(invitation(), invitation()), ["steps", 0, "type"]],
  ["a message before an invitation", campaignKind, steps(message(), invitation()), ["steps", 0, "type"]],
  ["an invitation after a message", campaignKind, steps(message(), invitation()), ["steps", 1]],
  ["a step that needs a seat", campaignKind, { ...campaign, linkedinSeatId: undefined }, ["steps"]],
  ["a seat that e-mails do not need", campaignKind, { ...emailCampaign, linkedinSeatId: 7 }, ["linkedinSeatId"]],
  ["the only e-mail", campaignKind, { ...emailCampaign, linkedinSeatId: 7 }, ["steps", 0]],
  ["an e-mail without seats", campaignKind, steps(visitProfile(), mail), ["steps", 1]],
  ["the seats of an e-mail", campaignKind, { ...emailCampaign, emailSeatIds: [] }, ["emailSeatIds"]],
  [
    "two seats of mixed steps",
    campaignKind,
    { ...steps(visitProfile(), mail), emailSeatIds: [3, 4] },
    ["emailSeatIds"],
  ],
  ["a seat named twice", campaignKind, { ...emailCampaign, emailSeatIds: [3, "3"] }, ["emailSeatIds", 0]],
  ["a list of an agent", sourceAgentKind, { ...agent, listId: "x" }, ["listId"]],
  ["a title", sourceAgentKind, { ...agent, targetJobTitles: [""] }, ["targetJobTitles", 0]],
  ["titles", sourceAgentKind, { ...agent, targetJobTitles: "x" }, ["targetJobTitles"]],
  ["a size", sourceAgentKind, { ...agent, targetCompanySizes: ["3"] }, ["targetCompanySizes", 0]],
  ["a type of company", sourceAgentKind, { ...agent, targetCompanyTypes: ["x"] }, ["targetCompanyTypes", 0]],
  ["a type of agent", sourceAgentKind, { ...agent, agentType: "x" }, ["agentType"]],
  ["a type without signals", sourceAgentKind, { ...agent, agentType: "lookalike" }, ["agentType"]],
  ["signals of a type without", sourceAgentKind, { ...agent, agentType: "lookalike" }, ["variables"]],
  ["too few signals", sourceAgentKind, { ...agent, variables: [] }, ["variables"]],
  ["a signal", sourceAgentKind, signals(5), ["variables", 0]],
  ["a refused type", sourceAgentKind, signals({ type: "LOOKALIKE", value: "x" }), ["variables", 0, "type"]],
  ["a keyword", sourceAgentKind, signals({ type: "SEARCH_KEYWORD", value: "x" }), ["variables", 0, "value"]],
  ["the type of a value", sourceAgentKind, signals(signal.technology("X")), ["variables", 0, "type"]],
  [
    "a token",
    sourceAgentKind,
    signals({ ...signal.visitedProfile({ linkedinSeatId: 7 }), needsUserToken: false }),
    ["variables", 0, "needsUserToken"],
  ],
  [
    "the seat of a signal",
    sourceAgentKind,
    signals(signal.hiring({ linkedinSeatId: 0 })),
    ["variables", 0, "linkedinSeatId"],
  ],
  ["criteria", sourceAgentKind, { ...agent, additionalCriteria: "" }, ["additionalCriteria"]],
  ["a score", sourceAgentKind, { ...agent, minLeadScore: 2 }, ["minLeadScore"]],
  ["credits", sourceAgentKind, { ...agent, maxCreditUsage: 5 }, ["maxCreditUsage"]],
  ["the agent of credits", sourceAgentKind, { ...agent, agentType: "autopilot", maxCreditUsage: 5 }, ["agentType"]],
];

describe("a rule about an unknown value is skipped", () => {
  it.each(undecided)("%s", (_, definition, broken, path) => {
    expect(definition.problems(broken, context)).not.toEqual([]);
    const open = withInput(broken, path, unknown);
    expect(definition.problems(open, context)).toEqual([]);
    expect(definition.canonical(open)).toEqual(definition.canonical(definition.canonical(open)));
  });

  it.each(undecided)("%s, for which the program still waits", (_, definition, broken, path) => {
    const waiting = { apply: () => waiting };
    expect(definition.problems(withInput(broken, path, waiting), context)).toEqual([]);
    expect(definition.problems(withInput(broken, path, Promise.resolve("x")), context)).toEqual([]);
  });
});

it("a program's arguments are checked if they are plain values", () => {
  const later = pulumi.output("later");
  const args = { name: later, listIds: [later], linkedinSeatId: later, steps: pulumi.output([step.visitProfile()]) };
  expect(campaignKind.problems(args, context)).toEqual([]);
  const broken = {
    ...args,
    language: "?",
    steps: [pulumi.output(visitProfile()), message({ message: later }), { type: "x" }],
  };
  expect(campaignKind.problems(broken, context).map(({ path }) => path)).toEqual(["steps[2].type", "language"]);
});
