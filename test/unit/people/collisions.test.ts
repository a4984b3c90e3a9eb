import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judge } from "../../../provider/src/people/collisions";
import { type Appearance, type Involvement, levels } from "../../../provider/src/people/model";

/** A contact of member 1 in a list by default. */
function contact(contactId: string, told: Partial<Appearance> = {}): Appearance {
  return { member: "1", contactId, emails: [], inList: true, campaigns: [], areAllCampaigns: true, ...told };
}

function campaign(campaignId: string, told: Partial<Involvement> = {}): Involvement {
  return { campaignId, active: true, isOver: false, ...told };
}

const profile = "network.example.com/in/ada";
const ids = (people: readonly { readonly appearances: readonly Appearance[] }[]) =>
  people.map(({ appearances }) => appearances.map(({ member, contactId }) => `${member}/${contactId}`).join(" "));

describe("contacts of one person", () => {
  const other = (told: Partial<Appearance>) => contact("2", { member: "2", ...told });
  const mailA = { emails: ["a@x.example"] };
  const mailB = { emails: ["b@x.example"] };
  const shared = { emails: ["info@x.example"] };
  it.each<[string, Partial<Appearance>, Partial<Appearance>, boolean]>([
    ["an equal profile", { profile }, { profile }, true],
    ["an equal profile, other e-mail addresses", { profile, ...mailA }, { profile, ...mailB }, true],
    ["an equal e-mail address", mailA, mailA, true],
    ["one of several e-mail addresses", { emails: ["a@x.example", "b@x.example"] }, mailB, true],
    ["an equal e-mail address if one lacks the profile", { profile, ...mailA }, mailA, true],
    [
      "an equal e-mail address, two forms of a profile",
      { profile, ...mailA },
      { profile: "network.example.com/sales/1", ...mailA },
      true,
    ],
    ["a shared mailbox", shared, shared, true],
    [
      "a shared mailbox, other profiles",
      { profile, ...shared },
      { profile: "network.example.com/in/bo", ...shared },
      false,
    ],
    ["other profiles", { profile }, { profile: "network.example.com/in/bo" }, false],
    ["other e-mail addresses", mailA, mailB, false],
    ["a name and a company alone", { name: "Ada Byron", company: "X" }, { name: "Ada Byron", company: "X" }, false],
    ["nothing", {}, {}, false],
  ])("%s", (_, left, right, expected) => {
    const { collisions, others } = judge([contact("1", left), other(right)]);
    expect([collisions.length, others.length]).toEqual(expected ? [1, 0] : [0, 2]);
  });

  it("are matched through several contacts, with the reason", () => {
    const all = [
      contact("1", { profile }),
      contact("2", { member: "2", profile, emails: ["a@x.example"] }),
      contact("3", { member: "3", emails: ["a@x.example"] }),
    ];
    expect(judge(all).collisions).toMatchObject([{ sameBy: ["profile", "e-mail"], appearances: { length: 3 } }]);
  });
});

describe("a collision", () => {
  const pair = (left: Partial<Appearance>, right: Partial<Appearance>) =>
    judge([contact("1", { profile, ...left }), contact("2", { profile, ...right })]).collisions.map(
      ({ level }) => level,
    );
  const two = { member: "2" };
  const in8 = { campaigns: [campaign("8")] };
  const twoIn9 = (told?: Partial<Involvement>) => ({ ...two, campaigns: [campaign("9", told)] });
  it.each<[string, Partial<Appearance>, Partial<Appearance>, string | undefined]>([
    ["two members, no campaign", {}, two, "none-running"],
    ["two lists of one member", {}, {}, undefined],
    ["two members, one of whom has the contact in no list", {}, { ...two, inList: false }, undefined],
    ["two members, one by a campaign alone", {}, { ...two, inList: false, campaigns: [campaign("9")] }, "one-running"],
    ["two campaigns that run", in8, twoIn9(), "both-running"],
    ["two campaigns of one member", in8, { campaigns: [campaign("9")] }, "both-running"],
    ["two contacts in one campaign", in8, in8, "both-running"],
    ["one contact in two campaigns", { campaigns: [campaign("8"), campaign("9")] }, {}, "both-running"],
    ["one contact in one campaign", in8, {}, undefined],
    ["one that runs, one that is over", in8, twoIn9({ isOver: true }), "one-running"],
    ["one that runs, one that is off", in8, twoIn9({ active: false }), "one-running"],
    ["two that are off", { campaigns: [campaign("8", { active: false })] }, twoIn9({ active: false }), "none-running"],
    ["one that may run", {}, twoIn9({ active: undefined }), "unknown"],
    ["one that may run and is over", {}, twoIn9({ active: undefined, isOver: true }), "none-running"],
    ["one that runs, one that may", in8, twoIn9({ active: undefined }), "unknown"],
    ["two that run, and others untold", { ...in8, areAllCampaigns: false }, twoIn9(), "both-running"],
    ["campaigns that are not shown", {}, { ...two, areAllCampaigns: false }, "unknown"],
    [
      "campaigns that are not shown, of a contact in no list",
      in8,
      { ...two, inList: false, areAllCampaigns: false },
      undefined,
    ],
  ])("%s", (_, left, right, expected) => {
    expect(pair(left, right)).toEqual(expected === undefined ? [] : [expected]);
  });

  it("is sorted by severity, then by the latest contact", () => {
    const person = (id: string, campaigns: readonly Involvement[]) => [
      contact(id, { profile: `${profile}-${id}`, campaigns }),
      contact(id, { member: "2", profile: `${profile}-${id}` }),
    ];
    const all = [
      ...person("11", []),
      ...person("12", [campaign("8", { at: "2027-03-01T00:00:00Z" })]),
      ...person("13", [campaign("8"), campaign("9")]),
      ...person("14", [campaign("8", { at: "2027-03-02T00:00:00Z" })]),
      ...person("15", [campaign("8", { active: undefined })]),
      ...person("9", []),
    ];
    const sorted = judge(all).collisions.map(({ appearances: [first] }) => first?.contactId);
    expect(sorted).toEqual(["13", "15", "14", "12", "9", "11"]);
  });
});

describe("namesakes", () => {
  const named = (id: string, told: Partial<Appearance>) => contact(id, { name: "Ada Byron", ...told });
  it("of two members are listed separately, those at one company first", () => {
    const { collisions, perhaps } = judge([
      named("1", { company: "X", emails: ["a@x.example"] }),
      named("2", { member: "2", company: "x ", name: "ada  BYRON" }),
      contact("3", { name: "Bo Kim", company: "X" }),
      contact("4", { member: "2", name: "Bo Kim", company: "Y", campaigns: [campaign("8")] }),
      contact("5", { name: "Ada" }),
      contact("6", { member: "2", name: "Ada" }),
    ]);
    expect(collisions).toEqual([]);
    expect(perhaps.map(({ isSameCompany, level, people }) => [isSameCompany, level, ...ids(people)])).toEqual([
      [true, "none-running", "1/1", "2/2"],
      [false, "one-running", "1/3", "2/4"],
    ]);
  });

  it("of one member are two people", () => {
    expect(judge([named("1", {}), named("2", {})]).perhaps).toEqual([]);
    expect(judge([named("1", {}), named("2", { member: "2", inList: false })]).perhaps).toEqual([]);
  });

  it("who are one person by an address are not namesakes", () => {
    expect(judge([named("1", { profile }), named("2", { member: "2", profile })]).perhaps).toEqual([]);
  });
});

describe("for any contacts of the members", () => {
  const involvement = fc.record<Involvement>(
    {
      ...{ campaignId: fc.constantFrom("1", "2", "3"), isOver: fc.boolean() },
      ...{ active: fc.boolean(), at: fc.constantFrom("2027-01-01", "odd") },
    },
    { requiredKeys: ["campaignId", "isOver"] },
  );
  const appearances = fc
    .array(
      fc.record(
        {
          member: fc.constantFrom("1", "2", "30"),
          emails: fc.uniqueArray(fc.constantFrom("a@x.example", "b@x.example", "info@x.example"), { maxLength: 2 }),
          profile: fc.constantFrom("n.example/in/a", "n.example/in/b"),
          name: fc.constantFrom("Ada Byron", "Bo Kim", "Ada"),
          company: fc.constantFrom("X", "Y"),
          inList: fc.boolean(),
          campaigns: fc.uniqueArray(involvement, { maxLength: 2, selector: ({ campaignId }) => campaignId }),
          areAllCampaigns: fc.boolean(),
        },
        { requiredKeys: ["member", "emails", "inList", "campaigns", "areAllCampaigns"] },
      ),
      { maxLength: 12 },
    )
    .map((all) => all.map((each, index): Appearance => ({ ...each, contactId: String(index + 1) })));
  const keyOf = ({ member, contactId }: Appearance) => `${member}/${contactId}`;

  it("nobody is lost, and nobody is two people", () => {
    fc.assert(
      fc.property(appearances, (all) => {
        const { collisions, others } = judge(all);
        const found = [...collisions, ...others].flatMap((person) => person.appearances.map(keyOf));
        expect(found.toSorted()).toEqual(all.map(keyOf).toSorted());
      }),
    );
  });

  it("the order of members and contacts does not matter", () => {
    const shuffled = appearances.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length })),
    );
    fc.assert(
      fc.property(shuffled, ([all, other]) => {
        expect(judge(other)).toEqual(judge(all));
      }),
    );
  });

  it("people of one address are one person, and people without a common address never are by their name", () => {
    fc.assert(
      fc.property(appearances, (all) => {
        const { collisions, others } = judge(all);
        const people = [...collisions, ...others];
        for (const address of ["n.example/in/a", "n.example/in/b", "a@x.example", "b@x.example"]) {
          const having = people.filter((person) =>
            person.appearances.some(({ profile: own, emails }) => own === address || emails.includes(address)),
          );
          expect(having.length).toBeLessThanOrEqual(1);
        }
        for (const { appearances: own, sameBy } of people) expect(own.length > 1).toBe(sameBy.length > 0);
      }),
    );
  });

  it("less data never makes a collision less severe", () => {
    fc.assert(
      fc.property(appearances, fc.nat(), (all, chosen) => {
        const before = judge(all).collisions;
        const known = all[chosen % Math.max(1, all.length)];
        if (known === undefined) return;
        const forgotten = all.map((each) =>
          each === known ? { ...each, campaigns: each.campaigns.map(({ active: _, ...rest }) => rest) } : each,
        );
        const after = judge(forgotten).collisions;
        expect(after.length).toBe(before.length);
        for (const { level, appearances: own } of before) {
          const same = after.find((each) =>
            each.appearances.some((one) => own.some((other) => keyOf(one) === keyOf(other))),
          );
          if (level === "none-running" || level === "one-running") {
            expect(levels.indexOf(same?.level ?? "none-running")).toBeLessThanOrEqual(levels.indexOf(level));
          } else expect(["both-running", "unknown"]).toContain(same?.level);
        }
      }),
    );
  });

  it("no collision disappears when a contact is added", () => {
    // A shared mailbox is no longer a proof when a second profile has it.
    const personal = appearances.filter((all) => all.every(({ emails }) => !emails.includes("info@x.example")));
    fc.assert(
      fc.property(personal, (all) => {
        const before = judge(all.slice(1)).collisions;
        const after = new Set(judge(all).collisions.flatMap((person) => person.appearances.map(keyOf)));
        for (const { appearances: own } of before) expect(own.every((each) => after.has(keyOf(each)))).toBe(true);
      }),
    );
  });
});
