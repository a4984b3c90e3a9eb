import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { useVisit } from "./support/visit";
import { makeWorld, type World } from "./support/world";

const visit = useVisit({ answerRate: 0.4 });

let world: World;
beforeAll(async () => {
  world = await makeWorld(visit);
});
afterEach(async () => {
  await visit.closeWindows();
  expect(visit.problems).toEqual([]);
});

/** The log entries of all campaigns. */
const logs = async () => (await visit.sandbox.objects()).campaignLogs;
const isReply = ({ reason }: { reason: string | null }) => reason === "the contact answered this step";

describe("the numbers that people check", () => {
  it("on a campaign's page match the log", async () => {
    const own = (await logs()).filter(({ campaignId }) => campaignId === world.campaign);
    const sent = own.filter(({ status }) => status === "sent");
    const people = new Set(sent.map(({ contactId }) => contactId)).size;
    const replies = own.filter(isReply);
    const page = await visit.open(`campaigns/${world.campaign}`);
    const tiles = page.locator(".tiles li");
    expect(await tiles.filter({ hasText: "Sent" }).locator(".tile-value").textContent()).toBe(String(sent.length));
    const rate = tiles.filter({ hasText: "Reply rate" });
    expect(await rate.locator(".tile-detail").textContent()).toBe(`${replies.length} of ${people}`);
    const percent = await rate.locator(".tile-value").textContent();
    expect(Number(percent?.replace(" %", ""))).toBeCloseTo((100 * replies.length) / people, -0.3);
    const message = page.locator(".timeline > li").nth(2);
    const [written, answered] = [sent, replies].map((some) => some.filter(({ stepNumber }) => stepNumber === 3).length);
    await message.getByText(`(${answered} of ${written})`).waitFor();
    await page
      .locator(".timeline > li")
      .nth(1)
      .getByText(/accepted/)
      .waitFor();

    await page.getByRole("link", { name: /Reply rate/ }).click();
    await page.getByText(`${replies.length} replies`, { exact: true }).waitFor();
    expect(await page.locator(".replies > li").count()).toBe(replies.length);
  });

  it("for the next days match what is sent, for campaigns and seats", async () => {
    const page = await visit.open("tomorrow");
    const card = page.locator(".ahead > li", { has: page.getByRole("link", { name: "Fintech Q1" }) });
    const row = card.getByRole("row").filter({ hasText: "Invitations" });
    await row.waitFor();
    const shown = await row.getByRole("cell").allTextContents();
    const before = (await logs()).length;
    const { now } = await visit.sandbox.state();
    await visit.sandbox.advance({ hours: 47 - new Date(now).getUTCHours() });
    const sent = (await logs()).slice(before).filter(({ status, type, campaignId }) => {
      return status === "sent" && type === "invitation" && campaignId === world.campaign;
    });
    const counts = ["2026-03-17", "2026-03-18"].map(
      (day) => sent.filter(({ createdAt }) => createdAt.startsWith(day)).length,
    );
    expect(shown.slice(1, 3)).toEqual(counts.map((count) => (count === 0 ? "–" : String(count))));
    await page.getByRole("heading", { name: "Network seat 7" }).waitFor();
  });
});

describe("the table of contacts", () => {
  it("is filtered by a link from the reason why people left, and sorted by its column heads", async () => {
    const page = await visit.open(`campaigns/${world.campaign}`);
    const reason = page.getByRole("link", { name: /Finished: all steps are done/ });
    const count = (await reason.locator("b").textContent()) ?? "";
    await reason.click();
    await page.getByText(`${count} contacts`, { exact: true }).waitFor();
    expect(await page.getByLabel("Reason").inputValue()).toBe("all steps are done");

    const head = page.getByRole("columnheader", { name: "Name" });
    await head.getByRole("button").click();
    await page.locator('[aria-sort="ascending"]', { hasText: "Name" }).waitFor();
    const names = page.locator(".rows-body a.strong");
    await expect.poll(async () => isSorted(await names.allTextContents(), 1)).toBe(true);
    await head.getByRole("button").click();
    await page.locator('[aria-sort="descending"]', { hasText: "Name" }).waitFor();
    await expect.poll(async () => isSorted(await names.allTextContents(), -1)).toBe(true);
    expect(await page.getByLabel("Sort by").inputValue()).toBe("name down");
  });

  it("lets a contact be paused, marked as replied, unsubscribed or excluded, after a confirmation", async () => {
    const { contacts } = await visit.sandbox.objects();
    const contact = contacts.findLast(({ state, company }) => state === null && company !== null);
    const id = contact?.id ?? 0;
    const state = async () => (await visit.sandbox.objects()).contacts.find((each) => each.id === id);
    const page = await visit.open(`contacts/${id}`);
    const choose = async (name: string, meanwhile?: () => Promise<unknown>) => {
      await page.getByRole("group", { name: "Change" }).getByRole("button", { name, exact: true }).click();
      await page.getByRole("dialog").waitFor();
      await meanwhile?.();
      await page.getByRole("dialog").getByRole("button", { name, exact: true }).click();
      await page.getByRole("dialog").waitFor({ state: "detached" });
    };
    await choose("Pause");
    await page.getByRole("button", { name: "Resume" }).waitFor();
    expect((await state())?.state).toBe("paused");
    await choose("Resume");
    expect((await state())?.state).toBeNull();
    await choose("Unsubscribe");
    await page.getByText("unsubscribed from e-mails", { exact: true }).waitFor();
    expect((await state())?.unsubscribed).toBe(true);
    await page.getByRole("button", { name: "Mark as replied" }).waitFor();
    await choose("Mark as replied");
    expect((await state())?.state).toBe("answered");
    await choose("Exclude");
    expect((await state())?.state).toBe("excluded");
    // Another user blocks another company while the dialog is open.
    const blockAnother = () => visit.sandbox.editBlocklist({ organizationId: 1, add: ["Meanwhile Inc"] });
    await choose("Block the company", blockAnother);
    const blocked = async () => (await visit.sandbox.objects()).organizations[0]?.blocklist;
    expect(await blocked()).toEqual(["Meanwhile Inc", contact?.company]);

    await page.getByRole("navigation").getByRole("link", { name: "Members" }).click();
    await page.getByRole("button", { name: "Edit the blocklist of Fernhill Software" }).click();
    await page.getByRole("dialog").getByLabel("Companies").fill("Rival Works\n\nOther & Sons ");
    await visit.sandbox.editBlocklist({ organizationId: 1, add: ["Later & Co"] });
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByText("Blocklist: Later & Co, Rival Works, Other & Sons").waitFor();
    expect(await blocked()).toEqual(["Later & Co", "Rival Works", "Other & Sons"]);
  });
});

describe("an address without a view", () => {
  it.each(["elsewhere", "campaigns/one", "contacts/1/2", "toString"])("is reported: %s", async (address) => {
    const page = await visit.open(address);
    await page.getByRole("heading", { level: 1, name: "No such view" }).waitFor();
    expect(await page.title()).toBe("No such view · Outreach sandbox");
    await page.getByRole("main").getByRole("link", { name: "begin with what runs now" }).click();
    await page.getByRole("heading", { level: 1, name: "Now" }).waitFor();
  });

  it("or without an object names the missing object", async () => {
    const page = await visit.open("campaigns/12");
    await page.getByRole("alert").filter({ hasText: "Campaign with ID 12 not found" }).waitFor();
    // The browser reports the status as an error.
    visit.problems.splice(0);
  });
});

it("shows at 390 px on which side the navigation has more links", async () => {
  const page = await visit.open("now", { width: 390 });
  const views = page.locator(".views");
  await expect.poll(() => views.getAttribute("data-more")).toBe("right");
  await views.locator("ul").evaluate((list) => list.scrollTo(60, 0));
  await expect.poll(() => views.getAttribute("data-more")).toBe("left right");
  await views.locator("ul").evaluate((list) => list.scrollTo(list.scrollWidth, 0));
  await expect.poll(() => views.getAttribute("data-more")).toBe("left");
  const wide = await visit.open("now", { width: 1280 });
  await expect.poll(() => wide.locator(".views").getAttribute("data-more")).toBe("");
});

function isSorted(names: string[], sign: number): boolean {
  const { compare } = new Intl.Collator("en", { sensitivity: "base", numeric: true });
  return (
    names.length > 1 && names.every((name, index) => index === 0 || sign * compare(names[index - 1] ?? "", name) <= 0)
  );
}
