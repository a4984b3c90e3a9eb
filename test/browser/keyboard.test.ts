import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { useVisit } from "./support/visit";

const visit = useVisit();
let campaign: { id: number };

beforeAll(async () => {
  const list = await visit.post("/v1/list", { name: "Founders" });
  const steps = [{ type: "visitProfile" }];
  const fields = { active: false, listIds: [list.id], linkedinSeatId: 7, steps };
  campaign = await visit.post("/v1/campaign", { name: "First contact", ...fields });
});
afterEach(async () => {
  await visit.closeWindows();
  expect(visit.problems).toEqual([]);
});

describe("with only the keyboard", () => {
  it("the first key skips the navigation, and a new view gets the focus and sets the title", async () => {
    const page = await visit.open();
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Skip to content");
    await page.keyboard.press("Enter");
    expect(await page.evaluate("document.activeElement.id")).toBe("main");
    const link = page.getByRole("navigation").getByRole("link", { name: "Campaigns" });
    await link.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Campaigns" }).waitFor();
    expect(await link.getAttribute("aria-current")).toBe("page");
    expect(await page.title()).toBe("Campaigns · Outreach sandbox");
    expect(await page.evaluate("document.activeElement.id")).toBe("main");
  });

  it("time moves, and is announced", async () => {
    const page = await visit.open();
    await page.getByRole("button", { name: "Next hour" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("status").filter({ hasText: "It is now Mon 2 Mar, 08:30" }).waitFor();
  });

  it("a dialog is dismissed with Escape, which changes nothing and restores the focus", async () => {
    const page = await visit.open(`campaigns/${campaign.id}`);
    const button = page.getByRole("button", { name: "Switch on" });
    await button.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Switch on");
    expect((await visit.sandbox.objects()).campaigns[0]?.active).toBe(false);
  });
});
