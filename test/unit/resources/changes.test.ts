import { describe, expect, it } from "vitest";
import type { ResourceKind, Values } from "../../../provider/src/lifecycle/kind";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { step } from "../../../provider/src/resources/campaign/step";
import { listKind } from "../../../provider/src/resources/listKind";
import { sourceAgentKind } from "../../../provider/src/resources/sourceAgent/kind";
import { signal } from "../../../provider/src/resources/sourceAgent/signal";
import { agent, answerOf, campaign, emailCampaign, list, unknown, withInput } from "./programs";

/** Changes as `effect path`. */
function changes(definition: ResourceKind, olds: Values, news: Values): string[] {
  const found = definition.changes(definition.canonical(olds), definition.canonical(news));
  return found.map(({ effect, path }) => `${effect} ${path}`);
}

const { invitationNote, likePosts, message, visitProfile, voiceMessage, email } = step;
const url = "https://example.com/hello.mp3";
const mixed: Values = {
  ...campaign,
  language: "en-US",
  active: false,
  emailSeatIds: [3],
  steps: [
    visitProfile(),
    invitationNote({ note: "Hello" }),
    message({ message: "Hi" }),
    likePosts(),
    voiceMessage({ url }),
    email({ subject: "A", message: "B" }),
  ],
};
const steps = [...(Array.isArray(mixed.steps) ? mixed.steps : [])];

describe("a change of a campaign", () => {
  it.each<[string, Values, string[]]>([
    ["nothing", {}, []],
    ["the name", { name: "Fintech Q2" }, ["update name"]],
    ["a list", { listIds: [12, 13] }, ["update listIds"]],
    ["the LinkedIn seat", { linkedinSeatId: 8 }, ["replace linkedinSeatId"]],
    ["the e-mail seat", { emailSeatIds: [4] }, ["replace emailSeatIds"]],
    ["the language", { language: "fr" }, ["replace language"]],
    ["active, on", { active: true }, ["replace active"]],
    ["several things", { name: "X", language: "fr" }, ["update name", "replace language"]],
    ["a step more", { steps: [...steps, visitProfile()] }, ["replace steps"]],
    ["a step less", { steps: steps.slice(0, -1) }, ["replace steps"]],
    ["the spaces around a name", { name: " Fintech Q1\n" }, []],
    ["the case of the language", { language: "EN-us" }, []],
    ["ids as text", { listIds: ["12"], linkedinSeatId: "7" }, []],
    ["what is about the program", { adopt: 4, acknowledge: ["restart"] }, []],
  ])("in %s", (_, difference, expected) => {
    expect(changes(campaignKind, mixed, { ...mixed, ...difference })).toEqual(expected);
  });

  it.each<[string, number, object, string[]]>([
    ["a delay", 0, { delayAfterLastStep: 3 }, ["replace steps[0].delayAfterLastStep"]],
    ["the default delay, written out", 0, { delayAfterLastStep: 2 }, []],
    ["a number, which is dropped", 0, { stepNumber: 9 }, []],
    ["a note", 1, { note: "Hello you" }, ["replace steps[1].note"]],
    ["line ends of a note", 1, { note: "Hello\r\n" }, []],
    ["a text", 2, { message: "Hi there" }, ["update steps[2].message"]],
    ["spaces around a text", 2, { message: "\n Hi\r\n" }, []],
    ["a number of posts", 3, { numberOfPosts: 2 }, ["replace steps[3].numberOfPosts"]],
    ["a recording", 4, { url: "https://example.com/other.mp3" }, ["replace steps[4].url"]],
    ["a subject", 5, { subject: "C" }, ["update steps[5].subject"]],
    ["the text of an e-mail", 5, { message: "C" }, ["update steps[5].message"]],
    ["a text left to the AI", 2, { messageMode: "ai", message: undefined }, ["update steps[2].messageMode"]],
    ["a type", 0, { type: "likePosts" }, ["replace steps[0].type"]],
  ])("in %s of a step", (_, index, difference, expected) => {
    const news = steps.map((each, position) => (position === index ? { ...each, ...difference } : each));
    expect(changes(campaignKind, mixed, { ...mixed, steps: news })).toEqual(expected);
  });

  it("in the order of steps replaces, at each position with a different type", () => {
    const swapped = [steps[1], steps[0], ...steps.slice(2)];
    expect(changes(campaignKind, mixed, { ...mixed, steps: swapped })).toEqual([
      "replace steps[0].type",
      "replace steps[1].type",
    ]);
  });

  it("from AI to one's own text is made in place", () => {
    const before = withInput(mixed, ["steps", 2], message());
    expect(changes(campaignKind, before, mixed)).toEqual(["update steps[2].messageMode", "update steps[2].message"]);
  });

  it("from active to inactive is a replacement, which the life cycle refuses", () => {
    expect(changes(campaignKind, { ...mixed, active: true }, mixed)).toEqual(["replace active"]);
  });

  it("stops managing properties that are no longer declared", () => {
    const { linkedinSeatId, emailSeatIds, language, active, ...rest } = mixed;
    expect([linkedinSeatId, emailSeatIds, language, active]).not.toContain(undefined);
    expect(changes(campaignKind, mixed, rest)).toEqual([]);
  });

  it("treats a state without flag and e-mail seats as inactive and without seats", () => {
    expect(changes(campaignKind, campaign, { ...campaign, active: false, emailSeatIds: [] })).toEqual([]);
    expect(changes(campaignKind, campaign, { ...campaign, active: true })).toEqual(["replace active"]);
    expect(changes(campaignKind, campaign, { ...campaign, active: unknown })).toEqual(["update active"]);
  });

  it("ignores the order of lists and seats", () => {
    const olds = { ...emailCampaign, listIds: [1, 2], emailSeatIds: [3, 4] };
    expect(changes(campaignKind, olds, { ...olds, listIds: ["2", 1], emailSeatIds: [4, "3"] })).toEqual([]);
    expect(changes(campaignKind, olds, { ...olds, emailSeatIds: [3] })).toEqual(["replace emailSeatIds"]);
  });

  it.each<(string | number)[]>([
    ["name"],
    ["listIds"],
    ["listIds", 0],
    ["steps"],
    ["steps", 0],
    ["steps", 0, "type"],
    ["steps", 1, "note"],
    ["steps", 4, "url"],
    ["linkedinSeatId"],
    ["emailSeatIds"],
    ["emailSeatIds", 0],
    ["language"],
    ["active"],
  ])("to something unknown is never more than an update: %s %s %s", (...path) => {
    const found = changes(campaignKind, mixed, withInput(mixed, path, unknown));
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/^update /);
  });

  it("that is known to replace does so also beside an unknown one", () => {
    const news = { ...mixed, language: "fr", steps: unknown };
    expect(changes(campaignKind, mixed, news)).toEqual(["update steps", "replace language"]);
  });
});

describe("a change of a list", () => {
  it("is a rename, which needs an acknowledgement", () => {
    expect(changes(listKind, list, { name: "Other" })).toEqual(["rename name"]);
    expect(changes(listKind, list, { name: " Fintech founders " })).toEqual([]);
    expect(changes(listKind, list, { name: unknown })).toEqual(["update name"]);
  });
});

const full: Values = {
  ...agent,
  agentType: "website-visitor",
  targetJobTitles: ["Founder", "CEO"],
  targetCompanySizes: ["2-10"],
  minLeadScore: 0.8,
  maxCreditUsage: 10,
  paused: true,
  additionalCriteria: "Seed stage",
};
const signals = [...(Array.isArray(full.variables) ? full.variables : [])];

describe("a change of a source agent", () => {
  it.each<[string, Values, string[]]>([
    ["its name", { name: "Other" }, ["update name"]],
    ["its list", { listId: 13 }, ["update listId"]],
    ["its titles", { targetJobTitles: ["Founder"] }, ["update targetJobTitles"]],
    ["the order of its titles", { targetJobTitles: ["CEO", " Founder "] }, []],
    ["its sizes", { targetCompanySizes: [] }, ["update targetCompanySizes"]],
    ["its score", { minLeadScore: 0.6 }, ["update minLeadScore"]],
    ["its credits", { maxCreditUsage: 0 }, ["update maxCreditUsage"]],
    ["being paused", { paused: false }, ["update paused"]],
    [
      "something new",
      { leadWaterfall: true, ignoredCompanies: ["Acme"] },
      ["update ignoredCompanies", "update leadWaterfall"],
    ],
    ["its type", { agentType: "lookalike" }, ["replace agentType"]],
    ["an unknown type", { agentType: unknown }, ["update agentType"]],
    ["the order of its signals", { variables: [...signals].reverse() }, []],
    ["a signal", { variables: [...signals.slice(0, 3), signal.technology("rust")] }, ["update variables[3]"]],
    ["a signal more", { variables: [...signals, signal.technology("rust")] }, ["update variables[4]"]],
    ["a signal less", { variables: signals.slice(0, 3) }, ["update variables"]],
    ["an unknown signal", { variables: [...signals.slice(0, 3), unknown] }, ["update variables[3]"]],
    ["unknown signals", { variables: unknown }, ["update variables"]],
    [
      "the seat of a signal",
      { variables: withInput(full, ["variables", 1], signal.hiring({ linkedinSeatId: 7 })).variables },
      ["update variables[1].linkedinSeatId"],
    ],
  ])("in %s", (_, difference, expected) => {
    expect(changes(sourceAgentKind, full, { ...full, ...difference })).toEqual(expected);
  });

  it("stops managing properties that are no longer declared", () => {
    const { name, listId, agentType } = full;
    expect(changes(sourceAgentKind, full, { name, listId, agentType })).toEqual([]);
  });

  it("treats a state without the type as an autopilot agent", () => {
    expect(sourceAgentKind.changes({ name: "x" }, { name: "x", agentType: "autopilot" })).toEqual([]);
    expect(sourceAgentKind.changes({ name: "x" }, { name: "x", agentType: "lookalike" })).toHaveLength(1);
  });
});

describe("bodies", () => {
  it("of a create contain exactly the declared fields", () => {
    const inputs = campaignKind.canonical({ ...campaign, adopt: "twin", acknowledge: ["restart"] });
    const body = campaignKind.createBody({ ...inputs, __provider: "x", recorded: {} });
    expect(Object.keys(body)).toEqual(["name", "listIds", "steps", "linkedinSeatId", "active"]);
    expect(body.active).toBe(false);
    expect(campaignKind.createBody({ ...inputs, active: true }).active).toBe(true);
    expect(listKind.createBody(listKind.canonical({ ...list, adopt: 4 }))).toEqual(list);
    expect(sourceAgentKind.createBody(sourceAgentKind.canonical(agent))).toMatchObject({
      agentType: "autopilot",
      listId: 12,
    });
  });

  it("of a change contain all steps, and only changed fields", () => {
    const olds = campaignKind.canonical(mixed);
    const news = campaignKind.canonical({ ...withInput(mixed, ["steps", 2, "message"], "Hello"), name: "Other" });
    const body = campaignKind.updateBody(campaignKind.changes(olds, news), olds, news, answerOf(olds));
    expect(body).toEqual({ name: "Other", steps: news.steps });
    expect(campaignKind.updateBody([], olds, news, answerOf(olds))).toEqual({});
    expect(
      listKind.updateBody([{ property: "name", path: "name", effect: "rename" }], list, list, answerOf(list)),
    ).toEqual({});
  });

  it("include the service's additions to signals, and its own signals", () => {
    const news = sourceAgentKind.canonical({ ...full, variables: [...signals.slice(1), signal.technology("rust")] });
    const added = { enabled: false, strength: 4, last_usage: null, needsUserToken: false };
    const own = { type: "WEBSITE_VISITOR", value: "true", options: { script: 9 } };
    const answer = answerOf({ ...full, variables: [own, ...signals.map((each) => ({ ...each, ...added }))] });
    const olds = sourceAgentKind.canonical(full);
    const found = sourceAgentKind.changes(olds, news);
    const variables = [...signals.slice(1).map((each) => ({ ...added, ...each })), signal.technology("rust")];
    expect(sourceAgentKind.updateBody(found, olds, news, answer)).toEqual({ variables: [...variables, own] });
    // Declared before, and removed: it is removed, whatever its type.
    const declared = { ...olds, variables: [own, ...signals] };
    expect(sourceAgentKind.updateBody(found, declared, news, answer)).toEqual({ variables });
  });

  it("omit signals that are returned as strings, because they cannot be sent back", () => {
    const news = sourceAgentKind.canonical({ ...full, name: "Other", variables: signals.slice(1) });
    const olds = sourceAgentKind.canonical(full);
    const found = sourceAgentKind.changes(olds, news);
    expect(sourceAgentKind.updateBody(found, olds, news, answerOf({ ...full, variables: ["HIRING"] }))).toEqual({
      name: "Other",
    });
    expect(sourceAgentKind.updateBody(found, olds, news, answerOf({ name: "x" }))).toEqual({
      name: "Other",
      variables: news.variables,
    });
  });
});
