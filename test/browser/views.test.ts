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
/** A folder for screenshots of each view, for people to check. */
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

// `npm test` checks each view once, alternating between narrow and light, and wide and dark.
const views = Object.keys(places).flatMap((name, place) =>
  casesOf(looks, (_, index) => index === (place % 2) * 3).map((look) => ({ name, ...look })),
);

describe("a view", () => {
  it.each(views)("$name at $width px, $colorScheme, fits, breaks no word, and axe finds nothing", async (view) => {
    const { name, ...look } = view;
    const page = await visit.open(places[name]?.(), { ...look, height: 1000 });
    await page.locator("main .card, main .rows, main .empty").first().waitFor();
    await page.getByText("Loading…").waitFor({ state: "detached" });
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
    expect(await page.evaluate(stickingOut)).toEqual([]);
    expect(await page.evaluate(brokenWords)).toEqual([]);
    await expect.poll(() => page.evaluate(hiddenLink)).toEqual([]);
    expect(await findings(page)).toEqual([]);
    if (pictures) {
      const path = (part: string) => join(pictures, `${name}-${look.width}-${look.colorScheme}${part}.png`);
      await page.screenshot({ path: path("-top") });
      await page.screenshot({ path: path(""), fullPage: true });
    }
    await visit.closeWindows();
  });

  it.each(casesOf(looks, (_, index) => index === 0))(
    "at $width px, $colorScheme, axe finds nothing in a dialog",
    async (look) => {
      const page = await visit.open(`campaigns/${world.campaign}`, look);
      await page.getByRole("button", { name: /^Switch/ }).click();
      await page.getByRole("dialog").waitFor();
      expect(await findings(page)).toEqual([]);
      await visit.closeWindows();
    },
  );
});

it("axe finds the problems of the page", async () => {
  const page = await visit.open("now");
  await page.evaluate(`
    const grey = Object.assign(document.createElement("p"), { className: "faint", textContent: "Too faint to read" });
    grey.style.color = "color-mix(in srgb, currentColor 20%, transparent)";
    document.querySelector("main").append(grey, document.createElement("button"));
  `);
  expect((await findings(page)).map((finding) => finding.split(":")[0])).toEqual(["button-name", "color-contrast"]);
  await visit.closeWindows();
});

/** Cards with content wider than the card. */
const stickingOut = `[...document.querySelectorAll("main .card, main .title, header.top")]
  .filter((box) => box.scrollWidth > box.clientWidth + 1).map((box) => box.textContent.slice(0, 40))`;

/** Words that wrap to another line. A link or an address may be longer than its line. */
const brokenWords = `(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const broken = [];
  while (walker.nextNode()) {
    // Text only for screen readers has no width, and code breaks anywhere.
    if (walker.currentNode.parentElement.closest(innerWidth < 760 ? "pre, .unseen, [role=table] > thead" : "pre, .unseen")) continue;
    for (const { 0: word, index } of walker.currentNode.data.matchAll(/[\\p{L}\\p{N}]{2,20}/gu)) {
      const range = document.createRange();
      range.setStart(walker.currentNode, index);
      range.setEnd(walker.currentNode, index + word.length);
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (tops.size > 1) broken.push(word);
    }
  }
  return broken;
})()`;

/** The link to the view, if it is partly under an edge that indicates more links. */
const hiddenLink = `[...document.querySelectorAll("nav [aria-current]")].filter((link) => {
  const [inside, whole] = [link.getBoundingClientRect(), link.closest(".views").getBoundingClientRect()];
  const more = link.closest(".views").dataset.more;
  const [left, right] = ["left", "right"].map((side) => (innerWidth < 760 && more.includes(side) ? 40 : 0));
  return inside.left < whole.left + left || inside.right > whole.right - right;
}).map((link) => link.textContent)`;

async function findings(page: Page): Promise<string[]> {
  // Evaluated, because the page's policy forbids a script in the document.
  await page.evaluate(axe);
  const { violations }: Pick<AxeResults, "violations"> = await page.evaluate("axe.run()");
  return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes[0]?.html}`);
}
