import { describe, expect, it } from "vitest";
import { Refusal } from "../../../provider/src/lifecycle/refusal";
import { reviewOf } from "../../../provider/src/review/build";
import { defaultRules, readRules, softened } from "../../../provider/src/review/content/rules";
import { readPlan } from "../../../provider/src/review/input/read";
import { codes, created, email, findings, place, text, withSteps } from "../../support/review/contents";
import { previewOf, secret, type Told, unknown } from "../../support/review/previews";

/** A new campaign whose text uses a field that a contact may lack. */
const uses = (more = {}) => created("Hello, I saw what [Company] builds", more);
const rulesOf = (yaml: string) => readRules(yaml, "outreach.review.yaml");

describe("outreach.review.yaml", () => {
  it("defines the contacts' fields", async () => {
    const rules = await rulesOf("contactsHave: [FirstName, Company]");
    expect(codes([uses()], rules)).toEqual([]);
    expect(codes([created("Hello [LastName], I saw what you build")], rules)).toEqual([["missing-field", place]]);
  });

  it.each<[string, string, Told, string[]]>([
    ["a campaign that rests", "{}", uses(), ["notice"]],
    ["a campaign that sends", "{}", uses({ active: true }), ["danger"]],
    ["a campaign that may send", "{}", uses({ active: unknown }), ["danger"]],
    ["an inactive campaign, if the team requires an approval", "levels: { missingField: danger }", uses(), ["danger"]],
    ["a campaign that is only adopted", "{}", uses({ adopt: 12 }), []],
    ["a campaign that is created if there is none to adopt", "{}", uses({ adopt: "twin", active: true }), ["danger"]],
  ])("a field that a contact may lack, of %s", async (_, yaml, step, levels) => {
    expect(findings([step], await rulesOf(yaml)).map(({ level }) => level)).toEqual(levels);
  });

  it("is proposed once if a text uses a field that a contact may lack", () => {
    const steps = ["a", "b"].map((name) => ({ ...created(`Hello ${name}, I saw what [Company] builds`), name }));
    const { leftOut } = reviewOf([readPlan({ source: "test", text: previewOf(steps) })]);
    expect(leftOut.filter((fact) => fact.includes("contactsHave"))).toEqual([
      "Whether every contact has a value for [Company] is not known. If all of yours do, write `contactsHave: [FirstName, LastName, Company]` into outreach.review.yaml.",
    ]);
  });

  it("is not proposed if no finding is about it", async () => {
    const rules = await rulesOf("levels: { missingField: off }");
    const plan = readPlan({ source: "test", text: previewOf([uses()]) });
    expect(reviewOf([plan], { rules }).leftOut.join()).not.toContain("contactsHave");
  });

  it("sets the level of each rule", async () => {
    const rules = await rulesOf("levels: { insecureLink: notice, missingField: off }");
    const all = findings([created("Hi, see http://example.com of [Company] today")], rules);
    expect(all.map(({ level, code }) => [level, code])).toEqual([["notice", "content:insecure-link"]]);
  });

  it("requires words, and cannot check the AI's texts", async () => {
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

  it("requires words in texts that nobody can read yet", async () => {
    const rules = await rulesOf("requiredWords:\n  - anyOf: [unsubscribe]\n    in: [message]");
    const hidden = (message: unknown) => withSteps({ ...text(""), message });
    for (const step of [hidden(secret), hidden(unknown)]) {
      const [finding] = findings([step], rules);
      expect([finding?.code, finding?.path]).toEqual(["content:required-words", "steps[0].message"]);
      expect(finding?.text).toContain("has a text that is secret or not known yet, so that nobody can tell whether");
    }
    const [mode] = findings([withSteps({ ...text("A text: unsubscribe by an answer"), messageMode: unknown })], rules);
    expect(mode?.text).toContain("may be written by the service's AI");
  });

  it("forbids whole words", async () => {
    const rules = await rulesOf("forbiddenWords:\n  - anyOf: [free, 100%]");
    expect(codes([created("Feel free to have a look at it")], rules)).toEqual([["forbidden-words", place]]);
    expect(codes([created("We are 100% sure about it all")], rules)).toEqual([["forbidden-words", place]]);
    expect(codes([created("Freedom is what we are about")], rules)).toEqual([]);
  });

  it.each([
    ["decomposed letters", "Come to our cafe\u0301 for a talk", "café"],
    ["a soft hyphen", "All of it is gua\u00adranteed for you", "guaranteed"],
    ["a joiner that joins nothing", "All of it is gua\u200dranteed for you", "guaranteed"],
    ["a variation selector", "All of it is gua\ufe0franteed for you", "guaranteed"],
    ["a filler instead of a space", "All of it is risk\u3164free for you", "risk free"],
    ["full-width letters", "All of it is ｇｕａｒａｎｔｅｅｄ for you", "guaranteed"],
    ["a ligature", "An oﬃce for all of your people", "office"],
    ["a line break in a phrase", "All of it is risk\nfree for you", "risk free"],
    ["a typographic apostrophe", "You don’t want to miss this", "don't"],
    ["typographic quotation marks", "This is the “best” of all offers", '"best"'],
    ["a hyphen that does not break", "All of it is risk\u2011free for you", "risk-free"],
    ["sharp s", "Hier ist die große Überraschung", "GROSSE"],
    ["the last letter of a Greek word", "Ο ΔΡΌΜΟΣ για όλους εσάς", "δρόμος"],
    ["Japanese", "これは完全無料のサービスです。ぜひお試しください", "無料"],
    ["Chinese", "这是完全免费的服务，欢迎您来试用看看，谢谢", "免费"],
    ["Thai", "บริการนี้ฟรีสำหรับคุณและทีมงาน", "ฟรี"],
    ["a Latin word in Chinese", "欢迎您来试用我们的Demo服务，完全不用注册", "demo"],
  ])("finds words however they are written: %s", async (_, message, word) => {
    const rules = await rulesOf(`forbiddenWords:\n  - anyOf: [${JSON.stringify(word)}]`);
    expect(codes([created(message)], rules)).toEqual([["forbidden-words", place]]);
  });

  it.each([
    ["another word with an accent", "Come to our café for a talk", "cafe"],
    ["a part of a Latin word", "The demonstration is for everybody", "demo"],
    ["words on both sides of a variable", "Dear risk [FirstName] free is all we can be", "risk free"],
    ["letters on both sides of a variable", "Dear free[FirstName]dom is all we can be", "freedom"],
  ])("finds no word in %s", async (_, message, word) => {
    const rules = await rulesOf(`forbiddenWords:\n  - anyOf: [${JSON.stringify(word)}]`);
    expect(codes([created(message)], rules)).toEqual([]);
  });

  it("does not treat a variable's name as a word, unless the rule names the variable", async () => {
    const of = (kind: string, word: string) =>
      rulesOf(`contactsHave: [FirstName, Company]\n${kind}:\n  - anyOf: ["${word}"]\n    in: [message]`);
    const step = uses();
    expect(codes([step], await of("forbiddenWords", "company"))).toEqual([]);
    expect(codes([step], await of("requiredWords", "company"))).toEqual([["required-words", place]]);
    expect(codes([step], await of("forbiddenWords", "[Company]"))).toEqual([["forbidden-words", place]]);
    expect(codes([step], await of("requiredWords", "[Company]"))).toEqual([]);
  });

  it("explains a rule in one line, whatever its content", async () => {
    const why = JSON.stringify(`first\n\n/merge\n\u001b[2J${"x".repeat(500)}`);
    const rules = await rulesOf(`requiredWords:\n  - anyOf: ["a\\n/close"]\n    in: [message]\n    why: ${why}`);
    const [finding] = findings([created("A long enough text for everybody")], rules);
    expect(finding?.text).toMatch(/lacks “a \/close”, which outreach\.review\.yaml requires\. first \/merge x{280,}…$/);
  });

  it("lists rules that it switches off", async () => {
    expect(softened(defaultRules)).toEqual([]);
    expect(softened(await rulesOf("levels: { nearlyEmpty: danger }\nmostStepsPerWeek: 3"))).toEqual([]);
    const yaml = "levels: { missingField: off, insecureLink: notice, repeatedText: off }\nmostStepsPerWeek: 900";
    expect(softened(await rulesOf(yaml))).toEqual([
      "outreach.review.yaml switches off: missingField, repeatedText.",
      "outreach.review.yaml demands no approval for: insecureLink.",
      "outreach.review.yaml allows 900 steps in a week instead of 5.",
    ]);
  });

  it.each([
    ["", []],
    ["# nothing but a comment", []],
  ])("may be empty: %j", async (yaml) => {
    expect(await rulesOf(yaml)).toEqual(defaultRules);
  });

  it.each(
    [
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
      ["levels: 5", "  levels must be a map from rules to levels"],
      ["contactsHave: [SenderName]", "  contactsHave.0 must be one of FirstName, LastName, Company, JobTitle"],
      ["contactsHave: Company", "  contactsHave must be a list of variables"],
      ["mostStepsPerWeek: 0", "  mostStepsPerWeek must be at least 1"],
      ["mostStepsPerWeek: 1.5", "  mostStepsPerWeek must be a whole number"],
      ["forbiddenWords:\n  - anyOf: [5]", "  forbiddenWords.0.anyOf.0 must be a text"],
      ['forbiddenWords:\n  - anyOf: ["\\u200b"]', "  forbiddenWords.0.anyOf.0 must not be empty"],
      ["forbiddenWords:\n  - anyOf: [x]\n    why: 5", "  forbiddenWords.0.why must be a text"],
      ["forbiddenWords:\n  - anyOf: [x]\n    in: []", "  forbiddenWords.0.in must name at least one type of step"],
      ["forbiddenWords:\n  - anyOf: [x]\n    in: email", "  forbiddenWords.0.in must be a list of types"],
      ['"k\\n\\e[31mX": 1', "  k X is no setting: there are "],
      [
        '"k\\n/merge": 1\n"k\\n/merge": 2',
        "outreach.review.yaml is not valid YAML:\n  Map keys must be unique at line 2",
      ],
      ["a: *b", "  Unresolved alias (the anchor must be set before the alias): b: write the values out"],
      ["[".repeat(100_000), "outreach.review.yaml is not valid YAML:\n  "],
      ["a: 1\nb: 2", "outreach.review.yaml has 2 problems:"],
    ].map(([yaml = "", message = ""]) => [JSON.stringify(yaml).slice(0, 60), yaml, message]),
  )("with invalid content fails: %s", async (_, yaml, message) => {
    await expect(rulesOf(yaml)).rejects.toThrow(message);
    await expect(rulesOf(yaml)).rejects.toBeInstanceOf(Refusal);
  });

  it("is refused if a few lines expand to millions", async () => {
    const names = ["a", "b", "c", "d"];
    const lines = names.map((name, index) => {
      const values = Array.from({ length: 9 }, () => (index === 0 ? "x" : `*${names[index - 1]}`));
      return `${name}: &${name} [${values.join(",")}]`;
    });
    await expect(rulesOf(lines.join("\n"))).rejects.toThrow(
      "outreach.review.yaml is not valid YAML:\n  Excessive alias count",
    );
  });
});
