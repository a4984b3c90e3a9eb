import { expect, it } from "vitest";
import { startSandbox } from "../../sandbox/src/index.js";
import { useVisit } from "./support/visit";

const visit = useVisit();

it("reports a lost connection to the sandbox, keeps its content, and continues when the sandbox is back", async () => {
  const list = await visit.post("/v1/list", { name: "Before" });
  const page = await visit.open("lists");
  await page.getByText("Before", { exact: true }).waitFor();
  const port = Number(new URL(visit.sandbox.url).port);
  await visit.sandbox.close();
  await page.getByRole("alert").filter({ hasText: "No connection to the sandbox" }).waitFor();
  await page.getByText("Before", { exact: true }).waitFor();

  // The browser reconnects every few seconds, and no other requests are sent meanwhile.
  const failed = visit.problems.length;
  await page.waitForEvent("requestfailed");
  await page.waitForEvent("requestfailed");
  expect(visit.problems.length - failed).toBeLessThan(6);
  const again = await startSandbox({ port, startTime: "2026-03-05T08:00:00Z" });
  try {
    await page.locator('header time[datetime="2026-03-05T08:00:00.000Z"]').waitFor();
    await page.getByText("No list yet.").waitFor();
    expect(await page.getByText(String(list.id)).count()).toBe(0);
  } finally {
    await again.close();
  }
});
