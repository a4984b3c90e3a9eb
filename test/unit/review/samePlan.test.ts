import { describe, expect, it } from "vitest";
import { reviewOf } from "../../../provider/src/review/build";
import { readPlan } from "../../../provider/src/review/input/read";
import {
  agentStep,
  agentValues,
  campaignOutputs,
  campaignValues,
  listStep,
  ofKind,
  previewOf,
  type Told,
  unknown,
  urnOf,
} from "../../support/review/previews";

const review = (text: string) => reviewOf([readPlan({ source: "test", text })]);
const print = (steps: readonly Told[]) => review(previewOf(steps)).fingerprint;
const on = campaignValues({ active: true });
const off = campaignValues();

describe("fingerprint", () => {
  it("two plans that differ in which new list the campaign contacts", () => {
    const lists = ["customers", "leads"].map((name) =>
      listStep({ op: "create", name, id: undefined, before: undefined, after: { name } }),
    );
    const plan = (list: string): Told[] => [
      ...lists,
      {
        op: "create",
        name: "q1",
        after: { ...on, listIds: [unknown] },
        dependencies: { listIds: [urnOf(ofKind("List"), list)] },
      },
    ];
    expect(print(plan("customers"))).not.toBe(print(plan("leads")));
  });
  it("approval of a harmless plan does not carry over to the day when the campaign runs", () => {
    const plan = (running: boolean): Told[] => [
      {
        op: "same",
        name: "q1",
        id: "9",
        before: off,
        after: off,
        outputs: campaignOutputs(off, running),
        outputsAfter: campaignOutputs(off, running),
      },
      listStep(),
      agentStep({ op: "create", before: undefined, after: agentValues() }),
    ];
    const [quiet, loud] = [review(previewOf(plan(false))), review(previewOf(plan(true)))];
    expect([quiet.verdict, loud.verdict]).toEqual(["fine", "needs-approval"]);
    expect(loud.fingerprint).not.toBe(quiet.fingerprint);
  });
  it("an explicit provider that acts for another member", () => {
    const plan = (user: string): string => {
      const raw = JSON.parse(previewOf([{ op: "create", name: "q1", after: on }]));
      const urn = "urn:pulumi:test::outreach-test::pulumi:providers:pulumi-nodejs::alice";
      raw.steps.push({
        op: "create",
        urn,
        newState: { urn, type: "pulumi:providers:pulumi-nodejs", inputs: { "outreach:impersonateUserId": user } },
      });
      raw.steps[1].provider = `${urn}::${unknown}`;
      raw.steps[1].newState.provider = `${urn}::${unknown}`;
      return JSON.stringify(raw);
    };
    expect(review(plan("101")).fingerprint).not.toBe(review(plan("202")).fingerprint);
  });
  it("the same resources under another provider", () => {
    const plan = (name: string): string => {
      const raw = JSON.parse(previewOf([{ op: "create", name: "q1", after: on }]));
      raw.steps[1].newState.provider = `urn:pulumi:test::outreach-test::pulumi:providers:pulumi-nodejs::${name}::id`;
      raw.steps[1].provider = raw.steps[1].newState.provider;
      return JSON.stringify(raw);
    };
    expect(review(plan("alice")).fingerprint).not.toBe(review(plan("bob")).fingerprint);
  });
  it("protect / retainOnDelete of a campaign that leaves", () => {
    const plan = (retainOnDelete: boolean): string => {
      const raw = JSON.parse(
        previewOf([{ op: "delete", name: "q1", id: "9", before: on, outputs: campaignOutputs(on, true) }]),
      );
      raw.steps[1].oldState.retainOnDelete = retainOnDelete;
      return JSON.stringify(raw);
    };
    expect(review(plan(true)).fingerprint).not.toBe(review(plan(false)).fingerprint);
  });
  it("absent, empty and null are different", () => {
    const plan = (more: Record<string, unknown>) => print([{ op: "create", name: "q1", after: { ...off, ...more } }]);
    expect(plan({ language: null })).not.toBe(plan({ language: "" }));
  });
  it("the rules changed: new dangers, same fingerprint", () => {
    const text = previewOf([{ op: "create", name: "q1", after: off }]);
    const strict = {
      contactsHave: ["FirstName"],
      mostStepsPerWeek: 5,
      requiredWords: [{ anyOf: ["unsubscribe"], in: ["message"] }],
      forbiddenWords: [],
      levels: {},
    } as never;
    const [lax, hard] = [review(text), reviewOf([readPlan({ source: "t", text })], { rules: strict })];
    expect(lax.verdict === hard.verdict || lax.fingerprint !== hard.fingerprint).toBe(true);
  });
  it("the code of another dynamic resource", () => {
    const plan = (code: string): string => {
      const raw = JSON.parse(
        previewOf([
          { op: "update", type: "pulumi-nodejs:dynamic:Resource", name: "other", id: "x", before: {}, after: {} },
        ]),
      );
      raw.steps[1].newState.inputs.__provider = code;
      return JSON.stringify(raw);
    };
    expect(review(plan("a")).fingerprint).not.toBe(review(plan("b")).fingerprint);
  });
});
