import { expect } from "vitest";
import { type Case, inFull, inSpecOnly, type Stage } from "../stage";

/** Campaign A runs on two lists, campaign B on a third one; the program moves a list from A to B. */
async function twoRunning(stage: Stage) {
  const [l1, l2, l3] = [await stage.madeList("one"), await stage.madeList("two"), await stage.madeList("three")];
  const a = await stage.made("a", stage.campaign(l1, { name: "A", listIds: [l1, l2], active: true }));
  const b = await stage.made("b", stage.campaign(l3, { name: "B", active: true }));
  await stage.forget();
  const now = {
    a: stage.campaign(l1, { name: "A", active: true }),
    b: stage.campaign(l3, { name: "B", listIds: [l3, l2], active: true }),
  };
  return { l1, l2, l3, a, b, now };
}

/** A list moves from one running campaign to another in one change. */
export const movedLists: readonly Case[] = [
  inFull(17, "a list moves if the campaign that drops it comes first", async (stage) => {
    const { l2, a, b, now } = await twoRunning(stage);
    await stage.engine.previewAll(now);
    expect(stage.engine.warnings.join("\n")).not.toContain("dependsOn");
    expect(await stage.engine.upAll(now)).toEqual({ a: "update", b: "update" });
    expect(await stage.writes()).toEqual(["PATCH /v1/campaign/ID", "PATCH /v1/campaign/ID"]);
    expect((await stage.storedCampaign(a)).listIds).not.toContain(l2);
    expect((await stage.storedCampaign(b)).listIds).toContain(l2);
  }),
  inFull(17, "a list moves although this run has read the lists before, also to a new campaign", async (stage) => {
    const { l2, now } = await twoRunning(stage);
    const { a } = now;
    const c = stage.campaign(l2, { name: "C", active: true });
    expect(await stage.engine.upAllRefreshed({ a, c })).toEqual({ a: "update", c: "create" });
  }),
  inFull(17, "a list moves if both updates run concurrently, in the program's order", async (stage) => {
    const { l2, b, now } = await twoRunning(stage);
    const slow = {
      kind: "delay",
      method: "PATCH",
      path: "/v1/campaign/*",
      when: "before",
      milliseconds: 300,
    } as const;
    await stage.sandbox.fault(slow);
    expect(await stage.engine.upAtOnce(now)).toEqual({ a: "update", b: "update" });
    expect((await stage.storedCampaign(b)).listIds).toContain(l2);
  }),
  inFull(17, "moving a list to a campaign that comes first is refused, with the way out", async (stage) => {
    const { l2, a, now } = await twoRunning(stage);
    const reversed = { b: now.b, a: now.a };
    await stage.engine.previewAll(reversed);
    const warned = `it takes list ${l2}, which campaign "A" (id ${a}) gives up in the same change`;
    expect(stage.engine.warnings.join("\n")).toContain(warned);
    expect(stage.engine.warnings.join("\n")).toContain("The resource a in the option dependsOn of b orders the two.");
    const text = await stage.refusal(stage.engine.upAll(reversed));
    expect(text).toContain(`list ${l2} is already used by an active campaign (id ${a})`);
    expect(text).toContain("If this change takes the list from it: its resource in the option dependsOn of this one.");
    expect(await stage.writes()).toEqual([]);
    expect(await stage.engine.upAll(now)).toEqual({ a: "update", b: "update" });
  }),
  inFull(17, "a list does not move if the campaign that drops it could not be changed", async (stage) => {
    const { l2, a, b, now } = await twoRunning(stage);
    await stage.answers(`PATCH /v1/campaign/${a}`, 400);
    const text = await stage.refusal(stage.engine.upContinuing(now));
    expect(text).toContain(
      `list ${l2} is still used by an active campaign (id ${a}), which gives it up in the same change; that has not been sent yet, or has failed. Nothing was sent.`,
    );
    expect(text).toContain(`Run \`pulumi up --target '${stage.engine.urn("Campaign", "a")}'\` first`);
    expect((await stage.storedCampaign(b)).listIds).not.toContain(l2);
    await stage.engine.up("a", now.a);
    expect(await stage.engine.upAll(now)).toEqual({ a: "same", b: "update" });
  }),
  inFull(17, "two campaigns that exchange lists in one change are refused at preview", async (stage) => {
    const { l1, l2, l3, a, b } = await twoRunning(stage);
    const first = stage.campaign(l1, { name: "A", listIds: [l1, l3], active: true });
    const program = { a: first, b: stage.campaign(l2, { name: "B", active: true }) };
    const text = await stage.refusal(() => stage.engine.previewAll(program));
    expect(text).toContain(
      `campaign "B" (id ${b}): it takes list ${l2} from the active campaign "A" (id ${a}), which in the same change takes one`,
    );
    expect(text).toContain(
      "Take these lists from both in a first change (a campaign that would have none left gets an empty list), and attach them in a second one.",
    );
    const acknowledged = stage.campaign(l2, { name: "B", active: true, acknowledge: [`shared-list:${a}`] });
    expect(await stage.engine.previewAll({ ...program, b: acknowledged })).toEqual({ a: "update", b: "update" });
  }),
  inSpecOnly(
    17,
    "a list moves between campaigns that are replaced because the service shows none, if both are acknowledged as off",
    async (stage) => {
      const { l1, l2, l3, a, b } = await twoRunning(stage);
      const off = (id: number) => ({ active: true, acknowledge: [`inactive:${id}`, "restart"] });
      const program = {
        a: stage.campaign(l1, { name: "A", ...off(a) }),
        b: stage.campaign(l3, { name: "B", listIds: [l3, l2], ...off(b) }),
      };
      expect(await stage.engine.previewAll(program)).toEqual({ a: "replace", b: "replace" });
      expect(await stage.engine.upAtOnce(program)).toEqual({ a: "replace", b: "replace" });
    },
  ),
];
