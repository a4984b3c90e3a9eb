import { describe, expect, it } from "vitest";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { step } from "../../../provider/src/resources/campaign/step";
import { listKind } from "../../../provider/src/resources/listKind";
import { sourceAgentKind } from "../../../provider/src/resources/sourceAgent/kind";
import { signal } from "../../../provider/src/resources/sourceAgent/signal";
import { agent, answerOf, campaign, list, unknown } from "./programs";

const declared = campaignKind.canonical({ ...campaign, language: "en-US" });
const steps = [...(Array.isArray(declared.steps) ? declared.steps : [])];
const signals = [...(Array.isArray(agent.variables) ? agent.variables : [])];
const agentDeclared = sourceAgentKind.canonical(agent);

describe("the observed properties of a campaign", () => {
  it("are only those in the response", () => {
    expect(campaignKind.observed(answerOf({}), declared)).toEqual({});
    expect(campaignKind.observed(answerOf({ name: null, steps: null, listIds: "12" }), declared)).toEqual({});
    expect(campaignKind.observed(answerOf({ active: true, goal: "demos" }), declared)).toEqual({ active: true });
  });

  it("have the declared value itself if both mean the same", () => {
    const answer = answerOf({
      ...declared,
      name: "Fintech Q1 ",
      language: "en-us",
      linkedinSeatId: "7",
      steps: steps.map((each, index) => ({ ...each, stepNumber: index + 1, createdAt: "2026-11-01" })),
    });
    const observed = campaignKind.observed(answer, declared);
    for (const [property, value] of Object.entries(observed)) expect(value).toBe(declared[property]);
  });

  it("have steps in the order of their numbers", () => {
    const served = steps.map((each, index) => ({ ...each, stepNumber: index + 1 })).reverse();
    expect(campaignKind.observed(answerOf({ steps: served }), declared).steps).toBe(declared.steps);
  });

  it("take fields that are missing in a returned step from the declared one", () => {
    const served = steps.map(({ type }) => ({ type }));
    expect(campaignKind.observed(answerOf({ steps: served }), declared).steps).toBe(declared.steps);
    expect(campaignKind.observed(answerOf({ steps: served }), {}).steps).toEqual([
      { type: "visitProfile", delayAfterLastStep: 2 },
      { type: "invitation", delayAfterLastStep: 2 },
      { type: "message", delayAfterLastStep: 2, messageMode: "ai" },
    ]);
  });

  it("do not include texts that the AI wrote", () => {
    const own = campaignKind.canonical({ ...campaign, steps: [step.message(), step.email()] });
    const served = [
      { type: "message", messageMode: "ai", message: "Hello Ada" },
      { type: "email", messageMode: "ai", subject: "", message: "" },
    ];
    expect(campaignKind.observed(answerOf({ steps: served }), own).steps).toBe(own.steps);
  });

  it("show only the step that differs", () => {
    const served = steps.map((each) => ({ ...each }));
    served[2] = { ...served[2], message: "Hi, changed in the app" };
    const observed = campaignKind.observed(answerOf({ steps: served }), declared);
    expect(observed.steps).toEqual([steps[0], steps[1], { ...steps[2], message: "Hi, changed in the app" }]);
    expect(campaignKind.same("steps", observed.steps, declared.steps)).toBe(false);
  });

  it("include no steps in an unknown format", () => {
    for (const odd of ["[]", [1], [{ kind: "message" }], {}]) {
      expect(campaignKind.observed(answerOf({ steps: odd }), declared)).toEqual({});
    }
  });

  it("include the documented fields that a program cannot declare, and no others", () => {
    const documented = { userId: 5, createdAt: "2026-11-01", tone: "direct" };
    const answer = answerOf({ ...documented, updatedAt: "x", queue: 4, goal: null });
    expect(campaignKind.readOnly(answer)).toEqual(documented);
  });
});

describe("the observed properties of a source agent", () => {
  it("ignore the service's additions to a signal", () => {
    const served = signals.map((each) => ({ ...each, strength: 2, enabled: true, options: {}, linkedinSeatId: null }));
    const observed = sourceAgentKind.observed(answerOf({ variables: served.reverse() }), agentDeclared);
    expect(observed.variables).toBe(agentDeclared.variables);
  });

  it.each<[string, object]>([
    ["website-visitor", { type: "WEBSITE_VISITOR", value: "true" }],
    ["website-visitor", { type: "SOMETHING_NEW", value: "x" }],
    ["lookalike", { type: "LOOKALIKE", value: "9" }],
    ["lookalike", { type: "SEARCH_KEYWORD", value: '"x"' }],
  ])("ignore a signal that the service itself added to a %s agent: %j", (agentType, own) => {
    const answer = answerOf({ agentType, variables: [own] });
    expect(sourceAgentKind.observed(answer, { agentType })).toEqual({ agentType });
  });

  it("show new, removed and changed signals", () => {
    const moved = { ...signal.hiring(), linkedinSeatId: 8 };
    const variables = [signal.hiring({ linkedinSeatId: 7 }), ...signals.slice(0, 1), ...signals.slice(2)];
    const program = sourceAgentKind.canonical({ ...agent, variables });
    const served = [moved, signals[0], signals[3], signal.technology("rust")];
    const observed = sourceAgentKind.observed(answerOf({ variables: served }), program);
    expect(observed.variables).toEqual([moved, signals[0], signals[3], signal.technology("rust")]);
  });

  it("do not include signals that are returned as strings", () => {
    for (const odd of [["HIRING"], ["{}"], "HIRING", null, [{ kind: "HIRING" }]]) {
      expect(sourceAgentKind.observed(answerOf({ variables: odd }), agentDeclared)).toEqual({});
    }
  });

  it("do not include signals if there are none and they were never declared", () => {
    expect(sourceAgentKind.observed(answerOf({ variables: [] }), {})).toEqual({});
    expect(sourceAgentKind.observed(answerOf({ variables: [] }), agentDeclared)).toEqual({ variables: [] });
  });

  it("include the documented fields that a program cannot declare, without the service's counters", () => {
    const answer = answerOf({ userId: 5, scriptId: "s-1", creditUsage: 9, lastRun: "x", scriptInstalled: true });
    expect(sourceAgentKind.readOnly(answer)).toEqual({ userId: 5, scriptId: "s-1" });
  });
});

describe("the observed properties of a list", () => {
  it("are its name", () => {
    expect(listKind.observed(answerOf({ name: " Fintech founders", campaignId: 4 }), list)).toEqual(list);
    const answer = answerOf({ userId: 5, campaignId: 4, user: { email: "a@example.com" } });
    expect(listKind.readOnly(answer)).toEqual({ userId: 5 });
  });
});

describe("the normal form", () => {
  it("fills in the service's defaults, and omits undeclared properties", () => {
    const given = [
      { type: "likePosts", stepNumber: 3 },
      { type: "message", message: " Hi\r\n" },
    ];
    expect(campaignKind.canonical({ name: " A ", listIds: ["12"], steps: given })).toEqual({
      name: "A",
      listIds: [12],
      steps: [
        { type: "likePosts", delayAfterLastStep: 2, numberOfPosts: 1 },
        { type: "message", delayAfterLastStep: 2, messageMode: "same", message: "Hi" },
      ],
    });
    const agent = { name: "A", listId: "4", targetLocations: [" B"], adopt: "9" };
    const normal = { name: "A", listId: 4, targetLocations: ["B"], agentType: "autopilot", adopt: 9 };
    expect(sourceAgentKind.canonical(agent)).toEqual(normal);
  });

  it("keeps an unknown value, wherever it is", () => {
    const inputs = {
      name: unknown,
      listIds: [unknown, "4"],
      steps: [unknown, { type: "message", message: unknown }, { type: unknown, note: "x" }],
    };
    expect(campaignKind.canonical(inputs)).toEqual({
      name: unknown,
      listIds: [unknown, 4],
      steps: [
        unknown,
        { type: "message", delayAfterLastStep: 2, messageMode: "same", message: unknown },
        { type: unknown, note: "x" },
      ],
    });
    const nothing = { steps: unknown, listIds: unknown, active: unknown };
    expect(campaignKind.canonical({ ...nothing })).toEqual(nothing);
  });

  it("tolerates values that break rules", () => {
    const odd = { name: 4, listIds: "x", steps: [null, 5, { type: "nothing", message: 7 }], language: {} };
    expect(campaignKind.canonical(odd)).toEqual(odd);
    const paths = campaignKind.changes(odd, campaignKind.canonical(campaign)).map(({ path }) => path);
    expect(paths).toEqual(["name", "listIds", "steps[0]", "steps[1]", "steps[2].type", "linkedinSeatId"]);
    const agent = { agentType: "autopilot", variables: [null, 4], targetLocations: [5] };
    expect(sourceAgentKind.canonical({ variables: [null, 4], targetLocations: [5] })).toEqual(agent);
  });

  it("compares an unknown property by its structure", () => {
    expect(listKind.same("constructor", { a: [1] }, { a: [1] })).toBe(true);
    expect(listKind.same("acknowledge", ["a"], ["b"])).toBe(false);
  });
});
