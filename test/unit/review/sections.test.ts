import { describe, expect, it } from "vitest";
import type { Review } from "../../../provider/src/review/model";
import { reviewPage } from "../../../provider/src/review/output/html";
import type { Fact } from "../../../provider/src/review/output/layout";
import { changedSections, sectionsOf } from "../../../provider/src/review/output/layout";
import { reviewMarkdown } from "../../../provider/src/review/output/markdown";
import { reviewText } from "../../../provider/src/review/output/text";
import { drift, severalStacks } from "../../support/review/moreReviews";
import { textOf } from "../../support/review/parsedPage";
import { busyChange, firstCampaign } from "../../support/review/sampleReviews";
import { style } from "../../support/review/terminal";

const samples: Record<string, () => Review> = { firstCampaign, busyChange, severalStacks, drift };

/** The parts of a fact that every output must contain. */
function wordsOf(fact: Fact): string[] {
  switch (fact.kind) {
    case "lists":
      return fact.lists.flatMap(({ name, id }) => name ?? id ?? []);
    case "value":
    case "property":
      return [fact.before, fact.after].flatMap((text) => text ?? []);
    case "set":
      return [...fact.before, ...fact.after];
    case "answer":
      return [];
    case "sentence":
      return [fact.label];
    default:
      return [...fact.added, ...fact.removed].map((each) => (typeof each === "string" ? each : each.label));
  }
}

/** Markdown as a reader sees it. */
const read = (text: string) =>
  text.replaceAll("\u2060", "").replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));

describe.each(Object.keys(samples))("the layout of %s", (sample) => {
  const review = (samples[sample] ?? drift)();
  const words = { text: reviewText(review, style), Markdown: read(reviewMarkdown(review)) };
  const page = textOf(reviewPage(review));
  const shown = changedSections(review).filter(({ resource }) => resource.change !== "deleted");

  it("has some content", () => {
    expect(sectionsOf(review).length).toBeGreaterThanOrEqual(shown.length);
    expect(shown.flatMap(({ facts }) => facts.flatMap(wordsOf)).length).toBeGreaterThan(0);
  });

  it.each(Object.entries(words))("is in %s", (_, text) => {
    for (const { facts, steps = [] } of shown) {
      const told = facts.filter(({ only }) => only !== "page").flatMap(wordsOf);
      expect([...told, ...steps.map(({ label }) => label)].filter((each) => !text.includes(each))).toEqual([]);
    }
  });

  it("is in the page", () => {
    for (const { facts, steps = [] } of shown) {
      const told = facts.filter(({ only }) => only !== "words").flatMap(wordsOf);
      expect([...told, ...steps.map(({ label }) => label)].filter((each) => !page.includes(each))).toEqual([]);
    }
  });
});
