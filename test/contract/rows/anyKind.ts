import { expect } from "vitest";
import type { Kind } from "../../../provider/src/api/account";
import type { Step } from "../../support/miniEngine";
import { type Case, type Stage, steps } from "./stage";

const kinds: readonly Kind[] = ["List", "SourceAgent", "Campaign"];
const nouns: Readonly<Record<Kind, string>> = { List: "list", SourceAgent: "source agent", Campaign: "campaign" };
const paths: Readonly<Record<Kind, string>> = { List: "list", SourceAgent: "agent", Campaign: "campaign" };

function wanted(stage: Stage, kind: Kind, list: number, args: Readonly<Record<string, unknown>> = {}): Step {
  if (kind === "List") return stage.list({ name: "Fintech founders", ...args });
  return kind === "SourceAgent" ? stage.agent(list, args) : stage.campaign(list, args);
}

async function goneOutside(stage: Stage, kind: Kind, id: number): Promise<void> {
  if (kind === "List") await stage.sandbox.deleteList({ listId: id });
  else if (kind === "SourceAgent") await stage.sandbox.deleteAgent({ agentId: id });
  else await stage.sandbox.deleteCampaign({ campaignId: id });
}

async function count(stage: Stage, kind: Kind): Promise<number> {
  const { lists, agents, campaigns } = await stage.sandbox.counts();
  return { List: lists, SourceAgent: agents, Campaign: campaigns }[kind];
}

/** What a read may meet that proves nothing, by the answers it gets at the object's own address. */
const noProof: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ["an unknown route", { status: 404, body: { statusCode: 404, message: "Cannot GET /v1/x", error: "Not Found" } }],
  ["a 404 without JSON", { status: 404, body: "gone" }],
  ["an empty 404", { status: 404, body: "" }],
  ["a gateway's 404", { status: 404, body: { error: "no upstream" } }],
  ["401", { status: 401 }],
  ["403", { status: 403 }],
  ["500", { status: 500, count: 20 }],
  ["503", { status: 503, count: 20 }],
  ["an odd body", { status: 200, body: { hello: "world" } }],
  ["another object", { status: 200, body: { id: 17, name: "Somebody else's" } }],
];

export const anyKind: readonly Case[] = kinds.flatMap((kind): Case[] => {
  const noun = nouns[kind];
  const setUp = async (stage: Stage, args: Readonly<Record<string, unknown>> = {}) => {
    const list = await stage.madeList("base", { name: "Base" });
    const step = wanted(stage, kind, list, args);
    const id = await stage.made("one", step);
    await stage.forget();
    return { list, step, id };
  };
  const at = `${noun} "${kind === "SourceAgent" ? "Finder" : kind === "List" ? "Fintech founders" : "Fintech Q1"}"`;

  return [
    {
      row: 20,
      what: `${noun}: a twin in the account refuses a create, with all ids and three ways on`,
      async full(stage) {
        const { id, step } = await setUp(stage);
        const second = stage.another();
        const text = await stage.refusal(second.up("one", step));
        expect(text).toContain(
          `Creating ${at}: the account already holds the same ${noun}, id ${id}; nothing was sent`,
        );
        expect(text).toContain(`adopt: ${id}. Or OUTREACH_ADOPT=twin for one run (adopt: "twin" in the program)`);
        expect(text).toContain(
          `acknowledge: ["twin:${id}"] on the resource, or OUTREACH_ACKNOWLEDGE=twin:${id} for one run`,
        );
        expect(await stage.writes()).toEqual([]);

        // Another one beside it, then no third one.
        second.restart({ acknowledge: [`twin:${id}`] });
        await second.up("one", step);
        const other = Number(second.stored(kind, "one").id);
        const third = stage.another({ acknowledge: [`twin:${id}`] });
        expect(await stage.refusal(third.up("one", step))).toContain(`id ${other}; nothing was sent`);
        const both = stage.another();
        const all = await stage.refusal(both.up("one", step));
        expect(all).toContain(`the same ${noun}, ids ${id}, ${other}`);
        expect(all).toContain(`adopt: one of ${id}, ${other}`);
        expect(all).toContain(`"twin:${id}", "twin:${other}"`);
        expect(await stage.refusal(stage.another({ adopt: "twin" }).up("one", step))).toContain(`ids ${id}, ${other}`);
      },
      async specOnly(stage) {
        const { id, step } = await setUp(stage);
        // A run of this stack that was killed before the engine had recorded it.
        const text = await stage.refusal(stage.another().up("one", step));
        expect(text).toContain(`an earlier run of this stack has created a ${noun} of this name (id ${id})`);
        expect(text).toContain(`adopt: ${id}.`);
        expect(text).toContain(`acknowledge: ["twin:${id}"]`);
        // Nothing tells a machine that has recorded nothing.
        const other = stage.elsewhere();
        other.state.clear();
        expect((await other.up("one", step)).op).toBe("create");
        expect(await other.end()).toEqual([
          expect.stringContaining(
            `this service has no operation that lists or reads ${noun}s: changes made in the app`,
          ),
        ]);
      },
    },
    {
      row: 20,
      what: `${noun}: adopt: "twin" takes the one twin over, by the program and by the run's setting`,
      async full(stage) {
        const { id, step } = await setUp(stage);
        const bySetting = stage.another({ adopt: "twin" });
        await bySetting.up("one", step);
        expect(bySetting.stored(kind, "one").id).toBe(String(id));
        const inProgram = stage.another();
        await inProgram.up("one", { ...step, args: { ...step.args, adopt: "twin" } });
        expect(inProgram.stored(kind, "one").id).toBe(String(id));
        expect(inProgram.preview("one", { ...step, args: { ...step.args, adopt: "twin" } }).op).toBe("same");
        expect(await stage.writes()).toEqual([]);
      },
    },
    {
      row: 20,
      what: `${noun}: the same create twice in one program fails at preview`,
      async both(stage) {
        const list = await stage.madeList("base", { name: "Base" });
        const step = wanted(stage, kind, list);
        const text = await stage.refusal(() => stage.engine.previewAll({ one: step, two: step }));
        expect(text).toContain(`${noun} "two": it is the same as one of this program in everything`);
        expect(text).toContain('acknowledge: ["twin:<its id>"]');

        // What a person has seen makes no two objects of what is one.
        const other = { ...step, args: { ...step.args, acknowledge: ["twin:none"] } };
        expect(await stage.refusal(() => stage.engine.previewAll({ one: step, two: other }))).toBe(text);
      },
    },
    {
      row: 20,
      what: `${noun}: a run that was killed after its POST is safe to repeat, without an edit`,
      async full(stage) {
        const { id, step } = await setUp(stage);
        // The object is there, the state was never written.
        stage.engine.state.delete(stage.engine.urn(kind, "one"));
        expect(await stage.refusal(stage.engine.up("one", step))).toContain("OUTREACH_ADOPT=twin");
        stage.engine.restart({ adopt: "twin" });
        const { warnings } = await stage.engine.up("one", step);
        expect(warnings.join("\n")).toContain("`pulumi refresh --clear-pending-creates`");
        expect(stage.engine.stored(kind, "one").id).toBe(String(id));
        expect(await stage.writes()).toEqual([]);
        stage.engine.restart();
        expect(await stage.engine.refresh(kind, "one")).toEqual([]);
      },
    },
    {
      row: 20,
      what: `${noun}: destroyed and brought up again, without an edit`,
      async full(stage) {
        const { id, step } = await setUp(stage);
        await stage.engine.destroy(kind, "one");
        stage.engine.restart({ adopt: "twin" });
        await stage.engine.up("one", step);
        if (kind !== "SourceAgent") expect(stage.engine.stored(kind, "one").id).toBe(String(id));
        stage.engine.restart();
        expect(stage.engine.preview("one", step).op).toBe("same");
        expect(await count(stage, kind)).toBe(kind === "List" ? 2 : 1);
      },
      async specOnly(stage) {
        const { step } = await setUp(stage);
        await stage.engine.destroy(kind, "one");
        // What cannot be listed cannot be found again: it is made anew.
        expect((await stage.engine.up("one", step)).op).toBe("create");
      },
    },
    {
      row: 21,
      what: `${noun}: adopt takes over what equals the program, and writes nothing`,
      async full(stage) {
        const { id, step } = await setUp(stage);
        const engine = stage.another();
        const adopting = { ...step, args: { ...step.args, adopt: id } };
        const { op, warnings } = await engine.up("one", adopting);
        expect(op).toBe("create");
        expect(engine.stored(kind, "one").id).toBe(String(id));
        if (kind === "Campaign") {
          expect(warnings.join()).toContain("Not compared, since the service does not tell: listIds");
        }
        expect(await stage.writes()).toEqual([]);
        // It never shows a change of its own, whether it stays or goes.
        expect(engine.preview("one", adopting).op).toBe("same");
        expect(engine.preview("one", step).op).toBe("same");
        expect(await engine.refresh(kind, "one")).toEqual([]);
        expect(engine.preview("one", step).op).toBe("same");
        expect(engine.preview("one", { ...step, args: { ...step.args, adopt: id + 1 } }).warnings.join()).toContain(
          `adopt: ${id + 1} has no effect`,
        );
      },
      async specOnly(stage) {
        const { id, step } = await setUp(stage);
        const engine = stage.another();
        const { warnings } = await engine.up("one", { ...step, args: { ...step.args, adopt: id } });
        expect(engine.stored(kind, "one").id).toBe(String(id));
        expect(warnings.join()).toContain(
          `(id ${id}): adopted on the program's word, since this service has no operation that reads a ${noun}`,
        );
        expect(await stage.writes()).toEqual([]);
      },
    },
    {
      row: 21,
      what: `${noun}: adopt of what differs, is not there, or belongs to somebody else is refused`,
      async full(stage) {
        const { id, list, step } = await setUp(stage);
        const other =
          kind === "SourceAgent"
            ? { name: "Another", minLeadScore: 0.4, targetLocations: ["Peru"] }
            : kind === "Campaign"
              ? { name: "Another", language: "de-DE", active: true }
              : { name: "Another" };
        const engine = stage.another();
        const differs = await stage.refusal(engine.up("one", wanted(stage, kind, list, { ...other, adopt: id })));
        const seen =
          kind === "SourceAgent"
            ? "name, targetLocations, minLeadScore"
            : kind === "Campaign"
              ? "name, active"
              : "name";
        expect(differs).toContain(`(id ${id}): it differs from the program in ${seen}; nothing was written`);
        if (kind === "Campaign") expect(differs).toContain("language");
        const missing = await stage.refusal(engine.up("one", { ...step, args: { ...step.args, adopt: 4711 } }));
        expect(missing).toContain(`(id 4711): the acting user has no ${noun} with this id`);
        const foreign = stage.another({ impersonateUserId: "102" });
        const text = await stage.refusal(foreign.up("one", { ...step, args: { ...step.args, adopt: id } }));
        expect(text).toContain(`(id ${id}): the acting user has no ${noun} with this id`);
        expect(await stage.writes()).toEqual([]);
      },
    },
    {
      row: 21,
      what: `${noun}: one object is adopted once, and not by what manages it already`,
      async both(stage) {
        const { id, step } = await setUp(stage);
        const adopting = { ...step, args: { ...step.args, adopt: id } };
        const twice = await stage.refusal(() => stage.another().previewAll({ one: adopting, two: adopting }));
        expect(twice).toContain(`${noun} "two": ${noun} ${id} is already managed by one of this program`);
        for (const program of [
          { one: step, two: adopting },
          { two: adopting, one: step },
        ]) {
          const text = await stage.refusal(() => stage.engine.previewAll(program));
          expect(text).toContain(`Remove adopt: ${id}`);
        }
      },
    },
    {
      row: 21,
      what: `${noun}: renamed in the program and adopted, the object survives the delete of its old name`,
      async both(stage) {
        const { id, step } = await setUp(stage);
        const base = stage.list({ name: "Base" });
        await stage.engine.upAll({ base, renamed: { ...step, args: { ...step.args, adopt: id } } }, "deletes");
        expect(stage.engine.warnings.join()).toContain("another resource of this program has taken it over");
        expect(stage.engine.stored(kind, "renamed").id).toBe(String(id));
        expect(await stage.writes()).toEqual([]);
      },
    },
    {
      row: 21,
      what: `${noun}: the same where the run's setting has found it as a twin`,
      async full(stage) {
        const { id, step } = await setUp(stage);
        stage.engine.restart({ adopt: "twin" });
        await stage.engine.upAll({ base: stage.list({ name: "Base" }), renamed: step }, "deletes");
        expect(stage.engine.warnings.join()).toContain("another resource of this program has taken it over");
        expect(stage.engine.stored(kind, "renamed").id).toBe(String(id));
        expect(await stage.writes()).toEqual([]);
      },
    },
    {
      row: 21,
      what: `${noun}: a forced replacement while adopt is set is refused before anything is touched`,
      async both(stage) {
        const { id, step } = await setUp(stage);
        if (kind === "List") return;
        const forced = { ...step, args: { ...step.args, adopt: id }, replace: true };
        const text = await stage.refusal(stage.engine.up("one", forced));
        expect(text).toContain(`(id ${id}): another is to take its place, and adopt is still set`);
        expect(await stage.writes()).toEqual([]);
      },
    },
    {
      row: 23,
      what: `${noun}: gone outside, it leaves the state on proof`,
      async full(stage) {
        const { id, step } = await setUp(stage);
        await goneOutside(stage, kind, id);
        expect(await stage.engine.refresh(kind, "one")).toEqual(["(gone)"]);
        expect(stage.engine.warnings.join()).toContain(`${at} (id ${id}): it is gone at the service`);
        expect((await stage.engine.up("one", step)).op).toBe("create");
      },
      async specOnly(stage) {
        const { id, step } = await setUp(stage);
        await goneOutside(stage, kind, id);
        expect(await stage.engine.refresh(kind, "one")).toEqual([]);
        expect((await stage.engine.up("one", step)).op).toBe("same");
      },
    },
    ...noProof.map(
      ([answer, fault]): Case => ({
        row: 23,
        what: `${noun}: ${answer} at its address is no proof`,
        async full(stage) {
          const { id } = await setUp(stage);
          const path = `/v1/${paths[kind]}`;
          // The listing lacks it, so that its own address is asked.
          await stage.sandbox.fault({ kind: "omit", path, ids: [id], count: 50 });
          await stage.sandbox.fault({
            kind: "status",
            path: `${path}/${id}`,
            status: Number(fault.status),
            body: fault.body,
            count: Number(fault.count ?? 1),
          });
          const text = await stage.refusal(stage.engine.refresh(kind, "one"));
          expect(text).toContain(`${at} (id ${id})`);
          expect(stage.engine.stored(kind, "one").id).toBe(String(id));
        },
      }),
    ),
    {
      row: 23,
      what: `${noun}: a listing that leaves it out is no proof while it answers`,
      async full(stage) {
        const { id } = await setUp(stage);
        await stage.sandbox.fault({ kind: "omit", path: `/v1/${paths[kind]}`, ids: [id], count: 50 });
        expect(await stage.engine.refresh(kind, "one")).toEqual([]);
      },
    },
    {
      row: "belongs",
      what: `${noun}: another address is refused, and so is its change, its delete and its diff`,
      async both(stage) {
        const { id, step } = await setUp(stage);
        const moved = stage.settings.origin.replace("127.0.0.1", "localhost");
        stage.engine.restart({ origin: moved });
        const renamed = { ...step, args: { ...step.args, acknowledge: ["twin:5"] } };
        for (const work of [
          () => stage.engine.preview("one", step),
          () => stage.engine.refresh(kind, "one"),
          () => stage.engine.destroy(kind, "one"),
          () => stage.engine.up("one", renamed),
          () => stage.engine.up("one", { ...step, replace: kind !== "List" }),
        ]) {
          const text = await stage.refusal(work);
          expect(text).toContain(`${at} (id ${id}): it belongs to the service at ${stage.settings.origin}`);
          expect(text).toContain(`OUTREACH_ACKNOWLEDGE=moved:${stage.settings.origin} pulumi refresh`);
        }
        expect(await stage.writes()).toEqual([]);
      },
    },
    {
      row: "belongs",
      what: `${noun}: moved:<origin> records the new address, and nothing is dropped by it`,
      async full(stage) {
        const { id, step } = await setUp(stage);
        const moved = stage.settings.origin.replace("127.0.0.1", "localhost");
        stage.engine.restart({ origin: moved, acknowledge: [`moved:${stage.settings.origin}`] });
        expect(await stage.engine.refresh(kind, "one")).toEqual([]);
        stage.engine.restart({ origin: moved });
        expect(stage.engine.preview("one", step).op).toBe("same");
        expect(await stage.engine.refresh(kind, "one")).toEqual([]);
        // Somebody said that it moved where it is not.
        await goneOutside(stage, kind, id);
        stage.engine.restart({ acknowledge: [`moved:${moved}`] });
        const text = await stage.refusal(stage.engine.refresh(kind, "one"));
        expect(text).toContain("It stays in the state");
        expect(stage.engine.stored(kind, "one").id).toBe(String(id));
      },
      async specOnly(stage) {
        const { step } = await setUp(stage);
        const moved = stage.settings.origin.replace("127.0.0.1", "localhost");
        stage.engine.restart({ origin: moved, acknowledge: [`moved:${stage.settings.origin}`] });
        expect(await stage.engine.refresh(kind, "one")).toEqual([]);
        stage.engine.restart({ origin: moved });
        expect(stage.engine.preview("one", step).op).toBe("same");
      },
    },
    {
      row: "belongs",
      what: `${noun}: another acting user is refused`,
      async both(stage) {
        const { id, step } = await setUp(stage);
        stage.engine.restart({ impersonateUserId: "102" });
        const atPreview = await stage.refusal(() => stage.engine.preview("one", step));
        expect(atPreview).toContain(`${at} (id ${id}): it belongs to user 101, and this run acts as user 102`);
        // Where only the service can tell, it is found out before anything is sent.
        stage.engine.restart({ impersonateEmail: "alice@fernhill.example.com" });
        for (const work of [
          () => stage.engine.refresh(kind, "one"),
          () => stage.engine.destroy(kind, "one"),
          () => stage.engine.up("one", { ...step, args: { ...step.args, acknowledge: ["twin:5"] } }),
          () => stage.engine.upAll({ one: step, two: wanted(stage, kind, 1, { name: "New" }) }),
        ]) {
          const text = await stage.refusal(work);
          expect(text).toMatch(/belongs? to user 101/);
          expect(text).toContain("acts as user 102");
        }
        expect(await stage.writes()).toEqual([]);
        expect(stage.engine.stored(kind, "one").id).toBe(String(id));
      },
    },
    {
      row: "acknowledge",
      what: `${noun}: what matches nothing is a warning; a change of it sends nothing`,
      async both(stage) {
        const { step } = await setUp(stage);
        const codes = ["twin:5", "restart", "rename", "inactive:5", "moved:https://old.example.com", "twin:none"];
        const acknowledged = { ...step, args: { ...step.args, acknowledge: codes } };
        const { op, warnings } = stage.engine.preview("one", acknowledged);
        expect(op).toBe("update");
        for (const code of codes) {
          expect(warnings.join()).toContain(`acknowledge "${code}" matches nothing (any more); remove it`);
        }
        await stage.engine.up("one", acknowledged);
        expect(await stage.writes()).toEqual([]);
        expect(stage.engine.stored(kind, "one").outputs.acknowledge).toEqual(codes);
        expect((await stage.engine.up("one", step)).op).toBe("update");
        expect(stage.engine.stored(kind, "one").outputs).not.toHaveProperty("acknowledge");
        expect(await stage.writes()).toEqual([]);
      },
    },
    {
      row: "pending",
      what: `${noun}: a create whose answer is lost and cannot be settled stays pending, and has a way through`,
      async full(stage) {
        const list = await stage.madeList("base", { name: "Base" });
        const step = wanted(stage, kind, list);
        const path = `/v1/${paths[kind]}`;
        await stage.sandbox.fault({ kind: "reset", when: "after", method: "POST", path });
        await stage.sandbox.fault({ kind: "omit", path, createdSince: true, count: 50 });
        const text = await stage.refusal(stage.engine.up("one", step));
        expect(text).toContain(`Creating ${at}: the answer was lost`);
        expect(text).toContain("Run `pulumi up --refresh`");
        expect(stage.engine.stored(kind, "one").id).toMatch(/^pending-/);
        expect(
          await stage.refusal(stage.engine.up("one", { ...step, args: { ...step.args, acknowledge: ["restart"] } })),
        ).toContain("its creation is still pending");
        await stage.sandbox.clearFaults();
        await stage.forget();
        expect((await stage.engine.upRefreshed("one", step)).op).toBe("same");
        expect(await stage.writes()).toEqual([]);
        expect(await count(stage, kind)).toBe(kind === "List" ? 2 : 1);
      },
      async specOnly(stage) {
        const list = await stage.madeList("base", { name: "Base" });
        const step = wanted(stage, kind, list);
        const named = (name: string, args = {}) => ({
          ...step,
          args: { ...step.args, ...args, ...(name === "one" ? {} : { name: `Number ${name}` }) },
        });
        const lose = async (name: string) => {
          await stage.sandbox.fault({ kind: "reset", when: "after", method: "POST", path: `/v1/${paths[kind]}` });
          await stage.refusal(stage.engine.up(name, named(name)));
        };
        await lose("one");
        // A refresh leaves it to the program, which counts after it.
        await stage.engine.refresh(kind, "one");
        const text = stage.engine.warnings.join("\n");
        expect(text).toContain(`its creation is still pending, and this service does not list ${noun}s`);
        expect(text).toContain("adopt: <its id>");
        expect(text).toContain(
          'acknowledge: ["twin:none"] on the resource, or OUTREACH_ACKNOWLEDGE=twin:none for one run',
        );
        // Looking for a twin settles nothing where nothing can be seen.
        await stage.forget();
        expect(stage.engine.preview("one", named("one")).warnings.join()).toContain("`pulumi up` fails until");
        const byTwin = { ...step, args: { ...step.args, adopt: "twin" } };
        expect(await stage.refusal(stage.engine.up("one", byTwin))).toContain("still pending");
        if (kind !== "List") {
          expect(await stage.refusal(stage.engine.up("one", { ...byTwin, replace: true }))).toContain("still pending");
        }
        expect(await stage.writes()).toEqual([]);
        // A person finds it in the app.
        const { lists, agents, campaigns } = await stage.sandbox.objects();
        const id = { List: lists, SourceAgent: agents, Campaign: campaigns }[kind].at(-1)?.id ?? 0;
        const adopting = { ...step, args: { ...step.args, adopt: id } };
        expect((await stage.engine.up("one", adopting)).op).toBe("replace");
        expect(stage.engine.stored(kind, "one").id).toBe(String(id));
        expect(stage.engine.preview("one", adopting).op).toBe("same");

        // Or knows that it is not there, and says so for one run.
        stage.engine.restart();
        await lose("two");
        stage.engine.restart({ acknowledge: ["twin:none"] });
        expect((await stage.engine.upRefreshed("two", named("two"))).op).toBe("create");
        expect(stage.engine.stored(kind, "two").id).toMatch(/^\d+$/);
        // Or in the program.
        stage.engine.restart();
        await lose("three");
        const none = named("three", { acknowledge: ["twin:none"] });
        expect((await stage.engine.up("three", none)).op).toBe("replace");
        expect(stage.engine.stored(kind, "three").id).toMatch(/^\d+$/);
        await lose("four");
        expect(await stage.refusal(stage.engine.destroy(kind, "four"))).toContain("its creation is still pending");
        stage.engine.restart({ acknowledge: ["twin:none"] });
        await stage.engine.destroy(kind, "four");
      },
    },
  ];
});

const delayed = [steps[0], { ...steps[1], delayAfterLastStep: 5 }, steps[2]];

/** Rows that are about particular properties. */
export const drift: readonly Case[] = [
  {
    row: 19,
    what: "an update reads first: changed outside, nothing is sent",
    async full(stage) {
      const list = await stage.madeList();
      const id = await stage.made("q1", stage.campaign(list));
      const agent = await stage.made("finder", stage.agent(list, { targetLocations: ["France"] }));
      await stage.forget();
      await stage.sandbox.editCampaign({ campaignId: id, steps: [{ stepNumber: 3, message: "Rewritten" }] });
      const [visit, invite] = steps;
      const edited = { steps: [visit, invite, { type: "message", message: "Mine" }] };
      const text = await stage.refusal(stage.engine.up("q1", stage.campaign(list, edited)));
      expect(text).toContain(`(id ${id}): steps changed outside since the last run, so nothing was sent`);
      expect(text).toContain(`\`pulumi refresh --target '${stage.engine.urn("Campaign", "q1")}'\``);
      // A field that is not sent does not matter.
      expect((await stage.engine.up("q1", stage.campaign(list, { name: "Renamed" }))).op).toBe("update");
      await stage.sandbox.setActive({ campaignId: id, active: true });
      expect(await stage.refusal(stage.engine.up("q1", stage.campaign(list, { name: "Again" })))).toContain(
        "active changed outside",
      );
      await stage.sandbox.editAgent({ agentId: agent, targetLocations: ["Peru"] });
      const located = stage.agent(list, { targetLocations: ["France", "Spain"] });
      expect(await stage.refusal(stage.engine.up("finder", located))).toContain("targetLocations changed outside");
      expect(await stage.writes()).toEqual(["PATCH /v1/campaign/ID"]);
      // Refreshed, it is the program's word against theirs, and the program's counts.
      expect((await stage.engine.upRefreshed("finder", located)).op).toBe("update");
      expect((await stage.storedAgent(agent)).targetLocations).toEqual(["France", "Spain"]);
    },
  },
  {
    row: 19,
    what: "an update of what is gone sends nothing",
    async full(stage) {
      const list = await stage.madeList();
      const id = await stage.made("q1", stage.campaign(list));
      await stage.sandbox.deleteCampaign({ campaignId: id });
      const text = await stage.refusal(stage.engine.up("q1", stage.campaign(list, { name: "Renamed" })));
      expect(text).toContain("it is gone at the service, so nothing was sent");
      expect((await stage.engine.upRefreshed("q1", stage.campaign(list, { name: "Renamed" }))).op).toBe("create");
    },
  },
  {
    row: 20,
    what: "an active twin is taken over by its id, or by the run's setting once it is switched off",
    async full(stage) {
      const list = await stage.madeList();
      const active = stage.campaign(list, { active: true });
      const id = await stage.made("q1", active);
      const engine = stage.another();
      const text = await stage.refusal(engine.up("q1", active));
      expect(text).toContain(`id ${id}, which is active; nothing was sent`);
      expect(text).toContain("OUTREACH_ADOPT=twin for one run, once it is switched off in the app");
      engine.restart({ adopt: "twin" });
      expect(await stage.refusal(engine.up("q1", active))).toContain("is active");
      await stage.sandbox.setActive({ campaignId: id, active: false });
      const { warnings } = await engine.up("q1", active);
      expect(engine.stored("Campaign", "q1").id).toBe(String(id));
      expect(warnings.join()).toContain(`(id ${id}): it is inactive, and the program says active: true`);
      engine.restart();
      // The program asks for no change: what the service made of it is no reason to speak of a replacement.
      expect(engine.preview("q1", active)).toEqual({ op: "same", warnings: [] });
      await stage.sandbox.setActive({ campaignId: id, active: true });
      expect((await engine.upRefreshed("q1", active)).op).toBe("same");
    },
  },
  {
    row: 20,
    what: "a change that is taken back finds what it left behind",
    async full(stage) {
      const list = await stage.madeList();
      const first = await stage.made("q1", stage.campaign(list));
      await stage.engine.up("q1", stage.campaign(list, { steps: delayed }));
      const second = stage.engine.stored("Campaign", "q1").id;
      await stage.forget();
      const text = await stage.refusal(stage.engine.up("q1", stage.campaign(list)));
      expect(text).toContain(`the account already holds the same campaign, id ${first}`);
      // Refused before the present one was let go.
      expect(stage.engine.stored("Campaign", "q1").id).toBe(second);
      stage.engine.restart({ adopt: "twin" });
      await stage.engine.up("q1", stage.campaign(list));
      expect(stage.engine.stored("Campaign", "q1").id).toBe(String(first));
      expect(await stage.writes()).toEqual([]);
    },
  },
  {
    row: 20,
    what: "the same name with other content is only a warning, and so is a twin that is not there",
    async full(stage) {
      const list = await stage.madeList();
      const id = await stage.made("q1", stage.campaign(list));
      const other = stage.campaign(list, { steps: delayed, acknowledge: ["twin:17"] });
      const { op, warnings } = await stage.another().up("q2", other);
      expect(op).toBe("create");
      expect(warnings.join()).toContain(`another campaign of this name with other content (id ${id})`);
      expect(warnings.join()).toContain('acknowledge "twin:17" matches nothing');
    },
  },
  {
    row: 21,
    what: "a replacement while adopt is set fails at preview",
    async full(stage) {
      const list = await stage.madeList();
      const id = await stage.made("q1", stage.campaign(list));
      const engine = stage.another();
      await engine.up("q1", stage.campaign(list, { adopt: id }));
      const changed = (adopt?: number) => stage.campaign(list, { steps: delayed, adopt });
      const text = await stage.refusal(() => engine.preview("q1", changed(id)));
      expect(text).toContain(`(id ${id}): changing steps replaces it, and adopt is still set`);
      expect(text).toContain("Remove adopt from the program");
      expect(engine.preview("q1", changed()).op).toBe("replace");
    },
  },
  {
    row: 22,
    what: "a refresh shows exactly what changed outside, as inputs",
    async full(stage) {
      const list = await stage.madeList();
      const campaign = await stage.made("q1", stage.campaign(list, { language: "en-US" }));
      const agent = await stage.made(
        "finder",
        stage.agent(list, { targetJobTitles: ["CEO"], targetLocations: ["France"], paused: false }),
      );
      await stage.sandbox.editCampaign({ campaignId: campaign, language: "fr-FR", name: "Theirs", tone: "direct" });
      expect(await stage.engine.refresh("Campaign", "q1")).toEqual(["language", "name"]);
      expect(stage.engine.stored("Campaign", "q1").inputs).toMatchObject({ language: "fr-FR", name: "Theirs" });
      await stage.sandbox.editCampaign({ campaignId: campaign, steps: [{ stepNumber: 3, message: "Theirs" }] });
      expect(await stage.engine.refresh("Campaign", "q1")).toEqual(["steps"]);
      await stage.sandbox.editAgent({ agentId: agent, targetJobTitles: ["CTO"], paused: true, scriptInstalled: true });
      expect(await stage.engine.refresh("SourceAgent", "finder")).toEqual(["paused", "targetJobTitles"]);
    },
  },
  {
    row: 22,
    what: "what was emptied outside has drifted, and what is declared as empty has not",
    async full(stage) {
      const list = await stage.madeList();
      const declared = stage.agent(list, {
        minLeadScore: 0.8,
        additionalCriteria: "Series A",
        ignoredCompanies: ["Example Ltd"],
        mandatoryKeywords: [],
      });
      const id = await stage.made("finder", declared);
      const emptied = { minLeadScore: null, additionalCriteria: null, ignoredCompanies: null, mandatoryKeywords: null };
      await stage.patchByHand(`/v1/agent/${id}`, emptied);
      await stage.forget();
      const changed = stage.agent(list, { ...declared.args, minLeadScore: 0.5 });
      expect(await stage.refusal(stage.engine.up("finder", changed))).toContain("minLeadScore changed outside");
      expect(await stage.writes()).toEqual([]);
      const drifted = ["additionalCriteria", "ignoredCompanies", "minLeadScore"];
      expect(await stage.engine.refresh("SourceAgent", "finder")).toEqual(drifted);
      expect(await stage.engine.refresh("SourceAgent", "finder")).toEqual([]);
      const { inputs, outputs } = stage.engine.stored("SourceAgent", "finder");
      for (const property of drifted) {
        expect(inputs).not.toHaveProperty(property);
        expect(outputs).not.toHaveProperty(property);
      }
      expect((await stage.engine.up("finder", declared)).op).toBe("update");
      expect(await stage.storedAgent(id)).toMatchObject({ minLeadScore: 0.8, ignoredCompanies: ["Example Ltd"] });
      expect(await stage.engine.refresh("SourceAgent", "finder")).toEqual([]);
    },
  },
  {
    row: 22,
    what: "what the program does not set, counters and timestamps never drift",
    async full(stage) {
      await stage.sandbox.configure({ addUnknownFields: true, decorateSignals: true });
      const list = await stage.madeList();
      const campaign = await stage.made("q1", stage.campaign(list));
      const agent = await stage.made("finder", stage.agent(list));
      await stage.sandbox.editAgent({ agentId: agent, minLeadScore: 0.3, targetLocations: ["Peru"], paused: false });
      await stage.sandbox.editCampaign({ campaignId: campaign, language: "fr-FR", tone: "direct", goal: "demos" });
      await stage.sandbox.advance({ days: 1 });
      for (const [kind, name] of [
        ["List", "leads"],
        ["SourceAgent", "finder"],
        ["Campaign", "q1"],
      ] as const) {
        expect(await stage.engine.refresh(kind, name)).toEqual([]);
      }
      expect(stage.engine.preview("q1", stage.campaign(list)).op).toBe("same");
      expect(stage.engine.preview("finder", stage.agent(list)).op).toBe("same");
    },
    async specOnly(stage) {
      const list = await stage.madeList();
      const id = await stage.made("q1", stage.campaign(list));
      await stage.sandbox.editCampaign({ campaignId: id, name: "Theirs" });
      expect(await stage.engine.refresh("Campaign", "q1")).toEqual([]);
      expect(stage.engine.preview("q1", stage.campaign(list)).op).toBe("same");
    },
  },
  {
    row: 22,
    what: "signals served as texts are kept as declared and never sent",
    async full(stage) {
      await stage.sandbox.configure({ variablesAsText: true });
      const list = await stage.madeList();
      await stage.made("finder", stage.agent(list));
      expect(await stage.engine.refresh("SourceAgent", "finder")).toEqual([]);
      expect((await stage.engine.up("finder", stage.agent(list, { minLeadScore: 0.8 }))).op).toBe("update");
      expect(await stage.engine.refresh("SourceAgent", "finder")).toEqual([]);
    },
  },
  {
    row: 24,
    what: "an optional property that is no longer declared is no longer managed; nothing is sent",
    async both(stage) {
      const list = await stage.madeList();
      const agent = await stage.made("finder", stage.agent(list, { minLeadScore: 0.8, targetLocations: ["France"] }));
      const id = await stage.made("q1", stage.campaign(list, { language: "en-US", active: false }));
      await stage.forget();
      const cases = [
        ["finder", stage.agent(list), "minLeadScore", 'source agent "finder"'],
        ["q1", stage.campaign(list), "language", 'campaign "q1"'],
      ] as const;
      for (const [name, step, property, about] of cases) {
        const { op, warnings } = stage.engine.preview(name, step);
        expect(op).toBe("update");
        expect(warnings.join("\n")).toContain(
          `${about}: ${property} is no longer declared, so it is no longer managed: the value at the service stays`,
        );
        await stage.engine.up(name, step);
        expect(stage.engine.preview(name, step)).toEqual({ op: "same", warnings: [] });
        expect(await stage.engine.refresh(step.kind, name)).toEqual([]);
      }
      expect(await stage.writes()).toEqual([]);
      expect(await stage.storedAgent(agent)).toMatchObject({ minLeadScore: 0.8, targetLocations: ["France"] });
      expect((await stage.storedCampaign(id)).language).toBe("en-US");
      expect(stage.engine.stored("SourceAgent", "finder").outputs.minLeadScore).toBe(0.8);
    },
  },
  {
    row: 24,
    what: "an empty list clears, and is sent",
    async full(stage) {
      const list = await stage.madeList();
      const id = await stage.made("finder", stage.agent(list, { targetLocations: ["France"] }));
      await stage.engine.up("finder", stage.agent(list, { targetLocations: [] }));
      expect((await stage.storedAgent(id)).targetLocations).toEqual([]);
      expect(await stage.engine.refresh("SourceAgent", "finder")).toEqual([]);
    },
  },
  {
    row: "acknowledge",
    what: "launch: never refuses active: true, also where it was unknown at preview",
    async both(stage) {
      const list = await stage.madeList();
      stage.engine.restart({ launch: "never" });
      const text = await stage.refusal(() => stage.engine.preview("q1", stage.campaign(list, { active: true })));
      expect(text).toContain("active: must not be `true` here: the setting launch is `never`");
      const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
      expect(stage.engine.preview("q1", stage.campaign(list, { active: unknown })).op).toBe("create");
    },
  },
];
