import * as pulumi from "@pulumi/pulumi";
import { describe, expect, it } from "vitest";
import type { Definition, Values } from "../../../provider/src/lifecycle/definition";
import { campaignDefinition } from "../../../provider/src/resources/campaignDefinition";
import { listDefinition } from "../../../provider/src/resources/listDefinition";
import { signal } from "../../../provider/src/resources/signal";
import { sourceAgentDefinition } from "../../../provider/src/resources/sourceAgentDefinition";
import { step } from "../../../provider/src/resources/step";
import { agent, campaign, context, emailCampaign, list, unknown, withInput } from "./programs";

const { email, invitation, invitationNote, likePosts, message, visitProfile, voiceMessage } = step;
const mail = email({ subject: "A", message: "B" });
const rest = Array.isArray(agent.variables) ? agent.variables.slice(1) : [];
const steps = (...all: unknown[]): Values => ({ ...campaign, steps: all });
const signals = (first: unknown): Values => ({ ...agent, variables: [first, ...rest] });

/** Inputs that break one rule, and a place where a value that is not known yet leaves the rule undecided. */
const undecided: [string, Definition, Values, (string | number)[]][] = [
  ["a name", listDefinition, { name: "" }, ["name"]],
  ["what is adopted", listDefinition, { ...list, adopt: "first" }, ["adopt"]],
  ["a code", listDefinition, { ...list, acknowledge: ["x"] }, ["acknowledge", 0]],
  ["codes", listDefinition, { ...list, acknowledge: "x" }, ["acknowledge"]],
  ["a list id", campaignDefinition, { ...campaign, listIds: [0] }, ["listIds", 0]],
  ["list ids", campaignDefinition, { ...campaign, listIds: [] }, ["listIds"]],
  ["a list named twice", campaignDefinition, { ...campaign, listIds: [1, 1] }, ["listIds", 1]],
  ["a seat", campaignDefinition, { ...campaign, linkedinSeatId: -1 }, ["linkedinSeatId"]],
  ["a language", campaignDefinition, { ...campaign, language: "?" }, ["language"]],
  ["a flag", campaignDefinition, { ...campaign, active: 1 }, ["active"]],
  ["no steps", campaignDefinition, steps(), ["steps"]],
  ["a step", campaignDefinition, steps(5), ["steps", 0]],
  ["the type of a step", campaignDefinition, steps({ type: "x", note: "A" }), ["steps", 0, "type"]],
  ["a delay", campaignDefinition, steps(visitProfile({ delayAfterLastStep: 0 })), ["steps", 0, "delayAfterLastStep"]],
  ["a mode", campaignDefinition, steps({ type: "message", messageMode: "x" }), ["steps", 0, "messageMode"]],
  [
    "the mode of a text",
    campaignDefinition,
    steps({ type: "message", messageMode: "ai", message: "A" }),
    ["steps", 0, "messageMode"],
  ],
  [
    "the text of a mode",
    campaignDefinition,
    steps({ type: "message", messageMode: "ai", message: "A" }),
    ["steps", 0, "message"],
  ],
  [
    "the mode without a text",
    campaignDefinition,
    steps({ type: "message", messageMode: "same" }),
    ["steps", 0, "messageMode"],
  ],
  ["a long text", campaignDefinition, steps(message({ message: "a".repeat(1901) })), ["steps", 0, "message"]],
  ["a text with a slip", campaignDefinition, steps(message({ message: "[Firstname]" })), ["steps", 0, "message"]],
  ["a long note", campaignDefinition, steps(invitationNote({ note: "a".repeat(281) })), ["steps", 0, "note"]],
  ["a recording", campaignDefinition, steps(voiceMessage({ url: "x" })), ["steps", 0, "url"]],
  ["a number of posts", campaignDefinition, steps(likePosts({ numberOfPosts: 4 })), ["steps", 0, "numberOfPosts"]],
  ["one of two invitations", campaignDefinition, steps(invitation(), invitation()), ["steps", 1]],
  ["the type of one of two invitations", campaignDefinition, steps(invitation(), invitation()), ["steps", 0, "type"]],
  ["a message before an invitation", campaignDefinition, steps(message(), invitation()), ["steps", 0, "type"]],
  ["an invitation after a message", campaignDefinition, steps(message(), invitation()), ["steps", 1]],
  ["a step that needs a seat", campaignDefinition, { ...campaign, linkedinSeatId: undefined }, ["steps"]],
  ["a seat that e-mails do not need", campaignDefinition, { ...emailCampaign, linkedinSeatId: 7 }, ["linkedinSeatId"]],
  ["the only e-mail", campaignDefinition, { ...emailCampaign, linkedinSeatId: 7 }, ["steps", 0]],
  ["an e-mail without seats", campaignDefinition, steps(visitProfile(), mail), ["steps", 1]],
  ["the seats of an e-mail", campaignDefinition, { ...emailCampaign, emailSeatIds: [] }, ["emailSeatIds"]],
  [
    "two seats of mixed steps",
    campaignDefinition,
    { ...steps(visitProfile(), mail), emailSeatIds: [3, 4] },
    ["emailSeatIds"],
  ],
  ["a seat named twice", campaignDefinition, { ...emailCampaign, emailSeatIds: [3, "3"] }, ["emailSeatIds", 0]],
  ["a list of an agent", sourceAgentDefinition, { ...agent, listId: "x" }, ["listId"]],
  ["a title", sourceAgentDefinition, { ...agent, targetJobTitles: [""] }, ["targetJobTitles", 0]],
  ["titles", sourceAgentDefinition, { ...agent, targetJobTitles: "x" }, ["targetJobTitles"]],
  ["a size", sourceAgentDefinition, { ...agent, targetCompanySizes: ["3"] }, ["targetCompanySizes", 0]],
  ["a type of company", sourceAgentDefinition, { ...agent, targetCompanyTypes: ["x"] }, ["targetCompanyTypes", 0]],
  ["a type of agent", sourceAgentDefinition, { ...agent, agentType: "x" }, ["agentType"]],
  ["a type without signals", sourceAgentDefinition, { ...agent, agentType: "lookalike" }, ["agentType"]],
  ["signals of a type without", sourceAgentDefinition, { ...agent, agentType: "lookalike" }, ["variables"]],
  ["too few signals", sourceAgentDefinition, { ...agent, variables: [] }, ["variables"]],
  ["a signal", sourceAgentDefinition, signals(5), ["variables", 0]],
  ["a refused type", sourceAgentDefinition, signals({ type: "LOOKALIKE", value: "x" }), ["variables", 0, "type"]],
  ["a keyword", sourceAgentDefinition, signals({ type: "SEARCH_KEYWORD", value: "x" }), ["variables", 0, "value"]],
  ["the type of a value", sourceAgentDefinition, signals(signal.technology("X")), ["variables", 0, "type"]],
  [
    "a token",
    sourceAgentDefinition,
    signals({ ...signal.visitedProfile({ linkedinSeatId: 7 }), needsUserToken: false }),
    ["variables", 0, "needsUserToken"],
  ],
  [
    "the seat of a signal",
    sourceAgentDefinition,
    signals(signal.hiring({ linkedinSeatId: 0 })),
    ["variables", 0, "linkedinSeatId"],
  ],
  ["criteria", sourceAgentDefinition, { ...agent, additionalCriteria: "" }, ["additionalCriteria"]],
  ["a score", sourceAgentDefinition, { ...agent, minLeadScore: 2 }, ["minLeadScore"]],
  ["credits", sourceAgentDefinition, { ...agent, maxCreditUsage: 5 }, ["maxCreditUsage"]],
  [
    "the agent of credits",
    sourceAgentDefinition,
    { ...agent, agentType: "autopilot", maxCreditUsage: 5 },
    ["agentType"],
  ],
];

describe("a rule about a value that is not known yet is passed over", () => {
  it.each(undecided)("%s", (_, definition, broken, path) => {
    expect(definition.problems(broken, context)).not.toEqual([]);
    const open = withInput(broken, path, unknown);
    expect(definition.problems(open, context)).toEqual([]);
    expect(definition.canonical(open)).toEqual(definition.canonical(definition.canonical(open)));
  });

  it.each(undecided)("%s, which the program still waits for", (_, definition, broken, path) => {
    const waiting = { apply: () => waiting };
    expect(definition.problems(withInput(broken, path, waiting), context)).toEqual([]);
    expect(definition.problems(withInput(broken, path, Promise.resolve("x")), context)).toEqual([]);
  });
});

it("the arguments of a program are judged as far as they are plain", () => {
  const later = pulumi.output("later");
  const args = { name: later, listIds: [later], linkedinSeatId: later, steps: pulumi.output([step.visitProfile()]) };
  expect(campaignDefinition.problems(args, context)).toEqual([]);
  const broken = {
    ...args,
    language: "?",
    steps: [pulumi.output(visitProfile()), message({ message: later }), { type: "x" }],
  };
  expect(campaignDefinition.problems(broken, context).map(({ path }) => path)).toEqual(["steps[2].type", "language"]);
});
