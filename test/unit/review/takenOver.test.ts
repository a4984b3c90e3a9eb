import { describe, expect, it } from "vitest";
import {
  agentStep,
  agentValues,
  campaignOutputs,
  campaignValues,
  listStep,
  previewOf,
  secret,
  type Told,
  unknown,
} from "../../support/review/previews";
import { campaign, codes, review } from "../../support/review/reviewing";

const adopts = [
  ["an id", 12],
  ["an equal one", "twin"],
  ["a secret id", secret],
  ["an id known later", unknown],
] as const;
const ops = ["create", "replace"] as const;
const cases = ops.flatMap((op) => adopts.map(([what, adopt]) => ({ op, what, adopt })));
const newAgent = agentStep({
  op: "create",
  name: "second",
  id: undefined,
  before: undefined,
  after: agentValues({ name: "Second" }),
});

/** A campaign that never ran, with the values that take over another one. */
function campaignThat(op: Told["op"], after: Told["after"]): Told {
  const off = campaignValues();
  if (op === "create") return campaign({ op, id: undefined, before: undefined, after });
  return campaign({ op, before: off, outputs: campaignOutputs(off, false), after });
}

describe("a resource that takes over another object may run, and has people", () => {
  it.each(cases)("a campaign that adopts $what ($op): a new agent on its list is a danger", ({ op, adopt }) => {
    const text = previewOf([listStep(), campaignThat(op, campaignValues({ adopt })), newAgent]);
    expect(review(text).campaigns).toMatchObject([{ runs: "unknown" }]);
    expect(codes([listStep(), campaignThat(op, campaignValues({ adopt })), newAgent])).toContain("danger new-people");
  });

  it.each(ops)("a campaign that is created again without adopt is off (%s)", (op) => {
    expect(review(previewOf([listStep(), campaignThat(op, campaignValues())])).campaigns).toMatchObject([
      { runs: "no" },
    ]);
  });

  it("a replacement names the object that replaces the old campaign", () => {
    const said = (after: Told["after"]) =>
      review(previewOf([listStep(), campaignThat("replace", after)])).findings.find(({ code }) => code === "replaced")
        ?.text;
    expect(said(campaignValues({ adopt: 12 }))).toContain("is replaced by the one with id 12;");
    expect(said(campaignValues({ adopt: "twin" }))).toContain(
      "is replaced by an equal one, or a new one if there is none;",
    );
    expect(said(campaignValues())).toContain("is replaced by a new one;");
  });

  it("a list that is replaced by another one is not called empty", () => {
    const text = (adopt: unknown) =>
      review(
        previewOf([listStep({ op: "replace", before: { name: "Leads" }, after: { name: "Others", adopt } })]),
      ).findings.find(({ code }) => code === "replaced")?.text;
    expect(text(7)).toContain("is replaced by the one with id 7 called");
    expect(text(undefined)).toContain("is replaced by a new, empty list called");
  });
});
