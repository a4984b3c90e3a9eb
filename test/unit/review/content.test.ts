import { describe, expect, it } from "vitest";
import { reviewOf } from "../../../provider/src/review/build";
import { type ContentRules, defaultRules, readRules } from "../../../provider/src/review/content/rules";
import { readPlan } from "../../../provider/src/review/input/read";
import { campaignOutputs, campaignValues, previewOf, type Told, withMessage } from "../../support/review/previews";

function findings(steps: readonly Told[], rules: ContentRules = defaultRules) {
  return reviewOf([readPlan({ source: "test", text: previewOf(steps) })], { rules }).findings.filter(({ code }) =>
    code.startsWith("content:"),
  );
}
const codes = (steps: readonly Told[], rules?: ContentRules) =>
  findings(steps, rules).map(({ code, path }) => [code.slice(8), path]);
const created = (message: string, more = {}): Told => ({ op: "create", name: "q1", after: withMessage(message, more) });
const email = (subject: string, message: string) => ({
  type: "email",
  messageMode: "same",
  subject,
  message,
  delayAfterLastStep: 2,
});
const withSteps = (...steps: object[]): Told => ({ op: "create", name: "q1", after: campaignValues({ steps }) });
const text = (message: string, delayAfterLastStep = 2) => ({
  type: "message",
  messageMode: "same",
  message,
  delayAfterLastStep,
});
const rulesOf = (yaml: string) => readRules(yaml, "outreach.review.yaml");
const place = "steps[2].message";

describe("the checks of texts", () => {
  it.each<[string, Told, [string, string][]]>([
    ["a good text", created("Hi [FirstName], may I show you our work?"), []],
    ["a text that says nothing", created("Hi [FirstName]"), [["nearly-empty", place]]],
    ["a text of blanks and signs", created("... --- ..."), [["nearly-empty", place]]],
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
    ["a note with a bracket", withSteps({ type: "invitationNote", note: "I would like to connect, [Company]" }), []],
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
  ])("%s", (_, step, expected) => {
    expect(codes([step])).toEqual(expected);
  });

  it("leave alone what was there before", () => {
    const old = withMessage("Hi [Company]");
    expect(codes([{ op: "update", name: "q1", id: "9", before: old, after: { ...old, name: "Q2" } }])).toEqual([]);
    expect(
      codes([{ op: "same", name: "q1", id: "9", before: old, after: old, outputs: campaignOutputs(old, true) }]),
    ).toEqual([]);
    expect(codes([{ op: "delete", name: "q1", id: "9", before: old }])).toEqual([]);
  });

  it("look at what an update changes", () => {
    const [before, after] = [withMessage("Hi [FirstName], may I show you our work?"), withMessage("Hi")];
    expect(codes([{ op: "update", name: "q1", id: "9", before, after }])).toEqual([["nearly-empty", place]]);
  });

  it("find one text in two campaigns of one list, if one of them is new", () => {
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

  it("show what a contact without the field would read", () => {
    const [finding] = findings([created("Hi [FirstName], I saw what [Company] builds in the north")]);
    expect(finding?.text).toBe(
      "Campaign “Fintech Q1”, step 3 (message) uses [Company]: the service removes it for contacts without that field, who then read “Hi Robin, I saw what builds in the north”.",
    );
  });
});

describe("outreach.review.yaml", () => {
  it("says what contacts have", async () => {
    const rules = await rulesOf("contactsHave: [FirstName, Company]");
    expect(codes([created("Hello, I saw what [Company] builds")], rules)).toEqual([]);
    expect(codes([created("Hello [LastName], I saw what you build")], rules)).toEqual([["missing-field", place]]);
  });

  it("sets the level of each rule", async () => {
    const rules = await rulesOf("levels: { insecureLink: notice, missingField: off }");
    const all = findings([created("Hi, see http://example.com of [Company] today")], rules);
    expect(all.map(({ level, code }) => [level, code])).toEqual([["notice", "content:insecure-link"]]);
  });

  it("demands words, and cannot check those of the AI", async () => {
    const rules = await rulesOf(
      'requiredWords:\n  - anyOf: ["opt out", "unsubscribe"]\n    in: [email]\n    why: Every e-mail needs a way out.',
    );
    const good = email("Hello", "A long text. To UNSUBSCRIBE, answer.");
    const bad = email("Hello unsubscribe", "A long text without anything else.");
    const ai = { type: "email", messageMode: "ai" };
    expect(codes([withSteps(good, text("A long enough text for everybody"))], rules)).toEqual([]);
    expect(codes([withSteps(bad)], rules)).toEqual([["required-words", "steps[0].message"]]);
    expect(codes([withSteps(ai)], rules)).toEqual([["required-words", "steps[0].messageMode"]]);
    expect(findings([withSteps(bad)], rules)[0]?.text).toBe(
      "Campaign “Fintech Q1”, step 1 (e-mail) lacks one of “opt out” and “unsubscribe”, which outreach.review.yaml requires. Every e-mail needs a way out.",
    );
  });

  it("forbids whole words", async () => {
    const rules = await rulesOf("forbiddenWords:\n  - anyOf: [free, 100%]");
    expect(codes([created("Feel free to have a look at it")], rules)).toEqual([["forbidden-words", place]]);
    expect(codes([created("We are 100% sure about it all")], rules)).toEqual([["forbidden-words", place]]);
    expect(codes([created("Freedom is what we are about")], rules)).toEqual([]);
  });

  it.each([
    ["", []],
    ["# nothing but a comment", []],
  ])("may say nothing: %j", async (yaml) => {
    expect(await rulesOf(yaml)).toEqual(defaultRules);
  });

  it.each([
    [
      "mostStepsPerWeak: 3",
      "outreach.review.yaml has 1 problem:\n  mostStepsPerWeak is no setting: did you mean mostStepsPerWeek?",
    ],
    ["levels: { nearlyEmty: off }", "  levels.nearlyEmty is no setting: did you mean nearlyEmpty?"],
    ["levels: { nearlyEmpty: error }", "  levels.nearlyEmpty must be danger, notice or off"],
    ["mostStepsPerWeek: many", "  mostStepsPerWeek must be a number of steps"],
    ["contactsHave: [Firstname]", "  contactsHave.0 must be one of FirstName, LastName, Company, JobTitle"],
    ["requiredWords: [unsubscribe]", "  requiredWords.0 must be a rule with anyOf"],
    ["requiredWords:\n  - anyOf: []", "  requiredWords.0.anyOf must name at least one word"],
    [
      "forbiddenWords:\n  - anyOf: [x]\n    in: [invitation]",
      "  forbiddenWords.0.in.0 must be one of invitationNote, message, email",
    ],
    ["- a list", "  the file must be a map of settings"],
    ["levels: {", "outreach.review.yaml is not valid YAML:\n"],
    ["a: 1\nb: 2", "outreach.review.yaml has 2 problems:"],
  ])("with wrong words fails: %s", async (yaml, message) => {
    await expect(rulesOf(yaml)).rejects.toThrow(message);
  });
});
