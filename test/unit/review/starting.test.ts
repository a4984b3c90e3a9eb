import { describe, expect, it } from "vitest";
import { reviewMarkdown } from "../../../provider/src/review/output/markdown";
import { reviewText } from "../../../provider/src/review/output/text";
import { campaignValues, previewOf, secret, type Told, urnOf, withMessage } from "../../support/review/previews";
import { campaign, off, on, rests, review } from "../../support/review/reviewing";

const same = (text: string) => text;
const style = {
  ...{ hasColours: false, width: 400, wrap: (line: string) => [line] },
  ...{ bold: same, danger: same, good: same, added: same, removed: same, dim: same },
};
const outputs = (text: string) => [reviewText(review(text), style), reviewMarkdown(review(text)), shortened(text)];
const shortened = (text: string) => reviewMarkdown(review(text), 3_000);

describe("the texts of a campaign that starts sending", () => {
  const words = "may I show you our work?";

  it.each<[string, Told]>([
    ["a replacement of one that rested", { op: "replace", name: "q1", id: "9", before: off, after: on }],
    ["an update of one that rested", { op: "update", name: "q1", id: "9", before: off, after: on }],
  ])("are in every output, although they do not change: %s", (_, step) => {
    const text = previewOf([step]);
    expect(review(text).campaigns[0]?.steps.map(({ change }) => change)).toEqual(["same", "same", "same"]);
    for (const output of outputs(text)) expect(output).toContain(words);
  });

  it("are there as well if only the provider knows that it starts", () => {
    const warning = { severity: "warning", message: "warning: campaign: it starts to write. [starts-sending]" };
    const urn = urnOf("pulumi-nodejs:dynamic/outreach:Campaign", "q1");
    const starting = review(previewOf([{ ...rests, outputsAfter: rests.outputs }], [{ ...warning, urn }]));
    expect(starting.findings).toMatchObject([{ code: "starts-sending", urn }]);
    for (const output of [reviewText(starting, style), reviewMarkdown(starting)]) expect(output).toContain(words);
  });

  it("are the last to be cut if a comment has no room for everything", () => {
    const quiet = Array.from({ length: 30 }, (_, index): Told => {
      const name = `rests${index}`;
      const message = `Resting ${index} ${"lorem ipsum dolor ".repeat(100)}`;
      return { op: "create", name, after: withMessage(message, { name }) };
    });
    const starts = withMessage(`${"lorem ipsum dolor ".repeat(100)} LAST WORDS`, { active: true });
    const text = previewOf([...quiet, { op: "create", name: "starts", after: starts }]);
    const comment = reviewMarkdown(review(text), 30_000);
    expect(comment.length).toBeLessThanOrEqual(30_000);
    expect(comment).toContain("LAST WORDS");
    expect(comment).not.toContain("Resting 0");
  });

  it("are omitted if they do not change and nothing starts", () => {
    const text = previewOf([campaign({ before: off, after: campaignValues({ name: "Another" }) })]);
    for (const output of outputs(text)) expect(output).not.toContain(words);
  });
});

describe("a finding about a resource of an explicit provider", () => {
  const type = "pulumi:providers:pulumi-nodejs";
  const under = (settings: Readonly<Record<string, unknown>>) => {
    const raw = JSON.parse(previewOf([{ op: "create", name: "q1", after: on }]));
    const urn = urnOf(type, "m");
    raw.steps[1].newState.provider = `${urn}::id`;
    const inputs = Object.fromEntries(Object.entries(settings).map(([name, value]) => [`outreach:${name}`, value]));
    raw.steps.push({ op: "same", urn, oldState: { urn, type, inputs }, newState: { urn, type, inputs } });
    return JSON.stringify(raw);
  };
  const baseUrl = "https://outreach.example.com";

  it.each<[string, Readonly<Record<string, unknown>>, string]>([
    ["the user", { impersonateUserId: "103" }, "from LinkedIn seat 7. Provider “m” acts for user 103."],
    [
      "the member",
      { impersonateEmail: "Robin@example.com", baseUrl },
      `Provider “m” acts for the member robin@example.com at ${baseUrl}.`,
    ],
    ["the service", { baseUrl, apiKey: secret }, `Provider “m” acts at ${baseUrl}.`],
  ])("names %s", (_, settings, words) => {
    const found = review(under(settings)).findings.find(({ code }) => code === "starts-sending");
    expect(found?.text.endsWith(words)).toBe(true);
  });

  it("names them in every output", () => {
    for (const output of outputs(under({ impersonateUserId: "103" }))) expect(output).toContain("acts for user 103");
  });

  it("names no hidden values", () => {
    for (const settings of [{}, { impersonateUserId: secret }]) {
      const found = review(under(settings)).findings.find(({ code }) => code === "starts-sending");
      expect(found?.text).toMatch(/from LinkedIn seat 7\.$/);
    }
  });

  it("names them in findings about the provider itself", () => {
    const { findings } = review(under({ impersonateUserId: "103", acknowledge: "restart" }));
    expect(findings.find(({ code }) => code === "acknowledged")?.text).toMatch(/ Provider “m” acts for user 103\.$/);
  });
});
