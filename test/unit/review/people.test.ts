import { describe, expect, it } from "vitest";
import { parseDoNotContact } from "../../../provider/src/kind/doNotContact";
import { Suppression } from "../../../provider/src/kind/suppression";
import type { Appearance, Involvement } from "../../../provider/src/people/model";
import { personsOf } from "../../../provider/src/people/persons";
import { liveCodes } from "../../../provider/src/review/approval";
import { reviewOf } from "../../../provider/src/review/build";
import { defaultRules } from "../../../provider/src/review/content/rules";
import { stackKey } from "../../../provider/src/review/input/plan";
import { readPlan } from "../../../provider/src/review/input/read";
import { campaignValues, previewOf, type Told } from "../../support/review/previews";
import { campaign, running } from "../../support/review/reviewing";

const now = Date.parse("2027-03-31T00:00:00Z");
const created = (after: Told["after"], name = "q1") => campaign({ op: "create", name, after });
const starts = created(campaignValues({ listIds: [5], active: true }));

/** Ada in list 5 of the stack's member, and with Bruno in these campaigns. */
function ada(campaigns: readonly Partial<Involvement>[], told: Partial<Appearance> = {}): Appearance[] {
  const common = { name: "Ada Byron", emails: ["ada@example.com"], inList: true, areAllCampaigns: true };
  return [
    { ...common, member: "1", contactId: "1", listId: "5", campaigns: [] },
    {
      ...{ ...common, member: "2", contactId: "2", listId: "6" },
      campaigns: campaigns.map((each) => ({ campaignId: "90", isOver: false, ...each })),
      ...told,
    },
  ];
}

function reviewed(
  steps: Told | readonly Told[],
  appearances: readonly Appearance[],
  lines?: string,
  rules = defaultRules,
  isUnread = false,
) {
  const plan = readPlan({ source: "test", text: previewOf([steps].flat()) });
  const suppression = lines === undefined ? undefined : new Suppression(parseDoNotContact(lines).entries);
  const people = new Map([[stackKey(plan), { persons: personsOf(appearances), now, suppression, isUnread }]]);
  const [before, after] = [reviewOf([plan], { rules }), reviewOf([plan], { rules, people })];
  // The members' contacts change by the hour, so no fingerprint covers them.
  expect(after.fingerprint).toBe(before.fingerprint);
  expect(after.findings.filter(({ code }) => !liveCodes.has(code))).toEqual(before.findings);
  const found = after.findings.filter(({ code }) => liveCodes.has(code));
  // Where a plan is applied, people are read only if it needs an approval without them.
  if (found.length > 0) expect(before.verdict).toBe("needs-approval");
  return found;
}

describe("already-contacted", () => {
  const over = { active: false, isOver: true };

  it.each<[string, readonly Partial<Involvement>[], Partial<Appearance>, string | undefined]>([
    ["a campaign that runs", [{ active: true }], {}, "1 by a campaign that runs"],
    ["a step 20 days ago", [{ ...over, step: 2, at: "2027-03-11T00:00:00Z" }], {}, "1 within the last 90 days"],
    ["a step 100 days ago", [{ ...over, step: 2, at: "2026-12-20T00:00:00Z" }], {}, undefined],
    ["a campaign that is over before its first step", [{ active: true, isOver: true }], {}, undefined],
    ["a step without a time", [{ ...over, step: 2 }], {}, "1 of whom the service does not tell when"],
    [
      "a campaign that may run",
      [{ active: undefined }],
      {},
      "1 of whom the service does not tell when, or whether it goes on",
    ],
    [
      "a colleague whose campaigns are not shown",
      [],
      { areAllCampaigns: false },
      "1 of whom the service does not tell",
    ],
    ["a colleague who only has her as a contact", [], {}, undefined],
  ])("%s", (_, campaigns, told, expected) => {
    const findings = reviewed(starts, ada(campaigns, told));
    expect(findings.map(({ level, code, path }) => [level, code, path])).toEqual(
      expected === undefined ? [] : [["danger", "already-contacted", "listIds"]],
    );
    expect(findings[0]?.text ?? "").toContain(expected ?? "");
  });

  it("contains only numbers, and the team's number of days", () => {
    const contacted = [{ ...over, step: 1, at: "2027-03-11T00:00:00Z" }];
    const [finding] = reviewed(starts, ada(contacted), undefined, { ...defaultRules, contactedWithinDays: 30 });
    expect(finding?.text).toMatch(
      /^Campaign “.*” comes to 1 person in its lists whom other campaigns of the organization contact or have contacted: 1 within the last 30 days\. /,
    );
    expect(finding?.text).not.toMatch(/Ada|Byron|example\.com/);
    expect(reviewed(starts, ada(contacted), undefined, { ...defaultRules, contactedWithinDays: 7 })).toEqual([]);
  });

  it("names up to ten people separately from its text: first those with a running campaign, then the latest contacts", () => {
    const person = (id: number, told: Partial<Involvement>): Appearance[] =>
      ada([{ name: "Banking", ...told }]).map((each, index) => ({
        ...each,
        ...{ contactId: `${id}${index}`, name: `Person ${id}`, emails: [`p${id}@example.com`], company: "Engines" },
      }));
    const people = [
      ...[10, 11, 12, 13, 14, 15, 16, 17, 18].map((id) =>
        person(id, { ...over, step: 1, at: `2027-03-${id}T00:00:00Z` }),
      ),
      person(30, { active: undefined, name: undefined }),
      person(31, { active: true }),
    ].flat();
    const [finding] = reviewed(starts, people);
    expect(finding?.who).toHaveLength(10);
    expect(finding?.who?.slice(0, 2)).toEqual([
      "Person 31, Engines (“Banking” of user 2 runs)",
      "Person 18, Engines (“Banking” of user 2, 13 days ago)",
    ]);
    expect(finding?.who?.join()).not.toContain("Person 30");
    expect(finding?.text).not.toContain("Person");
  });

  it("shows a step of today, or of a clock that is ahead, as today's", () => {
    const at = (time: string) => reviewed(starts, ada([{ ...over, step: 1, at: time }]))[0]?.who;
    expect(at("2027-03-30T23:00:00Z")).toEqual([expect.stringContaining(", today)")]);
    expect(at("2027-04-03T00:00:00Z")).toEqual([expect.stringContaining(", today)")]);
  });

  it("covers a campaign's new lists, and not its existing ones", () => {
    const attaching = running(campaignValues({ active: true, listIds: [5, 77] }));
    const text = running(campaignValues({ active: true, language: "fr-FR" }));
    const off = created(campaignValues({ listIds: [5] }));
    const runs = ada([{ active: true }]).map((each) => (each.listId === "5" ? { ...each, listId: "77" } : each));
    const has = ada([{ active: true }]);
    expect(reviewed(attaching, runs).map(({ code }) => code)).toEqual(["already-contacted"]);
    for (const step of [attaching, text, off]) expect(reviewed(step, has)).toEqual([]);
    // The campaign itself does not count.
    const own = ada([{ campaignId: "9", active: true }], { listId: "77" });
    expect(reviewed(attaching, own)).toEqual([]);
  });
});

describe("two campaigns of one change", () => {
  const on = (list: number, name: string, more = {}) =>
    created(campaignValues({ name, listIds: [list], active: true, ...more }), name);
  const others = (...steps: Told[]) => {
    const found = reviewed(steps, ada([]));
    return found.map(({ code, urn, text }) => [code, urn?.split("::").at(-1), /: (\d .*?)\. `/.exec(text)?.[1]]);
  };

  it("contact somebody whom both come to, by lists of their own", () => {
    const both = "1 by another campaign of this change";
    expect(others(on(5, "first"), on(6, "second"))).toEqual([
      ["already-contacted", "first", both],
      ["already-contacted", "second", both],
    ]);
    const attaching = running(campaignValues({ active: true, listIds: [5, 77] }));
    const inOther = ada([]).map((each) => (each.listId === "5" ? { ...each, listId: "77" } : each));
    expect(reviewed([attaching, on(6, "second")], inOther)).toHaveLength(2);
  });

  it("contact nobody twice if one of them does not send, or comes to others", () => {
    expect(others(on(5, "first"), on(6, "second", { active: false }))).toEqual([]);
    expect(others(on(5, "first"), on(7, "second"))).toEqual([]);
  });
});

describe("a campaign to which nothing is written", () => {
  const has = ada([{ active: true }]);
  it.each([
    ["is taken over as it runs", { active: true, adopt: 9 }],
    ["may be taken over, and stays off if it is created", { adopt: "twin" }],
  ])("comes to nobody: one that %s", (_, more) => {
    const after = campaignValues({ listIds: [5], ...more });
    expect(reviewed(created(after), has, "ada@example.com", defaultRules, true)).toEqual([]);
  });
});

describe("suppressed-person", () => {
  it("counts people whom a line names, also through a colleague's contact", () => {
    const people = ada([], { company: "Engines" });
    const [finding] = reviewed(starts, people, "# who\nEngines\nada@example.com");
    expect(finding).toMatchObject({ level: "danger", code: "suppressed-person" });
    expect(finding?.text).toMatch(
      /comes to 1 person in its lists who is not to be contacted \(lines 2 and 3 of outreach\.do-not-contact\)/,
    );
    expect(finding?.text).not.toMatch(/Ada|Engines/);
    expect(finding?.who).toEqual(["Ada Byron, Engines"]);
    // Already excluded in the app, as the finding requests.
    const excluded = people.map((each) => (each.listId === "5" ? { ...each, isRefused: true as const } : each));
    expect(reviewed(starts, excluded, "ada@example.com")).toEqual([]);
    expect(reviewed(starts, people, "bo@example.com")).toEqual([]);
    expect(reviewed(starts, people)).toEqual([]);
  });
});

describe("unread-people", () => {
  it("covers each campaign with new lists, even if nobody was read", () => {
    const codes = (step: Told) =>
      reviewed(step, [], undefined, defaultRules, true).map(({ level, code }) => [level, code]);
    expect(codes(starts)).toEqual([["danger", "unread-people"]]);
    expect(codes(running(campaignValues({ active: true, listIds: [5, 77] })))).toEqual([["danger", "unread-people"]]);
    expect(codes(running(campaignValues({ active: true, language: "fr-FR" })))).toEqual([]);
  });
});
