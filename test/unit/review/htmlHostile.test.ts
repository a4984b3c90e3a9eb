import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reviewPage } from "../../../provider/src/review/output/html";
import { hostileText, hostileTexts, withTexts } from "../../support/review/hostile";
import { severalStacks } from "../../support/review/moreReviews";
import { elementsOf, textOf } from "../../support/review/parsedPage";
import { busyChange, firstCampaign } from "../../support/review/sampleReviews";

const reviews = [busyChange(), firstCampaign(), severalStacks()];
const ordinary = reviews.map((review) => new Set(elementsOf(reviewPage(review)).map(({ name }) => name)));
const elements = new Set(ordinary.flatMap((names) => [...names]));
const attributeNames = new Set(
  reviews.flatMap((review) => elementsOf(reviewPage(review)).flatMap(({ attributes }) => [...attributes.keys()])),
);

/** Elements or attributes that a text could have added to a page. */
function addedTo(page: string): string[] {
  return elementsOf(page).flatMap(({ name, attributes }) => [
    ...(elements.has(name) ? [] : [name]),
    ...[...attributes.keys()].filter((key) => !attributeNames.has(key)),
    ...[...attributes]
      .filter(([key, value]) => key === "href" && !/^#[a-zA-Z0-9-]+$/.test(value))
      .map(([, value]) => value),
  ]);
}

const count = (page: string, name: string) => elementsOf(page).filter((element) => element.name === name).length;

describe("texts in a review that are HTML", () => {
  it.each(hostileTexts.map((text) => [text.slice(0, 60), text]))("add nothing to a page: %j", (_, text) => {
    for (const review of reviews) {
      const page = reviewPage(
        withTexts(review, () => text),
        { title: text },
      );
      expect(addedTo(page)).toEqual([]);
      expect([count(page, "script"), count(page, "style"), count(page, "h1")]).toEqual([1, 1, 1]);
    }
  });

  it("add nothing to a page, whatever they are and wherever they appear", () => {
    fc.assert(
      fc.property(
        fc.array(hostileText, { minLength: 1, maxLength: 8 }),
        fc.constantFrom(...reviews),
        (texts, review) => {
          let next = 0;
          const textAt = (position: string) => {
            if (position.startsWith("a fixed")) return texts[0] ?? "";
            next += 1;
            return texts[next % texts.length] ?? "";
          };
          const page = reviewPage(withTexts(review, textAt), { title: texts[0] });
          expect(addedTo(page)).toEqual([]);
          expect([count(page, "script"), count(page, "style"), count(page, "title")]).toEqual([1, 1, 1]);
        },
      ),
      { numRuns: 150 },
    );
  });

  it("are shown as written", () => {
    const [script, image] = hostileTexts;
    for (const text of [script, image]) {
      const page = reviewPage(withTexts(busyChange(), () => text));
      expect(textOf(page).split(text).length).toBeGreaterThan(60);
    }
  });

  it("contain no character that cannot be seen", () => {
    const page = reviewPage(withTexts(busyChange(), () => hostileTexts.join("")));
    expect(page.match(/(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029]/gu)).toBeNull();
    expect(page.isWellFormed()).toBe(true);
  });

  it("of any length keep the page's size proportional", () => {
    const page = reviewPage(
      withTexts(firstCampaign(), (position) => (/message|text/.test(position) ? "short" : "y".repeat(100_000))),
    );
    const long = page.match(/y{3001,}/g) ?? [];
    // Only texts of steps are included in full, each folded.
    expect(long.length).toBeLessThanOrEqual(
      firstCampaign().campaigns.flatMap(({ steps }) => steps.flatMap(({ texts }) => texts)).length * 3,
    );
  });
});
