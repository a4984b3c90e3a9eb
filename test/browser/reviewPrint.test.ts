import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { many } from "../support/review/moreReviews";
import { busyChange } from "../support/review/sampleReviews";
import { useReviewPages } from "./support/reviewPages";

const pages = useReviewPages();
/** The number of closed parts that paper does not show. */
const hiddenTexts = (page: Page): Promise<number> =>
  page.evaluate(`Array.from(document.querySelectorAll("main details > :not(summary)"))
    .filter((part) => !part.checkVisibility({ contentVisibilityAuto: false })).length`);

it("paper shows everything except controls", async () => {
  const page = await pages.open(busyChange(), { colorScheme: "dark" });
  expect(await hiddenTexts(page)).toBeGreaterThan(5);
  await page.emulateMedia({ media: "print" });
  expect(await hiddenTexts(page)).toBe(0);
  for (const part of ["nav", "#filter", ".look", ".skip"])
    expect(await page.locator(part).first().isVisible()).toBe(false);
  expect(await page.getByText("Hi Maria, I saw what Northwind Payments builds").last().isVisible()).toBe(true);
  expect(await page.locator(".whole").isVisible()).toBe(true);
  expect(await page.evaluate("getComputedStyle(document.querySelector('.card')).backgroundColor")).toBe(
    "rgb(255, 255, 255)",
  );
  await pages.picture(page, "print");
});

it("paper shows content that the filter hides on the screen", async () => {
  const page = await pages.open(busyChange());
  await page.getByLabel("Filter", { exact: true }).fill("belgium");
  await page.getByRole("status").filter({ hasText: "Shown" }).waitFor();
  expect(await page.locator("#campaign-1-step-3").isVisible()).toBe(false);
  await page.emulateMedia({ media: "print" });
  expect(await page.locator("#campaign-1-step-3").isVisible()).toBe(true);
});

it("the calendar is a list on paper, as wide as the paper", async () => {
  const page = await pages.open(busyChange(), { width: 700 });
  await page.emulateMedia({ media: "print" });
  expect(await page.locator(".cell-day").first().isVisible()).toBe(true);
  expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
});

it("paper has room for everything that is closed on the screen", async () => {
  const page = await pages.open(many(25));
  expect(await page.locator("details[open]").count()).toBe(0);
  const printed = await page.pdf({ format: "A4" });
  const pagesOfPaper = printed.toString("latin1").match(/\/Type\s*\/Page\b/g) ?? [];
  expect(pagesOfPaper.length).toBeGreaterThan(15);
});

it("closed parts are opened for printing, and closed again, for browsers that do not print them", async () => {
  const page = await pages.open(many(25));
  await page.locator("details.card > summary").first().click();
  await page.evaluate("dispatchEvent(new Event('beforeprint'))");
  expect(await page.locator("details:not([open])").count()).toBe(0);
  await page.evaluate("dispatchEvent(new Event('afterprint'))");
  expect(await page.locator("details[open]").count()).toBe(1);
});
