import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { many, severalStacks } from "../support/review/moreReviews";
import { busyChange } from "../support/review/sampleReviews";
import { useReviewPages } from "./support/reviewPages";

const pages = useReviewPages();
const state = (page: Page) => page.getByRole("status");
const cards = (page: Page) => page.locator("details.card:visible h3");
const focused = (page: Page) => page.evaluate("document.activeElement.id");
const isInView = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate(`(() => {
    const elements = Array.from(document.querySelectorAll(${JSON.stringify(selector)}));
    const { top } = elements.find((element) => element.checkVisibility()).getBoundingClientRect();
    return top >= 0 && top < innerHeight;
  })()`);

describe("the filter, with only the keyboard", () => {
  it("hides everything that does not match, and announces the counts", async () => {
    const page = await pages.open(busyChange());
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Skip to content");
    await page.getByLabel("Filter", { exact: true }).focus();
    await page.keyboard.type("healthcare ACKNOWLEDGES");
    await state(page).filter({ hasText: "Shown: 1 of 4 campaigns, 1 of 6 findings." }).waitFor();
    expect(await cards(page).allTextContents()).toEqual(["Healthcare by e-mail"]);
    expect(await page.getByRole("heading", { level: 2, name: "Source agents" }).isVisible()).toBe(false);
    expect(await page.getByRole("row", { name: /^LinkedIn seat 7/ }).isVisible()).toBe(false);
    await page.keyboard.press("Escape");
    await state(page).filter({ hasNotText: "Shown" }).waitFor({ state: "attached" });
    expect(await cards(page).count()).toBe(6);
    await page.keyboard.type("nobody wrote this");
    await state(page).filter({ hasText: "Nothing matches." }).waitFor();
  });

  it("finds words in texts", async () => {
    const page = await pages.open(busyChange());
    await page.getByLabel("Filter", { exact: true }).fill("instant payments");
    await state(page).filter({ hasText: "1 of 1 source agent" }).waitFor();
    expect(await cards(page).allTextContents()).toEqual(["Fintech founders finder"]);
  });

  it("shows only dangers", async () => {
    const page = await pages.open(busyChange());
    await page.getByLabel("Dangers only").focus();
    await page.keyboard.press("Space");
    await state(page).filter({ hasText: "Shown: 2 of 4 campaigns, 3 of 6 findings." }).waitFor();
    expect(await cards(page).allTextContents()).toEqual(["Fintech Q1", "Healthcare by e-mail"]);
  });

  it("shows one stack of several", async () => {
    const page = await pages.open(severalStacks());
    await page.getByLabel("Stack", { exact: true }).focus();
    await page.keyboard.type("chen");
    await state(page).filter({ hasText: "Shown: 1 of 2 campaigns, 1 of 2 findings." }).waitFor();
    expect(await cards(page).allTextContents()).toEqual(["Outreach of chen"]);
    expect(await page.getByText("Stack ben: 1 error").isVisible()).toBe(true);
  });

  it("keeps the remaining content in view", async () => {
    const page = await pages.open(busyChange());
    await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)");
    await page.getByLabel("Filter", { exact: true }).fill("start again at step 1");
    await state(page).filter({ hasText: "Shown" }).waitFor();
    expect(await isInView(page, ".finding.danger")).toBe(true);
  });
});

describe("the link of a danger", () => {
  it("leads to the step, which gets the focus", async () => {
    const page = await pages.open(busyChange());
    await page.getByRole("link", { name: "Campaign Fintech Q1, step 3" }).focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => focused(page)).toBe("campaign-1-step-3");
    expect(await isInView(page, "#campaign-1-step-3")).toBe(true);
    expect(await page.locator("#campaign-1-step-3").textContent()).toContain("on Thursday perhaps?");
  });

  it("opens a closed card, and shows a card that the filter hides", async () => {
    const page = await pages.open(many(120));
    expect(await page.locator("details.card[open]").count()).toBe(0);
    await page.getByLabel("Filter", { exact: true }).fill("Campaign 110 ");
    await state(page).filter({ hasText: "Shown: 1 of 120 campaigns" }).waitFor();
    await page.evaluate("location.hash = 'campaign-6-step-3'");
    await expect.poll(() => focused(page)).toBe("campaign-6-step-3");
    expect(await isInView(page, "#campaign-6-step-3")).toBe(true);
    expect(await page.locator("details.card[open] h3").allTextContents()).toEqual(["Campaign 5 of the south"]);
    expect(await page.getByLabel("Filter", { exact: true }).inputValue()).toBe("");
  });

  it("works as the page's address, and repeatedly", async () => {
    const page = await pages.open(many(120), { anchor: "campaign-100" });
    await expect.poll(() => focused(page)).toBe("campaign-100");
    expect(await isInView(page, "details:has(#campaign-100) > summary")).toBe(true);
    await page.locator("details:has(#campaign-100) > summary").click();
    expect(await page.locator("details.card[open]").count()).toBe(0);
    await page.evaluate("document.querySelector('a[href=\"#campaign-100\"]').click()");
    await page.locator("details.card[open]").waitFor();
  });
});

describe("the calendar, with only the keyboard", () => {
  it("opens a text, closes it, and leads to its step", async () => {
    const page = await pages.open(busyChange());
    const button = page.getByRole("button", { name: /An idea for Northwind/ });
    await button.focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Step 4: E-mail" });
    await dialog.waitFor();
    expect(await dialog.textContent()).toContain("from e-mail seat 21");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    expect(await page.evaluate("document.activeElement.className")).toBe("event email now");
    await page.keyboard.press("Enter");
    await dialog.getByRole("link").focus();
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "hidden" });
    await expect.poll(() => focused(page)).toBe("campaign-1-step-4");
  });

  it("can be scrolled", async () => {
    const page = await pages.open(busyChange(), { width: 1100 });
    await page.getByRole("region", { name: "Calendar, scrolls sideways" }).focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => page.evaluate("document.querySelector('.calendar-box').scrollLeft")).toBeGreaterThan(0);
  });
});

describe("without the script", () => {
  it("everything can be read, opened and followed", async () => {
    const page = await pages.open(busyChange(), { javaScriptEnabled: false });
    expect(await page.getByLabel("Filter", { exact: true }).isVisible()).toBe(false);
    for (const text of ["It stays in the account", "Belgium", "Whether people"]) {
      expect([text, await page.getByText(text).first().isVisible()]).toEqual([text, true]);
    }
    expect(await page.locator("#campaign-1-step-3 ins").isVisible()).toBe(true);
    await page.getByRole("button", { name: /An idea for Northwind/ }).click();
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByText("random:index/randomId:RandomId").click();
    expect(await page.getByText("and 29 more").isVisible()).toBe(true);
  });

  it("a link opens a card that is closed", async () => {
    const page = await pages.open(many(30), { javaScriptEnabled: false });
    await page.getByRole("link", { name: "Campaign Campaign 5 of the south, step 3" }).click();
    await page.locator("#campaign-6-step-3").waitFor();
    expect(await isInView(page, "#campaign-6-step-3")).toBe(true);
  });
});

describe("many changes", () => {
  it("of 500 campaigns can be filtered, opened and closed again", async () => {
    const page = await pages.open(many(500));
    // By id, because finding elements by name takes long on a page of this size.
    const [field, told] = [page.locator("#filter-text"), page.locator("#filter-state")];
    await field.fill("campaign 499");
    await told.filter({ hasText: "Shown: 1 of 500 campaigns." }).waitFor();
    await cards(page).click();
    expect(await page.locator("#campaign-500-step-3").isVisible()).toBe(true);
    await field.fill("");
    await expect.poll(() => told.textContent()).toBe("");
    await page.locator("#open-all").click();
    expect(await page.locator("details.card[open]").count()).toBe(500);
    await page.locator("#close-all").click();
    expect(await page.locator("details.card[open]").count()).toBe(0);
    await page.locator('.finding a[href="#campaign-496-step-3"]').click();
    await expect.poll(() => focused(page)).toBe("campaign-496-step-3");
    expect(await isInView(page, "#campaign-496-step-3")).toBe(true);
  });
});
