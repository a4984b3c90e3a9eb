import { describe, expect, it } from "vitest";
import type { Review } from "../../provider/src/review/model";
import { casesOf } from "../support/long";
import { doneWell, drift, many, nothing, severalStacks } from "../support/review/moreReviews";
import { busyChange, firstCampaign } from "../support/review/sampleReviews";
import { axeFindings, overflowOf, useReviewPages } from "./support/reviewPages";

const pages = useReviewPages();
const samples: Record<string, () => Review> = {
  firstCampaign,
  busyChange,
  severalStacks,
  drift,
  doneWell,
  nothing,
  many: () => many(80, 10),
};

const looks = [
  { width: 400, colorScheme: "light" },
  { width: 400, colorScheme: "dark" },
  { width: 1600, colorScheme: "light" },
  { width: 1600, colorScheme: "dark" },
] as const;

// `npm test` checks each sample once, alternating between narrow and light, and wide and dark.
const views = Object.keys(samples).flatMap((name, sample) =>
  casesOf(looks, (_, index) => index === (sample % 2) * 3).map((look) => ({ name, ...look })),
);

describe("a page", () => {
  it.each(views)("$name at $width px, $colorScheme, fits the screen, and axe finds nothing", async (view) => {
    const { name, ...look } = view;
    const page = await pages.open((samples[name] ?? nothing)(), look);
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    expect(await axeFindings(page)).toEqual([]);
    await pages.picture(page, `${name}-${look.width}-${look.colorScheme}`);
  });

  it.each(casesOf(looks, (_, index) => index === 0))(
    "at $width px, $colorScheme, the text of a step opens over the calendar, and axe finds nothing",
    async (look) => {
      const page = await pages.open(busyChange(), look);
      await page.getByRole("button", { name: /An idea for Northwind/ }).click();
      await page.getByRole("dialog", { name: "Step 4: E-mail" }).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await pages.picture(page, `opened-${look.width}-${look.colorScheme}`);
    },
  );
});

it("axe finds the problems of a page", async () => {
  const page = await pages.open(nothing());
  await page.evaluate(`
    const faint = Object.assign(document.createElement("p"), { textContent: "Too faint to read" });
    faint.style.color = "color-mix(in srgb, currentColor 20%, transparent)";
    document.querySelector("main").append(faint, document.createElement("button"));
  `);
  expect((await axeFindings(page)).map((found) => found.split(":")[0])).toEqual(["button-name", "color-contrast"]);
});

it("the calendar is a list on a phone, and scrolls within its own box on a wide screen", async () => {
  const phone = await pages.open(busyChange(), { width: 400 });
  expect(await phone.locator(".cell-day").first().isVisible()).toBe(true);
  expect(await phone.locator(".calendar-box").evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  const wide = await pages.open(busyChange(), { width: 1100 });
  expect(await wide.locator(".cell-day").first().isVisible()).toBe(false);
  expect(await wide.locator(".calendar-box").evaluate((box) => box.scrollWidth - box.clientWidth)).toBeGreaterThan(100);
  expect(await overflowOf(wide)).toBeLessThanOrEqual(0);
});

describe("on a phone", () => {
  it("cards are closed, and the verdict stays in sight", async () => {
    const page = await pages.open(busyChange(), { width: 390, height: 844 });
    expect(await page.locator("details.card[open]").count()).toBe(0);
    await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)");
    const verdict = page.getByRole("region", { name: "Verdict" });
    await expect.poll(async () => (await verdict.boundingBox())?.y).toBe(0);
    expect(await verdict.textContent()).toContain("Needs a person's approval");
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    expect(await axeFindings(page)).toEqual([]);
  });

  it("a link opens its card, and the step is below the verdict", async () => {
    const page = await pages.open(busyChange(), { width: 390, height: 844 });
    await page.getByRole("link", { name: "Campaign Fintech Q1, step 3" }).click();
    const step = page.locator("#campaign-1-step-3");
    await step.waitFor();
    const verdict = await page.getByRole("region", { name: "Verdict" }).boundingBox();
    const [top, bottom] = [(await step.boundingBox())?.y ?? 0, (verdict?.y ?? 0) + (verdict?.height ?? 0)];
    expect(top).toBeGreaterThanOrEqual(bottom);
  });

  it("cards are open on a wide screen", async () => {
    const page = await pages.open(busyChange());
    expect(await page.locator("details.card[open]").count()).toBe(6);
  });
});

it("each step is in the column of its day, in the row of its campaign", async () => {
  const page = await pages.open(busyChange(), { width: 2400 });
  const row = page.getByRole("row").filter({ hasText: "Healthcare by e-mail" });
  const middle = async (text: string, where = row) => {
    const box = await where.getByText(text).first().boundingBox();
    return box ? box.x + box.width / 2 : 0;
  };
  for (const [text, day] of [
    ["Maria, a question", "Day 0"],
    ["moves to day 4", "Day 3"],
    ["A last try.", "Day 5"],
    ["Goodbye, Maria", "Day 9"],
  ] as const) {
    const head = await page.getByRole("columnheader", { name: day, exact: true }).boundingBox();
    const at = await middle(text);
    expect([text, at > (head?.x ?? 0) && at < (head?.x ?? 0) + (head?.width ?? 0)]).toEqual([text, true]);
  }
});

it("nothing moves", async () => {
  const page = await pages.open(busyChange());
  await page.getByRole("link", { name: /step 3/ }).click();
  expect(await page.evaluate("document.getAnimations().length")).toBe(0);
});
