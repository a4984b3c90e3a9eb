import { beforeAll, describe, expect, it } from "vitest";
import type { Rehearsal } from "../../provider/src/rehearse/model";
import { rehearsalPage } from "../../provider/src/rehearse/output/page";
import { played, rivals } from "../support/rehearse/played";
import { axeFindings, overflowOf, useReviewPages } from "./support/reviewPages";

const pages = useReviewPages();
let rehearsal: Rehearsal;
let quiet: Rehearsal;
beforeAll(async () => {
  rehearsal = await played(rivals, { days: 30, contacts: 150 });
  const [, , newsletter] = rivals;
  quiet = await played(newsletter === undefined ? [] : [newsletter], { days: 3, contacts: 5 });
}, 60_000);

describe.each([
  { width: 400, colorScheme: "light" },
  { width: 400, colorScheme: "dark" },
  { width: 1600, colorScheme: "light" },
  { width: 1600, colorScheme: "dark" },
] as const)("a rehearsal's page at $width px, $colorScheme", (look) => {
  it("fits the screen, and axe finds nothing", async () => {
    for (const [name, shown] of [
      ["rivals", rehearsal],
      ["quiet", quiet],
    ] as const) {
      const page = await pages.openHtml(rehearsalPage(shown), look);
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
      expect(await axeFindings(page)).toEqual([]);
      await pages.picture(page, `rehearsal-${name}-${look.width}-${look.colorScheme}`);
    }
  });
});

it("shows names and texts literally, never as markup", async () => {
  const page = await pages.openHtml(rehearsalPage(rehearsal));
  await page.getByRole("heading", { name: "Banks & <b>insurers</b>" }).waitFor();
  expect(await page.locator("main h3 b").count()).toBe(0);
});

it("links a shared seat to its campaigns", async () => {
  const page = await pages.openHtml(rehearsalPage(rehearsal));
  await page.getByRole("link", { name: "Newsletter" }).first().click();
  expect(page.url()).toContain("#campaign-3");
});

it("has a cell for each day and seat, with the number from the result", async () => {
  const page = await pages.openHtml(rehearsalPage(rehearsal));
  const row = page.getByRole("region", { name: /^LinkedIn seat 7/ }).getByRole("row", { name: /^Invitations/ });
  const numbers = (await row.getByRole("cell").allInnerTexts()).map((text) => Number.parseInt(text, 10));
  const seatDays = rehearsal.calendar.map(({ seats }) => seats.find(({ seat }) => seat === 7)?.counts.invitations ?? 0);
  const total = seatDays.reduce((sum, count) => sum + count, 0);
  const shown = numbers.slice(0, -1);
  expect([shown, numbers.at(-1)]).toEqual([seatDays.slice(0, shown.length), total]);
});
