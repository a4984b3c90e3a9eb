import { createServer, request } from "node:http";
import { expect } from "vitest";
import type { Kind } from "../../../provider/src/api/account";
import { step } from "../../../provider/src/resources/step";
import type { Step } from "../../support/miniEngine";
import { type Case, type Stage, steps } from "./stage";

const otherTexts = [...steps.slice(0, 2), step.message({ message: "Good day [FirstName]" })];

/** A run was killed after the service had made it: no state holds it. */
async function killedAfter(stage: Stage, kind: Kind, name: string, wanted: Step): Promise<void> {
  const path = kind === "Campaign" ? "/v1/campaign" : "/v1/agent";
  await stage.sandbox.fault({ kind: "reset", when: "after", method: "POST", path });
  await stage.refusal(stage.engine.up(name, wanted));
  stage.engine.state.delete(stage.engine.urn(kind, name));
}

/** The same service under another address, for as long as the work lasts. */
async function moved(stage: Stage, work: (origin: string) => Promise<void>): Promise<void> {
  const { hostname, port } = new URL(stage.settings.origin);
  const server = createServer((incoming, response) => {
    const { url, method, headers } = incoming;
    const onward = request({ host: hostname, port, path: url, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  try {
    await work(`http://127.0.0.1:${address.port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** What runs have recorded is neither forgotten nor taken for something else. */
export const recorded: readonly Case[] = [
  {
    row: 13,
    what: "a running campaign that has vanished is not started anew, also where nothing else tells that it ran",
    async both(stage) {
      const list = await stage.madeList();
      const wanted = stage.campaign(list, { active: true });
      const id = await stage.made("q1", wanted);
      if (stage.mode === "full") {
        await stage.sandbox.deleteCampaign({ campaignId: id });
        await stage.forget();
        expect(await stage.refusal(stage.engine.upRefreshed("q1", wanted))).toContain("would start again at step 1");
      } else {
        stage.engine.restart({ acknowledge: [`inactive:${id}`] });
        await stage.engine.destroy("Campaign", "q1");
        stage.engine.restart();
        const empty = { kind: "status", method: "GET", path: "/v1/campaign/*/logs", status: 200, body: [] } as const;
        await stage.sandbox.fault({ ...empty, count: 9 });
        await stage.forget();
        expect(await stage.refusal(stage.engine.up("q1", wanted))).toContain("would start again at step 1");
      }
      expect(await stage.writes()).toEqual([]);
      const again = stage.campaign(list, { active: true, acknowledge: ["restart", `twin:${id}`] });
      expect((await stage.engine.up("q1", again)).op).toBe("create");
    },
  },
  {
    row: 13,
    what: "a vanished campaign that a machine without records refreshes is not started anew in that run",
    async full(stage) {
      const list = await stage.madeList();
      const wanted = stage.campaign(list, { active: true });
      const id = await stage.made("q1", wanted);
      const elsewhere = stage.elsewhere();
      await stage.sandbox.deleteCampaign({ campaignId: id });
      expect(await stage.refusal(elsewhere.upAllRefreshed({ q1: wanted }))).toContain("would start again at step 1");
    },
  },
  {
    row: 13,
    what: "a list whose people have gone through a campaign of this name is not attached to a running one",
    async full(stage) {
      const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
      const old = await stage.made("q1", stage.campaign(one, { active: true }));
      await stage.sandbox.setActive({ campaignId: old, active: false });
      await stage.engine.destroy("Campaign", "q1");
      await stage.made("q2", stage.campaign(two, { active: true, steps: otherTexts }));
      const both = { listIds: [one, two], active: true, steps: otherTexts };
      await stage.forget();
      const text = await stage.refusal(stage.engine.up("q2", stage.campaign(two, both)));
      expect(text).toContain(
        `a campaign of this name has run on the same list, or on one that is not known (id ${old})`,
      );
      expect(await stage.writes()).toEqual([]);
      const restart = stage.campaign(two, { ...both, acknowledge: ["restart"] });
      expect((await stage.engine.up("q2", restart)).op).toBe("update");
    },
  },
  {
    row: 17,
    what: "lists that runs have recorded of a campaign outlast states that do not hold them",
    async full(stage) {
      const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
      const id = await stage.made("q1", stage.campaign(one, { active: true }));
      const other = stage.another();
      await other.upIn("other", "q1", stage.campaign(one, { active: true, adopt: id }));
      await other.up("q1", stage.campaign(one, { active: true, listIds: [one, two] }));
      // Its own state knows of one list alone.
      await stage.engine.refresh("Campaign", "q1");
      await stage.engine.up("q1", stage.campaign(one, { active: true, steps: otherTexts }));
      await stage.made("hides", stage.campaign(two, { name: "Hides" }));
      const third = stage.campaign(two, { name: "Third", active: true });
      expect(await stage.refusal(stage.another().upIn("third", "third", third))).toContain(
        `active campaign (id ${id})`,
      );

      // What has been taken out, and what the service shows itself, is not kept.
      await other.refresh("Campaign", "q1");
      const without = { active: true, listIds: [one], steps: otherTexts };
      expect((await other.up("q1", stage.campaign(one, without))).op).toBe("update");
      expect((await stage.another().upIn("third", "third", third)).op).toBe("create");
    },
  },
  {
    row: 17,
    what: "a list is attached to a campaign that may have started only where no other one works on it",
    async full(stage) {
      const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
      const other = await stage.made("other", stage.campaign(two, { name: "Other", active: true }));
      const hide = { kind: "alter", path: "/v1/campaign", set: { active: null } } as const;
      await stage.sandbox.fault({ ...hide, method: "POST" });
      await stage.sandbox.fault({ ...hide, method: "GET", path: "/v1/campaign/*" });
      const id = await stage.made("untold", stage.campaign(one));
      await stage.sandbox.setActive({ campaignId: id, active: true });
      await stage.forget();
      const attached = stage.campaign(one, { listIds: [one, two] });
      expect(await stage.refusal(stage.engine.up("untold", attached))).toContain(`by an active campaign (id ${other})`);

      // The same where the state says that it is off, and one answer does not tell.
      const off = await stage.made("off", stage.campaign(one, { name: "Off" }));
      await stage.sandbox.setActive({ campaignId: off, active: true });
      await stage.sandbox.fault({ ...hide, method: "GET", path: `/v1/campaign/${off}` });
      const second = stage.campaign(one, { name: "Off", listIds: [one, two] });
      expect(await stage.refusal(stage.engine.up("off", second))).toContain(`by an active campaign (id ${other})`);
      expect((await stage.writes()).filter((line) => line.startsWith("PATCH"))).toEqual([]);
    },
  },
  {
    row: 9,
    what: "what a refresh finds of a lost create runs unasked, although the listing leaves that out",
    async full(stage) {
      const list = await stage.madeList();
      const wanted = stage.campaign(list, { active: false });
      await stage.sandbox.fault({ kind: "reset", when: "after", method: "POST", path: "/v1/campaign" });
      const unavailable = { kind: "status", method: "GET", path: "/v1/campaign", status: 503, count: 50 } as const;
      await stage.sandbox.fault({ ...unavailable, skip: 1 });
      await stage.refusal(stage.engine.up("q1", wanted));
      await stage.sandbox.clearFaults();
      const id = (await stage.sandbox.objects()).campaigns.at(-1)?.id ?? 0;
      await stage.sandbox.setActive({ campaignId: id, active: true });
      await stage.sandbox.fault({
        kind: "alter",
        method: "GET",
        path: "/v1/campaign",
        set: { active: null },
        count: 9,
      });
      await stage.engine.refresh("Campaign", "q1");
      expect(stage.engine.warnings.join()).toContain(`it is running now (id ${id})`);
      expect(await stage.refusal(stage.engine.up("q1", wanted))).toContain(
        "it is running, although the program did not",
      );
    },
  },
  {
    row: 21,
    what: "what the service does not show counts as running where it is adopted, also with active: false",
    async full(stage) {
      const list = await stage.madeList();
      const id = await stage.made("q1", stage.campaign(list, { active: true }));
      const adopted = stage.campaign(list, { active: false, adopt: id });
      const hide = { kind: "alter", method: "GET", path: "/v1/campaign/*", set: { active: null } } as const;
      await stage.sandbox.fault(hide);
      const text = await stage.refusal(stage.another().up("taken", adopted));
      expect(text).toContain(`acknowledge: ["inactive:${id}"]`);
    },
  },
  {
    row: 8,
    what: "an agent that another stack has taken over leaves the state, and stays",
    async both(stage) {
      const list = await stage.madeList();
      const id = await stage.made("finder", stage.agent(list));
      const other = stage.another();
      await other.upIn("other", "mine", stage.agent(list, { adopt: id }));
      if (stage.mode === "full") await stage.engine.refresh("SourceAgent", "finder");
      await stage.forget();
      const warnings = await stage.engine.destroy("SourceAgent", "finder");
      expect(warnings.join()).toContain("another stack has taken this source agent over since");
      expect(await stage.writes()).toEqual([]);
      // Whoever has it deletes it.
      await other.destroy("SourceAgent", "mine");
      expect(await stage.writes()).toEqual(["DELETE /v1/agent/ID"]);
    },
  },
  {
    row: 8,
    what: "an agent that another stack has taken over is not replaced; it is, once it is let go of or taken back",
    async both(stage) {
      const list = await stage.madeList();
      const id = await stage.made("finder", stage.agent(list));
      const other = stage.another();
      await other.upIn("other", "mine", stage.agent(list, { adopt: id }));
      await stage.forget();
      const replaced = stage.agent(list, {}, { replace: true });
      expect(await stage.refusal(stage.engine.up("finder", replaced))).toContain("another stack has taken this");
      expect(await stage.writes()).toEqual([]);
      // As the refusal says.
      stage.engine.state.delete(stage.engine.urn("SourceAgent", "finder"));
      await stage.engine.up("finder", stage.agent(list, { adopt: id }));
      expect((await stage.engine.up("finder", replaced)).op).toBe("replace");
      expect(await stage.writes()).toEqual(["DELETE /v1/agent/ID", "POST /v1/agent"]);
    },
  },
  {
    row: 8,
    what: "a stack that was renamed keeps what it has adopted",
    async both(stage) {
      const list = await stage.madeList();
      const elsewhere = stage.another();
      await elsewhere.upIn("first", "finder", stage.agent(list));
      const id = Number(elsewhere.stored("SourceAgent", "finder").id);
      await stage.engine.upIn("before", "finder", stage.agent(list, { adopt: id }));
      const stored = stage.engine.stored("SourceAgent", "finder");
      stage.engine.state.delete(stage.engine.urn("SourceAgent", "finder"));
      await stage.engine.upIn("after", "unrelated", stage.list({ name: "Unrelated" }));
      stage.engine.state.set(stage.engine.urn("SourceAgent", "finder"), stored);
      // A change that fails leaves it as it was.
      await stage.sandbox.fault({ kind: "status", method: "GET", path: "/v1/agent/*", status: 400 });
      await stage.engine.up("finder", stage.agent(list, { minLeadScore: 0.9 })).catch(() => undefined);
      await stage.sandbox.clearFaults();
      await stage.engine.up("finder", stage.agent(list, { acknowledge: ["twin:5"] }));
      await stage.forget();
      await stage.engine.destroy("SourceAgent", "finder");
      expect(await stage.writes()).toEqual(["DELETE /v1/agent/ID"]);
    },
  },
  {
    row: 16,
    what: "a campaign that another stack has let go of, or has taken over, is guarded as any other",
    async full(stage) {
      const list = await stage.madeList();
      const id = await stage.made("q1", stage.campaign(list));
      const other = stage.another();
      await other.upIn("other", "q1", stage.campaign(list, { adopt: id }));
      await stage.sandbox.setActive({ campaignId: id, active: true });
      expect(await stage.refusal(stage.engine.destroy("Campaign", "q1"))).toContain("it is active");
      await stage.addPerson(list);
      await stage.sandbox.advance({ days: 3 });
      await stage.sandbox.setActive({ campaignId: id, active: false });
      await other.destroy("Campaign", "q1");
      await stage.engine.refresh("Campaign", "q1");
      const changed = stage.campaign(list, { name: "Later", active: true, steps: otherTexts });
      await stage.forget();
      expect(await stage.refusal(stage.engine.up("q1", changed))).toContain("would start again at step 1");
      expect(await stage.writes()).toEqual([]);
    },
  },
  {
    row: 17,
    what: "a list is not attached beside a campaign that was switched on in the middle of the run",
    async full(stage) {
      const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
      const x = await stage.made("x", stage.campaign(two, { name: "X" }));
      await stage.made("b", stage.campaign(one, { name: "B", active: true }));
      const program = {
        first: stage.list({ name: "First" }),
        b: stage.campaign(one, { name: "B", active: true, listIds: [one, two] }),
      };
      const slow = { kind: "delay", method: "POST", path: "/v1/list", when: "after", milliseconds: 400 } as const;
      await stage.sandbox.fault(slow);
      const run = stage.refusal(stage.engine.upAllRefreshed(program));
      const made = async () => (await stage.sandbox.objects()).lists.some(({ name }) => name === "First");
      await expect.poll(made).toBe(true);
      await stage.sandbox.setActive({ campaignId: x, active: true });
      expect(await run).toContain(`by an active campaign (id ${x})`);
    },
  },
  {
    row: 13,
    what: "a restart that the program goes on saying starts one campaign and no other",
    async full(stage) {
      const list = await stage.madeList();
      const first = await stage.made("q1", stage.campaign(list, { active: true }));
      await stage.sandbox.setActive({ campaignId: first, active: false });
      await stage.engine.refresh("Campaign", "q1");
      const anew = { active: true, steps: otherTexts };
      const said = stage.campaign(list, { ...anew, acknowledge: ["restart"] });
      expect((await stage.engine.up("q1", said)).op).toBe("replace");
      const id = Number(stage.engine.stored("Campaign", "q1").id);
      // Somebody presses stop.
      await stage.sandbox.setActive({ campaignId: id, active: false });
      await stage.forget();
      expect(await stage.refusal(stage.engine.up("q1", { ...said, replace: true }))).toContain("does not count again");
      const text = await stage.refusal(stage.engine.upRefreshed("q1", said));
      expect(text).toContain("Switch it on in the app");
      expect(text).toContain('the "restart" in the program has started this one and does not count again');
      expect(await stage.writes()).toEqual([]);
      stage.engine.restart({ acknowledge: ["restart"] });
      expect((await stage.engine.up("q1", said)).op).toBe("replace");
      // Taken out and said again, it counts again.
      stage.engine.restart();
      await stage.engine.up("q1", stage.campaign(list, anew));
      await stage.sandbox.setActive({ campaignId: Number(stage.engine.stored("Campaign", "q1").id), active: false });
      const third = { active: true, steps: steps.slice(0, 2), acknowledge: ["restart"] };
      expect((await stage.engine.upRefreshed("q1", stage.campaign(list, third))).op).toBe("replace");
    },
  },
  {
    row: 13,
    what: "a restart whose campaign a refresh finds after its answer was lost has counted",
    async full(stage) {
      const list = await stage.madeList();
      const said = stage.campaign(list, { active: true, acknowledge: ["restart"] });
      await stage.sandbox.fault({ kind: "reset", when: "after", method: "POST", path: "/v1/campaign" });
      const unavailable = { kind: "status", method: "GET", path: "/v1/campaign", status: 503, count: 50 } as const;
      await stage.sandbox.fault({ ...unavailable, skip: 1 });
      await stage.refusal(stage.engine.up("q1", said));
      await stage.sandbox.clearFaults();
      await stage.engine.refresh("Campaign", "q1");
      const id = Number(stage.engine.stored("Campaign", "q1").id);
      await stage.sandbox.setActive({ campaignId: id, active: false });
      expect(await stage.refusal(stage.engine.upRefreshed("q1", said))).toContain("does not count again");
    },
  },
  {
    row: 13,
    what: "a campaign that has vanished is not started anew under a name that was corrected meanwhile",
    async full(stage) {
      const list = await stage.madeList();
      const id = await stage.made("q1", stage.campaign(list, { active: true }));
      await stage.sandbox.deleteCampaign({ campaignId: id });
      const corrected = stage.campaign(list, { name: "Corrected", active: true });
      expect(await stage.refusal(stage.engine.upRefreshed("q1", corrected))).toContain("would start again at step 1");
    },
  },
  {
    row: 21,
    what: "a campaign that ran and is taken over while it is off is not replaced by an active one",
    async full(stage) {
      const list = await stage.madeList();
      const wanted = stage.campaign(list, { active: true });
      const id = await stage.made("q1", wanted);
      await stage.sandbox.setActive({ campaignId: id, active: false });
      stage.engine.state.delete(stage.engine.urn("Campaign", "q1"));
      stage.engine.restart({ adopt: "twin" });
      await stage.engine.up("q1", wanted);
      stage.engine.restart();
      await stage.forget();
      await stage.engine.refresh("Campaign", "q1");
      expect(await stage.refusal(() => stage.engine.preview("q1", wanted))).toContain("Switch it on in the app");
      expect(await stage.writes()).toEqual([]);
    },
  },
  {
    row: 21,
    what: "a running campaign that is taken over beside another one on its list is said",
    async both(stage) {
      const list = await stage.madeList();
      const runs = await stage.made("runs", stage.campaign(list, { name: "Runs", active: true }));
      const acknowledge = [`shared-list:${runs}`];
      const id = await stage.made("q1", stage.campaign(list, { active: true, acknowledge }));
      const { warnings } = await stage.another().upIn("other", "q1", stage.campaign(list, { adopt: id }));
      expect(warnings.join()).toContain(`already worked by an active campaign (id ${runs})`);
    },
  },
  {
    row: 21,
    what: "a campaign is not taken over for other lists than it was made with, where the service tells none",
    async specOnly(stage) {
      const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
      const id = await stage.made("q1", stage.campaign(one));
      await stage.forget();
      const other = stage.another();
      const wrong = await stage.refusal(other.upIn("other", "q1", stage.campaign(two, { adopt: id })));
      expect(wrong).toContain(`id ${id} works on list ${one}, and the program says only list ${two}`);
      expect(await stage.writes()).toEqual([]);
      const acknowledge = [`inactive:${id}`];
      const both = stage.campaign(two, { listIds: [one, two], active: false, adopt: id, acknowledge });
      await other.upIn("other", "q1", both);
      expect(other.stored("Campaign", "q1").id).toBe(String(id));
      expect(await stage.writes()).toEqual([]);
    },
  },
  {
    row: 17,
    what: "a state that was refreshed says of a campaign what a machine has not recorded",
    async specOnly(stage) {
      const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
      const id = await stage.made("q1", stage.campaign(one));
      await stage.engine.destroy("Campaign", "q1");
      // Another machine takes it back as running, and this one refreshes that state.
      const elsewhere = stage.elsewhere();
      await elsewhere.up("q1", stage.campaign(one, { active: true, adopt: id, listIds: [one, two] }));
      stage.engine.state.set(stage.engine.urn("Campaign", "q1"), elsewhere.stored("Campaign", "q1"));
      await stage.engine.refresh("Campaign", "q1");
      const zed = stage.campaign(two, { name: "Zed", active: true });
      expect(await stage.refusal(stage.another().upIn("other", "zed", zed))).toContain(
        `by an active campaign (id ${id})`,
      );
    },
  },
  {
    row: "pending",
    what: "a word for a whole run settles nothing of another stack, and a release is written again",
    async specOnly(stage) {
      const list = await stage.madeList();
      const wanted = stage.campaign(list, { active: true });
      await killedAfter(stage, "Campaign", "q1", wanted);
      const other = stage.another({ acknowledge: ["twin:none"] });
      await other.upIn("other", "q2", stage.campaign(list, { name: "Other", active: true }));
      expect(await stage.refusal(stage.engine.up("q1", wanted))).toContain("an earlier run was cut off");

      const off = stage.campaign(list, { name: "Off" });
      await stage.engine.up("off", off);
      const stored = stage.engine.stored("Campaign", "off");
      await stage.engine.destroy("Campaign", "off");
      // Killed before the state was saved.
      stage.engine.state.set(stage.engine.urn("Campaign", "off"), stored);
      await stage.engine.refresh("Campaign", "off");
      await stage.engine.destroy("Campaign", "off");
      expect((await stage.engine.up("off", off)).op).toBe("create");
    },
  },
  {
    row: "pending",
    what: "what a person takes over of a lost create is settled, whatever the program has changed since",
    async specOnly(stage) {
      const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
      await killedAfter(stage, "Campaign", "q1", stage.campaign(one, { active: true, listIds: [one, two] }));
      const id = (await stage.sandbox.objects()).campaigns.at(-1)?.id;
      const shown = { name: "As in the app", active: true, listIds: [two, one], adopt: id };
      await stage.engine.up("q1", stage.campaign(one, shown));
      // From here on it is one that runs, and no lost one.
      const other = stage.campaign(two, { name: "Other", active: true });
      const text = await stage.refusal(stage.another().upIn("other", "other", other));
      expect(text).toContain(`by an active campaign (id ${id})`);
      const off = { ...other, args: { ...other.args, acknowledge: [`inactive:${id}`] } };
      expect((await stage.another().upIn("other", "other", off)).op).toBe("create");
    },
  },
  {
    row: 16,
    what: "an agent whose deletion is merely accepted is not gone",
    async full(stage) {
      const list = await stage.madeList();
      const id = await stage.made("finder", stage.agent(list));
      const accepted = { kind: "status", method: "DELETE", status: 202, body: { message: "accepted" } } as const;
      await stage.sandbox.fault(accepted);
      await stage.engine.destroy("SourceAgent", "finder");
      expect((await stage.sandbox.objects()).agents).toEqual([]);

      const second = await stage.made("second", stage.agent(list));
      await stage.sandbox.fault({ ...accepted, count: 9 });
      const text = await stage.refusal(stage.engine.destroy("SourceAgent", "second"));
      expect(text).toContain(`(id ${second}): could not delete the source agent`);
      expect(text).toContain("accepted the deletion and still shows");
      expect(id).not.toBe(second);
    },
  },
  {
    row: "pending",
    what: "what is said of one resource settles no lost create of another one",
    async specOnly(stage) {
      const [list, second] = [await stage.madeList("one"), await stage.madeList("two")];
      const q2 = stage.campaign(list, { active: true });
      const f2 = stage.agent(list);
      await killedAfter(stage, "Campaign", "q2", q2);
      await killedAfter(stage, "SourceAgent", "f2", f2);
      const lost = "an earlier run was cut off while it created it";
      const none = { acknowledge: ["twin:none"] };

      const q1 = stage.campaign(second, { steps: otherTexts });
      const f1 = stage.agent(second);
      for (const [name, wanted] of [
        ["q1", q1],
        ["f1", f1],
      ] as const) {
        const text = await stage.refusal(stage.engine.up(name, wanted));
        expect(text).toContain("of this name for another resource");
        expect((await stage.engine.up(name, { ...wanted, args: { ...wanted.args, ...none } })).op).toBe("create");
      }
      expect(await stage.refusal(stage.engine.upAll({ q1, q2 }))).toContain(lost);
      expect(await stage.refusal(stage.engine.upAll({ f1, f2 }))).toContain(lost);

      // Nor does what is known to be another one, or is taken over by another resource.
      const other = stage.another();
      await other.upIn("other", "x", stage.campaign(second, { steps: otherTexts, acknowledge: ["twin:none"] }));
      const x = Number(other.stored("Campaign", "x").id);
      stage.engine.restart({ acknowledge: [`inactive:${x}`] });
      const q3 = stage.campaign(second, { steps: otherTexts, active: false, adopt: x });
      await stage.engine.up("q3", q3);
      stage.engine.restart();
      await stage.forget();
      expect(await stage.refusal(stage.engine.upAll({ q1, q3, q2 }))).toContain(lost);
      expect(await stage.writes()).toEqual([]);
    },
  },
  {
    row: "belongs",
    what: "what runs have recorded moves with the service",
    async specOnly(stage) {
      const list = await stage.madeList();
      const wanted = stage.campaign(list, { active: true });
      await killedAfter(stage, "Campaign", "q1", wanted);
      await moved(stage, async (origin) => {
        stage.engine.restart({ origin, acknowledge: [`moved:${stage.settings.origin}`] });
        await stage.engine.refresh("List", "leads");
        stage.engine.restart({ origin });
        await stage.forget();
        expect(await stage.refusal(stage.engine.up("q1", wanted))).toContain("an earlier run was cut off");
        expect(await stage.writes()).toEqual([]);
      });
    },
  },
  {
    row: "pending",
    what: "an answer under another name is not taken for the new object where nothing can be looked at",
    async specOnly(stage) {
      const list = await stage.madeList();
      const body = { id: 4711, name: "By hand" };
      await stage.sandbox.fault({ kind: "status", method: "POST", path: "/v1/agent", status: 201, body });
      const text = await stage.refusal(stage.engine.up("finder", stage.agent(list)));
      expect(text).toContain("with id 4711, which has another name and may be another source agent");
      expect(stage.engine.stored("SourceAgent", "finder").id).toMatch(/^pending-/);
    },
  },
  {
    row: "pending",
    what: "an answer that names what this run takes over is not about a new one",
    async specOnly(stage) {
      const list = await stage.madeList();
      const id = await stage.made("old", stage.campaign(list));
      const elsewhere = stage.elsewhere();
      elsewhere.state.delete(elsewhere.urn("Campaign", "old"));
      const body = { id, name: "New" };
      await stage.sandbox.fault({ kind: "status", method: "POST", path: "/v1/campaign", status: 201, body });
      const program = {
        taken: stage.campaign(list, { adopt: id, active: false }),
        fresh: stage.campaign(list, { name: "New" }),
      };
      expect(await stage.refusal(elsewhere.upAll(program))).toContain(`with id ${id}, which existed before`);
    },
  },
  {
    row: 16,
    what: "a campaign that runs have recorded as active is not let go of on the word of an edited state",
    async specOnly(stage) {
      const list = await stage.madeList();
      const id = await stage.made("q1", stage.campaign(list, { active: true }));
      const stored = stage.engine.stored("Campaign", "q1");
      const { everActive: _ever, ...record } = JSON.parse(String(stored.outputs.recorded));
      const outputs = { ...stored.outputs, active: false, recorded: JSON.stringify(record) };
      stage.engine.state.set(stage.engine.urn("Campaign", "q1"), { ...stored, outputs });
      expect(await stage.refusal(stage.engine.destroy("Campaign", "q1"))).toContain(`inactive:${id}`);
    },
  },
];
