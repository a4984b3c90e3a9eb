import { describe, expect, it } from "vitest";
import type { KnownCreation } from "../../../provider/src/api/objects";
import type { OwnersState } from "../../../provider/src/lifecycle/ownersState";
import { passedOn } from "../../../provider/src/lifecycle/passedOn";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { recorded } from "../resources/guarding";
import { declarer, starting } from "../resources/starting";

type Adoptable = NonNullable<OwnersState["adoptable"]>;

/** What passes to a campaign on list 1 that adopts campaign 7. */
async function passed(adoptable: Adoptable, creations: readonly KnownCreation[] = []) {
  const { situation, memory } = starting({});
  const owner = { origin: situation.run.settings().origin, actingUserId: (await situation.account.actingUser()).id };
  memory.remember(campaignKind, situation.inputs, { retained: false, inState: [{ ...owner, adoptable }] });
  return await passedOn({ ...situation, kind: campaignKind }, "7", creations);
}

describe("what passes to the resource that adopts an object", () => {
  const sent = { targets: ["1"], count: 2 };
  const foundOn = { "1": { ids: ["5"] } };

  it("is what its own resource knew, and only the former versions of others that have left", async () => {
    const its = { id: "7", is: "running", sent, foundOn, sharedFor: { "5": ["1"] } } satisfies Adoptable[number];
    const left = {
      id: "8",
      is: "running",
      sent: { targets: ["2"], count: 9 },
      replaced: { 4: "digest" },
    } satisfies Adoptable[number];
    expect(await passed([left, { ...its, replaced: { 3: "digest" } }])).toEqual({
      ...{ sent, foundOn, sharedFor: its.sharedFor, everActive: true },
      replaced: { 3: "digest", 4: "digest" },
    });
    expect(await passed([left])).toEqual({ replaced: left.replaced });
    expect(await passed([{ id: "7", is: "resting", saidOff: true }])).toEqual({ saidOff: true });
  });

  it("does not name the object itself among its former versions", async () => {
    expect(await passed([{ id: "8", replaced: { 7: "digest" } }])).toEqual({});
  });

  it("is what a lost create has found, which may not be all", async () => {
    const lost = { foundOn: { "1": { ids: ["5"], all: "attached" } } } satisfies Adoptable[number];
    expect(await passed([lost])).toEqual({ foundOn: { "1": { ids: ["5"] } } });
    expect(await passed([lost, { id: "7", is: "off" }])).toEqual({ everActive: true });
  });

  it("includes what its resource has released, if that has run or its lists are known", async () => {
    const its = { ...declarer, content: "digest", released: true };
    const own = recorded({ ...declarer, id: "7", targets: ["1", "3"], ran: true });
    const released = (changes: Partial<KnownCreation>) => passed([], [own, recorded({ ...its, id: "6", ...changes })]);
    expect((await released({ ran: true })).replaced).toEqual({ 6: "digest" });
    expect((await released({ targets: ["2"] })).replaced).toEqual({ 6: { content: "digest", targets: ["2"] } });
    for (const changes of [
      {},
      { ran: true, content: undefined },
      { released: false, ran: true },
      { resource: "other" },
    ]) {
      expect(await released(changes)).not.toHaveProperty("replaced");
    }
  });
});
