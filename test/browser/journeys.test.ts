import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { bringUpFullCycle } from "./support/fullCycle";
import { useVisit } from "./support/visit";

const visit = useVisit({ answerRate: 0.9 });

afterEach(async () => {
  await visit.closeWindows();
  expect(visit.problems).toEqual([]);
});

describe("a person who watches the full-cycle example", () => {
  let ids: Record<string, number>;
  beforeAll(async () => {
    ids = await bringUpFullCycle(visit);
  });

  it("sees leads imported, switches the campaign on, and follows one lead from import to reply", async () => {
    const page = await visit.open();
    const views = page.getByRole("navigation", { name: "Views" });
    await page.getByText("Nothing has happened yet.").waitFor();

    await page.getByRole("button", { name: "Next hour" }).click();
    await page
      .getByText(/imported \d+ of \d+ leads/)
      .first()
      .waitFor();

    await views.getByRole("link", { name: "Campaigns" }).click();
    await page.getByRole("link", { name: "Fintech Q1" }).click();
    await page.getByText("The campaign is off: nothing is queued.").waitFor();
    await page.getByRole("button", { name: "Switch on" }).click();
    const question = page.getByRole("dialog", { name: /Switch on “Fintech Q1”/ });
    expect(await question.textContent()).toContain("people go through its steps");
    expect((await visit.sandbox.objects()).campaigns[0]?.active).toBe(false);
    await question.getByRole("button", { name: "Switch on" }).click();
    await page.getByText("Run pulumi refresh to record it in the state.").waitFor();
    await page.getByRole("button", { name: "Switch off" }).waitFor();
    expect((await visit.sandbox.objects()).campaigns[0]).toMatchObject({ id: ids.Campaign, active: true });

    await page.getByRole("button", { name: "Next hour" }).click();
    await page.locator(".queue li", { hasText: "1. Profile visit" }).first().waitFor();
    await page.getByRole("button", { name: "Next week" }).click();
    await page.getByRole("button", { name: "Next week" }).click();
    await page.getByRole("img", { name: /Sent per day over \d+ days: [1-9]\d* network steps/ }).waitFor();

    const [answered] = (await visit.sandbox.objects()).contacts.filter(({ state }) => state === "answered");
    await views.getByRole("link", { name: "Contacts" }).click();
    await page.getByLabel("State").selectOption({ label: "Answered" });
    await page.getByLabel("Search").fill(`${answered?.firstName} ${answered?.lastName}`);
    await page
      .getByRole("row")
      .getByRole("link", { name: `${answered?.firstName} ${answered?.lastName}` })
      .click();
    const story = page.locator(".story > li");
    await story.last().waitFor();
    const told = await story.allTextContents();
    expect(told[0]).toMatch(/Imported by Fintech founders finder into Fintech founders: found by/);
    expect(told[1]).toMatch(/1\. Profile visit/);
    expect(told[2]).toMatch(/2\. Invitation/);
    expect(told[3]).toContain(
      `Hi ${answered?.firstName}, I saw what ${answered?.company} builds. We help teams like yours; may I show you how?`,
    );
    expect(told.at(-1)).toMatch(/^Answered: /);
  });

  it("finds the reason why a contact was skipped", async () => {
    const added = [{ firstName: "Nora", lastName: "Unlisted", listId: ids.List }];
    await visit.sandbox.addContacts({ userId: 101, contacts: added });
    await visit.sandbox.advance({ days: 2 });
    const page = await visit.open(`campaigns/${ids.Campaign}`);
    const why = page.getByRole("link", { name: /Skipped: the contact has no profile on the network/ });
    expect(await why.textContent()).toMatch(/1$/);
    await why.click();
    await page.getByRole("link", { name: "Nora Unlisted" }).click();
    await page
      .getByText(/Skipped: the contact has no profile on the network \(not sent: 1\. Profile visit\)/)
      .waitFor();
  });

  it("keeps an open dialog if a program changes the campaign or the agent meanwhile", async () => {
    const campaignId = ids.Campaign ?? 0;
    await visit.sandbox.setActive({ campaignId, active: true });
    const page = await visit.open(`campaigns/${campaignId}`);
    await page.getByRole("button", { name: "Switch off" }).click();
    await visit.sandbox.setActive({ campaignId, active: false });
    const question = page.getByRole("dialog", { name: /Switch off “Fintech Q1”/ });
    await question.getByText("Meanwhile it was switched off by somebody else.").waitFor();
    await question.getByRole("button", { name: "Switch off" }).click();
    await question.waitFor({ state: "detached" });
    expect((await visit.sandbox.objects()).campaigns[0]?.active).toBe(false);

    const agentId = ids.SourceAgent ?? 0;
    await page.goto(`${visit.sandbox.controlUrl}/#/agents/${agentId}`);
    await page.getByRole("button", { name: "Edit" }).click();
    await visit.sandbox.editAgent({ agentId, paused: true, targetLocations: ["Paris, France"] });
    await page.getByRole("textbox", { name: "Name" }).fill("Finder of founders");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { level: 1, name: "Finder of founders" }).waitFor();
    const [agent] = (await visit.sandbox.objects()).agents;
    expect(agent).toMatchObject({ paused: true, targetLocations: ["Paris, France"] });
    await visit.sandbox.editAgent({
      agentId,
      name: "Fintech founders finder",
      paused: false,
      targetLocations: ["France"],
    });
  });

  it("renames a list and edits an agent, as in the app", async () => {
    const page = await visit.open("lists");
    await page.getByRole("button", { name: "Rename Fintech founders" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Fintech people");
    await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
    await page.getByRole("rowheader", { name: /^Fintech people/ }).waitFor();

    await page.getByRole("link", { name: "Fintech founders finder" }).click();
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Job titles").fill("Founder\nChief Executive, Europe");
    await page.getByLabel("Lowest score").fill("");
    await page.getByLabel("Paused").check();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Founder, Chief Executive, Europe").waitFor();
    const { lists, agents } = await visit.sandbox.objects();
    expect(lists[0]?.name).toBe("Fintech people");
    expect(agents[0]).toMatchObject({
      paused: true,
      minLeadScore: null,
      targetJobTitles: ["Founder", "Chief Executive, Europe"],
      targetLocations: ["France"],
    });
  });

  it("sees changes from elsewhere without reloading the page", async () => {
    const page = await visit.open("requests");
    await page.evaluate("window.isSame = true");
    await fetch(`${visit.sandbox.url}/v1/user/me`, { headers: { authorization: "Bearer osk_demo_owner" } });
    await page.getByRole("row", { name: /GET \/v1\/user\/me/ }).waitFor();

    await page.getByLabel("To requests of").fill("/v1/user/me");
    await page.getByRole("button", { name: "Switch on" }).click();
    await page.getByText("any method /v1/user/me, the next 1 request").waitFor();
    const refused = await fetch(`${visit.sandbox.url}/v1/user/me`, {
      headers: { authorization: "Bearer osk_demo_owner" },
    });
    expect(refused.status).toBe(429);
    await page.getByText("None is active.").waitFor();
    await page.getByRole("row", { name: /fault: rateLimit/ }).waitFor();
    expect(await page.evaluate("window.isSame")).toBe(true);
  });

  it("lets time run automatically until it is stopped", async () => {
    const page = await visit.open();
    const before = Date.parse((await visit.sandbox.state()).now);
    await page.getByRole("button", { name: "Run live" }).click();
    const shown = async () => Date.parse((await page.locator("header time").getAttribute("datetime")) ?? "");
    // On a busy machine the page does not show every step.
    await expect.poll(shown, { timeout: 20_000 }).toBeGreaterThanOrEqual(before + 2 * 3_600_000);
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByRole("button", { name: "Run live" }).waitFor();
  });

  it("sees only a member's objects when viewing as that member", async () => {
    const page = await visit.open("campaigns");
    await page.getByRole("link", { name: "Fintech Q1" }).waitFor();
    await page.getByLabel("View as").selectOption({ label: "Alice Moreau (Fernhill Software)" });
    await page.getByText("No campaign yet.").waitFor();
    for (const [view, empty] of [
      ["Tomorrow", "No campaign is switched on: nothing is sent."],
      ["Replies", "Nobody has replied yet."],
    ]) {
      await page.getByRole("navigation").getByRole("link", { name: view }).click();
      await page.getByText(empty ?? "").waitFor();
    }
  });
});
