import { expect } from "vitest";
import type { FaultRequest } from "../../../sandbox/src/index";
import { type Case, otherText, type Stage } from "./stage";

/** A run that is killed after the service has done it and before the state has it. */
async function killed(stage: Stage, name: string, wanted: ReturnType<Stage["campaign"]>): Promise<number> {
  const id = await stage.made(name, wanted);
  stage.engine.state.delete(stage.engine.urn(wanted.kind, name));
  await stage.forget();
  return id;
}

/** What answers leave out, say otherwise or say of others, and words that were said about something else. */
export const wrongWords: readonly Case[] = [
  {
    row: 8,
    what: "an agent that another resource has taken over is let go of, and not deleted, in later runs as well",
    async both(stage) {
      const list = await stage.madeList();
      const id = await stage.made("old", stage.agent(list));
      // As where another create fails: the engine begins no deletes.
      await stage.engine.upAll({ fresh: stage.agent(list, { adopt: id }) });
      await stage.engine.upAll({ fresh: stage.agent(list, { adopt: id }) }, "deletes");
      expect(stage.engine.warnings.join()).toContain("another resource of this program has taken it over");
      expect((await stage.storedAgent(id)).name).toBe("Finder");
      expect((await stage.engine.preview("fresh", stage.agent(list))).op).toBe("same");
    },
  },
  {
    row: 21,
    what: "two resources that manage one object are an error in each run",
    async both(stage) {
      const list = await stage.madeList();
      const id = await stage.made("old", stage.agent(list));
      await stage.engine.upAll({ fresh: stage.agent(list, { adopt: id }) });
      const both = { old: stage.agent(list), fresh: stage.agent(list) };
      const text = await stage.refusal(() => stage.engine.previewAll(both));
      expect(text).toContain("one object can be managed once");
      expect(text).toContain("`pulumi state delete");
    },
  },
  {
    row: 20,
    what: "an object that a killed run has made is found where a listing lacks it or shows it without its name",
    async full(stage) {
      const list = await stage.madeList();
      const wanted = stage.agent(list);
      const id = await killed(stage, "finder", wanted);
      const faults: readonly FaultRequest[] = [
        { kind: "omit", path: "/v1/agent", ids: [id], count: 5 },
        { kind: "alter", method: "GET", path: "/v1/agent", set: { name: null }, count: 5 },
        { kind: "alter", method: "GET", path: "/v1/agent", set: { userId: 102 }, count: 5 },
      ];
      for (const fault of faults) {
        await stage.sandbox.fault(fault);
        expect(await stage.refusal(stage.engine.up("finder", wanted))).toContain(`of this name (id ${id})`);
        await stage.sandbox.clearFaults();
      }
      expect(await stage.writes()).toEqual([]);
      // Gone by proof, it is in nobody's way.
      await stage.sandbox.deleteAgent({ agentId: id });
      expect((await stage.engine.up("finder", wanted)).op).toBe("create");
    },
  },
  {
    row: 20,
    what: "an agent that a limit or a person has paused is a twin all the same",
    async full(stage) {
      const list = await stage.madeList();
      const id = await killed(stage, "finder", stage.agent(list, { paused: false }));
      await stage.patchByHand(`/v1/agent/${id}`, { paused: true });
      expect(await stage.refusal(stage.another().up("finder", stage.agent(list, { paused: false })))).toContain(
        `the account already holds the same source agent, id ${id}`,
      );
    },
  },
  {
    row: 20,
    what: "a campaign that is recorded on another list is no twin",
    async full(stage) {
      const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
      await stage.made("q1", stage.campaign(one));
      expect((await stage.engine.up("q2", stage.campaign(two))).op).toBe("create");
    },
  },
  {
    row: 17,
    what: "an answer that leaves out whether a campaign runs does not say that it is off",
    async full(stage) {
      const list = await stage.madeList();
      const id = await stage.made("q1", stage.campaign(list, { active: true }));
      const hide = { kind: "alter", method: "GET", remove: ["active"], count: 50 } as const;
      await stage.sandbox.fault({ ...hide, remove: ["active"], path: "/v1/campaign" });
      const second = stage.campaign(list, { name: "Second", active: true });
      expect(await stage.refusal(stage.elsewhere().up("q2", second))).toContain(`by an active campaign (id ${id})`);
      const twin = stage.another({ adopt: "twin" });
      expect(await stage.refusal(twin.up("q1", stage.campaign(list, { active: true })))).toContain("already holds");
      await stage.sandbox.fault({ ...hide, remove: ["active"], path: "/v1/campaign/*" });
      expect(await stage.refusal(stage.engine.destroy("Campaign", "q1"))).toContain(`inactive:${id}`);
    },
  },
  {
    row: 9,
    what: "a start that no boolean tells is found by reading",
    async full(stage) {
      const list = await stage.madeList();
      await stage.sandbox.fault({ kind: "alter", method: "POST", path: "/v1/campaign", set: { active: "true" } });
      await stage.sandbox.fault({ kind: "alter", method: "GET", path: "/v1/campaign/*", set: { active: true } });
      expect(await stage.refusal(stage.engine.up("q1", stage.campaign(list)))).toContain("it is running now");
      const id = await stage.made("q2", stage.campaign(list, { name: "Second" }));
      await stage.sandbox.fault({ kind: "alter", method: "PATCH", path: "/v1/campaign/*", remove: ["active"] });
      await stage.sandbox.fault({
        ...{ kind: "alter", method: "GET", path: "/v1/campaign/*", set: { active: true } },
        ...({ kind: "alter", skip: 1 } as const),
      });
      const changed = stage.campaign(list, { name: "Second", steps: otherText });
      expect(await stage.refusal(stage.engine.up("q2", changed))).toContain(`it is running now (id ${id})`);
    },
  },
  {
    row: 13,
    what: "many campaigns of one name on other lists hide none that ran on this one",
    async specOnly(stage) {
      const lists: number[] = [];
      for (let index = 0; index < 21; index += 1) lists.push(await stage.madeList(`list ${index}`));
      const program = lists.map(
        (list, index) => [`q${index}`, stage.campaign(list, { active: index === 20 })] as const,
      );
      stage.engine.restart({ acknowledge: ["restart"] });
      await stage.engine.upAll(Object.fromEntries(program));
      const last = lists.at(-1) ?? 0;
      stage.engine.restart({ acknowledge: [`inactive:${stage.engine.stored("Campaign", "q20").id}`] });
      await stage.engine.destroy("Campaign", "q20");
      stage.engine.restart();
      await stage.addPerson(last);
      await stage.sandbox.advance({ days: 2 });
      const recorded = [...stage.engine.state.values()].map(({ id }) => `twin:${id}`);
      stage.engine.restart({ acknowledge: recorded });
      expect(await stage.refusal(stage.engine.up("again", stage.campaign(last, { active: true })))).toContain(
        "restart",
      );
    },
  },
  {
    row: 13,
    what: "the word that a campaign is off does not say that its people may begin anew",
    async specOnly(stage) {
      const list = await stage.madeList();
      const id = await stage.made("q1", stage.campaign(list, { active: true }));
      const words = [`twin:${id}`, `inactive:${id}`];
      const again = stage.campaign(list, { active: true, acknowledge: words });
      expect(await stage.refusal(stage.engine.up("q1again", again))).toContain("would start again at step 1");
    },
  },
  {
    row: 20,
    what: "an agent because of which another create was refused is not deleted in the same run",
    async full(stage) {
      const list = await stage.madeList();
      const id = await stage.made("old", stage.agent(list));
      // As with --continue-on-error: the deletes follow although a create was refused.
      const text = await stage.refusal(stage.engine.upContinuing({ fresh: stage.agent(list) }));
      expect(text).toContain("another resource was not created because this one exists");
      expect((await stage.storedAgent(id)).name).toBe("Finder");
    },
  },
  {
    row: 21,
    what: "what runs have recorded as active is taken over as off only on a person's word",
    async specOnly(stage) {
      const list = await stage.madeList();
      const id = await stage.made("q1", stage.campaign(list, { active: true }));
      stage.engine.state.delete(stage.engine.urn("Campaign", "q1"));
      const off = (acknowledge: string[] = []) => stage.campaign(list, { adopt: id, active: false, acknowledge });
      expect(await stage.refusal(stage.engine.up("q1", off()))).toContain(`acknowledge: ["inactive:${id}"]`);
      expect((await stage.engine.up("q1", off([`inactive:${id}`]))).op).toBe("create");
      // Left out, it counts as running from then on.
      stage.engine.state.delete(stage.engine.urn("Campaign", "q1"));
      await stage.engine.up("q1", stage.campaign(list, { adopt: id }));
      expect((await stage.engine.preview("q1", stage.campaign(list, { active: true }))).op).toBe("update");
      expect(await stage.refusal(() => stage.engine.preview("q1", stage.campaign(list, { active: false })))).toContain(
        "leave `active` out of the program",
      );
    },
  },
  {
    row: 9,
    what: "what ran unasked is accepted only where no other active campaign works on its list",
    async full(stage) {
      const list = await stage.madeList();
      const other = await stage.made("q1", stage.campaign(list, { active: true }));
      await stage.sandbox.fault({ kind: "alter", method: "POST", path: "/v1/campaign", set: { active: true } });
      await stage.refusal(stage.engine.up("q2", stage.campaign(list, { name: "Second" })));
      await stage.sandbox.setActive({ campaignId: Number(stage.engine.stored("Campaign", "q2").id), active: true });
      const accepted = stage.campaign(list, { name: "Second", active: true });
      expect(await stage.refusal(stage.engine.up("q2", accepted))).toContain(`shared-list:${other}`);
    },
  },
  {
    row: "pending",
    what: "a word about one lost create says nothing of another one",
    async specOnly(stage) {
      const list = await stage.madeList();
      await stage.sandbox.fault({ kind: "reset", when: "after", method: "POST", path: "/v1/campaign" });
      const lost = stage.campaign(list, { active: true, acknowledge: ["twin:none"] });
      await stage.refusal(stage.engine.up("q1", lost));
      stage.engine.state.delete(stage.engine.urn("Campaign", "q1"));
      await stage.forget();
      const second = stage.campaign(list, { name: "Second", active: true, acknowledge: ["twin:none"] });
      expect(await stage.refusal(stage.engine.up("q2", second))).toContain("was cut off while it created an active");
      // Another stack of the same name neither is asked about it nor settles it.
      const other = stage.another();
      expect((await other.upIn("other", "q1", stage.campaign(list))).op).toBe("create");
      expect(await stage.refusal(stage.engine.up("q1", lost))).toMatch(/acknowledge: \["twin:none:\w+"\]/);
      expect(await stage.writes()).toEqual(["POST /v1/campaign"]);
      // Its own code speaks of it everywhere, once.
      const text = await stage.refusal(other.upIn("other", "q2", second));
      const named = { ...second.args, acknowledge: [/"(twin:none:\w+)"/.exec(text)?.[1]] };
      expect((await other.up("q2", { ...second, args: named })).op).toBe("create");
      const third = stage.campaign(list, {
        name: "Third",
        active: true,
        acknowledge: [`shared-list:${other.stored("Campaign", "q2").id}`],
      });
      expect((await other.upIn("third", "q3", third)).op).toBe("create");
    },
  },
  {
    row: "pending",
    what: "a refusal in other words than the service's own leaves open what came of it",
    async specOnly(stage) {
      const list = await stage.madeList();
      for (const body of [{ error: "no upstream" }, { detail: "conflict" }]) {
        const name = `Lost ${body.error ?? body.detail}`;
        const wanted = stage.campaign(list, { name });
        await stage.sandbox.fault({
          kind: "status",
          when: "after",
          method: "POST",
          path: "/v1/campaign",
          status: 409,
          body,
        });
        await stage.refusal(stage.engine.up(name, wanted));
        expect(await stage.refusal(stage.engine.up(name, wanted))).toContain("was cut off while it created it");
      }
    },
  },
  {
    row: "pending",
    what: "a pending campaign that is found running, although it was to be inactive, fails until somebody decides",
    async full(stage) {
      const list = await stage.madeList();
      const path = "/v1/campaign";
      await stage.sandbox.fault({ kind: "reset", when: "after", method: "POST", path });
      await stage.sandbox.fault({ kind: "omit", path, createdSince: true, count: 50 });
      await stage.refusal(stage.engine.up("q1", stage.campaign(list)));
      await stage.sandbox.clearFaults();
      const { campaigns } = await stage.sandbox.objects();
      await stage.sandbox.setActive({ campaignId: campaigns.at(-1)?.id ?? 0, active: true });
      expect(await stage.refusal(stage.engine.upRefreshed("q1", stage.campaign(list)))).toContain("it is running");
    },
  },
];
