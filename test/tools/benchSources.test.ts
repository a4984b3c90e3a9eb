import { expect, it } from "vitest";
import { sources } from "../bench/support/sources.mjs";

it("the benchmarks load the parts of the provider that they measure", async () => {
  const loaded: unknown = await sources(
    "lifecycle/check",
    "lifecycle/memory",
    "resources/campaign/kind",
    "cli/follow/status",
  );
  expect(loaded).toMatchObject({ check: expect.any(Function), campaignKind: { name: "Campaign" } });
});
