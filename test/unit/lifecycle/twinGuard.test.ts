import { expect, it } from "vitest";
import { listingBeforeCreate } from "../../../provider/src/lifecycle/twinGuard";
import { declared, robot } from "../kind/robot";
import { guarding, listed } from "../resources/guarding";

it.each<[string, boolean | undefined, object]>([
  ["again if another run may have created one of this name", undefined, { unlessMade: { kind: "Robot", name: "R2" } }],
  ["again before a create that starts to send", true, { fresh: true }],
])("before a create, what exists is listed %s", async (_, fresh, options) => {
  const lists = listed({ id: "5", ...declared });
  const { run, account, listing } = guarding({ lists });
  const situation = { kind: robot, run, account, about: "it", acknowledged: new Set<string>(), inputs: declared };
  expect(await listingBeforeCreate({ ...situation, declarer: {} }, "creating it", fresh)).toBe(lists);
  expect(listing.mock.calls).toEqual([["Robot", "creating it", options]]);
});
