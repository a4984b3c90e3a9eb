import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  agentStep,
  agentValues,
  campaignValues,
  listStep,
  ofKind,
  previewOf,
  secret,
  type Told,
  unknown,
  urnOf,
} from "../../support/review/previews";
import { campaign, codes, review, runs } from "../../support/review/reviewing";

const listUrn = (name: string) => urnOf(ofKind("List"), name);
const newList = (name: string) =>
  listStep({ op: "create", name, id: undefined, before: undefined, after: { name: `New ${name}` } });
const leads = listStep({ name: "leads", id: "5", before: { name: "Leads" }, after: { name: "Leads" } });
const sends = (listIds: unknown, ...lists: string[]): Told =>
  campaign({
    ...{ op: "create", name: "new", id: undefined, after: campaignValues({ active: true, listIds }) },
    dependencies: { listIds: lists.map(listUrn) },
  });
const finds = (listId: unknown, ...lists: string[]): Told =>
  agentStep({
    ...{ op: "create", id: undefined, before: undefined, after: agentValues({ listId }) },
    dependencies: { listId: lists.map(listUrn) },
  });
const hidden = "danger hidden-reach";

describe("a list that a plan does not name", () => {
  it.each<[string, Told[]]>([
    ["it exists, so that its own id would be known", [leads, sends([unknown], "leads")]],
    ["it may be either of two", [newList("a"), newList("b"), sends([unknown], "a", "b")]],
    ["it may be a new one or one that exists", [newList("a"), leads, sends([unknown], "a", "leads")]],
    ["it is secret", [newList("a"), sends([secret], "a")]],
    ["it is secret, and exists", [leads, sends([secret], "leads")]],
    ["all are secret", [newList("a"), sends(secret, "a")]],
    ["one of two is secret", [newList("a"), newList("b"), sends([secret, unknown], "a", "b")]],
    ["it is in an array that is known later as a whole", [newList("a"), sends(unknown, "a")]],
    ["there are more values than lists", [newList("a"), sends([unknown, unknown], "a")]],
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
    const steps = [leads, newList("a"), newList("b"), sends(listIds, ...dependencies)];
    expect(codes(steps)).toEqual(["danger starts-sending"]);
    expect(review(previewOf(steps)).campaigns[0]?.lists.map(({ name }) => name)).toEqual(names);
  });

  it("may be a running campaign's list, for an agent", () => {
    for (const steps of [
      [leads, runs, finds(unknown, "leads")],
      [leads, newList("a"), runs, finds(unknown, "leads", "a")],
      [newList("a"), runs, finds(secret, "a")],
    ]) {
      expect(codes(steps)).toEqual(["danger new-people", hidden]);
    }
    expect(codes([leads, newList("a"), runs, finds(unknown, "a")])).toEqual([]);
  });

  it("is looked up by the type of a component's child", () => {
    const raw = previewOf([newList("a"), sends([unknown], "a")]).replaceAll(
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
        const steps = [newList("a"), newList("b"), leads, sends(listIds, ...urns)];
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
