import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { useVisit } from "./support/visit";

const visit = useVisit();
const COUNT = 10_000;

beforeAll(async () => {
  const list = await visit.post("/v1/list", { name: "Many" });
  for (let first = 0; first < COUNT; first += 1000) {
    const contacts = Array.from({ length: 1000 }, (_, index) => ({
      firstName: `Person${first + index}`,
      lastName: "Example",
      company: `Company ${(first + index) % 97}`,
      listId: list.id,
    }));
    await visit.sandbox.addContacts({ userId: 101, contacts });
  }
});
afterEach(async () => {
  await visit.closeWindows();
  expect(visit.problems).toEqual([]);
});

describe.each([{ width: 1600 }, { width: 400 }])("a table of 10,000 contacts at $width px", (look) => {
  it("scrolls to any contact, with only the visible rows in the document", async () => {
    const page = await visit.open("contacts", look);
    await page.getByText("10,000 contacts").waitFor();
    await page.getByRole("link", { name: "Person9999 Example" }).waitFor();
    const table = page.getByRole("table", { name: "Contacts" });
    expect(await table.getAttribute("aria-rowcount")).toBe("10001");
    const body = page.locator(".rows-body");
    for (const [part, name] of [
      [1, "Person0 Example"],
      [0, "Person9999 Example"],
    ] as const) {
      await body.evaluate((element, share) => element.scrollTo(0, share * element.scrollHeight), part);
      await page.getByRole("link", { name, exact: true }).waitFor();
      expect(await page.getByRole("row").count()).toBeLessThan(60);
    }
    // With only the keyboard.
    await body.focus();
    await page.keyboard.press("End");
    await page.getByRole("link", { name: "Person0 Example", exact: true }).waitFor();
  });

  it("finds one contact and keeps the search in the address", async () => {
    const page = await visit.open("contacts", look);
    await page.getByLabel("Search").fill("person1234 ");
    await page.getByText("1 contact", { exact: true }).waitFor();
    await page.getByRole("link", { name: "Person1234 Example" }).click();
    await page.getByRole("heading", { level: 1, name: "Person1234 Example" }).waitFor();
    await page.goBack();
    await page.getByText("1 contact", { exact: true }).waitFor();
    expect(await page.getByLabel("Search").inputValue()).toBe("person1234 ");
  });
});
