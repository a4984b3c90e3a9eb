import { describe, expect, it } from "vitest";
import { reviewOf } from "../../../provider/src/review/build";
import { readStates } from "../../../provider/src/review/input/read";
import {
  agentStep,
  agentValues,
  campaignOutputs,
  listStep,
  refreshOf,
  stateOf,
  type Told,
  urnOf,
} from "../../support/review/previews";
import { campaign, off, on, review } from "../../support/review/reviewing";

/** The review of the changes from one state of these resources to another. */
function compared(before: readonly Told[], after: readonly Told[]) {
  const [left, right] = [before, after].map((told) => ({ source: "state", text: stateOf(told) }));
  return reviewOf([readStates(left ?? { source: "", text: "" }, right ?? { source: "", text: "" })]);
}
const codesOf = (made: ReturnType<typeof compared>) => made.findings.map(({ level, code }) => `${level} ${code}`);

const its = (outputsAfter: object, values = on): Told =>
  campaign({ after: values, outputsAfter: { ...campaignOutputs(values, values === on), ...outputsAfter } });
const agent = (outputsAfter: object): Told => agentStep({ outputsAfter: { ...agentValues(), ...outputsAfter } });

describe("two states that differ in undeclared properties", () => {
  it.each<[string, Told, Told]>([
    ["the tone of a campaign", its({ tone: "direct" }), its({ tone: "conversational" })],
    ["the language of a campaign", its({}), its({ language: "fr-FR" })],
    ["whether a campaign runs", its({}, off), its({ active: true }, off)],
    ["a criterion of an agent", agent({ minLeadScore: 0.8 }), agent({ minLeadScore: 0.1 })],
    ["whether an agent is paused", agent({ paused: true }), agent({ paused: false })],
  ])("are not equal: %s, as a refresh shows it", (_, left, right) => {
    const made = compared([left, listStep()], [right, listStep()]);
    expect(made.stacks[0]?.counts).toMatchObject({ updated: 1, unchanged: 1 });
    const refreshed = review(
      refreshOf([
        { ...left, op: "refresh", before: left.after, outputs: left.outputsAfter, outputsAfter: right.outputsAfter },
      ]),
    );
    expect(refreshed.stacks[0]?.counts).toMatchObject({ updated: 1 });
  });

  it("name properties without a description once", () => {
    const made = compared([its({ tone: "direct" })], [its({ tone: "conversational" })]);
    expect(made.findings.map(({ code, text }) => [code, text])).toEqual([
      ["changed-outside", "Campaign “Fintech Q1” was changed outside of the program."],
    ]);
    const renamed = campaign({
      after: { ...on, name: "Q2" },
      outputsAfter: campaignOutputs({ ...on, name: "Q2" }, true),
    });
    expect(codesOf(compared([its({})], [renamed]))).toEqual([]);
  });

  it("are equal if only the service's counters differ", () => {
    const made = compared([its({ updatedAt: "2026-01-01" })], [its({ updatedAt: "2026-01-02" })]);
    expect(made.stacks[0]?.counts).toMatchObject({ updated: 0, unchanged: 1 });
  });

  it("report an agent that was started again for a running campaign, and one that finds more people", () => {
    const same = its({});
    expect(codesOf(compared([same, agent({ paused: true })], [same, agent({ paused: false })]))).toEqual([
      "danger new-people",
    ]);
    const lower = compared([agent({ minLeadScore: 0.8 })], [agent({ minLeadScore: 0.1 })]);
    expect(codesOf(lower)).toEqual(["danger wider-targets"]);
    expect(lower.agents[0]?.properties).toEqual([{ name: "minLeadScore", before: "0.8", after: "0.1" }]);
  });
});

describe("two states that differ only in an option or a provider", () => {
  const provider = (name: string) => `${urnOf("pulumi:providers:pulumi-nodejs", name)}::id`;
  const withSide = (side: object) => {
    const raw = JSON.parse(stateOf([its({})]));
    Object.assign(raw.deployment.resources[0], side);
    return { source: "state", text: JSON.stringify(raw) };
  };

  it.each<[string, object, object]>([
    ["the provider", { provider: provider("alice") }, { provider: provider("bruno") }],
    ["deletedWith", {}, { deletedWith: urnOf("x:y:Z", "z") }],
  ])("are not equal: %s", (_, left, right) => {
    const made = reviewOf([readStates(withSide(left), withSide(right))]);
    expect(made.stacks[0]?.counts).toMatchObject({ updated: 1 });
  });

  it("are equal if only the default provider's process differs", () => {
    const sides = ["a", "b"].map((id) => withSide({ provider: `${provider("default")}${id}` }));
    const [left, right] = sides;
    if (left === undefined || right === undefined) throw new Error("two sides are missing");
    expect(reviewOf([readStates(left, right)]).stacks[0]?.counts).toMatchObject({ unchanged: 1 });
  });
});
