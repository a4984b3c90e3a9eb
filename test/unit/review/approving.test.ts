import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { linesOf } from "../../../examples/gitops/scripts/opinions.mjs";
import { stepLines } from "../../../provider/src/cli/review/steps";
import { dangerWord } from "../../../provider/src/review/approval";
import { reviewPage } from "../../../provider/src/review/output/html";
import { longestComment, reviewMarkdown } from "../../../provider/src/review/output/markdown";
import { reviewText } from "../../../provider/src/review/output/text";
import { campaign, finding, review, step, text, urnOf } from "../../support/review/build";
import { textOf, tokensOf } from "../../support/review/parsedPage";
import { style } from "../../support/review/terminal";

const danger = finding("danger", "starts-sending", "It starts sending.");
const line = `approve sha256:9f2c61f0a4d84f10b7d2d9b0c0aa5ce18e1b7a3f6a6e4a0c93a1f6f0f6f4c2d1`;

describe("how to approve a plan", () => {
  it("is on the page and in the terminal with the line to copy", () => {
    const made = review({ findings: [danger] });
    expect(reviewText(made, style)).toContain(`\n  ${line}\n`);
    expect(reviewPage(made)).toContain(`<code class="approval" dir="auto">${line}</code>`);
  });

  it("names each danger that no fingerprint covers once, by its campaign in the program", () => {
    const prefix = "urn:pulumi:production::team::";
    const about = (code: string, urn: string) => ({ ...danger, code, urn: `${prefix}${urn}` });
    const campaignType = "pulumi-nodejs:dynamic/outreach:Campaign";
    const made = review({
      findings: [
        ...[danger, about("suppressed-person", `${campaignType}::q1`)],
        ...[about("already-contacted", `${campaignType}::q1`), about("already-contacted", `${campaignType}::q1`)],
        about("already-contacted", `team:Launch$${campaignType}::q1`),
        about("unread-people", `${campaignType}::März *1*`),
      ],
    });
    const words = [
      ...["suppressed-person:q1", "already-contacted:q1", `already-contacted:team:Launch%24${campaignType}::q1`],
      "unread-people:M%C3%A4rz%20%2A1%2A",
    ];
    expect(reviewText(made, style)).toContain(`\n  ${line} ${words.join(" ")}\n`);
    const [stack] = made.stacks;
    const several = { ...made, stacks: [...made.stacks, ...(stack === undefined ? [] : [{ ...stack, stack: "b" }])] };
    expect(reviewText(several, style)).toContain(` suppressed-person:production::team::${campaignType}::q1 `);
  });

  it("has another word for each campaign, whatever its name is, in the form that an approval takes", () => {
    const campaignType = "pulumi-nodejs:dynamic/outreach:Campaign";
    const parts = fc.constantFrom("::", ":", "$", "%", "%24", " ", "\n", "launch", "á", "а", campaignType);
    const name = fc.array(parts, { minLength: 1, maxLength: 6 }).map((all) => all.join(""));
    const parent = fc.constantFrom("", "team:Launch$", "team:Launch$team:Part$");
    const urn = fc
      .tuple(parent, name)
      .map(([its, own]) => `urn:pulumi:production::team::${its}${campaignType}::${own}`);
    const nested = `urn:pulumi:production::team::team:Launch$${campaignType}::launch`;
    const { stacks } = review({});
    const word = (each: string) => dangerWord({ ...danger, code: "already-contacted", urn: each }, { stacks });
    fc.assert(
      fc.property(urn, urn, (one, other) => {
        expect(linesOf(`approve sha256:${"1".repeat(64)} ${word(one)}`).approved).toHaveLength(1);
        expect(word(one) === word(other)).toBe(one === other);
      }),
      { examples: [[nested, `urn:pulumi:production::team::${campaignType}::team:Launch$${campaignType}::launch`]] },
    );
  });

  it("is not shown if no approval of the plan counts", () => {
    const made = review({ findings: [{ ...danger, uncovered: true }] });
    expect(textOf(reviewPage(made))).toContain("No approval of this plan counts");
    for (const output of [reviewText(made, style), reviewPage(made)]) expect(output).not.toContain("approve sha256:");
  });

  it.each([
    ["nothing needs one", review({})],
    ["it is done already", review({ about: "done", findings: [danger] })],
    ["there is no fingerprint", review({ fingerprint: undefined, verdict: "failed", findings: [danger] })],
  ])("is not shown if %s", (_, made) => {
    for (const output of [reviewText(made, style), reviewPage(made)]) expect(output).not.toContain("approve sha256:");
  });
});

describe("the calendar", () => {
  const planned = review({
    campaigns: [
      campaign("q1", { steps: [step("visitProfile", { day: 0 }), step("message", { day: 4, texts: [text("Hi")] })] }),
    ],
  });

  it("has the first possible date of each day", () => {
    const page = reviewPage(planned, { now: new Date("2026-02-26T23:30:00Z") });
    expect(page).toContain('Day </span>0 <time class="date" datetime="2026-02-26">26 Feb 2026</time>');
    expect(page).toContain('Day </span>4 <time class="date" datetime="2026-03-02">2 Mar 2026</time>');
  });

  it("has none if the page has no time, or a day is out of range", () => {
    expect(reviewPage(planned)).not.toContain('class="date"');
    const far = review({ campaigns: [campaign("q1", { steps: [step("visitProfile", { day: 1e12 })] })] });
    const dates = tokensOf(reviewPage(far, { now: new Date("2026-02-26T00:00:00Z") })).filter(
      (token) => token.kind === "open" && token.attributes.get("class") === "date",
    );
    expect(dates).toHaveLength(1);
  });
});

describe("the link of a finding", () => {
  const at = finding("danger", "content:insecure-link", "A link.", {
    path: "steps[1].message",
    source: "src/a (b).ts:31",
  });

  it("is the file's line in the forge, if a pipeline provides its address", () => {
    const files = "https://forge.example.com/team/outreach/blob/0123456";
    const found = reviewMarkdown(review({ findings: [at], origin: { files } }));
    expect(found).toContain(`(${"[src/a (b).ts:31]"}(${files}/src/a%20%28b%29.ts#L31))`);
  });

  it("is plain text elsewhere", () => {
    expect(reviewMarkdown(review({ findings: [at] }))).toContain("`steps[1].message` (src/a (b).ts:31)");
  });
});

describe("the lines of steps in a program", () => {
  const program = `import * as outreach from "pulumi-outreach";
const greeting = "new Campaign(\\"x\\", { steps: [";
new outreach.Campaign("a", { // steps: [
  steps: [outreach.step.visitProfile(), /* steps: [1] */
    outreach.step.message({ message: \`Hi ), [FirstName]\`, delayAfterLastStep: 1 }),
    // the last, "one
    { type: "email", subject: 'it\\'s', message: text["b"] },
  ],
});
new outreach.Campaign("b", { steps: [...common, outreach.step.visitProfile()] });
new outreach.Campaign("c", { steps: common });
new outreach.Campaign("d", { steps: [] }); new outreach.Campaign("e", { steps: [1, [2, 3], 4] });
new outreach.FullCycle("f", { one: { steps: [1] }, two: { steps: [2] } });
new outreach.Campaign("g", { steps: [1, "`;

  it.each<[string, number, readonly number[] | undefined]>([
    ["a comment that looks like another array", 3, undefined],
    ["a spread, which cannot be counted", 10, undefined],
    ["steps that are declared elsewhere", 11, undefined],
    ["none", 12, []],
    ["two campaigns in one call", 13, undefined],
    ["a program that ends early", 14, undefined],
    ["a line that the program does not have", 99, undefined],
  ])("are found: %s", (_, from, lines) => {
    expect(stepLines(program, from)).toEqual(lines);
  });

  it("are those of each element of the array", () => {
    expect(stepLines(program.replace(" // steps: [", "").replace(" /* steps: [1] */", ""), 3)).toEqual([4, 5, 7]);
  });
});

describe("what nobody may miss", () => {
  const notices = (count: number, code: string) =>
    Array.from({ length: count }, (_, index) => finding("notice", code, `${code} ${index}.`));

  it("is never folded on the page: campaigns switched on outside, and unknown variables", () => {
    const findings = [
      ...notices(30, "adopted"),
      ...notices(1, "changed-outside"),
      ...notices(1, "content:unknown-variable"),
    ];
    const page = reviewPage(review({ findings }));
    const shown = page.slice(0, page.indexOf("more notice"));
    for (const words of ["changed-outside 0.", "content:unknown-variable 0.", "adopted 17."])
      expect(shown).toContain(words);
    expect(shown).not.toContain("adopted 18.");
  });

  it("is a sentence even if a comment has no room for anything else", () => {
    const findings = [...notices(3_000, "adopted"), ...notices(1, "changed-outside")];
    const text = reviewMarkdown(review({ findings }), longestComment);
    expect(text.length).toBeLessThanOrEqual(longestComment);
    expect(text).toContain("- changed-outside 0.");
  });

  it("is not hidden by texts that do not change: they are folded", () => {
    const steps = [step("message", { day: 0, texts: [text("The same words")] })];
    const urn = urnOf("Campaign", "q1");
    const made = review({
      campaigns: [campaign("q1", { steps, change: "updated" })],
      findings: [finding("danger", "starts-sending", "It starts.", { urn })],
    });
    expect(reviewMarkdown(made)).toContain(
      "<details><summary>Step 1, message, unchanged</summary>\n\n> The same words\n\n</details>",
    );
    expect(reviewPage(made)).toContain('<details class="unchanged"><summary>Unchanged text</summary>');
  });
});
