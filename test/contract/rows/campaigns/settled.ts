import { expect } from "vitest";
import type { Step } from "../../../support/testStack";
import { type Case, inFull, inSpecOnly, otherText } from "../stage";

/** What settles a lost create, and what does not. */
export const settled: readonly Case[] = [
  inFull(
    "pending",
    "two lost campaigns with one name are found by their steps, and neither without them",
    async (stage) => {
      const list = await stage.madeList();
      const hide = () =>
        stage.sandbox.fault({ kind: "alter", method: "GET", path: "/v1/campaign", remove: ["steps"], count: 50 });
      const lose = async (name: string, wanted: Step) => {
        await stage.sandbox.fault({ kind: "reset", when: "after", method: "POST", path: "/v1/campaign" });
        await stage.sandbox.fault({ kind: "omit", path: "/v1/campaign", createdSince: true, count: 50 });
        await stage.refusal(stage.engine.up(name, wanted));
        await stage.sandbox.clearFaults();
        return (await stage.sandbox.objects()).campaigns.at(-1)?.id;
      };
      const first = await lose("q1", stage.campaign(list));
      await hide();
      expect(await stage.refusal(stage.engine.refresh("Campaign", "q1"))).toContain(
        `id ${first} may be it, but the service does not return its steps`,
      );
      await stage.sandbox.clearFaults();
      const second = await lose("q2", stage.campaign(list, { steps: otherText }));
      await hide();
      // The first one was listed before the second was sent.
      for (const [name, why] of [
        ["q1", `several new objects equal it (ids ${first}, ${second})`],
        ["q2", `id ${second} may be it, but the service does not return its steps`],
      ] as const) {
        await stage.refuses(stage.engine.refresh("Campaign", name), why);
      }
      await stage.sandbox.clearFaults();
      await stage.forget();
      for (const [name, id] of [
        ["q1", first],
        ["q2", second],
      ] as const) {
        await stage.engine.refresh("Campaign", name);
        expect(stage.engine.stored("Campaign", name).id).toBe(String(id));
      }
      expect(await stage.writes()).toEqual([]);
    },
  ),
  inSpecOnly(
    "pending",
    "a code for a whole run settles nothing of another stack, and a failed release is recorded later",
    async (stage) => {
      const list = await stage.madeList();
      const wanted = stage.campaign(list, { active: true });
      await stage.killedAfter("q1", wanted);
      const other = stage.another({ acknowledge: ["twin:none"] });
      await other.upIn("other", "q2", stage.campaign(list, { name: "Other", active: true }));
      await stage.refuses(stage.engine.up("q1", wanted), "an earlier run was cut off");

      const off = stage.campaign(list, { name: "Off" });
      await stage.engine.up("off", off);
      const stored = stage.engine.stored("Campaign", "off");
      await stage.engine.destroy("Campaign", "off");
      // Killed before the state was saved.
      stage.engine.state.set(stage.engine.urn("Campaign", "off"), stored);
      await stage.engine.refresh("Campaign", "off");
      await stage.engine.destroy("Campaign", "off");
      const { id } = stored;
      stage.engine.restart({ acknowledge: [`twin:${id}`] });
      expect((await stage.engine.up("off", off)).op).toBe("create");
    },
  ),
  inSpecOnly(
    "pending",
    "a lost create that a person adopts is settled, whatever the program has changed since",
    async (stage) => {
      const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
      await stage.killedAfter("q1", stage.campaign(one, { active: true, listIds: [one, two] }));
      const id = (await stage.sandbox.objects()).campaigns.at(-1)?.id;
      const shown = { name: "As in the app", active: true, listIds: [two, one], adopt: id };
      await stage.engine.up("q1", stage.campaign(one, shown));
      // From here on it is a running campaign, and not a lost one.
      const other = stage.campaign(two, { name: "Other", active: true });
      await stage.refuses(stage.another().upIn("other", "other", other), `by an active campaign (id ${id})`);
      const off = { ...other, args: { ...other.args, acknowledge: [`inactive:${id}`] } };
      expect((await stage.another().upIn("other", "other", off)).op).toBe("create");
    },
  ),
  inSpecOnly("pending", "a code on one resource settles no lost create of another one", async (stage) => {
    const [list, second] = [await stage.madeList("one"), await stage.madeList("two")];
    const q2 = stage.campaign(list, { active: true });
    const f2 = stage.agent(list);
    await stage.killedAfter("q2", q2);
    await stage.killedAfter("f2", f2);
    const lost = "an earlier run was cut off while it created it";
    const none = { acknowledge: ["twin:none"] };

    const q1 = stage.campaign(second, { steps: otherText });
    const f1 = stage.agent(second);
    for (const [name, wanted] of [
      ["q1", q1],
      ["f1", f1],
    ] as const) {
      await stage.refuses(stage.engine.up(name, wanted), "of this name for another resource");
      expect((await stage.engine.up(name, { ...wanted, args: { ...wanted.args, ...none } })).op).toBe("create");
    }
    await stage.refuses(stage.engine.upAll({ q1, q2 }), lost);
    await stage.refuses(stage.engine.upAll({ f1, f2 }), lost);

    // Nor does an object that is known to be different, or that another resource has adopted.
    const other = stage.another();
    const acknowledge = ["twin:none", `twin:${stage.engine.stored("Campaign", "q1").id}`];
    await other.upIn("other", "x", stage.campaign(second, { steps: otherText, acknowledge }));
    const x = Number(other.stored("Campaign", "x").id);
    stage.engine.restart({ acknowledge: [`inactive:${x}`] });
    const q3 = stage.campaign(second, { steps: otherText, active: false, adopt: x });
    await stage.engine.up("q3", q3);
    stage.engine.restart();
    await stage.forget();
    await stage.refuses(stage.engine.upAll({ q1, q3, q2 }), lost);
    expect(await stage.writes()).toEqual([]);
  }),
  inSpecOnly(
    "pending",
    "a response with another name is not accepted as the new object if nothing can be read",
    async (stage) => {
      const list = await stage.madeList();
      const body = { id: 4711, name: "By hand" };
      await stage.answers("POST /v1/agent", 201, { body });
      const text = await stage.refusal(stage.engine.up("finder", stage.agent(list)));
      expect(text).toContain("with id 4711, which has another name and may be another source agent");
      expect(stage.engine.stored("SourceAgent", "finder").id).toMatch(/^pending-/);
    },
  ),
  inSpecOnly("pending", "a response that names an object adopted in this run is not about a new one", async (stage) => {
    const list = await stage.madeList();
    const id = await stage.made("old", stage.campaign(list));
    const elsewhere = stage.elsewhere();
    elsewhere.state.delete(elsewhere.urn("Campaign", "old"));
    const body = { id, name: "New" };
    await stage.answers("POST /v1/campaign", 201, { body });
    const program = {
      taken: stage.campaign(list, { adopt: id, active: false }),
      fresh: stage.campaign(list, { name: "New" }),
    };
    await stage.refuses(elsewhere.upAll(program), `with id ${id}, which existed before`);
  }),
];
