import { describe, expect, it } from "vitest";
import { codes, created, email, findings, place, text, withSteps } from "../../support/review/contents";
import { campaignOutputs, campaignValues, type Told, unknown, withMessage } from "../../support/review/previews";

describe("the checks of texts", () => {
  it.each<[string, Told, [string, string][]]>([
    ["a good text", created("Hi [FirstName], may I show you our work?"), []],
    ["a text that says nothing", created("Hi [FirstName]"), [["nearly-empty", place]]],
    ["a Chinese sentence", created("您好，想和您聊聊合作机会。"), []],
    ["two Chinese signs", created("您好。"), [["nearly-empty", place]]],
    ["a text of spaces and punctuation", created("... --- ..."), [["nearly-empty", place]]],
    ["a text of another script", created("こんにちは、私たちの仕事をお見せしてもよろしいですか"), []],
    [
      "a field that a contact may lack",
      created("Hi [FirstName], I saw what [Company] builds"),
      [["missing-field", place]],
    ],
    [
      "two such fields, one finding",
      created("As [JobTitle] of [Company] you know all of it"),
      [["missing-field", place]],
    ],
    ["a link without https", created("Have a look at http://example.com/offer today"), [["insecure-link", place]]],
    ["a link without a scheme", created("Have a look at www.example.com/offer today"), [["insecure-link", place]]],
    ["a link with https", created("Have a look at https://www.example.com/offer today"), []],
    [
      "an empty subject",
      withSteps(email(" [Company] ", "A long enough text for everybody")),
      [
        ["nearly-empty", "steps[0].subject"],
        ["missing-field", "steps[0].subject"],
      ],
    ],
    ["a short subject", withSteps(email("Hi", "A long enough text for everybody")), []],
    [
      "one text twice",
      withSteps(text("A long enough text for everybody"), text(" a long  enough TEXT for everybody ")),
      [["repeated-text", "steps[1].message"]],
    ],
    [
      "a variable in a note, in which the service fills in none",
      withSteps({ type: "invitationNote", note: "I would like to connect, [Company]" }),
      [["unknown-variable", "steps[0].note"]],
    ],
    [
      "a variable that the service does not know",
      created("How is business in [City] this year?"),
      [["unknown-variable", place]],
    ],
    [
      "a misspelt variable that is acknowledged",
      created("Hi [Firstname], may I show you it?"),
      [["unknown-variable", place]],
    ],
    ["a variable of another service", created("Hi {{firstName}}, may I show you it?"), [["unknown-variable", place]]],
    [
      "two of them in a subject, one finding",
      withSteps(email("[City] and {region}", "A long enough text for everybody")),
      [["unknown-variable", "steps[0].subject"]],
    ],
    ["brackets around something other than a word", created("We have shown it to everybody [1] in the team (2)"), []],
    [
      "six daily steps",
      withSteps(...["a", "b", "c", "d", "e", "f"].map((each) => text(`A long enough text for everybody ${each}`, 1))),
      [["steps-per-week", "steps[5].delayAfterLastStep"]],
    ],
    [
      "five daily steps",
      withSteps(...["a", "b", "c", "d", "e"].map((each) => text(`A long enough text for everybody ${each}`, 1))),
      [],
    ],
    [
      "daily steps after one whose day is not known",
      withSteps(
        ...[2, unknown, 1, 1, 1, 1, 1].map((delay, index) => text(`A long enough text for everybody ${index}`, delay)),
      ),
      [["steps-per-week", "steps[6].delayAfterLastStep"]],
    ],
    [
      "daily steps on both sides of such a day",
      withSteps(
        ...[1, 1, 1, 1, unknown, 1, 1, 1, 1].map((delay, index) =>
          text(`A long enough text for everybody ${index}`, delay),
        ),
      ),
      [],
    ],
  ])("%s", (_, step, expected) => {
    expect(codes([step])).toEqual(expected);
  });

  it("know the days between existing steps, even if an earlier step has no known day", () => {
    const steps = (second: unknown, added: object[] = []) =>
      campaignValues({
        steps: [
          ...[2, second, 1, 1, 1, 1].map((delay, index) => text(`A long enough text for everybody ${index}`, delay)),
          ...added,
        ],
      });
    const last = text("A long enough text for everybody at the end", 1);
    const update = (after: ReturnType<typeof steps>): Told => ({
      ...{ op: "update", name: "q1", id: "9", before: steps(2), after },
    });
    expect(codes([update(steps(unknown))])).toEqual([]);
    expect(codes([update(steps(unknown, [last]))])).toEqual([["steps-per-week", "steps[6].delayAfterLastStep"]]);
  });

  it("find the same text of many campaigns by their lists", () => {
    const many = (listOf: (index: number) => number): Told[] =>
      Array.from({ length: 3_000 }, (_, index) => ({
        ...{ op: "create", name: `campaign-${index}` },
        after: withMessage("A long enough text for everybody", { listIds: [listOf(index)] }),
      }));
    expect(findings(many((index) => index))).toEqual([]);
    expect(findings(many((index) => index % 1_500))).toHaveLength(1_500);
    expect(findings(many(() => 5))).toHaveLength(2_999);
  });

  it("name the first campaign with the text, in the order of their resources' names", () => {
    const on = (name: string, listIds: number[]): Told => ({
      ...{ op: "create", name },
      after: withMessage("A long enough text for everybody", { name, listIds }),
    });
    const all = findings([on("Third", [5, 6]), on("One", [6]), on("Other", [5])]);
    expect(all.map(({ text }) => /^Campaign “(\w+)”.*campaign “(\w+)”/.exec(text)?.slice(1))).toEqual([
      ["Third", "One"],
    ]);
  });

  it("print one line for any step name in a program", () => {
    const [finding] = findings([withSteps({ type: "x\n\n/merge\u001b[2J", message: "Hi" })]);
    expect(finding?.text).toMatch(/step 1 \(x \/merge\) is nearly empty/);
  });

  it("ignore existing texts", () => {
    const old = withMessage("Hi [Company]");
    expect(codes([{ op: "update", name: "q1", id: "9", before: old, after: { ...old, name: "Q2" } }])).toEqual([]);
    expect(
      codes([{ op: "same", name: "q1", id: "9", before: old, after: old, outputs: campaignOutputs(old, true) }]),
    ).toEqual([]);
    expect(codes([{ op: "delete", name: "q1", id: "9", before: old }])).toEqual([]);
  });

  it("check an update's changes", () => {
    const [before, after] = [withMessage("Hi [FirstName], may I show you our work?"), withMessage("Hi")];
    expect(codes([{ op: "update", name: "q1", id: "9", before, after }])).toEqual([["nearly-empty", place]]);
  });

  it("find the same text in two campaigns on one list, if one of them is new", () => {
    const twin = (name: string, more: Partial<Told> = {}): Told => ({
      ...created("A long enough text for everybody"),
      name,
      ...more,
    });
    const same = { op: "same", id: "9", before: withMessage("A long enough text for everybody") };
    expect(codes([twin("a"), twin("b")])).toEqual([["same-text-to-list", place]]);
    expect(findings([twin("a"), twin("b")])[0]?.text).toBe(
      "Campaign “Fintech Q1”, step 3 (message) has the same text as campaign “Fintech Q1”, and both use one list: its people can get it from both.",
    );
    expect(codes([twin("a", same), twin("b")])).toEqual([["same-text-to-list", place]]);
    expect(codes([twin("a", same), twin("b", { ...same, id: "10" })])).toEqual([]);
    expect(
      codes([twin("a"), twin("b", { after: withMessage("A long enough text for everybody", { listIds: [6] }) })]),
    ).toEqual([]);
  });

  it("show the text as a contact without the field would read it", () => {
    const [finding] = findings([created("Hi [FirstName], I saw what [Company] builds in the north")]);
    expect(finding?.text).toBe(
      "Campaign “Fintech Q1”, step 3 (message) uses [Company]: the service removes it for contacts without that field, who then read “Hi Robin, I saw what builds in the north”.",
    );
  });
});
