import { describe, expect, it } from "vitest";
import { codes, created, email, findings, place, text, withSteps } from "../../support/review/contents";
import { campaignOutputs, campaignValues, type Told, unknown, withMessage } from "../../support/review/previews";
import { campaign } from "../../support/review/reviewing";

const longEnough = "A long enough text for everybody";
/** One finding, in the created message. */
const found = (code: string): [string, string][] => [[code, place]];
const unknownVariable = found("unknown-variable");
/** Messages with these delays. */
const delayed = (...delays: unknown[]) => delays.map((delay, index) => text(`${longEnough} ${index}`, delay));

describe("the checks of texts", () => {
  it.each<[string, Told, [string, string][]]>([
    ["a good text", created("Hi [FirstName], may I show you our work?"), []],
    ["a text that says nothing", created("Hi [FirstName]"), found("nearly-empty")],
    ["a Chinese sentence", created("您好，想和您聊聊合作机会。"), []],
    ["two Chinese signs", created("您好。"), found("nearly-empty")],
    ["a text of spaces and punctuation", created("... --- ..."), found("nearly-empty")],
    ["a text of another script", created("こんにちは、私たちの仕事をお見せしてもよろしいですか"), []],
    ["a field that a contact may lack", created("Hi [FirstName], I saw what [Company] builds"), found("missing-field")],
    ["two such fields, one finding", created("As [JobTitle] of [Company] you know all of it"), found("missing-field")],
    ["a link without https", created("Have a look at http://example.com/offer today"), found("insecure-link")],
    ["a link without a scheme", created("Have a look at www.example.com/offer today"), found("insecure-link")],
    ["a link with https", created("Have a look at https://www.example.com/offer today"), []],
    [
      "an empty subject",
      withSteps(email(" [Company] ", longEnough)),
      [
        ["nearly-empty", "steps[0].subject"],
        ["missing-field", "steps[0].subject"],
      ],
    ],
    ["a short subject", withSteps(email("Hi", longEnough)), []],
    [
      "one text twice",
      withSteps(text(longEnough), text(" a long  enough TEXT for everybody ")),
      [["repeated-text", "steps[1].message"]],
    ],
    [
      "a variable in a note, in which the service fills in none",
      withSteps({ type: "invitationNote", note: "I would like to connect, [Company]" }),
      [["unknown-variable", "steps[0].note"]],
    ],
    ["a variable that the service does not know", created("How is business in [City] this year?"), unknownVariable],
    ["a misspelt variable that is acknowledged", created("Hi [Firstname], may I show you it?"), unknownVariable],
    ["a variable of another service", created("Hi {{firstName}}, may I show you it?"), unknownVariable],
    [
      "two of them in a subject, one finding",
      withSteps(email("[City] and {region}", longEnough)),
      [["unknown-variable", "steps[0].subject"]],
    ],
    ["brackets around something other than a word", created("We have shown it to everybody [1] in the team (2)"), []],
    ["six daily steps", withSteps(...delayed(1, 1, 1, 1, 1, 1)), [["steps-per-week", "steps[5].delayAfterLastStep"]]],
    ["five daily steps", withSteps(...delayed(1, 1, 1, 1, 1)), []],
    [
      "daily steps after one whose day is not known",
      withSteps(...delayed(2, unknown, 1, 1, 1, 1, 1)),
      [["steps-per-week", "steps[6].delayAfterLastStep"]],
    ],
    ["daily steps on both sides of such a day", withSteps(...delayed(1, 1, 1, 1, unknown, 1, 1, 1, 1)), []],
  ])("%s", (_, step, expected) => {
    expect(codes([step])).toEqual(expected);
  });

  it("know the days between existing steps, even if an earlier step has no known day", () => {
    const steps = (second: unknown, added: object[] = []) =>
      campaignValues({ steps: [...delayed(2, second, 1, 1, 1, 1), ...added] });
    const last = text(`${longEnough} at the end`, 1);
    const update = (after: ReturnType<typeof steps>) => campaign({ before: steps(2), after });
    expect(codes([update(steps(unknown))])).toEqual([]);
    expect(codes([update(steps(unknown, [last]))])).toEqual([["steps-per-week", "steps[6].delayAfterLastStep"]]);
  });

  it("find the same text of many campaigns by their lists", () => {
    const many = (listOf: (index: number) => number): Told[] =>
      Array.from({ length: 3_000 }, (_, index) => ({
        ...created(longEnough, { listIds: [listOf(index)] }),
        name: `campaign-${index}`,
      }));
    expect(findings(many((index) => index))).toEqual([]);
    expect(findings(many((index) => index % 1_500))).toHaveLength(1_500);
    expect(findings(many(() => 5))).toHaveLength(2_999);
  });

  it("name the first campaign with the text, in the order of their resources' names", () => {
    const on = (name: string, listIds: number[]): Told => ({ ...created(longEnough, { name, listIds }), name });
    const all = findings([on("Third", [5, 6]), on("One", [6]), on("Other", [5])]);
    const names = all.map(({ text }) => /^Campaign “(\w+)”.*campaign “(\w+)”/.exec(text)?.slice(1));
    expect(names).toEqual([["Third", "One"]]);
  });

  it("print one line for any step name in a program", () => {
    const [finding] = findings([withSteps({ type: "x\n\n/merge\u001b[2J", message: "Hi" })]);
    expect(finding?.text).toMatch(/step 1 \(x \/merge\) is nearly empty/);
  });

  it("ignore existing texts", () => {
    const old = withMessage("Hi [Company]");
    expect(codes([campaign({ before: old, after: { ...old, name: "Q2" } })])).toEqual([]);
    const same = campaign({ op: "same", before: old, after: old, outputs: campaignOutputs(old, true) });
    expect(codes([same])).toEqual([]);
    expect(codes([campaign({ op: "delete", before: old })])).toEqual([]);
  });

  it("check an update's changes", () => {
    const [before, after] = [withMessage("Hi [FirstName], may I show you our work?"), withMessage("Hi")];
    expect(codes([campaign({ before, after })])).toEqual([["nearly-empty", place]]);
  });

  it("find the same text in two campaigns on one list, if one of them is new", () => {
    const twin = (name: string, more: Partial<Told> = {}): Told => ({ ...created(longEnough), name, ...more });
    const same = { op: "same", id: "9", before: withMessage(longEnough) };
    expect(codes([twin("a"), twin("b")])).toEqual([["same-text-to-list", place]]);
    expect(findings([twin("a"), twin("b")])[0]?.text).toBe(
      "Campaign “Fintech Q1”, step 3 (message) has the same text as campaign “Fintech Q1”, and both use one list: its people can get it from both.",
    );
    expect(codes([twin("a", same), twin("b")])).toEqual([["same-text-to-list", place]]);
    expect(codes([twin("a", same), twin("b", { ...same, id: "10" })])).toEqual([]);
    const elsewhere = withMessage(longEnough, { listIds: [6] });
    expect(codes([twin("a"), twin("b", { after: elsewhere })])).toEqual([]);
  });

  it("show the text as a contact without the field would read it", () => {
    const [finding] = findings([created("Hi [FirstName], I saw what [Company] builds in the north")]);
    expect(finding?.text).toBe(
      "Campaign “Fintech Q1”, step 3 (message) uses [Company]: the service removes it for contacts without that field, who then read “Hi Robin, I saw what builds in the north”.",
    );
  });
});
