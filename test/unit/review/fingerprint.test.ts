import { describe, expect, it } from "vitest";
import { reviewOf } from "../../../provider/src/review/build";
import { combinedFingerprint, fingerprintOf } from "../../../provider/src/review/fingerprint";
import type { Plan, PlannedResource } from "../../../provider/src/review/input/plan";
import { readPlan } from "../../../provider/src/review/input/read";
import { secretText, unknownText } from "../../../provider/src/review/input/values";
import type { Finding } from "../../../provider/src/review/model";
import {
  agentStep,
  campaignOutputs,
  campaignValues,
  listStep,
  newAgent,
  newList,
  ofKind,
  previewOf,
  type Told,
  unknown,
  urnOf,
  withMessage,
} from "../../support/review/previews";
import { campaign } from "../../support/review/reviewing";

const fingerprint = (...texts: string[]) =>
  reviewOf(texts.map((text) => readPlan({ source: "test", text }))).fingerprint;
const update = campaign({ before: campaignValues(), after: withMessage("Another text, which is longer") });
const create: Told = { op: "create", name: "q2", after: campaignValues() };
const base = fingerprint(previewOf([update, create]));

describe("the fingerprint of planned changes", () => {
  it("is a hash", () => {
    expect(base).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  it.each<[string, string]>([
    ["the order of the steps", previewOf([create, update])],
    [
      "the order of properties",
      previewOf([{ ...update, after: Object.fromEntries(Object.entries(update.after ?? {}).reverse()) }, create]),
    ],
    ["unchanged resources", previewOf([update, create, listStep(), agentStep()])],
    ["warnings", previewOf([update, create], [{ severity: "warning", message: "warning: careful" }])],
    [
      "times in outputs",
      previewOf([{ ...update, outputs: { ...update.before, createdAt: "2026-11-22T00:00:00Z" } }, create]),
    ],
    ["how long it took", previewOf([update, create]).replace('"duration": 1', '"duration": 2')],
  ])("does not depend on %s", (_, text) => {
    expect(fingerprint(text)).toBe(base);
  });

  it.each<[string, string]>([
    ["a text", previewOf([{ ...update, after: withMessage("Another text, which is longe") }, create])],
    ["the old text", previewOf([{ ...update, before: withMessage("Before") }, create])],
    ["another change", previewOf([update, create, agentStep({ op: "delete", after: undefined })])],
    ["one change less", previewOf([update])],
    ["a replacement in the place of an update", previewOf([{ ...update, op: "replace" }, create])],
    ["an acknowledgement", previewOf([{ ...update, after: { ...update.after, acknowledge: ["restart"] } }, create])],
    [
      "a campaign that has been switched on meanwhile",
      previewOf([{ ...update, outputs: campaignOutputs(campaignValues(), true) }, create]),
    ],
    ["another object behind the name", previewOf([{ ...update, id: "10" }, create])],
    ["another stack", previewOf([update, create].map((step) => ({ ...step, stack: "production" })))],
    [
      "a change of another package",
      previewOf([update, create, { op: "create", name: "b", type: "aws:s3/bucket:Bucket", after: { acl: "private" } }]),
    ],
  ])("depends on %s", (_, text) => {
    expect(fingerprint(text)).not.toBe(base);
    expect(fingerprint(text)).toMatch(/^sha256:/);
  });

  it("covers all stacks of a review, in any order", () => {
    const other = previewOf([{ ...update, stack: "production" }]);
    const both = fingerprint(previewOf([update]), other);
    expect(both).toBe(fingerprint(other, previewOf([update])));
    expect(new Set([both, fingerprint(other), fingerprint(previewOf([update]))]).size).toBe(3);
  });

  it("is missing if one preview stopped", () => {
    const stopped = previewOf([{ ...update, stack: "production" }], [{ severity: "error", message: "error: no" }]);
    expect(fingerprint(previewOf([update]), stopped)).toBeUndefined();
  });
});

describe("the fingerprint of a plan and its findings", () => {
  const resource: PlannedResource = {
    ...{ urn: "urn:one", type: "outreach:List", resource: "one", change: "updated", isRetained: false },
    ...{ id: "9", before: { name: "Before" }, after: { name: "After" } },
  };
  const plan = (changes: Partial<PlannedResource> = {}): Plan => ({
    ...{ about: "planned", project: "p", stack: "dev", isStopped: false, areUnchangedShown: true, unchanged: 0 },
    ...{ diagnostics: [], refreshed: [], settings: {}, leftOut: [], resources: [{ ...resource, ...changes }] },
  });
  const text = "A danger";
  const danger: Finding = { level: "danger", code: "shared-list", stack: "dev", urn: "urn:one", path: "listIds", text };
  const [plain, dangerous] = [fingerprintOf(plan(), []), fingerprintOf(plan(), [danger])];

  it("is missing if the plan stopped, or is not a plan", () => {
    expect(fingerprintOf({ ...plan(), isStopped: true }, [])).toBeUndefined();
    expect(fingerprintOf({ ...plan(), about: "drift" }, [])).toBeUndefined();
  });

  it.each<[string, Partial<Finding>]>([
    ["its code", { code: "restart" }],
    ["its resource", { urn: "urn:two" }],
    ["no resource", { urn: undefined }],
    ["its place", { path: "steps" }],
    ["whom it reaches", { reaches: ["list 5"] }],
    ["no place", { path: undefined }],
  ])("identifies a danger by %s", (_, changes) => {
    expect(new Set([plain, dangerous, fingerprintOf(plan(), [{ ...danger, ...changes }])]).size).toBe(3);
  });

  it("depends neither on the text of a danger nor on other findings", () => {
    expect(fingerprintOf(plan(), [{ ...danger, text: "Other words" }])).toBe(dangerous);
    expect(fingerprintOf(plan(), [{ ...danger, level: "notice" }])).toBe(plain);
  });

  const unknownFrom = (source: string) => ({
    ...{ after: { listId: unknownText }, dependencies: { listId: [source] } },
  });
  it.each<[string, Partial<PlannedResource>, Partial<PlannedResource>]>([
    ["an operation that is not known", { unknownOperation: "import" }, { unknownOperation: "export" }],
    ["the type that an alias takes it from", { typeBefore: "outreach:Tag" }, { typeBefore: "outreach:Campaign" }],
    ["whose delete drops it by now", { deletedWith: { after: "urn:two" } }, { deletedWith: { after: "urn:three" } }],
    ["the pause of an agent", { beforeOutputs: { paused: true } }, { beforeOutputs: { paused: false } }],
    ["that an agent was paused", { beforeOutputs: { paused: true } }, { beforeOutputs: {} }],
    ["a provider", { provider: "urn:eu" }, { provider: "urn:us" }],
    ["no provider", { provider: "urn:eu" }, {}],
    ["a list and an object of the same values", { after: { ids: ["a"] } }, { after: { ids: { 0: "a" } } }],
    ["a list and a value", { after: { ids: ["a"] } }, { after: { ids: "a" } }],
    ["another order of a list", { after: { ids: ["a", "b"] } }, { after: { ids: ["b", "a"] } }],
    ["another inner value", { after: { ids: { a: 1 } } }, { after: { ids: { a: 2 } } }],
    ["the running of a campaign", { beforeOutputs: { active: true } }, { beforeOutputs: { active: false } }],
    ["the source of a value that is not known yet", unknownFrom("urn:two"), unknownFrom("urn:three")],
    ["a value of no known source", unknownFrom("urn:two"), { after: { listId: unknownText } }],
    [
      "which of two values comes from a source",
      { after: { a: unknownText, b: unknownText }, dependencies: { a: ["urn:two"] } },
      { after: { a: unknownText, b: unknownText }, dependencies: { b: ["urn:two"] } },
    ],
  ])("distinguishes %s", (_, one, other) => {
    expect(fingerprintOf(plan(one), [])).not.toBe(fingerprintOf(plan(other), []));
  });

  it.each<[string, Partial<PlannedResource>, Partial<PlannedResource>]>([
    [
      "the order of properties at any depth",
      { after: { a: 1, b: { c: 1, d: 2 } } },
      { after: { b: { d: 2, c: 1 }, a: 1 } },
    ],
    [
      "the order of values that are not known yet, and of their sources",
      { after: { a: unknownText, b: secretText }, dependencies: { a: ["urn:two", "urn:one"] } },
      { after: { b: secretText, a: unknownText }, dependencies: { a: ["urn:one", "urn:two"] } },
    ],
    [
      "the source of a value that is shown",
      { after: { listId: 5 }, dependencies: { listId: ["urn:two"] } },
      { after: { listId: 5 }, dependencies: {} },
    ],
    ["other outputs", { beforeOutputs: { contactCount: 4 } }, {}],
  ])("does not depend on %s", (_, one, other) => {
    expect(fingerprintOf(plan(one), [])).toBe(fingerprintOf(plan(other), []));
  });

  /** A provider with a secret setting that was last changed on one day, or on the next. */
  const onTwoDays = (change: PlannedResource["change"]) => {
    const on = (modifiedBefore: string) => ({ change, after: { key: secretText }, modifiedBefore });
    return [on("2026-11-01"), on("2026-11-02")] as const;
  };
  it.each<[string, Partial<PlannedResource>, Partial<PlannedResource>, boolean]>([
    ["the settings of one that is deleted", { before: { as: 1 } }, { before: { as: 2 } }, true],
    ["when one with a secret setting has changed", ...onTwoDays("unchanged"), true],
    ["no time of one whose change is seen", ...onTwoDays("updated"), false],
  ])("covers the provider of a resource %s", (_, one, other, areTold) => {
    const provider = { urn: "urn:eu", type: "pulumi:providers:outreach", resource: "eu", isRetained: false };
    const under = (changes: Partial<PlannedResource>): Plan => ({
      ...plan(),
      resources: [
        { ...resource, provider: "urn:eu" },
        { ...provider, change: "deleted", ...changes },
      ],
    });
    const fingerprints = [one, other].map((changes) => fingerprintOf(under(changes), []));
    expect(new Set(fingerprints).size).toBe(areTold ? 2 : 1);
  });

  it("accepts a delete, which no longer has inputs", () => {
    expect(fingerprintOf(plan({ change: "deleted", after: undefined }), [])).not.toBe(plain);
  });

  it("of several plans is one for all, or missing if any is missing", () => {
    expect(combinedFingerprint([])).toBeUndefined();
    expect(combinedFingerprint(["sha256:a"])).toBe("sha256:a");
    expect(combinedFingerprint(["sha256:a", undefined])).toBeUndefined();
    expect(combinedFingerprint(["sha256:a", "sha256:b"])).not.toBe(combinedFingerprint(["sha256:a", "sha256:c"]));
    expect(combinedFingerprint(["sha256:a", "sha256:b"])).toBe(combinedFingerprint(["sha256:b", "sha256:a"]));
  });
});

describe("the fingerprint of a danger's reach", () => {
  const agent = newAgent();
  const running = (id: string, name: string, values = campaignValues({ active: true })): Told => ({
    ...{ op: "same", name, id, before: values, after: values, outputs: campaignOutputs(values, true) },
  });
  const made = (...steps: Told[]) => reviewOf([readPlan({ source: "test", text: previewOf([agent, ...steps]) })]);
  const one = made(running("9", "q1"));

  it("names lists, campaigns and seats by their ids", () => {
    expect(one.findings).toMatchObject([{ code: "new-people", reaches: ["campaign 9", "list 5", "seat 7"] }]);
  });

  it.each<[string, Told[]]>([
    ["another campaign", [running("10", "q1")]],
    ["one more campaign", [running("9", "q1"), running("10", "q2")]],
    ["another seat of the campaign", [running("9", "q1", campaignValues({ active: true, linkedinSeatId: 8 }))]],
    ["more e-mail seats of the campaign", [running("9", "q1", campaignValues({ active: true, emailSeatIds: [3] }))]],
  ])("differs for %s, although the plan is the same", (_, steps) => {
    expect(made(...steps).fingerprint).not.toBe(one.fingerprint);
  });

  it("is the same for other names, texts and counts", () => {
    const renamed = campaignValues({ active: true, name: "Renamed in the app" });
    expect(made(running("9", "q1", renamed)).fingerprint).toBe(one.fingerprint);
    const named = listStep({ before: { name: "Renamed" }, after: { name: "Renamed" } });
    expect(made(running("9", "q1"), named).fingerprint).toBe(one.fingerprint);
    const plan = readPlan({ source: "test", text: previewOf([agent, running("9", "q1")]) });
    const live = new Map([["outreach-test/test", new Map([["5", { people: 240, states: { finished: 12 } }]])]]);
    const counted = reviewOf([plan], { live });
    expect(counted.findings[0]?.text).toBe(one.findings[0]?.text);
    expect(counted.fingerprint).toBe(one.fingerprint);
  });

  it("identifies a list by its URN while it has no id", () => {
    const list = newList();
    const starts: Told = {
      ...{ op: "create", name: "q2", after: campaignValues({ active: true, listIds: [unknown] }) },
      dependencies: { listIds: [urnOf(ofKind("List"), "fintech")] },
    };
    const { findings } = reviewOf([readPlan({ source: "test", text: previewOf([list, starts]) })]);
    expect(findings[0]).toMatchObject({
      code: "starts-sending",
      reaches: [`campaign ${urnOf(ofKind("Campaign"), "q2")}`, `list ${urnOf(ofKind("List"), "fintech")}`, "seat 7"],
    });
  });
});
