import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Records } from "../../../provider/src/api/coordination/records";
import { type Stage, stageOn } from "../rows/stage";

let stage: Stage;
beforeEach(async () => {
  stage = await stageOn("full");
});
afterEach(() => void vi.restoreAllMocks());

const unreadable = { kind: "status", method: "GET", status: 405, count: 9 } as const;

describe("a change of an object of a kind without guards", () => {
  it("is refused, and sends nothing, if the object can no longer be read", async () => {
    await stage.made("hot", stage.tag());
    await stage.forget();
    for (const path of ["/v1/tag", "/v1/tag/*"]) await stage.sandbox.fault({ ...unreadable, path });
    const text = await stage.refusal(stage.engine.up("hot", stage.tag({ colour: "blue" })));
    expect(text).toContain("this service has no operation that changes colour; nothing was sent.");
    expect(await stage.writes()).toEqual([]);
  });

  it("is refused if its outcome is unknown", async () => {
    await stage.made("hot", stage.tag());
    await stage.sandbox.fault({ ...unreadable, path: "/v1/tag" });
    await stage.sandbox.fault({ ...unreadable, path: "/v1/tag/*", skip: 1 });
    await stage.sandbox.fault({ kind: "alter", method: "PATCH", path: "/v1/tag/*", remove: ["colour"] });
    const text = await stage.refusal(stage.engine.up("hot", stage.tag({ colour: "blue" })));
    expect(text).toContain("the change was sent, but the object could not be read back.");
  });
});

it("a change that cannot be recorded for other runs is made, with a warning", async () => {
  const { list } = await stage.madeCampaign();
  vi.spyOn(Records.prototype, "remember").mockRejectedValue(new Error("the database is locked"));
  const { op, warnings } = await stage.engine.up("q1", stage.campaign(list, { name: "Fintech Q2" }));
  expect(op).toBe("update");
  expect(warnings.join()).toContain("changed, but this could not be recorded for other runs (the database is locked)");
  expect(stage.engine.stored("Campaign", "q1").outputs.name).toBe("Fintech Q2");
});

describe("a change of a campaign's lists reads the campaign once", () => {
  it.each([
    ["while it is off", false],
    ["while it runs", true],
  ])("%s", async (_, active) => {
    const [first, second] = [await stage.madeList("first"), await stage.madeList("second")];
    const id = await stage.made("q1", stage.campaign(first, { active }));
    await stage.forget();
    await stage.engine.up("q1", stage.campaign(first, { active, listIds: [first, second] }));
    const reads = await stage.reads();
    expect(reads.filter((read) => read === `GET /v1/campaign/${id}`)).toHaveLength(1);
    expect(await stage.writes()).toEqual(["PATCH /v1/campaign/ID"]);
    expect((await stage.storedCampaign(id)).listIds).toEqual([first, second]);
  });
});
