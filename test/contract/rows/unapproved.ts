import { expect } from "vitest";
import { step } from "../../../provider/src/resources/step";
import { type Case, type Stage, steps } from "./stage";

const [visit, invite] = steps;
const otherText = [visit, invite, step.message({ message: "Good day [FirstName]" })];

/** The next answer to a creation of a campaign says that it runs, and so it does. */
async function startsUnasked(stage: Stage): Promise<void> {
  await stage.sandbox.fault({ kind: "alter", method: "POST", path: "/v1/campaign", set: { active: true } });
}

/** One that a person has made in the app: no run has recorded anything of it. */
async function madeByHand(stage: Stage, list: number, args: Readonly<Record<string, unknown>> = {}): Promise<number> {
  const elsewhere = stage.elsewhere();
  await elsewhere.up("by hand", stage.campaign(list, { name: "By hand", ...args }));
  return Number(elsewhere.stored("Campaign", "by hand").id);
}

/** Nothing runs that nobody approved, and nothing runs twice. */
export const unapproved: readonly Case[] = [
  {
    row: 9,
    what: "a campaign that runs although an inactive one was asked for fails loudly until somebody decides",
    async full(stage) {
      const list = await stage.madeList();
      for (const [name, active] of [
        ["q1", undefined],
        ["q2", false],
      ] as const) {
        await startsUnasked(stage);
        const wanted = stage.campaign(list, { name, active });
        const text = await stage.refusal(stage.engine.up(name, wanted));
        const { id, outputs } = stage.engine.stored("Campaign", name);
        expect(id).toMatch(/^\d+$/);
        expect(text).toContain(`it is running now (id ${id})`);
        expect(text).toContain("Switch it off in the app");
        expect(outputs.active).toBe(true);
        // The engine forces an update: it reads again, and fails until somebody has decided.
        await stage.sandbox.setActive({ campaignId: Number(id), active: true });
        expect(stage.engine.preview(name, wanted)).toMatchObject({
          op: "update",
          warnings: [expect.stringContaining("this update fails until it is switched off in the app")],
        });
        expect(await stage.refusal(stage.engine.up(name, wanted))).toContain("it is running, although the program");
        await stage.engine.refresh("Campaign", name);
        expect(await stage.refusal(stage.engine.up(name, wanted))).toContain("it is running, although the program");
        await stage.sandbox.setActive({ campaignId: Number(id), active: false });
        expect((await stage.engine.up(name, wanted)).op).toBe("update");
        expect(stage.engine.stored("Campaign", name).outputs.active).toBe(false);
        expect(stage.engine.preview(name, wanted).op).toBe("same");
      }
    },
  },
  {
    row: 9,
    what: "a campaign that runs unasked is in order once the program says that it shall run",
    async full(stage) {
      const list = await stage.madeList();
      await startsUnasked(stage);
      await stage.refusal(stage.engine.up("q1", stage.campaign(list)));
      await stage.sandbox.setActive({ campaignId: Number(stage.engine.stored("Campaign", "q1").id), active: true });
      expect((await stage.engine.up("q1", stage.campaign(list, { active: true }))).op).toBe("update");
      expect(stage.engine.preview("q1", stage.campaign(list, { active: true })).op).toBe("same");
    },
  },
  {
    row: 14,
    what: "a campaign that runs unasked is not replaced, which a preview says, too",
    async specOnly(stage) {
      const list = await stage.madeList();
      await startsUnasked(stage);
      await stage.refusal(stage.engine.up("q1", stage.campaign(list)));
      const id = stage.engine.stored("Campaign", "q1").id;
      const renamed = stage.campaign(list, { linkedinSeatId: 8 });
      expect(await stage.refusal(() => stage.engine.preview("q1", renamed))).toContain(`inactive:${id}`);
    },
  },
  {
    row: 17,
    what: "a word that a campaign is off does not count while the service shows that it is on",
    async full(stage) {
      const list = await stage.madeList();
      const a = await stage.made("a", stage.campaign(list, { name: "A", active: true }));
      const d = stage.campaign(list, { name: "D", active: true, acknowledge: [`inactive:${a}`] });
      await stage.forget();
      expect(await stage.refusal(stage.another().up("d", d))).toContain(`by an active campaign (id ${a})`);
      expect(await stage.writes()).toEqual([]);
    },
  },
  {
    row: 20,
    what: "an agent whose resource got another name is not deleted in the run that refuses the new one",
    async specOnly(stage) {
      const list = await stage.madeList();
      const id = await stage.made("old", stage.agent(list));
      await stage.forget();
      const program = { leads: stage.list({ name: "List leads" }), fresh: stage.agent(list) };
      expect(await stage.refusal(stage.engine.upContinuing(program))).toContain("Deleting source agent");
      expect(await stage.writes()).toEqual([]);
      expect((await stage.storedAgent(id)).id).toBe(id);
    },
  },
  {
    row: 17,
    what: "one that is taken over with active: true must not find another one at work on its lists",
    async full(stage) {
      const list = await stage.madeList();
      const id = await stage.made("off", stage.campaign(list, { name: "Off" }));
      const on = await stage.made("on", stage.campaign(list, { name: "On", active: true }));
      const taken = stage.campaign(list, { name: "Off", active: true, adopt: id });
      expect(await stage.refusal(stage.another().up("taken", taken))).toContain(`by an active campaign (id ${on})`);
    },
  },
  {
    row: 17,
    what: "what a killed run has started on a list is known by its name, also where a later one hides it",
    async full(stage) {
      const list = await stage.madeList();
      await stage.sandbox.fault({ kind: "reset", when: "after", method: "POST", path: "/v1/campaign" });
      await stage.sandbox.fault({
        kind: "status",
        method: "GET",
        path: "/v1/campaign",
        skip: 1,
        status: 500,
        count: 99,
      });
      await stage.refusal(stage.engine.up("a", stage.campaign(list, { name: "A", active: true })));
      expect(stage.engine.stored("Campaign", "a").id).toMatch(/^pending-/);
      await stage.sandbox.clearFaults();
      const killed = stage.another();
      await killed.up("b", stage.campaign(list, { name: "B" }));
      const started = (await stage.sandbox.objects()).campaigns.find(({ name }) => name === "A");
      const d = stage.campaign(list, { name: "D", active: true });
      expect(await stage.refusal(stage.another().up("d", d))).toContain(`by an active campaign (id ${started?.id})`);
    },
  },
  {
    row: 16,
    what: "an empty answer to a deletion confirms nothing: it is asked for again",
    async both(stage) {
      const list = await stage.madeList();
      await stage.made("finder", stage.agent(list));
      const empty = { kind: "empty", when: "before", method: "DELETE", path: "/v1/agent/*", status: 200 } as const;
      await stage.sandbox.fault({ ...empty, count: 2 });
      await stage.engine.destroy("SourceAgent", "finder");
      expect((await stage.sandbox.objects()).agents).toEqual([]);
    },
  },
  {
    row: 21,
    what: "what a failed adoption was to take over stays managed",
    async both(stage) {
      const list = await stage.madeList();
      const id = await stage.made("old", stage.campaign(list, { active: true }));
      const wrong = stage.campaign(list, { name: "Other", adopt: id, active: false });
      const program = { leads: stage.list({ name: "List leads" }), fresh: wrong };
      expect(await stage.refusal(stage.engine.upContinuing(program))).toContain("adopts it, and has not done so");
      expect(stage.engine.stored("Campaign", "old").id).toBe(String(id));
    },
  },
  {
    row: "pending",
    what: "a lost creation is settled by its name and its lists, not by those of a namesake",
    async specOnly(stage) {
      const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
      await stage.sandbox.fault({ kind: "reset", when: "after", method: "POST", path: "/v1/campaign" });
      await stage.refusal(stage.engine.up("q1", stage.campaign(one, { active: true })));
      const namesake = stage.campaign(two, { active: true, acknowledge: ["twin:none"] });
      expect((await stage.engine.up("q2", namesake)).op).toBe("create");
      const other = stage.campaign(one, { name: "Other", active: true });
      expect(await stage.refusal(stage.another().up("other", other))).toContain(
        "was cut off while it created an active",
      );
    },
  },
  {
    row: 21,
    what: "lists that runs have recorded of a campaign are not forgotten when a program that leaves them out adopts it",
    async both(stage) {
      const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
      const id = await stage.made("q1", stage.campaign(one, { listIds: [one, two], active: true }));
      const adopted = stage.campaign(one, { active: true, adopt: id });
      const { warnings } = await stage.another().up("taken", adopted);
      expect(warnings).toContainEqual(
        expect.stringContaining(`works on list ${two} as well, which the program does not`),
      );
      const d = stage.campaign(two, { name: "D", active: true });
      expect(await stage.refusal(stage.another().up("d", d))).toContain(`by an active campaign (id ${id})`);
    },
  },
  {
    row: 14,
    what: "after an alias the state knows the resource by its new name",
    async both(stage) {
      const list = await stage.madeList();
      const id = await stage.made("old", stage.campaign(list));
      const { engine } = stage;
      const stored = engine.stored("Campaign", "old");
      engine.state.delete(engine.urn("Campaign", "old"));
      engine.state.set(engine.urn("Campaign", "new"), stored);
      await stage.forget();
      expect((await engine.up("new", stage.campaign(list))).op).toBe("update");
      expect(engine.preview("new", stage.campaign(list)).op).toBe("same");
      expect(await stage.writes()).toEqual([]);
      expect(JSON.stringify(engine.stored("Campaign", "new").outputs)).toContain(engine.urn("Campaign", "new"));
      expect(engine.stored("Campaign", "new").id).toBe(String(id));
    },
  },
  {
    row: 9,
    what: "an answer that leaves out whether it runs is read once more",
    async full(stage) {
      const list = await stage.madeList();
      await stage.sandbox.fault({ kind: "alter", method: "POST", path: "/v1/campaign", remove: ["active"] });
      await stage.sandbox.fault({ kind: "alter", method: "GET", path: "/v1/campaign/*", set: { active: true } });
      expect(await stage.refusal(stage.engine.up("q1", stage.campaign(list)))).toContain("it is running now");
    },
  },
  {
    row: 9,
    what: "an update that starts a campaign fails, one of a campaign launched in the app does not",
    async full(stage) {
      const list = await stage.madeList();
      const id = await stage.made("q1", stage.campaign(list));
      await stage.sandbox.fault({ kind: "alter", method: "PATCH", path: "/v1/campaign/*", set: { active: true } });
      const changed = stage.campaign(list, { steps: otherText });
      expect(await stage.refusal(stage.engine.up("q1", changed))).toContain(`it is running now (id ${id})`);
      expect(stage.engine.stored("Campaign", "q1").outputs).toMatchObject({
        active: true,
        steps: [{}, {}, { message: "Good day [FirstName]" }],
      });
      expect((await stage.engine.up("q1", changed)).op).toBe("update");

      await stage.sandbox.setActive({ campaignId: id, active: true });
      await stage.engine.refresh("Campaign", "q1");
      expect((await stage.engine.up("q1", stage.campaign(list))).op).toBe("update");
    },
  },
  {
    row: 6,
    what: "an agent that runs although a paused one was asked for fails loudly, and the next run pauses it",
    async full(stage) {
      const list = await stage.madeList();
      await stage.sandbox.fault({ kind: "alter", method: "POST", path: "/v1/agent", set: { paused: false } });
      const wanted = stage.agent(list, { paused: true });
      const text = await stage.refusal(stage.engine.up("finder", wanted));
      expect(text).toContain(`the service shows it running (id ${stage.engine.stored("SourceAgent", "finder").id})`);
      await stage.patchByHand(`/v1/agent/${stage.engine.stored("SourceAgent", "finder").id}`, { paused: false });
      await stage.forget();
      expect((await stage.engine.up("finder", wanted)).op).toBe("update");
      expect(await stage.writes()).toEqual(["PATCH /v1/agent/ID"]);
    },
  },
  {
    row: 17,
    what: "an active campaign that a later one hides in its list is found by what runs have recorded",
    async full(stage) {
      const list = await stage.madeList();
      const a = await stage.made("a", stage.campaign(list, { name: "A", active: true }));
      await stage.made("b", stage.campaign(list, { name: "B" }));
      await stage.forget();
      const d = stage.campaign(list, { name: "D", active: true });
      expect(await stage.refusal(stage.another().up("d", d))).toContain(`by an active campaign (id ${a})`);
      expect(await stage.refusal(stage.engine.up("d", d))).toContain('aliases: [{ name: "<its old name>" }]');
      expect(await stage.writes()).toEqual([]);
      // Also where its lists were changed since.
      const other = await stage.madeList("other");
      await stage.engine.up("a", stage.campaign(other, { name: "A", active: true }));
      expect((await stage.another().up("d", d)).op).toBe("create");
      const e = stage.campaign(other, { name: "E", active: true });
      expect(await stage.refusal(stage.another().up("e", e))).toContain(`by an active campaign (id ${a})`);
      // Switched off, it is in nobody's way; and the list of lists is not the last word.
      await stage.sandbox.setActive({ campaignId: a, active: false });
      expect((await stage.another().up("e", e)).op).toBe("create");
    },
  },
  {
    row: 17,
    what: "an active campaign whose lists nobody knows is found by the people whom it has reached, else named",
    async full(stage) {
      const list = await stage.madeList();
      const hidden = await madeByHand(stage, list, { active: true });
      await madeByHand(stage, list, { name: "Later" });
      const d = stage.campaign(list, { name: "D", active: true });
      const { warnings } = await stage.another().up("d", d);
      expect(warnings).toContainEqual(
        expect.stringMatching(`not known on which lists these active campaigns work: id ${hidden}\\.`),
      );
      await stage.addPerson(list);
      await stage.sandbox.advance({ days: 2 });
      const again = stage.campaign(list, { name: "Again", active: true });
      expect(await stage.refusal(stage.elsewhere().up("again", again))).toContain(`shared-list:${hidden}`);
    },
  },
  {
    row: 17,
    what: "a list that somebody attached in the app to a recorded campaign is found by its people",
    async full(stage) {
      const [own, list] = [await stage.madeList("own"), await stage.madeList()];
      const a = await stage.made("a", stage.campaign(own, { name: "A", active: true }));
      await stage.patchByHand(`/v1/campaign/${a}`, { listIds: [own, list] });
      await stage.made("b", stage.campaign(list, { name: "B" }));
      await stage.addPerson(list);
      await stage.sandbox.advance({ days: 2 });
      const d = stage.campaign(list, { name: "D", active: true });
      expect(await stage.refusal(stage.engine.up("d", d))).toContain(`by an active campaign (id ${a})`);
    },
  },
  {
    row: 13,
    what: "a campaign that ran is not started again under another name of the resource",
    async full(stage) {
      const list = await stage.madeList();
      const id = await stage.made("q1", stage.campaign(list, { active: true }));
      await stage.addPerson(list);
      await stage.sandbox.advance({ days: 2 });
      await stage.sandbox.setActive({ campaignId: id, active: false });
      await stage.engine.refresh("Campaign", "q1");
      await stage.forget();
      const again = stage.campaign(list, { active: true, steps: otherText });
      for (const engine of [stage.engine, stage.another(), stage.elsewhere()]) {
        const text = await stage.refusal(engine.up("q1again", again));
        expect(text).toContain(`its people would start again at step 1`);
        expect(text).toContain(`(id ${id})`);
        expect(text).toContain("aliases: [{ name:");
      }
      expect(await stage.writes()).toEqual([]);
      // A campaign of another name is everyday work.
      const { op, warnings } = await stage.engine.up("next", { ...again, args: { ...again.args, name: "Follow-up" } });
      expect(op).toBe("create");
      expect(warnings.join()).toContain(`another campaign has run on its list (id ${id})`);
    },
    async specOnly(stage) {
      const list = await stage.madeList();
      const id = await stage.made("q1", stage.campaign(list, { active: true }));
      stage.engine.restart({ acknowledge: [`inactive:${id}`] });
      await stage.engine.destroy("Campaign", "q1");
      stage.engine.restart();
      await stage.addPerson(list);
      await stage.sandbox.advance({ days: 2 });
      await stage.forget();
      const again = stage.campaign(list, { active: true, steps: otherText });
      expect(await stage.refusal(stage.engine.up("q1again", again))).toContain("would start again at step 1");
      expect(await stage.writes()).toEqual([]);
      stage.engine.restart({ acknowledge: ["restart"] });
      expect((await stage.engine.up("q1again", again)).op).toBe("create");
    },
  },
  {
    row: 13,
    what: "one of the same name that never ran, or ran on other lists, is in nobody's way",
    async full(stage) {
      const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
      await stage.made("never", stage.campaign(one));
      const ran = await stage.made("ran", stage.campaign(two, { active: true, steps: otherText }));
      await stage.sandbox.setActive({ campaignId: ran, active: false });
      const again = stage.campaign(one, { active: true, steps: steps.slice(0, 2) });
      expect((await stage.engine.up("q1", again)).op).toBe("create");
    },
  },
  {
    row: 18,
    what: "starting a campaign, and changing what a running one says, are said at preview",
    async both(stage) {
      const list = await stage.madeList();
      const q1 = stage.campaign(list, { active: true });
      expect(stage.engine.preview("q1", q1).warnings.join()).toContain("it starts to write to the people of its lists");
      expect(stage.engine.preview("q1", stage.campaign(list)).warnings).toEqual([]);
    },
  },
  {
    row: 18,
    what: "a new text of a running campaign is said at preview",
    async full(stage) {
      const list = await stage.madeList();
      const id = await stage.made("q1", stage.campaign(list, { active: true }));
      const changed = stage.campaign(list, { active: true, steps: otherText });
      expect(stage.engine.preview("q1", changed).warnings).toEqual([
        `campaign "Fintech Q1" (id ${id}): it is running: people get the new text of steps[2].message from their next step on, those excepted who have had it.`,
      ]);
      await stage.sandbox.setActive({ campaignId: id, active: false });
      await stage.engine.refresh("Campaign", "q1");
      expect(stage.engine.preview("q1", stage.campaign(list, { steps: otherText })).warnings).not.toContainEqual(
        expect.stringContaining("running"),
      );
    },
    async specOnly(stage) {
      const list = await stage.madeList();
      await stage.made("q1", stage.campaign(list, { active: true }));
      const changed = stage.campaign(list, { active: true, steps: otherText });
      expect(await stage.refusal(() => stage.engine.preview("q1", changed))).toContain(
        "no operation that changes steps",
      );
    },
  },
  {
    row: 21,
    what: "adopting a running campaign says so, and it counts as running",
    async full(stage) {
      const list = await stage.madeList();
      const id = await madeByHand(stage, list, { active: true });
      const adopted = stage.campaign(list, { name: "By hand", adopt: id });
      const second = stage.campaign(list, { name: "Second", active: true });
      expect(await stage.refusal(() => stage.engine.previewAll({ second, adopted }))).toContain(`shared-list:${id}`);
      const { warnings } = await stage.engine.up("adopted", adopted);
      expect(warnings).toContainEqual(
        `campaign "By hand" (id ${id}): it is running; that these are its lists is taken from the program.`,
      );
      expect(await stage.refusal(stage.another().up("second", second))).toContain(`by an active campaign (id ${id})`);
    },
    async specOnly(stage) {
      const list = await stage.madeList();
      const id = await madeByHand(stage, list, { active: true });
      const adopted = stage.campaign(list, { name: "By hand", adopt: id });
      const second = stage.campaign(list, { name: "Second", active: true });
      for (const program of [
        { second, adopted },
        { adopted, second },
      ]) {
        expect(await stage.refusal(() => stage.engine.previewAll(program))).toContain(`shared-list:${id}`);
      }
      const { warnings } = await stage.engine.up("adopted", adopted);
      expect(warnings.join()).toContain("does not tell whether it runs, so it counts as running");
      expect(warnings.join()).toContain("If the id is wrong: `pulumi state delete");
      expect(await stage.refusal(stage.another().up("second", second))).toContain(`by an active campaign (id ${id})`);
      expect(await stage.refusal(stage.engine.destroy("Campaign", "adopted"))).toContain(`inactive:${id}`);
    },
  },
  {
    row: 21,
    what: "taking over what another stack has created is said",
    async full(stage) {
      const id = await stage.madeList("theirs");
      const other = stage.another();
      const { warnings } = await other.upIn("another-stack", "mine", stage.list({ name: "List theirs", adopt: id }));
      expect(warnings.join()).toContain(`another stack has created list ${id}. Only one stack should manage it`);
      const twin = stage.list({ name: "List theirs" });
      expect(await stage.refusal(stage.another().upIn("third", "mine", twin))).toContain(
        "Another stack has created it",
      );
    },
  },
  {
    row: 17,
    what: "renaming the resource of an active campaign is refused before anything is sent, whoever comes first",
    async specOnly(stage) {
      const list = await stage.madeList();
      const id = await stage.made("q1", stage.campaign(list, { active: true }));
      await stage.forget();
      const renamed = { renamed: stage.campaign(list, { active: true }) };
      for (const again of [1, 2]) {
        const text = await stage.refusal(stage.engine.upAll(renamed, "deletes"));
        expect(text, String(again)).toContain(`has created a campaign of this name (id ${id})`);
        expect(text).toContain('aliases: [{ name: "<its old name>" }]');
      }
      stage.engine.restart({ acknowledge: [`twin:${id}`] });
      expect(await stage.refusal(stage.engine.upAll(renamed, "deletes"))).toContain(
        `list ${list} is already worked by an active campaign (id ${id})`,
      );
      // A machine that remembers nothing learns it from a refresh.
      const text = await stage.refusal(stage.elsewhere().upAllRefreshed(renamed, "deletes"));
      expect(text).toContain(`the active campaign "Fintech Q1" (id ${id}) of this stack`);
      expect(text).toContain('aliases: [{ name: "q1" }]');
      expect(await stage.writes()).toEqual([]);
    },
  },
  {
    row: 17,
    what: "a pending active campaign counts as running",
    async specOnly(stage) {
      const list = await stage.madeList();
      await stage.sandbox.fault({ kind: "reset", when: "after", method: "POST", path: "/v1/campaign" });
      const pending = stage.campaign(list, { active: true });
      await stage.refusal(stage.engine.up("q1", pending));
      await stage.forget();
      const second = stage.campaign(list, { name: "Second", active: true });
      expect(await stage.refusal(() => stage.engine.previewAll({ q1: pending, second }))).toContain(
        "whose creation is still pending",
      );
      expect(await stage.refusal(() => stage.engine.previewAll({ second, q1: pending }))).toContain(
        "whose creation is still pending",
      );
      for (const engine of [stage.engine, stage.another()]) {
        const text = await stage.refusal(engine.up("second", second));
        expect(text).toContain("an earlier run was cut off while it created an active campaign for the same list");
      }
      expect(await stage.writes()).toEqual([]);
    },
  },
  {
    row: "pending",
    what: "a pending active campaign is not dropped while it may run, and never in silence",
    async full(stage) {
      const list = await stage.madeList();
      await stage.sandbox.fault({ kind: "reset", when: "before", method: "POST", path: "/v1/campaign" });
      await stage.sandbox.fault({
        kind: "status",
        method: "GET",
        path: "/v1/campaign",
        status: 503,
        count: 50,
        skip: 1,
      });
      await stage.refusal(stage.engine.up("q1", stage.campaign(list, { active: true })));
      expect(stage.engine.stored("Campaign", "q1").id).toMatch(/^pending-/);
      const text = await stage.refusal(stage.engine.destroy("Campaign", "q1"));
      expect(text).toContain("its creation is still pending");
      expect(text).toContain("If it took effect, it is running");
      expect(text).toContain("remove it from the program as well");
      await stage.sandbox.clearFaults();
      expect(await stage.engine.destroy("Campaign", "q1")).toContainEqual(
        expect.stringContaining("its pending creation did not take effect, so it leaves the state"),
      );
    },
    async specOnly(stage) {
      const list = await stage.madeList();
      await stage.sandbox.fault({ kind: "reset", when: "after", method: "POST", path: "/v1/campaign" });
      const text = await stage.refusal(stage.engine.up("q1", stage.campaign(list, { active: true })));
      expect(text).toContain("Look in the app. If it is there: adopt: <its id>.");
      expect(text).not.toContain("refresh");
      expect(await stage.refusal(stage.engine.destroy("Campaign", "q1"))).toContain("If it took effect, it is running");
      stage.engine.restart({ acknowledge: ["twin:none"] });
      expect(await stage.engine.destroy("Campaign", "q1")).toContainEqual(
        expect.stringContaining('"twin:none" is acknowledged'),
      );
    },
  },
  {
    row: "pending",
    what: "a word that stood there before a create was lost does not say what came of it",
    async specOnly(stage) {
      const list = await stage.madeList();
      const wanted = stage.campaign(list, { acknowledge: ["twin:none"] });
      await stage.sandbox.fault({ kind: "reset", when: "after", method: "POST", path: "/v1/campaign" });
      await stage.refusal(stage.engine.up("q1", wanted));
      await stage.forget();
      expect(await stage.refusal(stage.engine.up("q1", stage.campaign(list, { acknowledge: [] })))).toContain(
        "pulumi state delete",
      );
      await stage.engine.refresh("Campaign", "q1");
      expect(stage.engine.warnings.join()).toContain("pulumi state delete");
      // The same of a run that was killed: the state knows nothing, what runs have recorded does.
      stage.engine.state.delete(stage.engine.urn("Campaign", "q1"));
      const text = await stage.refusal(stage.engine.up("q1", wanted));
      expect(text).toContain('The "twin:none" that is acknowledged was written before.');
      // Nor does it after a run without it, and also where the lists have changed since.
      const changed = stage.campaign(await stage.madeList("other"), { acknowledge: ["twin:none"] });
      await stage.forget();
      for (const again of [stage.campaign(list), wanted, changed]) {
        expect(await stage.refusal(stage.engine.up("q1", again))).toContain("an earlier run was cut off");
      }
      expect(await stage.writes()).toEqual([]);
      const acknowledge = [/"(twin:none:\w+)"/.exec(text)?.[1]];
      expect((await stage.engine.up("q1", stage.campaign(list, { acknowledge }))).op).toBe("create");
      await stage.engine.destroy("Campaign", "q1");
    },
  },
  {
    row: 20,
    what: "where nothing is listed, a killed create and adopt: twin ask a person",
    async specOnly(stage) {
      const list = await stage.madeList();
      const wanted = stage.campaign(list);
      for (const [engine, args] of [
        [stage.another({ adopt: "twin" }), {}],
        [stage.another(), { adopt: "twin" }],
      ] as const) {
        const text = await stage.refusal(engine.up("q1", stage.campaign(list, args)));
        expect(text).toContain("this service has no operation that lists any; nothing was sent");
        expect(text).toContain("adopt: <its id>");
        expect(text).toContain("twin:none");
      }
      // Killed while it was creating: the engine has recorded nothing.
      await stage.sandbox.fault({ kind: "reset", when: "after", method: "POST", path: "/v1/campaign" });
      const killed = stage.another();
      await stage.refusal(killed.up("q1", wanted));
      killed.state.clear();
      await stage.forget();
      const text = await stage.refusal(killed.up("q1", wanted));
      expect(text).toContain("an earlier run was cut off while it created it, so it may exist");
      expect(await stage.writes()).toEqual([]);
      const { campaigns } = await stage.sandbox.objects();
      const adopted = stage.campaign(list, { adopt: campaigns.at(-1)?.id });
      expect((await killed.up("q1", adopted)).op).toBe("create");
      expect(await stage.refusal(stage.another().up("q2", wanted))).toContain("has created a campaign of this name");
    },
  },
  {
    row: 7,
    what: "what an earlier run has found out to be impossible fails at preview",
    async specOnly(stage) {
      const list = await stage.madeList();
      await stage.made("finder", stage.agent(list));
      await stage.made("q1", stage.campaign(list));
      const changes = {
        finder: stage.agent(list, { minLeadScore: 0.8 }),
        q1: stage.campaign(list, { steps: otherText }),
      };
      // From the state alone, on a machine that has recorded nothing.
      for (const engine of [stage.engine, stage.elsewhere()]) {
        for (const [name, changed] of Object.entries(changes)) {
          expect(await stage.refusal(() => engine.preview(name, changed))).toContain("no operation that changes");
        }
        expect(engine.preview("finder", stage.agent(list, { paused: true })).op).toBe("update");
        const both = stage.agent(list, { paused: true, minLeadScore: 0.8 });
        expect(engine.preview("finder", both).warnings.join()).toContain("changes paused and then fails");
      }
    },
  },
  {
    row: 22,
    what: "what cannot be seen is said in one line, by runs that have to do with it, of the kinds that they declare",
    async specOnly(stage) {
      const list = await stage.madeList();
      await stage.engine.upAll({ q1: stage.campaign(list), finder: stage.agent(list) });
      const [line = "", ...more] = await stage.engine.end();
      expect(more).toEqual([]);
      expect(line).toContain("lists or reads campaigns and source agents:");
      expect(stage.engine.preview("q1", stage.campaign(list)).warnings).toEqual([]);
      expect(await stage.engine.end()).toEqual([]);
      await stage.engine.refresh("Campaign", "q1");
      expect(await stage.engine.end()).toEqual([expect.stringContaining("lists or reads campaigns:")]);
      const id = Number(stage.engine.stored("Campaign", "q1").id);
      const other = stage.another();
      await other.up("taken", stage.campaign(list, { active: false, adopt: id }));
      expect(await other.end()).toEqual([expect.stringContaining("lists or reads campaigns:")]);
      await other.destroy("Campaign", "taken");
      expect(await other.end()).toEqual([expect.stringContaining("lists or reads campaigns:")]);
    },
  },
];
