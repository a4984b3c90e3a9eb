import { expect } from "vitest";
import { type Case, inBoth, inFull, perMode, steps } from "./stage";

/** Changes made outside the program, and properties that it no longer declares. */
export const drift: readonly Case[] = [
  inFull(19, "an update reads first: changed outside, nothing is sent", async (stage) => {
    const { list, id } = await stage.madeCampaign();
    const agent = await stage.made("finder", stage.agent(list, { targetLocations: ["France"] }));
    await stage.forget();
    await stage.sandbox.editCampaign({ campaignId: id, steps: [{ stepNumber: 3, message: "Rewritten" }] });
    const [visit, invite] = steps;
    const edited = { steps: [visit, invite, { type: "message", message: "Mine" }] };
    const text = await stage.refusal(stage.engine.up("q1", stage.campaign(list, edited)));
    expect(text).toContain(`(id ${id}): steps changed outside the program since the last run, so nothing was sent`);
    expect(text).toContain(`\`pulumi refresh --target '${stage.engine.urn("Campaign", "q1")}'\``);
    // A field that is not sent does not matter.
    expect((await stage.engine.up("q1", stage.campaign(list, { name: "Renamed" }))).op).toBe("update");
    await stage.sandbox.setActive({ campaignId: id, active: true });
    await stage.refuses(stage.engine.up("q1", stage.campaign(list, { name: "Again" })), "active changed outside");
    await stage.sandbox.editAgent({ agentId: agent, targetLocations: ["Peru"] });
    const located = stage.agent(list, { targetLocations: ["France", "Spain"] });
    await stage.refuses(stage.engine.up("finder", located), "targetLocations changed outside");
    expect(await stage.writes()).toEqual(["PATCH /v1/campaign/ID"]);
    // After a refresh, the program's value takes precedence.
    expect((await stage.engine.upRefreshed("finder", located)).op).toBe("update");
    expect((await stage.storedAgent(agent)).targetLocations).toEqual(["France", "Spain"]);
  }),
  inFull(19, "an update of a missing object sends nothing", async (stage) => {
    const { list, id } = await stage.madeCampaign();
    await stage.sandbox.deleteCampaign({ campaignId: id });
    const text = await stage.refusal(stage.engine.up("q1", stage.campaign(list, { name: "Renamed" })));
    expect(text).toContain("it no longer exists at the service, so nothing was sent");
    expect((await stage.engine.upRefreshed("q1", stage.campaign(list, { name: "Renamed" }))).op).toBe("create");
  }),
  inFull(22, "a refresh shows exactly what changed outside, as inputs", async (stage) => {
    const { list, id: campaign } = await stage.madeCampaign({ language: "en-US" });
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
  }),
  inFull(22, "a refresh reports a campaign that was switched on or off in the app, each time once", async (stage) => {
    const { id } = await stage.madeCampaign();
    const about = `campaign "Fintech Q1" (id ${id}): it was switched`;
    for (const active of [true, false]) {
      await stage.sandbox.setActive({ campaignId: id, active });
      expect(await stage.engine.refresh("Campaign", "q1")).toEqual([]);
      const outside = `${about} ${active ? "on" : "off"} outside the program since the last run`;
      expect(stage.engine.warnings.join("\n")).toContain(outside);
      await stage.engine.refresh("Campaign", "q1");
      expect(stage.engine.warnings).toEqual([]);
    }
  }),
  inFull(
    22,
    "a value that was emptied outside has drifted, a value that is declared as empty has not",
    async (stage) => {
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
      await stage.refuses(stage.engine.up("finder", changed), "minLeadScore changed outside");
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
  ),
  perMode(22, "properties that the program does not set, counters and timestamps never drift", {
    async full(stage) {
      await stage.sandbox.configure({ addUnknownFields: true, decorateSignals: true });
      const { list, id: campaign } = await stage.madeCampaign();
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
      expect((await stage.engine.preview("q1", stage.campaign(list))).op).toBe("same");
      expect((await stage.engine.preview("finder", stage.agent(list))).op).toBe("same");
    },
    async specOnly(stage) {
      const { list, id } = await stage.madeCampaign();
      await stage.sandbox.editCampaign({ campaignId: id, name: "Theirs" });
      expect(await stage.engine.refresh("Campaign", "q1")).toEqual([]);
      expect((await stage.engine.preview("q1", stage.campaign(list))).op).toBe("same");
    },
  }),
  inFull(22, "signals that are returned as strings are kept as declared and never sent", async (stage) => {
    await stage.sandbox.configure({ variablesAsText: true });
    const { list } = await stage.madeAgent();
    expect(await stage.engine.refresh("SourceAgent", "finder")).toEqual([]);
    expect((await stage.engine.up("finder", stage.agent(list, { minLeadScore: 0.8 }))).op).toBe("update");
    expect(await stage.engine.refresh("SourceAgent", "finder")).toEqual([]);
  }),
  inBoth(24, "an optional property that is no longer declared is no longer managed; nothing is sent", async (stage) => {
    const { list, id: agent } = await stage.madeAgent({ minLeadScore: 0.8, targetLocations: ["France"] });
    const id = await stage.made("q1", stage.campaign(list, { language: "en-US", active: false }));
    await stage.forget();
    const cases = [
      ["finder", stage.agent(list), "minLeadScore", 'source agent "finder"'],
      ["q1", stage.campaign(list), "language", 'campaign "q1"'],
    ] as const;
    for (const [name, step, property, about] of cases) {
      const { op, warnings } = await stage.engine.preview(name, step);
      expect(op).toBe("update");
      expect(warnings.join("\n")).toContain(
        `${about}: ${property} is no longer declared, so it is no longer managed: the value at the service stays`,
      );
      await stage.engine.up(name, step);
      expect(await stage.engine.preview(name, step)).toEqual({ op: "same", warnings: [] });
      expect(await stage.engine.refresh(step.kind, name)).toEqual([]);
    }
    expect(await stage.writes()).toEqual([]);
    expect(await stage.storedAgent(agent)).toMatchObject({ minLeadScore: 0.8, targetLocations: ["France"] });
    expect((await stage.storedCampaign(id)).language).toBe("en-US");
    expect(stage.engine.stored("SourceAgent", "finder").outputs.minLeadScore).toBe(0.8);
  }),
  inFull(24, "an empty list clears the value, and is sent", async (stage) => {
    const { list, id } = await stage.madeAgent({ targetLocations: ["France"] });
    await stage.engine.up("finder", stage.agent(list, { targetLocations: [] }));
    expect((await stage.storedAgent(id)).targetLocations).toEqual([]);
    expect(await stage.engine.refresh("SourceAgent", "finder")).toEqual([]);
  }),
];
