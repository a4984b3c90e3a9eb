import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { useVisit } from "./support/visit";

const visit = useVisit();
const script = "<script>document.title='changed by a name'</script>";
const image = "<img src=x onerror=\"document.title='changed by a name'\">";
const views = ["now", "campaigns", "contacts", "agents", "lists", "seats", "members", "deliveries", "requests"];

let places: string[] = [];
beforeAll(async () => {
  await visit.sandbox.setWebhook({ userId: 101, url: `${visit.sandbox.url}/health`, secret: "not-a-real-secret" });
  const list = await visit.post("/v1/list", { name: `${script} list` });
  const signals = ["a", "b", "c", "d"].map((value) => ({ type: "TECHNOLOGY", value: `${image}${value}` }));
  const agent = await visit.post("/v1/agent", { name: `${image} agent`, listId: list.id, variables: signals });
  const steps = [
    { type: "visitProfile" },
    { type: "email", subject: script, message: `${image} [FirstName] [${script}]`, delayAfterLastStep: 1 },
  ];
  const fields = { listIds: [list.id], linkedinSeatId: 7, emailSeatIds: [21], language: "en", steps };
  const campaign = await visit.post("/v1/campaign", { name: `${script} campaign`, active: true, ...fields });
  const person = { firstName: script, lastName: image, jobTitle: script, company: image, listId: list.id };
  const profile = { email: "odd@names.example.com", profileUrl: "javascript:alert(1)" };
  const [contact] = await visit.sandbox.addContacts({ userId: 101, contacts: [{ ...person, ...profile }] });
  await visit.sandbox.advance({ days: 3 });
  await visit.post("/v1/list", { name: "After" });
  await visit.sandbox.fault({ kind: "hang", path: script });
  await visit.sandbox.webhookDeliveries();
  places = [
    ...views,
    `campaigns/${campaign.id}`,
    `agents/${agent.id}`,
    `contacts/${contact?.id}`,
    "deliveries?number=1",
    `contacts?search=${encodeURIComponent(script)}`,
  ];
});
afterEach(() => visit.closeWindows());

describe("names and texts that are markup", () => {
  it("are shown literally in every view, and run nothing", async () => {
    for (const place of places) {
      const page = await visit.open(place);
      await page.locator("main .card, main .rows").first().waitFor();
      await page.getByText("Loading…").waitFor({ state: "detached" });
      expect([place, await page.title()]).toEqual([place, expect.stringMatching(/· Outreach sandbox$/)]);
      expect([place, await page.locator("main script, main img, a[href^='javascript']").count()]).toEqual([place, 0]);
      await visit.closeWindows();
    }
    const page = await visit.open(places[views.length]);
    await page.getByRole("heading", { level: 1, name: `${script} campaign` }).waitFor();
    expect(visit.problems).toEqual([]);
  });

  it("do not run even if a script is added to the document", async () => {
    const page = await visit.open();
    await page.evaluate(`
      const added = document.createElement("script");
      added.textContent = "document.title = 'changed by a script'";
      document.body.append(added);
    `);
    expect(await page.title()).toBe("Now · Outreach sandbox");
    expect(visit.problems.filter((problem) => /Content Security Policy/.test(problem))).toHaveLength(1);
  });
});
