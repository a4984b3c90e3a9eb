import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reviewOf } from "../../../provider/src/review/build";
import { readPlan } from "../../../provider/src/review/input/read";
import type { Review } from "../../../provider/src/review/model";
import { longestComment, reviewMarkdown } from "../../../provider/src/review/output/markdown";
import { plain, quotation } from "../../../provider/src/review/output/markdownText";
import {
  agentStep,
  campaignValues,
  listStep,
  newAgent,
  previewOf,
  type Told,
  withMessage,
} from "../../support/review/previews";
import { campaign } from "../../support/review/reviewing";

function reviewed(steps: readonly Told[]): Review {
  return reviewOf([readPlan({ source: "test", text: previewOf(steps) })]);
}

const created = (index: number, more = {}): Told => ({
  ...{ op: "create", name: `campaign-${index}` },
  after: withMessage(`Hi [FirstName], this is text number ${index} about [Company]`, {
    ...{ name: `Campaign ${index}`, active: true, listIds: [index + 10] },
    ...more,
  }),
});

describe("Markdown of a review", () => {
  it("lists dangers first, then each change, then unchanged resources", () => {
    const steps: Told[] = [
      campaign({ before: campaignValues(), after: withMessage("Hi [FirstName], may I show you our new work?") }),
      agentStep({
        op: "update",
        after: { name: "Finder", listId: 5, targetJobTitles: ["CEO", "CTO"], targetLocations: ["France"] },
      }),
      listStep(),
    ];
    expect(reviewMarkdown(reviewed(steps))).toMatchSnapshot();
  });

  it("has only a heading for a deleted resource", () => {
    const leaves = campaign({ op: "delete", before: campaignValues() });
    const steps = [leaves, agentStep({ op: "delete", after: undefined })];
    const text = reviewMarkdown(reviewed(steps));
    expect(text).toContain("### Source agent “Finder” (deleted, id 6)\n\n### What stays in the account");
    expect(text).toContain("### Campaign “Fintech Q1” (leaves the program, id 9)\n\n### Source agent");
  });

  it("counts the omitted items of long lists", () => {
    const plans = [readPlan({ source: "test", text: previewOf([listStep()]) })];
    const facts = Array.from({ length: 20 }, (_, index) => `Fact ${index}.`);
    const text = reviewMarkdown(reviewOf(plans, { leftOut: facts }));
    expect(text).toContain("- Fact 14.\n- 5 more, which the page and `--json` show");
    const listIds = Array.from({ length: 33 }, (_, index) => index + 10);
    expect(reviewMarkdown(reviewed([created(1, { listIds })]))).toContain(", 3 more\n");
    const [last = 0, ...others] = [...listIds].reverse();
    const [before, after] = [others, [...others, last]].map((listIds) => campaignValues({ listIds }));
    const added = reviewMarkdown(reviewed([campaign({ before, after })]));
    expect(added).toContain(`- Lists: list ${last} (added), list `);
  });

  it("has one heading if nothing changes", () => {
    expect(reviewMarkdown(reviewed([listStep(), agentStep()]))).toMatchSnapshot();
  });

  const titles = Array.from({ length: 100 }, (_, title) => `Title ${title}`);
  it.each<[string, Told[]]>([
    ["500 campaigns", Array.from({ length: 500 }, (_, index) => created(index))],
    ["2,000 campaigns", Array.from({ length: 2_000 }, (_, index) => created(index))],
    [
      "a text of 200,000 characters",
      [created(1, { steps: [{ type: "email", messageMode: "same", subject: "x", message: "`a` ".repeat(50_000) }] })],
    ],
    ["a name of 100,000 characters", [created(1, { name: "<b>".repeat(33_000) })]],
    [
      "1,000 agents with 100 criteria",
      Array.from({ length: 1_000 }, (_, index) =>
        newAgent({ name: `a${index}`, after: { name: `Agent ${index}`, targetJobTitles: titles } }),
      ),
    ],
    [
      "5,000 resources of other packages",
      Array.from({ length: 5_000 }, (_, index) => ({
        ...{ op: "create", name: `b${index}`, type: `aws:s3/bucket${index}:Bucket`, after: {} },
      })),
    ],
    [
      "1,000 acknowledgements",
      [created(1, { acknowledge: Array.from({ length: 1_000 }, (_, index) => `twin:${index}`) })],
    ],
  ])("fits a comment, and says how many dangers there are: %s", (_, steps) => {
    const review = reviewed(steps);
    const text = reviewMarkdown(review, longestComment);
    expect(text.length).toBeLessThanOrEqual(longestComment);
    const dangers = review.findings.filter(({ level }) => level === "danger").length;
    if (dangers > 0) expect(text).toContain(`### ${dangers} danger`);
    expect(text).toContain("Fingerprint: `sha256:");
  });

  it("fits a comment if everything is too long at once", () => {
    const long = "`<long> ".repeat(300);
    const previews = Array.from({ length: 35 }, (_, index) => {
      const steps = Array.from({ length: 40 }, (_each, number) => created(number, { name: long }));
      const others = Array.from({ length: 40 }, (_each, number) => ({
        ...{ op: "delete", name: long + number, type: `aws:${number}:${long}`, before: {} },
      }));
      const diagnostics = ["error", "warning"].flatMap((severity) =>
        Array.from({ length: 40 }, (_each, number) => ({ severity, message: `${number} ${long}` })),
      );
      const list = listStep({ op: "delete", after: undefined, before: { name: long } });
      const all = [...steps, ...others, list].map((step) => ({ ...step, stack: `stack${index}` }));
      return previewOf(all, diagnostics);
    });
    const review = reviewOf(previews.map((text) => readPlan({ source: "test", text })));
    const text = reviewMarkdown(review, longestComment);
    expect(text.length).toBeLessThanOrEqual(longestComment);
    expect(text).toContain("The preview stopped early");
    expect(text).toContain("### 4160 dangers");
  });

  it("omits details before it combines dangers", () => {
    const review = reviewed(Array.from({ length: 100 }, (_, index) => created(index)));
    const text = reviewMarkdown(review, 40_000);
    expect(text.length).toBeLessThanOrEqual(40_000);
    for (const { text: sentence } of review.findings) expect(text).toContain(plain(sentence));
    expect(text).toContain("shortened to fit a comment");
  });

  it("has everything without a limit", () => {
    const review = reviewed(Array.from({ length: 200 }, (_, index) => created(index)));
    const text = reviewMarkdown(review);
    for (const { name } of review.campaigns) expect(text).toContain(`### Campaign “${name}”`);
    expect(text).toContain("this is text number 199 about");
  });

  it("fits for any texts and names", () => {
    const anything = fc.string({ unit: "binary", maxLength: 300 });
    const limits = fc.integer({ min: 1_500, max: 5_000 });
    fc.assert(
      fc.property(anything, anything, anything, limits, (name, message, criterion, limit) => {
        const steps = [
          created(1, { name, steps: [{ type: "message", message }] }),
          newAgent({ after: { name: criterion, targetJobTitles: [criterion] } }),
        ];
        expect(reviewMarkdown(reviewed(steps), limit).length).toBeLessThanOrEqual(limit);
      }),
      { numRuns: 200 },
    );
  });
});

describe("foreign text in Markdown", () => {
  it.each([
    ["# a heading", "\u2060# a heading"],
    ["- a list", "\u2060- a list"],
    ["1. a list", "\u20601. a list"],
    ["**bold** _it_ `code` ~gone~", "&#42;&#42;bold&#42;&#42; &#95;it&#95; &#96;code&#96; &#126;\u2060gone&#126;"],
    ["<script>alert(1)</script>", "&#60;script&#62;alert(1)&#60;/script&#62;"],
    ["[link](https://example.com)", "&#91;link&#93;(https:\u2060//example.com)"],
    ["a | b", "a &#124; b"],
    ["&lt;", "&#38;lt;"],
    ["$E=mc^2$", "&#36;E=mc^2&#36;"],
    ["@everyone and robin@example.com", "@\u2060everyone and robin@\u2060example.com"],
    ["fixes #12 and GH-3", "fixes #\u206012 and GH-\u20603"],
    ["www.example.com", "www\u2060.example.com"],
    ["@_robin_", "@\u2060&#95;robin&#95;"],
    [
      "!42 %12 %later ~urgent &12 $34",
      "!\u206042 %\u206012 %\u2060later &#126;\u2060urgent &#38;\u206012 &#36;\u206034",
    ],
    ["^alert#1", "^\u2060alert#\u20601"],
    ["wow! 100% AT&T C# 5 $", "wow! 100% AT&#38;T C# 5 &#36;"],
    [":rocket: at 10:30", "\u2060:\u2060rocket: at 10:30"],
    ["::include{file=a.md}", "\u2060:\u2060:include{file=a.md}"],
    ["[[_TOC_]] [toc] [FirstName]", "&#91;\u2060&#91;&#95;TOC&#95;&#93;&#93; &#91;\u2060toc&#93; &#91;FirstName&#93;"],
    ["[issue:5] *iteration:5", "&#91;\u2060issue:5&#93; &#42;\u2060iteration:5"],
    ["{+ new +} [- old -]", "{\u2060+ new +} &#91;\u2060- old -&#93;"],
    ["/merge", "\u2060/merge"],
    ["and/or", "and/or"],
    ["a\u202eb\u200b\u0007c", "a⟨U+202E⟩b⟨U+200B⟩⟨U+0007⟩c"],
  ])("is shown unchanged: %j", (text, expected) => {
    expect(plain(text)).toBe(expected);
  });

  it("stays in its quotation", () => {
    expect(quotation("one\n\n# two\n  three")).toBe("> one<br>\n> <br>\n> \u2060# two<br>\n> &#32;&#32;three");
    expect(quotation("\t\tcode \n \t")).toBe("> &#9;&#9;code&#32;<br>\n> &#32;&#9;");
  });

  it("of any length takes linear time", () => {
    const blanks = " ".repeat(1_000_000);
    expect(quotation(`a${blanks}b`)).toBe(`> a${blanks}b`);
    for (const piece of ["1", "-", ":", ":a", "@", "[", "www", "\n "]) {
      expect(plain(piece.repeat(300_000)).length).toBeGreaterThanOrEqual(300_000);
    }
  });
});
