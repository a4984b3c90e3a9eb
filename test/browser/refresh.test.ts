import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { step } from "../../provider/src/resources/campaign/step";
import { settingsFor } from "../support/acceptance";
import { DeclaredProject } from "../support/declared";
import { useVisit } from "./support/visit";

const visit = useVisit();
let stack: DeclaredProject;

beforeAll(async () => {
  stack = await new DeclaredProject(settingsFor(visit.sandbox)).init();
  stack.declare({
    leads: { kind: "List", args: { name: "Founders" } },
    q1: {
      kind: "Campaign",
      args: { name: "Q1", listIds: ["$leads"], linkedinSeatId: 7, steps: [step.visitProfile()] },
    },
  });
  const { code, text } = await stack.run("up");
  expect(code, text).toBe(0);
});
afterEach(() => visit.closeWindows());
afterAll(() => stack.project.remove());

it("a campaign that a person switches on here is noticed by the stack that declares the campaign", async () => {
  const page = await visit.open(`campaigns/${await stack.id("q1")}`);
  await page.getByRole("button", { name: "Switch on" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Switch on" }).click();
  await page.getByText("Run pulumi refresh to record it in the state.").waitFor();

  const refreshed = await stack.run("refresh");
  expect(refreshed.code, refreshed.text).toBe(0);
  expect(refreshed.said).toContain('campaign "Q1" (id ID): it was switched on outside the program since the last run');
  const { resources } = await stack.project.state();
  expect(resources.find(({ urn }) => urn.endsWith("::q1"))?.outputs?.active).toBe(true);
  expect(visit.problems).toEqual([]);
});
