import { expect, test } from "vitest";
import { TurnTooLong } from "../../../provider/src/api/coordination/turns";
import { UnderWay } from "../../../provider/src/api/coordination/underWay";
import { memoryStage } from "./stages";

const scope = { service: "service", kind: "List", owner: "7" };

// How long another process's create can still arrive, the budget, and the reported wait.
test.each<[string, number, number, "over" | "refused", number]>([
  ["in silence, if it is short", 5_000, 5_000, "over", 0],
  ["to its end, if that fits into the budget", 5_001, 5_001, "over", 1],
  ["not at all, if the budget ends before", 5_001, 5_000, "refused", 0],
])("a create that another process has sent is waited for %s", async (_, lasts, budgetMilliseconds, end, reports) => {
  const { clock, process } = await memoryStage();
  await process("other").record({ ...scope, token: "sent", name: "digest", outcome: "sent" });
  const own = process("own");
  const said: string[] = [];
  const parts = { clock, lasts, budgetMilliseconds, longestLook: 1_000, assertGoingOn: () => undefined };
  const underWay = new UnderWay({ ...parts, store: (work) => work(own), say: (text) => said.push(text) });
  const since = clock.now();
  const waited = underWay.waitUntilSettled(scope, "lists").then(
    () => "over",
    (error: unknown) => (error instanceof TurnTooLong ? "refused" : error),
  );
  await clock.passSlowly(end === "over" ? lasts : 0);
  expect(await waited).toBe(end);
  expect(said).toHaveLength(reports);
  expect(clock.now() - since).toBe(end === "over" ? lasts : 0);
});
