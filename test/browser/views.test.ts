import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { casesOf } from "../support/long";
import { useVisit } from "./support/visit";
import { makeWorld, type World } from "./support/world";

const visit = useVisit({ answerRate: 0.4 });
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** Keeps a picture of each view here, for people to look at. */
const pictures = process.env.OUTREACH_TEST_PICTURES;

let world: World;
beforeAll(async () => {
  world = await makeWorld(visit);
  if (pictures) mkdirSync(pictures, { recursive: true });
});
afterAll(() => expect(visit.problems).toEqual([]));

const places: Record<string, () => string> = {
  now: () => "now",
  tomorrow: () => "tomorrow",
  campaigns: () => "campaigns",
  campaign: () => `campaigns/${world.campaign}`,
  replies: () => "replies",
  contacts: () => "contacts",
  contact: () => `contacts/${world.answered}`,
  agents: () => "agents",
  agent: () => `agents/${world.agent}`,
  lists: () => "lists",
  seats: () => "seats",
  members: () => "members",
  deliveries: () => `deliveries?number=${world.delivery}`,
  requests: () => "requests",
  unknown: () => "elsewhere",
};

const looks = [
  { width: 390, colorScheme: "light" },
  { width: 390, colorScheme: "dark" },
  { width: 1280, colorScheme: "light" },
  { width: 1280, colorScheme: "dark" },
] as const;

// Both widths and both schemes; `test:full` takes each with each.
describe.each(casesOf(looks, (_, index) => index === 0 || index === 3))("at $width px, $colorScheme", (look) => {
  it.each(Object.keys(places))("%s fits the screen and has no serious finding of axe", async (name) => {
    const page = await visit.open(places[name]?.(), { ...look, height: 1000 });
    await page.locator("main .card, main .rows, main .empty").first().waitFor();
    await page.getByText("Loading…").waitFor({ state: "detached" });
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
    expect(await serious(page)).toEqual([]);
    if (pictures)
      await page.screenshot({ path: join(pictures, `${name}-${look.width}-${look.colorScheme}.png`), fullPage: true });
    await visit.closeWindows();
  });

  it("a question has no serious finding of axe", async () => {
    const page = await visit.open(`campaigns/${world.campaign}`, look);
    await page.getByRole("button", { name: /^Switch/ }).click();
    await page.getByRole("dialog").waitFor();
    expect(await serious(page)).toEqual([]);
    await visit.closeWindows();
  });
});

it("axe finds what is wrong on the page", async () => {
  const page = await visit.open("now");
  await page.evaluate(`
    const grey = Object.assign(document.createElement("p"), { className: "faint", textContent: "Too faint to read" });
    grey.style.color = "color-mix(in srgb, currentColor 20%, transparent)";
    document.querySelector("main").append(grey, document.createElement("button"));
  `);
  expect((await serious(page)).map((finding) => finding.split(":")[0])).toEqual(["button-name", "color-contrast"]);
  await visit.closeWindows();
});

async function serious(page: Page): Promise<string[]> {
  // Not as a script of the document, which the page's policy forbids.
  await page.evaluate(axe);
  const { violations }: Pick<AxeResults, "violations"> = await page.evaluate("axe.run()");
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes[0]?.html}`);
}
