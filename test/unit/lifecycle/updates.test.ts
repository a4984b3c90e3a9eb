import { describe, expect, it } from "vitest";
import { Updates } from "../../../provider/src/lifecycle/updates";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { listKind } from "../../../provider/src/resources/listKind";

function held() {
  let settle: { resolve: () => void; reject: (error: Error) => void } = { resolve: () => {}, reject: () => {} };
  const work = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { work, ...settle };
}

describe("the updates of a run", () => {
  it("are waited for only by later ones, so that no two wait for each other", async () => {
    const updates = new Updates();
    const [first, second] = [held(), held()];
    const outcome = updates.begin(campaignKind, "1", first.work);
    void updates.begin(campaignKind, "2", second.work);
    await updates.waitForEarlier(campaignKind, ["2"], "1");
    const order: string[] = [];
    const waiting = updates.waitForEarlier(campaignKind, ["1", "9"], "2").then(() => order.push("went on"));
    order.push("ended");
    first.resolve();
    await Promise.all([outcome, waiting]);
    expect(order).toEqual(["ended", "went on"]);
    expect(updates.hasSucceeded(campaignKind, "1")).toBe(true);
    expect(updates.hasSucceeded(campaignKind, "2")).toBe(false);
    expect(updates.hasSucceeded(listKind, "1")).toBe(false);
  });

  it("do not wait for themselves, which would never end", async () => {
    const updates = new Updates();
    const own = held();
    const outcome = updates.begin(campaignKind, "1", own.work);
    await updates.waitForEarlier(campaignKind, ["1"], "1");
    own.resolve();
    await outcome;
  });

  it("are all waited for by a create, including failed ones", async () => {
    const updates = new Updates();
    const failing = held();
    const outcome = updates.begin(campaignKind, "1", failing.work);
    const waiting = updates.waitForEarlier(campaignKind, ["1"]);
    failing.reject(new Error("refused"));
    await expect(outcome).rejects.toThrow("refused");
    await waiting;
    expect(updates.hasSucceeded(campaignKind, "1")).toBe(false);
  });
});
