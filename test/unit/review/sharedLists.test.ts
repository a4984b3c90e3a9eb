import { describe, expect, it } from "vitest";
import { sharedLists } from "../../../provider/src/rehearse/sharedLists";
import { reviewOf } from "../../../provider/src/review/build";
import { readPlan } from "../../../provider/src/review/input/read";
import { reviewPage } from "../../../provider/src/review/output/html";
import { reviewMarkdown } from "../../../provider/src/review/output/markdown";
import { reviewText } from "../../../provider/src/review/output/text";
import { campaignValues, listStep, previewOf, type Told } from "../../support/review/previews";
import { review, runs } from "../../support/review/reviewing";
import { style } from "../../support/review/terminal";

const created = (name: string, more: object = {}): Told => ({
  ...{ op: "create", name },
  after: campaignValues({ name, active: true, ...more }),
});
const shared = (steps: readonly Told[]) =>
  review(previewOf(steps)).findings.flatMap(({ code, text }) => (code === "shared-list" ? [text] : []));

describe("two campaigns that reach one list", () => {
  it("are named, and those that start together once", () => {
    expect(shared([created("a"), created("b"), listStep()])).toEqual([
      "Campaign “a” and campaign “b” use the list “Fintech founders”: the same people may get what each of them sends.",
    ]);
  });

  it("are named if one of them already runs", () => {
    expect(shared([runs, created("a"), listStep()])).toHaveLength(1);
  });

  it.each<[string, Told[]]>([
    ["one of them rests", [runs, created("a", { active: false })]],
    ["they use other lists", [created("a"), created("b", { listIds: [6] })]],
    ["neither comes to the list", [runs, { ...runs, name: "q2", id: "10" }]],
    ["one leaves the program", [{ ...runs, op: "delete", after: undefined, outputsAfter: undefined }, created("a")]],
  ])("are not named if %s", (_, steps) => {
    expect(shared(steps)).toEqual([]);
  });

  it("are named by a rehearsal", () => {
    const of = (name: string, ...listIds: number[]) => ({ id: listIds[0] ?? 0, name, listIds });
    const observed = {
      campaigns: [of("A", 1, 2), of("B", 2), of("C", 3)],
      lists: [1, 2, 3].map((id) => ({ id, name: `L${id}` })),
    };
    expect(sharedLists(observed)).toEqual(["The people in list “L2” are reached by 2 campaigns: “A” and “B”."]);
  });
});

describe("how many people a danger reaches", () => {
  const plan = readPlan({ source: "test", text: previewOf([created("a", { listIds: [5, 6] }), listStep()]) });
  const counted = (...ids: string[]) =>
    reviewOf([plan], {
      live: new Map([["outreach-test/test", new Map(ids.map((id) => [id, { people: 120, states: {} }]))]]),
    });

  it("is in every output if the lists were counted", () => {
    const made = counted("5", "6");
    expect(made.findings.find(({ code }) => code === "starts-sending")?.people).toBe(240);
    for (const output of [reviewText(made, style), reviewMarkdown(made), reviewPage(made)])
      expect(output).toContain("It reaches 240 people.");
  });

  it("is not shown if a list was not counted", () => {
    expect(reviewMarkdown(counted("5"))).not.toContain("It reaches");
  });

  it("is in no fingerprint", () => {
    expect(counted("5", "6").fingerprint).toBe(reviewOf([plan]).fingerprint);
  });
});
