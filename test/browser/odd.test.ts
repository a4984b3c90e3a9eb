import type { Page } from "playwright-core";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { casesOf } from "../support/long";
import { useVisit } from "./support/visit";

const visit = useVisit({ answerRate: 1 });
/** If not isolated, makes the rest of the paragraph run from right to left. */
const mark = "\u202E";
const word = "Donaudampfschifffahrt".repeat(13).slice(0, 255);
const link = `https://network.example.com/in/${"long-name-".repeat(87)}`;
const lists = 150;
const seats = 150;

const views = ["now", "tomorrow", "campaigns", "replies", "contacts", "agents", "lists", "seats", "members"];
let places: string[] = [];
beforeAll(async () => {
  const { sandbox } = visit;
  await sandbox.setWebhook({ userId: 101, url: `${sandbox.url}/health`, secret: "not-a-real-secret" });
  await sandbox.setBlocklist({ organizationId: 1, companies: [`${mark}${word}`, "Rival Works"] });
  const list = await visit.post("/v1/list", { name: `${mark}${word}`.slice(0, 255) });
  const signals = [`${mark}open`, word, "banking", "fintech"].map((value) => ({ type: "TECHNOLOGY", value }));
  const competitor = { type: "COMPETITOR_PAGE_URL", value: "https://network.example.com/company/acme-payments" };
  const agent = await visit.post("/v1/agent", {
    name: `${mark}${word}`.slice(0, 255),
    listId: list.id,
    targetJobTitles: [`${mark}Founder`, word],
    variables: [...signals, competitor],
  });
  const steps = [
    { type: "visitProfile" },
    { type: "message", message: `${mark}How is [Company] handling outreach? ${word}`, delayAfterLastStep: 1 },
    { type: "email", subject: `${mark}${word}`, message: `${word} [JobTitle]`, delayAfterLastStep: 1 },
  ];
  const fields = { active: true, listIds: [list.id], linkedinSeatId: 7, emailSeatIds: [21], language: "en", steps };
  const campaign = await visit.post("/v1/campaign", { name: `${mark}${word}`.slice(0, 255), ...fields });
  const person = { firstName: mark + word, lastName: word, jobTitle: `${mark}${word}`, company: null, listId: list.id };
  const [contact] = await sandbox.addContacts({
    userId: 101,
    contacts: [{ ...person, email: `${word.slice(0, 60)}@names.example.com`, profileUrl: link }],
  });
  await sandbox.advance({ days: 6 });
  for (let number = 1; number < lists; number += 1) await visit.post("/v1/list", { name: `List ${number}` });
  await sandbox.fault({ kind: "hang", path: `/v1/${word}` });
  await sandbox.webhookDeliveries();
  await sandbox.addEmailSeats({ userId: 101, count: seats });
  const ids = [`campaigns/${campaign.id}`, `agents/${agent.id}`, `contacts/${contact?.id}`];
  places = [...views, ...ids, "requests", "deliveries?number=1"];
});
afterEach(async () => {
  await visit.closeWindows();
  expect(visit.problems).toEqual([]);
});

async function settled(place: string, width: number): Promise<Page> {
  const page = await visit.open(place, { width });
  await page.locator("main .card, main .rows").first().waitFor();
  // The end of a growing list loads when it becomes visible.
  await page.locator('main :not(.end) > :text-is("Loading…")').first().waitFor({ state: "detached" });
  return page;
}

describe("a name of 255 letters and a link of 900", () => {
  it.each(casesOf([390, 1280], (width) => width === 390))(
    "do not make a view wider than the window, at %d px",
    async (width) => {
      for (const place of places) {
        const page = await settled(place, width);
        expect([place, await page.evaluate("document.documentElement.scrollWidth - innerWidth")]).toEqual([place, 0]);
        // Nothing overflows its card either.
        const wider = await page.evaluate(`[...document.querySelectorAll("main .card, main .title, header.top, dialog")]
        .filter((box) => box.scrollWidth > box.clientWidth + 1).map((box) => box.className)`);
        expect([place, wider]).toEqual([place, []]);
        await visit.closeWindows();
      }
    },
  );
});

describe("a direction mark", () => {
  it("is in an isolated element wherever it is shown", async () => {
    let found = 0;
    for (const place of places) {
      const page = await settled(place, 1280);
      const [all, bare]: [number, string[]] = await page.evaluate(`(() => {
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        const marked = [];
        while (walker.nextNode()) if (walker.currentNode.data.includes("\u202E")) marked.push(walker.currentNode);
        const isAlone = ({ parentElement }) => parentElement.closest("bdi, option, textarea, svg");
        return [marked.length, marked.filter((node) => !isAlone(node)).map((node) => node.parentElement.outerHTML.slice(0, 200))];
      })()`);
      expect([place, bare]).toEqual([place, []]);
      found += all;
      await visit.closeWindows();
    }
    expect(found).toBeGreaterThan(20);
  });

  it("is not joined with adjacent text", async () => {
    const page = await settled(places[views.length + 2] ?? "", 1280);
    const texts = await page.locator("main :not(.texts > p) > bdi").allTextContents();
    expect(texts.filter((text) => text.includes(mark) && text.includes(", "))).toEqual([]);
  });
});

it("an empty variable is marked in the text", async () => {
  const page = await settled(places[views.length + 2] ?? "", 1280);
  const sent = page.locator(".story .texts", { hasText: "handling outreach?" });
  expect(await sent.textContent()).toContain("How is empty handling outreach?");
  expect(await sent.locator("mark.hole").getAttribute("title")).toContain("has no value for this contact");
});

it("signals and paths break only between words", async () => {
  const page = await settled("requests", 1280);
  const broken = await page.evaluate(`[...document.querySelectorAll(".request bdi span")]
    .filter((part) => part.getClientRects().length > 1 && part.textContent.length < 30).map((part) => part.textContent)`);
  expect(broken).toEqual([]);
});

it("of 150 seats, only the visible ones are in the document, and the last one can be reached", async () => {
  const page = await settled("seats", 1280);
  const cards = page.locator(".cards > li");
  expect(await cards.count()).toBeLessThan(80);
  const { emailSeats } = await visit.sandbox.objects();
  const last = page.getByText(`E-mail seat ${emailSeats.at(-1)?.id}`, { exact: true });
  await expect
    .poll(async () => {
      await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)");
      await cards.nth(-1).scrollIntoViewIfNeeded();
      for (const end of await page.locator(".end").all()) await end.scrollIntoViewIfNeeded();
      return await last.count();
    })
    .toBe(1);
});

describe.each([390, 1280])("a table of 150 lists at %d px", (width) => {
  it("has only the visible rows in the document, and the last one can be reached", async () => {
    const page = await settled("lists", width);
    const table = page.getByRole("table", { name: "Lists" });
    expect(await table.getAttribute("aria-rowcount")).toBe(String(lists + 1));
    await table.getByText(`List ${lists - 1}`, { exact: true }).waitFor();
    expect(await table.getByRole("row").count()).toBeLessThan(60);
    expect(await table.getByText("List 1", { exact: true }).count()).toBe(0);
    const last = table.locator(`[aria-rowindex="${lists + 1}"]`);
    await expect
      .poll(async () => {
        await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)");
        return await last.count();
      })
      .toBe(1);
    expect(await last.textContent()).toContain(word.slice(0, 100));
    expect(await table.getByRole("row").count()).toBeLessThan(60);
    await page.getByRole("button", { name: "Rename List 1", exact: true }).click();
    await page.getByRole("dialog").waitFor();
  });
});
