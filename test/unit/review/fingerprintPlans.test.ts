import { describe, expect, it } from "vitest";
import { reviewOf } from "../../../provider/src/review/build";
import { readRules } from "../../../provider/src/review/content/rules";
import { readPlan, readStates } from "../../../provider/src/review/input/read";
import {
  agentValues,
  campaignOutputs,
  listStep,
  newAgent,
  newList,
  ofKind,
  previewOf,
  stateOf,
  type Told,
  unknown,
  urnOf,
} from "../../support/review/previews";
import { off, on, rests, review, runs } from "../../support/review/reviewing";

/** A preview with something set that the preview builders do not support. */
function edited(steps: readonly Told[], edit: (raw: ReturnType<typeof JSON.parse>) => void): string {
  const raw = JSON.parse(previewOf(steps));
  edit(raw);
  return JSON.stringify(raw);
}

const creation: Told = { op: "create", name: "q1", after: on };
const alice = urnOf("pulumi:providers:pulumi-nodejs", "alice");
const lists = ["customers", "leads"].map((name) => newList({ name, after: { name } }));
const toNewList = (list: string): string => {
  const dependencies = { listIds: [urnOf(ofKind("List"), list)] };
  return previewOf([...lists, { op: "create", name: "q1", after: { ...on, listIds: [unknown] }, dependencies }]);
};
const actingFor = (user: string): string =>
  edited([creation], (raw) => {
    const type = "pulumi:providers:pulumi-nodejs";
    const newState = { urn: alice, type, inputs: { "outreach:impersonateUserId": user } };
    raw.steps.push({ op: "create", urn: alice, newState });
    raw.steps[1].newState.provider = `${alice}::${unknown}`;
  });
const besideCampaign = (running: boolean): string => {
  const outputs = campaignOutputs(off, running);
  return previewOf([{ ...rests, outputs, outputsAfter: outputs }, listStep(), newAgent({ after: agentValues() })]);
};

const underProvider = (name: string): string =>
  edited([creation], (raw) => {
    raw.steps[1].newState.provider = `${urnOf("pulumi:providers:pulumi-nodejs", name)}::id`;
  });
const withSetting = (user: string): string =>
  edited([creation], (raw) => {
    raw.config = { "outreach:impersonateUserId": user };
  });
const foreign: Told = {
  op: "update",
  type: "pulumi-nodejs:dynamic:Resource",
  name: "other",
  id: "x",
  before: {},
  after: {},
};
const withCode = (code: string): string =>
  edited([foreign], (raw) => {
    raw.steps[1].newState.inputs.__provider = code;
  });
const leaving = (isKept: boolean): string =>
  edited([{ op: "delete", name: "q1", id: "9", before: on, outputs: campaignOutputs(on, true) }], (raw) => {
    raw.steps[1].oldState.retainOnDelete = isKept;
  });
const inLanguage = (language: unknown): string =>
  previewOf([{ op: "create", name: "q1", after: { ...off, language } }]);

describe("two plans have different fingerprints", () => {
  it.each<[string, string, string]>([
    ["which new list the campaign contacts", toNewList("customers"), toNewList("leads")],
    ["for whom an explicit provider acts", actingFor("101"), actingFor("202")],
    ["whether a campaign on the list of a new agent runs", besideCampaign(false), besideCampaign(true)],
    ["the provider of a resource", underProvider("101"), underProvider("202")],
    ["the settings of the stack", withSetting("101"), withSetting("202")],
    ["the code of another dynamic resource", withCode("101"), withCode("202")],
    ["an option of a campaign that leaves", leaving(true), leaving(false)],
    ["a value that is empty or null", inLanguage(null), inLanguage("")],
  ])("that differ in %s", (_, left, right) => {
    const [one, other] = [review(left).fingerprint, review(right).fingerprint];
    expect(one).toMatch(/^sha256:/);
    expect(other).toMatch(/^sha256:/);
    expect(one).not.toBe(other);
  });

  it("if the project's rules add a danger", async () => {
    const plan = readPlan({ source: "test", text: previewOf([{ op: "create", name: "q1", after: off }]) });
    const rules = await readRules("requiredWords: [{ anyOf: [unsubscribe], in: [message] }]", "test");
    const [lax, strict] = [reviewOf([plan]), reviewOf([plan], { rules })];
    expect([lax.verdict, strict.verdict]).toEqual(["fine", "needs-approval"]);
    expect(strict.fingerprint).not.toBe(lax.fingerprint);
  });
});

describe("two states in which only a secret may have changed", () => {
  const special = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };
  const compared = (left: object, right: object) => {
    const state = (steps: object) => ({
      source: "test",
      text: stateOf([{ ...runs, after: { ...on, steps: { ...special, ...steps } } }]),
    });
    return reviewOf([readStates(state(left), state(right))]);
  };

  it("need no approval, and the review names what it could not see, if the secret is encrypted", () => {
    const { verdict, leftOut } = compared({ ciphertext: "v1:a" }, { ciphertext: "v1:b" });
    expect(verdict).toBe("fine");
    expect(leftOut.join("\n")).toContain("Secret values are encrypted again by each export");
  });

  it("need approval if the state shows that it has changed", () => {
    expect(compared({ plaintext: '"a"' }, { plaintext: '"b"' }).verdict).toBe("needs-approval");
  });
});
