import { expect } from "vitest";
import type { Step, TestStack } from "../../../support/testStack";
import { type Case, delayed, inBoth, inFull, inSpecOnly, otherText, type Stage, steps } from "../stage";

const restart = "start again at step 1";
/** Longer than an outage may last; the machines' clocks differ by minutes. */
const aDay = 25 * 60 * 60_000;
const draft = { steps: delayed, name: "Fintech Q2" };

/** A draft stands in the place of a campaign that has run, and that the service no longer holds. */
async function draftAfterOne(stage: Stage) {
  const { list, id } = await stage.madeCampaign({ active: true });
  await stage.sandbox.setActive({ campaignId: id, active: false });
  await stage.engine.refresh("Campaign", "q1");
  await stage.engine.up("q1", stage.campaign(list, { ...draft, active: false }));
  await stage.sandbox.deleteCampaign({ campaignId: id });
  return { list, program: (active: boolean, more: object = {}) => stage.campaign(list, { ...draft, active, ...more }) };
}

async function startsOnlyWithRestart(stage: Stage, engine: TestStack, program: Step): Promise<void> {
  await stage.refuses(engine.up("q1", program), restart);
  expect((await engine.up("q1", { ...program, args: { ...program.args, acknowledge: ["restart"] } })).op).toBe(
    "replace",
  );
}

/** What a draft's state knows of the campaigns before it outlasts failures and repairs. */
export const draftsAfterFailures: readonly Case[] = [
  inFull(
    13,
    "a draft in the place of a campaign that ran stays in the state when it is deleted in the app",
    async (stage) => {
      const { program } = await draftAfterOne(stage);
      await stage.sandbox.deleteCampaign({ campaignId: Number(stage.engine.stored("Campaign", "q1").id) });
      const job = stage.elsewhere();
      await stage.refuses(job.upRefreshed("q1", program(true)), restart);
      expect((await job.up("q1", program(false))).op).toBe("replace");
      await startsOnlyWithRestart(stage, job, program(true));
    },
  ),
  inFull(14, "a forced replacement whose create failed is repeated with what the state knows", async (stage) => {
    const { list, id } = await stage.madeCampaign({ active: true });
    await stage.sandbox.setActive({ campaignId: id, active: false });
    await stage.engine.refresh("Campaign", "q1");
    const forced = { ...stage.campaign(list, { ...draft, active: false }), replace: true };
    await stage.answers("POST /v1/campaign", 422, { body: { message: "seat 7 is disconnected" } });
    await stage.refusal(stage.engine.up("q1", forced));
    const job = stage.elsewhere();
    await job.up("q1", forced);
    await stage.sandbox.deleteCampaign({ campaignId: id });
    await startsOnlyWithRestart(stage, job, stage.campaign(list, { ...draft, active: true }));
  }),
  inBoth(13, "a log that cannot be read counts as one with entries, with a draft in between as well", async (stage) => {
    const { list, id } = await stage.madeCampaign();
    await stage.answers("GET /v1/campaign/*/logs", 404, {
      body: { message: "Cannot GET", statusCode: 404 },
      count: 99,
    });
    stage.engine.restart({ acknowledge: [`inactive:${id}`] });
    await stage.engine.up("q1", stage.campaign(list, { ...draft, active: false }));
    const job = stage.elsewhere();
    await stage.refuses(job.previewAll({ q1: stage.campaign(list, { ...draft, active: true }) }), restart);
  }),
  inFull(13, "a lost create of a draft that is settled by an id keeps what the state knows", async (stage) => {
    const { list, id } = await stage.madeCampaign({ active: true });
    await stage.sandbox.setActive({ campaignId: id, active: false });
    await stage.engine.refresh("Campaign", "q1");
    await stage.loseUnlisted("q1", stage.campaign(list, { ...draft, active: false }));
    const { campaigns } = await stage.sandbox.objects();
    const made = campaigns.find(({ name }) => name === draft.name);
    await stage.engine.up("q1", stage.campaign(list, { ...draft, active: false, adopt: Number(made?.id) }));
    await stage.sandbox.deleteCampaign({ campaignId: id });
    await startsOnlyWithRestart(stage, stage.elsewhere(), stage.campaign(list, { ...draft, active: true }));
  }),
  inFull(13, "a campaign of this name that this program manages does not count as started since", async (stage) => {
    const { list, id } = await stage.madeCampaign({ active: true });
    await stage.sandbox.setActive({ campaignId: id, active: false });
    await stage.engine.refresh("Campaign", "q1");
    const other = { active: true, steps: otherText, acknowledge: ["restart"] };
    const newer = await stage.made("newer", stage.campaign(list, other));
    await stage.sandbox.setActive({ campaignId: newer, active: false });
    await stage.engine.refresh("Campaign", "newer");
    const program = {
      newer: stage.campaign(list, { ...other, active: false }),
      q1: stage.campaign(list, { active: true, steps: delayed }),
    };
    const job = stage.elsewhere();
    job.restart({ acknowledge: ["restart"] });
    expect(await job.upAll(program)).toMatchObject({ q1: "replace" });
  }),
  inFull(17, "one that the service showed as off, and no longer shows, may have been started since", async (stage) => {
    const { list, id } = await stage.madeCampaign({ active: true });
    await stage.addPerson(list);
    await stage.sandbox.advance({ days: 3 });
    await stage.sandbox.setActive({ campaignId: id, active: false });
    await stage.engine.refresh("Campaign", "q1");
    const body = { statusCode: 404, message: "Cannot GET /v1/campaign" };
    for (const path of ["/v1/campaign", "/v1/campaign/*", "/v1/list"]) {
      await stage.answers(`GET ${path}`, 404, { body, count: 90 });
    }
    await stage.engine.refresh("Campaign", "q1");
    await stage.sandbox.setActive({ campaignId: id, active: true });
    const next = stage.campaign(list, { name: "Next", active: true, steps: otherText });
    const q1 = stage.campaign(list, { active: false });
    const job = stage.elsewhere();
    job.pass(aDay);
    await stage.refuses(job.upAll({ q1, next }), `list ${list} is already used by an active campaign (id ${id})`);
  }),
  inFull(17, "a vanished campaign in the state does not show that the service lists campaigns", async (stage) => {
    const { list, id } = await stage.madeCampaign({ active: true });
    await stage.sandbox.deleteCampaign({ campaignId: id });
    await stage.engine.refresh("Campaign", "q1");
    const body = { statusCode: 404, message: "Cannot GET /v1/campaign" };
    for (const path of ["/v1/campaign", "/v1/campaign/*", "/v1/list"]) {
      await stage.answers(`GET ${path}`, 404, { body, count: 90 });
    }
    const own = await stage.madeList("own");
    const next = stage.campaign(own, { name: "Next", steps: steps.slice(0, 2) });
    const job = stage.elsewhere();
    job.restart({ acknowledge: [`inactive:${id}`] });
    expect(await job.upAllRefreshed({ q1: stage.campaign(list), next })).toMatchObject({ next: "create" });
  }),
  inSpecOnly(22, "a failed read right after a create does not show that the service lists campaigns", async (stage) => {
    const list = await stage.madeList();
    await stage.answers("GET /v1/campaign/*", 503, { count: 20 });
    await stage.engine.up("q1", stage.campaign(list));
    await stage.sandbox.clearFaults();
    expect((await stage.engine.up("q2", stage.campaign(list, { name: "Q2" }))).op).toBe("create");
  }),
  inFull(
    13,
    "a draft that is declared under another resource name without an alias keeps what the state knows",
    async (stage) => {
      const { program } = await draftAfterOne(stage);
      const job = stage.elsewhere();
      const made = Number(job.stored("Campaign", "q1").id);
      await job.upAll({ renamed: program(false, { acknowledge: [`twin:${made}`] }) }, "deletes");
      await stage.refuses(job.up("renamed", program(true)), restart);
    },
  ),
  inBoth(21, "a draft that is taken over under another resource name keeps what the state knows", async (stage) => {
    const { list, id } = await stage.madeCampaign({ active: true });
    await stage.sandbox.setActive({ campaignId: id, active: false });
    if (stage.mode === "full") await stage.engine.refresh("Campaign", "q1");
    stage.engine.restart({ acknowledge: [`inactive:${id}`] });
    await stage.engine.up("q1", stage.campaign(list, { ...draft, active: false }));
    const made = Number(stage.engine.stored("Campaign", "q1").id);
    const job = stage.elsewhere();
    await job.upAll({ renamed: stage.campaign(list, { ...draft, active: false, adopt: made }) }, "deletes");
    job.restart({ acknowledge: [`inactive:${made}`] });
    await stage.refuses(job.up("renamed", stage.campaign(list, { ...draft, active: true })), restart);
  }),
  inFull(
    13,
    'a list on which the campaign before has run is attached to a running one only with "restart"',
    async (stage) => {
      const { list, id } = await stage.madeCampaign({ active: true });
      const more = await stage.madeList("more");
      await stage.sandbox.setActive({ campaignId: id, active: false });
      await stage.engine.refresh("Campaign", "q1");
      const moved = { name: "Moved", active: true, steps: delayed };
      await stage.engine.up("q1", stage.campaign(more, { ...moved, acknowledge: ["restart"] }));
      await stage.sandbox.deleteCampaign({ campaignId: id });
      const both = { ...moved, listIds: [more, list] };
      await stage.refuses(() => stage.elsewhere().previewAll({ q1: stage.campaign(more, both) }), restart);
      const job = stage.elsewhere();
      job.restart({ acknowledge: ["restart"] });
      expect((await job.up("q1", stage.campaign(more, both))).op).toBe("update");
    },
  ),
  inFull(17, "a repeated run, or a refresh before it, does not end an outage", async (stage) => {
    const { list } = await stage.madeCampaign();
    const body = { statusCode: 404, message: "Cannot GET /v1/campaign" };
    for (const path of ["/v1/campaign", "/v1/campaign/*", "/v1/list"]) {
      await stage.answers(`GET ${path}`, 404, { body, count: 900 });
    }
    const q1 = stage.campaign(list);
    const next = stage.campaign(list, { name: "Next", active: true, steps: otherText });
    const job = stage.elsewhere();
    for (let run = 0; run < 3; run++) {
      await stage.refuses(() => job.previewAll({ q1, next }, { refresh: true }), "This is usually an outage");
      await stage.refuses(job.upAllRefreshed({ q1, next }), "This is usually an outage");
      await stage.refuses(job.upAll({ q1, next }), "This is usually an outage");
    }
    job.pass(aDay);
    expect(await job.upAllRefreshed({ q1, next: stage.campaign(list, { name: "Next" }) })).toMatchObject({
      next: "create",
    });
  }),
  inFull(14, "a forced replacement of a draft that was launched in the app counts its log", async (stage) => {
    const { list, id } = await stage.madeCampaign();
    await stage.addPerson(list);
    await stage.sandbox.setActive({ campaignId: id, active: true });
    await stage.sandbox.advance({ days: 3 });
    await stage.sandbox.setActive({ campaignId: id, active: false });
    await stage.engine.up("q1", { ...stage.campaign(list, { ...draft, active: false }), replace: true });
    await stage.sandbox.deleteCampaign({ campaignId: id });
    await startsOnlyWithRestart(stage, stage.elsewhere(), stage.campaign(list, { ...draft, active: true }));
  }),
  inFull(21, "in place of a draft that was deleted in the app, another campaign is taken over", async (stage) => {
    const { list, program } = await draftAfterOne(stage);
    await stage.sandbox.deleteCampaign({ campaignId: Number(stage.engine.stored("Campaign", "q1").id) });
    await stage.engine.refresh("Campaign", "q1");
    const other = await stage.madeByHand(list, { ...draft, active: true, acknowledge: ["restart"] });
    expect(await stage.engine.upAll({ q1: program(true, { adopt: other }) })).toEqual({ q1: "replace" });
  }),
  inFull(13, 'a "restart" for an attached list is not reported as idle', async (stage) => {
    const { list, id } = await stage.madeCampaign({ active: true });
    const more = await stage.madeList("more");
    await stage.sandbox.setActive({ campaignId: id, active: false });
    await stage.engine.refresh("Campaign", "q1");
    const moved = { name: "Moved", active: true, steps: delayed };
    stage.engine.restart({ acknowledge: ["restart"] });
    await stage.engine.up("q1", stage.campaign(more, moved));
    stage.engine.restart();
    const said = stage.campaign(more, { ...moved, listIds: [more, list], acknowledge: ["restart"] });
    const { op, warnings } = await stage.engine.preview("q1", said);
    expect(op).toBe("update");
    expect(warnings.join()).not.toContain("no longer applies");
    expect((await stage.engine.up("q1", said)).op).toBe("update");
    expect((await stage.engine.preview("q1", said)).warnings.join()).toContain("no longer applies");
  }),
  inFull(
    13,
    "a lost change that has attached no list does not count as a start on it, once a refresh shows the lists",
    async (stage) => {
      await stage.sandbox.configure({ campaignCarriesLists: true });
      const { list } = await stage.madeCampaign({ active: true });
      const more = await stage.madeList("more");
      const both = stage.campaign(list, { active: true, listIds: [list, more] });
      await stage.answers("PATCH /v1/campaign/*", 504, { count: 9 });
      await stage.refusal(stage.engine.up("q1", both));
      await stage.sandbox.clearFaults();
      await stage.engine.refresh("Campaign", "q1");
      expect((await stage.engine.up("q1", both)).op).toBe("update");
    },
  ),
  inFull(
    13,
    "a campaign of another resource in the state does not count as started since, also if it is not a target",
    async (stage) => {
      const { list, id } = await stage.madeCampaign({ active: true });
      await stage.sandbox.setActive({ campaignId: id, active: false });
      await stage.engine.refresh("Campaign", "q1");
      const newer = await stage.made(
        "newer",
        stage.campaign(list, { active: true, steps: otherText, acknowledge: ["restart"] }),
      );
      await stage.sandbox.setActive({ campaignId: newer, active: false });
      await stage.engine.refresh("Campaign", "newer");
      const job = stage.elsewhere();
      job.restart({ acknowledge: ["restart"] });
      expect((await job.up("q1", stage.campaign(list, { active: true, steps: delayed }))).op).toBe("replace");
    },
  ),
  inFull(13, "an equal name at another user or address carries nothing over", async (stage) => {
    const { list, id } = await stage.madeCampaign({ active: true });
    await stage.sandbox.setActive({ campaignId: id, active: false });
    await stage.engine.refresh("Campaign", "q1");
    const entry = stage.engine.stored("Campaign", "q1");
    const recorded = JSON.parse(String(entry.outputs.recorded));
    entry.outputs.recorded = JSON.stringify({ ...recorded, actingUserId: "999" });
    const job = stage.elsewhere();
    job.tellsOwners = false;
    await job.upAll({ other: stage.campaign(list, { acknowledge: [`twin:${id}`], steps: delayed }) });
    expect(String(job.stored("Campaign", "other").outputs.recorded)).not.toContain("ranOn");
  }),
];
