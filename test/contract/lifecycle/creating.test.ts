import { afterEach, describe, expect, it, vi } from "vitest";
import { Account } from "../../../provider/src/api/account";
import { type Mode, openStage, Stage, type StageService } from "../rows/stage";

let service: StageService;
async function openOn(mode: Mode): Promise<Stage> {
  service = await openStage(mode);
  return new Stage(service, mode);
}
afterEach(async () => {
  vi.restoreAllMocks();
  await service.close();
});

describe("a create that is answered with the id of another object of the program", () => {
  const path = "/v1/list";
  const answering = (id: number) =>
    service.fault({ kind: "status", when: "before", method: "POST", path, status: 201, body: { id, name: "Own" } });

  it("has not made it, if the program manages that one", async () => {
    const stage = await openOn("specOnly");
    const other = await stage.made("other", stage.list({ name: "Other" }));
    await answering(other);
    const program = { other: stage.list({ name: "Other" }), own: stage.list({ name: "Own" }) };
    expect(await stage.refusal(stage.engine.upAll(program))).toContain(`with id ${other}`);
    expect(stage.engine.stored("List", "own").id).toMatch(/^pending-/);
  });

  it("has not made it, if the program has just adopted that one", async () => {
    const stage = await openOn("specOnly");
    const elsewhere = stage.elsewhere();
    await elsewhere.up("other", stage.list({ name: "Other" }));
    const other = Number(elsewhere.stored("List", "other").id);
    await answering(other);
    const program = { other: stage.list({ name: "Other", adopt: other }), own: stage.list({ name: "Own" }) };
    expect(await stage.refusal(stage.engine.upAll(program))).toContain(`with id ${other}`);
    expect(stage.engine.stored("List", "own").id).toMatch(/^pending-/);
  });
});

it("a code that is older than a create that was cut off does not count for it", async () => {
  const stage = await openOn("specOnly");
  const wanted = stage.list({ acknowledge: ["twin:none"] });
  await stage.killedAfter("leads", wanted);
  await stage.forget();
  expect(await stage.refusal(stage.engine.up("leads", wanted))).toMatch(/acknowledge: \["twin:none:\w{8}"\]/);
  expect(await stage.writes()).toEqual([]);
});

it("a campaign that runs unasked is recorded so for other runs", async () => {
  const stage = await openOn("specOnly");
  const list = await stage.madeList();
  await service.fault({ kind: "alter", method: "POST", path: "/v1/campaign", set: { active: true } });
  expect(await stage.refusal(stage.engine.up("q1", stage.campaign(list)))).toContain("it is running now");
  const { id } = stage.engine.stored("Campaign", "q1");
  const second = stage.campaign(list, { name: "Second", active: true });
  expect(await stage.refusal(stage.another().up("q2", second))).toContain(`by an active campaign (id ${id})`);
});

describe("an object that writes to nobody", () => {
  it("is looked for once if its answer was lost, and not for twins as well", async () => {
    const stage = await openOn("full");
    await service.fault({ kind: "reset", when: "after", method: "POST", path: "/v1/list" });
    await stage.forget();
    await stage.engine.up("leads", stage.list());
    const { requests } = await service.log();
    expect(requests.filter(({ method, path }) => method === "GET" && path === "/v1/list")).toHaveLength(2);
  });

  it.each<[string, boolean, number]>([
    ["is looked for beside twins at the end of a run", false, 1],
    ["is not if a database keeps the runs of all machines apart", true, 0],
  ])("%s", async (_, amongMachines, warned) => {
    const stage = await openOn("full");
    vi.spyOn(Account.prototype, "amongMachines", "get").mockReturnValue(amongMachines);
    await stage.engine.up("leads", stage.list());
    const other = stage.elsewhere();
    other.state.clear();
    await other.up("leads", stage.list({ acknowledge: [`twin:${stage.engine.stored("List", "leads").id}`] }));
    const warnings = await stage.engine.end();
    expect(warnings.filter((text) => text.includes("another run created the same one"))).toHaveLength(warned);
  });
});
