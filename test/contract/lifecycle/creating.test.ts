import { afterEach, describe, expect, it, vi } from "vitest";
import { Account } from "../../../provider/src/api/account";
import { MemoryStore } from "../../../provider/src/api/coordination/memoryStore";
import { type Stage, stageOn } from "../rows/stage";

afterEach(() => void vi.restoreAllMocks());

describe("a create whose response has the id of another object in the program", () => {
  const path = "/v1/list";
  const answering = ({ sandbox }: Stage, id: number) =>
    sandbox.fault({ kind: "status", when: "before", method: "POST", path, status: 201, body: { id, name: "Own" } });

  it("has not created it, if the program manages that object", async () => {
    const stage = await stageOn("specOnly");
    const other = await stage.made("other", stage.list({ name: "Other" }));
    await answering(stage, other);
    const program = { other: stage.list({ name: "Other" }), own: stage.list({ name: "Own" }) };
    await stage.refuses(stage.engine.upAll(program), `with id ${other}`);
    expect(stage.engine.stored("List", "own").id).toMatch(/^pending-/);
  });

  it("has not created it, if the program has just adopted that object", async () => {
    const stage = await stageOn("specOnly");
    const elsewhere = stage.elsewhere();
    await elsewhere.up("other", stage.list({ name: "Other" }));
    const other = Number(elsewhere.stored("List", "other").id);
    await answering(stage, other);
    const program = { other: stage.list({ name: "Other", adopt: other }), own: stage.list({ name: "Own" }) };
    await stage.refuses(stage.engine.upAll(program), `with id ${other}`);
    expect(stage.engine.stored("List", "own").id).toMatch(/^pending-/);
  });
});

it("a code that is older than an interrupted create does not count for it", async () => {
  const stage = await stageOn("specOnly");
  const wanted = stage.list({ acknowledge: ["twin:none"] });
  await stage.killedAfter("leads", wanted);
  await stage.forget();
  await stage.refuses(stage.engine.up("leads", wanted), /acknowledge: \["twin:none:\w{8}"\]/);
  expect(await stage.writes()).toEqual([]);
});

it("a campaign that runs without being declared active is recorded as running for other runs", async () => {
  const stage = await stageOn("specOnly");
  const list = await stage.madeList();
  await stage.sandbox.fault({ kind: "alter", method: "POST", path: "/v1/campaign", set: { active: true } });
  await stage.refuses(stage.engine.up("q1", stage.campaign(list)), "it is running now");
  const { id } = stage.engine.stored("Campaign", "q1");
  const second = stage.campaign(list, { name: "Second", active: true });
  await stage.refuses(stage.another().up("q2", second), `by an active campaign (id ${id})`);
});

describe("an object that writes to nobody", () => {
  it("is looked up once if its response was lost, and twins are not", async () => {
    const stage = await stageOn("full");
    await stage.sandbox.fault({ kind: "reset", when: "after", method: "POST", path: "/v1/list" });
    await stage.forget();
    await stage.engine.up("leads", stage.list());
    const { requests } = await stage.sandbox.log();
    expect(requests.filter(({ method, path }) => method === "GET" && path === "/v1/list")).toHaveLength(2);
  });

  it.each<[string, boolean, number]>([
    ["is looked for beside twins at the end of a run", false, 1],
    ["is not if a database keeps the runs of all machines apart", true, 0],
  ])("%s", async (_, amongMachines, warned) => {
    const stage = await stageOn("full");
    vi.spyOn(Account.prototype, "amongMachines", "get").mockReturnValue(amongMachines);
    await stage.engine.up("leads", stage.list());
    const other = stage.elsewhere();
    other.state.clear();
    await other.up("leads", stage.list({ acknowledge: [`twin:${stage.engine.stored("List", "leads").id}`] }));
    const warnings = await stage.engine.end();
    expect(warnings.filter((text) => text.includes("another run created the same one"))).toHaveLength(warned);
  });
});

describe("a create whose outcome cannot be recorded", () => {
  /** Fails this often to record the created object. */
  function failing(times: number): void {
    const { record } = MemoryStore.prototype;
    let left = times;
    vi.spyOn(MemoryStore.prototype, "record").mockImplementation(async function (this: MemoryStore, creation) {
      if (creation.outcome === "made" && left > 0) {
        left -= 1;
        throw new Error("the disk is full");
      }
      await record.call(this, creation);
    });
  }

  it("at first is recorded at the second try", async () => {
    const stage = await stageOn("specOnly");
    const list = await stage.madeList();
    failing(1);
    const { warnings } = await stage.engine.up("q1", stage.campaign(list, { active: true }));
    expect(warnings.join()).not.toContain("the disk is full");
    const second = stage.campaign(list, { name: "Second", active: true });
    const { id } = stage.engine.stored("Campaign", "q1");
    await stage.refuses(stage.another().up("q2", second), `by an active campaign (id ${id})`);
  });

  it("is reported, and counts as one without an outcome beside the object that a refresh records", async () => {
    const stage = await stageOn("specOnly");
    const list = await stage.madeList();
    failing(2);
    await stage.engine.up("q1", stage.campaign(list, { active: true }));
    const { id } = stage.engine.stored("Campaign", "q1");
    const warning = stage.engine.warnings.find((text) => text.includes("the disk is full"));
    expect(warning).toContain(`Campaign ${id} was created, and this could not be recorded for other runs`);
    const code = /twin:none:\w{8}/.exec(warning ?? "")?.[0];
    const second = (...acknowledge: (string | undefined)[]) =>
      stage.campaign(list, { name: "Second", active: true, acknowledge });
    const other = stage.another();
    await stage.refuses(other.upIn("other", "q2", second()), `acknowledge: ["${code}"]`);
    await stage.engine.refresh("Campaign", "q1");
    // The lost create may be another campaign, and this one is known to run.
    await stage.refuses(other.upIn("other", "q2", second(code)), `by an active campaign (id ${id})`);
    expect((await other.upIn("other", "q2", second(code, `shared-list:${id}`))).op).toBe("create");
  });

  it("of a kind without guards is known to other stacks after a refresh as well", async () => {
    const stage = await stageOn("specOnly");
    failing(2);
    await stage.engine.up("leads", stage.list());
    const { id } = stage.engine.stored("List", "leads");
    const code = /twin:none:\w{8}/.exec(stage.engine.warnings.join())?.[0] ?? "";
    const other = stage.another();
    const text = await stage.refusal(other.upIn("other", "same", stage.list()));
    expect(text).toContain("If its stack manages it: use its id here instead of declaring it twice.");
    expect(text).toContain(`acknowledge: ["${code}"]`);
    await stage.engine.refresh("List", "leads");
    // That code alone would create a second one.
    const again = await stage.refusal(other.upIn("other", "same", stage.list({ acknowledge: [code] })));
    expect(again).toContain(`runs have recorded a list of this name (id ${id}), which this service does not show`);
  });
});
