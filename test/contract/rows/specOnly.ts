import { expect } from "vitest";
import { type Case, inSpecOnly, otherText } from "./stage";

/** A service that neither lists nor changes objects. */
export const specOnly: readonly Case[] = [
  inSpecOnly(7, "an agent can be resumed only in the app, and a replacement loses its logs", async (stage) => {
    const { list } = await stage.madeAgent({ paused: true });
    const text = await stage.refusal(stage.engine.up("finder", stage.agent(list, { paused: false })));
    expect(text).toContain("Resume it in the app, and remove paused from the program.");
    expect(text).toContain("Create a new source agent instead (its run logs are lost, its list and leads stay): ");
    expect((await stage.engine.preview("finder", stage.agent(list))).op).toBe("update");
    expect((await stage.engine.up("finder", stage.agent(list))).op).toBe("update");
  }),
  inSpecOnly(10, "a list that is not known yet may be one whose resource was renamed", async (stage) => {
    const { list } = await stage.madeCampaign();
    const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
    const program = { renamed: stage.list({ name: "List leads" }), q1: stage.campaign(list, { listIds: [unknown] }) };
    expect(await stage.refusal(() => stage.engine.previewAll(program))).toContain(
      'If only the resource of its list has another name or parent now: aliases: ["<its old URN>"] in the resource\'s options',
    );
  }),
  inSpecOnly(7, "a change that an earlier run found to be impossible fails at preview", async (stage) => {
    const { list } = await stage.madeAgent();
    await stage.made("q1", stage.campaign(list));
    const changes = {
      finder: stage.agent(list, { minLeadScore: 0.8 }),
      q1: stage.campaign(list, { steps: otherText }),
    };
    // From the state alone, on a machine without records.
    for (const engine of [stage.engine, stage.elsewhere()]) {
      for (const [name, changed] of Object.entries(changes)) {
        await stage.refuses(() => engine.preview(name, changed), "no operation that changes");
      }
      expect((await engine.preview("finder", stage.agent(list, { paused: true }))).op).toBe("update");
      const both = stage.agent(list, { paused: true, minLeadScore: 0.8 });
      expect((await engine.preview("finder", both)).warnings.join()).toContain("changes paused and then fails");
    }
  }),
  inSpecOnly(
    18,
    "an agent for the list of a campaign that the service does not show may reach people, with a warning",
    async (stage) => {
      const list = await stage.madeList();
      const other = await stage.madeList("others");
      await stage.made("q1", stage.campaign(list));
      const program = { q1: stage.campaign(list), finder: stage.agent(list) };
      const words =
        /it may reach people: its list is used by campaign .* and this service does not show whether that is running/;
      // From the state alone, on a machine without records, whichever of the two is checked first.
      const elsewhere = stage.elsewhere();
      await elsewhere.upAll(program);
      expect(elsewhere.warnings.join("\n")).toMatch(words);
      const [id, name] = [elsewhere.stored("Campaign", "q1").id, "another"];
      const after = { [name]: stage.agent(list, { name }), q1: stage.campaign(list) };
      await elsewhere.upAll(after);
      const told = elsewhere.warnings.filter((text) => text.includes(`(id ${id})`));
      expect(told).toEqual([expect.stringMatching(words)]);
      for (const args of [
        { name: "paused", paused: true },
        { name: "elsewhere", listId: other },
      ]) {
        await elsewhere.upAll({ q1: stage.campaign(list), [args.name]: stage.agent(list, args) });
        expect(elsewhere.warnings.join("\n")).not.toContain("does not show whether");
      }
    },
  ),
  inSpecOnly(22, "the kinds that cannot be read are reported in one line, by runs that declare them", async (stage) => {
    const list = await stage.madeList();
    await stage.engine.upAll({ q1: stage.campaign(list), finder: stage.agent(list) });
    const [line = "", ...more] = await stage.engine.end();
    expect(more).toEqual([]);
    expect(line).toContain("lists or reads campaigns and source agents:");
    expect((await stage.engine.preview("q1", stage.campaign(list))).warnings).toEqual([]);
    expect(await stage.engine.end()).toEqual([]);
    await stage.engine.refresh("Campaign", "q1");
    expect(await stage.engine.end()).toEqual([expect.stringContaining("lists or reads campaigns:")]);
    const id = Number(stage.engine.stored("Campaign", "q1").id);
    const other = stage.another();
    await other.up("taken", stage.campaign(list, { active: false, adopt: id }));
    expect(await other.end()).toEqual([expect.stringContaining("lists or reads campaigns:")]);
    await other.destroy("Campaign", "taken");
    expect(await other.end()).toEqual([expect.stringContaining("lists or reads campaigns:")]);
  }),
];
