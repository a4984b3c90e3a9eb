import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  agentValues,
  campaignValues,
  listStep,
  newAgent,
  newList,
  ofKind,
  previewOf,
  secret,
  type Told,
  unknown,
  urnOf,
} from "../../support/review/previews";
import { campaign, codes, review, runs } from "../../support/review/reviewing";

const listUrn = (name: string) => urnOf(ofKind("List"), name);
const listNamed = (name: string) => newList({ name, after: { name: `New ${name}` } });
const leads = listStep({ name: "leads", id: "5", before: { name: "Leads" }, after: { name: "Leads" } });
const sends = (listIds: unknown, ...lists: string[]): Told =>
  campaign({
    ...{ op: "create", name: "new", id: undefined, after: campaignValues({ active: true, listIds }) },
    dependencies: { listIds: lists.map(listUrn) },
  });
const finds = (listId: unknown, ...lists: string[]): Told =>
  newAgent({ after: agentValues({ listId }), dependencies: { listId: lists.map(listUrn) } });
const hidden = "danger hidden-reach";

describe("a list that a plan does not name", () => {
  it.each<[string, Told[]]>([
    ["it exists, so that its own id would be known", [leads, sends([unknown], "leads")]],
    ["it may be either of two", [listNamed("a"), listNamed("b"), sends([unknown], "a", "b")]],
    ["it may be a new one or one that exists", [listNamed("a"), leads, sends([unknown], "a", "leads")]],
    ["it is secret", [listNamed("a"), sends([secret], "a")]],
    ["it is secret, and exists", [leads, sends([secret], "leads")]],
    ["all are secret", [listNamed("a"), sends(secret, "a")]],
    ["one of two is secret", [listNamed("a"), listNamed("b"), sends([secret, unknown], "a", "b")]],
    ["it is in an array that is known later as a whole", [listNamed("a"), sends(unknown, "a")]],
    ["there are more values than lists", [listNamed("a"), sends([unknown, unknown], "a")]],
    ["it comes from a list that the preview omits", [sends([unknown], "elsewhere")]],
  ])("is unknown if %s", (_, steps) => {
    const { campaigns } = review(previewOf(steps));
    expect(codes(steps)).toContain(hidden);
    expect(campaigns[0]?.lists.every((list) => list.uncertain === "hidden" && list.name === undefined)).toBe(true);
  });

  it.each<[string, unknown, readonly string[], readonly string[]]>([
    ["the only one", [unknown], ["a"], ["New a"]],
    ["as many as there are values", [unknown, unknown], ["a", "b"], ["New a", "New b"]],
    ["beside one that exists and is named", [5, unknown], ["leads", "a"], ["Leads", "New a"]],
  ])("is the one that the change creates: %s", (_, listIds, dependencies, names) => {
    const steps = [leads, listNamed("a"), listNamed("b"), sends(listIds, ...dependencies)];
    expect(codes(steps)).toEqual(["danger starts-sending"]);
    expect(review(previewOf(steps)).campaigns[0]?.lists.map(({ name }) => name)).toEqual(names);
  });

  it("may be a running campaign's list, for an agent", () => {
    for (const steps of [
      [leads, runs, finds(unknown, "leads")],
      [leads, listNamed("a"), runs, finds(unknown, "leads", "a")],
      [listNamed("a"), runs, finds(secret, "a")],
    ]) {
      expect(codes(steps)).toEqual(["danger new-people", hidden]);
    }
    expect(codes([leads, listNamed("a"), runs, finds(unknown, "a")])).toEqual([]);
  });

  it("is looked up by the type of a component's child", () => {
    const raw = previewOf([listNamed("a"), sends([unknown], "a")]).replaceAll(
      "::pulumi-nodejs:dynamic/outreach:List::a",
      "::outreach:index:FullCycle$pulumi-nodejs:dynamic/outreach:List::a",
    );
    expect(review(raw).findings.map(({ code }) => code)).toEqual(["starts-sending"]);
  });

  it("can be approved only if there is one possible assignment", () => {
    const values = fc.array(fc.constantFrom<unknown>(unknown, secret, 5, 6), { minLength: 1, maxLength: 4 });
    const dependencies = fc.subarray(["a", "b", "leads", "elsewhere"]);
    fc.assert(
      fc.property(values, dependencies, (listIds, urns) => {
        const steps = [listNamed("a"), listNamed("b"), leads, sends(listIds, ...urns)];
        if (codes(steps).includes(hidden) || !listIds.includes(unknown)) return;
        const named = review(previewOf(steps)).campaigns[0]?.lists.filter(({ id }) => id === undefined);
        expect(listIds).not.toContain(secret);
        expect(named?.map(({ urn }) => urn)).toEqual(urns.filter((name) => name.length === 1).map(listUrn));
        expect(named).toHaveLength(listIds.filter((value) => value === unknown).length);
        expect(urns.filter((name) => name.length > 1 && !(name === "leads" && listIds.includes(5)))).toEqual([]);
      }),
    );
  });
});
