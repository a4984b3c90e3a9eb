import { expect } from "vitest";
import { type Case, delayed, inSpecOnly, otherText, type Stage } from "../stage";
import { launch, shares } from "./inTheApp";

/** A draft whose start got no response: `before` or `after` it took effect. */
async function lostStart(stage: Stage, when: "before" | "after") {
  const list = await stage.madeList();
  const first = await stage.made("q1", stage.campaign(list));
  const starts = stage.campaign(list, { active: true, steps: otherText, acknowledge: [`inactive:${first}`] });
  await stage.answers("POST /v1/campaign", 504, { when, count: 1 });
  await stage.refusal(stage.engine.up("q1", starts));
  await stage.sandbox.clearFaults();
  const latest = Math.max(...(await stage.sandbox.objects()).campaigns.map(({ id }) => id));
  return { list, first, latest };
}

/** Adoptions of what a resource that leaves the program has created or replaced. */
export const adoptedFromOthers: readonly Case[] = [
  inSpecOnly(
    21,
    "a lost start of another resource is taken over as off only with an acknowledgement",
    async (stage) => {
      const { list, latest } = await lostStart(stage, "after");
      const renamed = stage.campaign(list, { active: false, steps: otherText, adopt: latest });
      const engine = stage.elsewhere();
      await stage.refuses(engine.upAll({ renamed }, "deletes"), `inactive:${latest}`);
    },
  ),
  inSpecOnly(21, "the draft before a lost start is taken over by another resource without one", async (stage) => {
    const { list, first } = await lostStart(stage, "before");
    stage.engine.restart({ acknowledge: ["twin:none"] });
    const renamed = stage.campaign(list, { active: false, adopt: first });
    expect((await stage.engine.upAll({ renamed }, "deletes")).renamed).toBe("create");
  }),
  inSpecOnly(17, "a resource that adopts a former draft of another one has those before it", async (stage) => {
    const list = await stage.madeList();
    const first = await stage.made("q1", stage.campaign(list, { steps: otherText }));
    const second = await stage.made("q1", stage.campaign(list, { acknowledge: [`inactive:${first}`] }));
    const codes = [`inactive:${first}`, `inactive:${second}`];
    await stage.made("q1", stage.campaign(list, { name: "Other", acknowledge: codes }));
    const engine = stage.elsewhere();
    await engine.upAll({ renamed: stage.campaign(list, { active: false, adopt: second }) }, "deletes");
    await launch(stage, list, first);
    const starts = stage.campaign(list, { active: true, acknowledge: [`inactive:${second}`] });
    await stage.refuses(engine.up("renamed", starts), shares(first));
  }),
  inSpecOnly(
    21,
    "the lost start of a campaign that stays in the program is not what another resource adopts",
    async (stage) => {
      const { list, first } = await lostStart(stage, "before");
      const other = await stage.madeList("other");
      const byHand = await stage.madeByHand(other);
      const renamed = stage.campaign(other, { active: false, adopt: byHand });
      const engine = stage.elsewhere();
      engine.restart({ acknowledge: ["twin:none"] });
      const q1 = stage.campaign(list, { active: true, steps: otherText, acknowledge: [`inactive:${first}`] });
      expect((await engine.upAll({ q1, renamed })).renamed).toBe("create");
    },
  ),
  inSpecOnly(
    13,
    "an existing resource that adopts a draft takes over on which lists its resource has run",
    async (stage) => {
      const list = await stage.madeList();
      const first = await stage.made("q1", stage.campaign(list, { active: true }));
      const codes = { acknowledge: [`inactive:${first}`] };
      const draft = await stage.made("q1", stage.campaign(list, { active: false, steps: otherText, ...codes }));
      const other = await stage.made("renamed", stage.campaign(await stage.madeList("other"), { name: "Other" }));
      const engine = stage.elsewhere();
      engine.restart({ acknowledge: [`inactive:${other}`, `inactive:${draft}`] });
      const renamed = (args = {}) => stage.campaign(list, { active: false, steps: otherText, ...args });
      await engine.upAll({ renamed: renamed({ adopt: draft }) }, "deletes");
      engine.restart({ acknowledge: [`inactive:${draft}`] });
      await stage.refuses(engine.up("renamed", renamed({ active: true })), "restart");
    },
  ),
  ...[true, false].map((isSaid) =>
    inSpecOnly(
      21,
      `another resource adopts a campaign that runs in the state as off ${isSaid ? "with" : "only with"} an acknowledgement`,
      async (stage) => {
        const { list, id } = await stage.madeCampaign({ active: true });
        const engine = stage.elsewhere();
        const acknowledge = isSaid ? [`inactive:${id}`] : [];
        const renamed = stage.campaign(list, { active: false, adopt: id, acknowledge });
        if (!isSaid) return await stage.refuses(engine.upAll({ renamed }, "deletes"), `inactive:${id}`);
        await engine.upAll({ renamed }, "deletes");
        const next = stage.campaign(list, { name: "Next", active: true, steps: otherText });
        expect((await engine.upAll({ renamed, next })).next).toBe("create");
      },
    ),
  ),
  inSpecOnly(21, "a campaign that a person has confirmed as off is off under another resource", async (stage) => {
    const { list, id } = await stage.madeCampaign({ active: true });
    const off = { active: false, acknowledge: [`inactive:${id}`] };
    await stage.engine.up("q1", stage.campaign(list, off));
    const engine = stage.elsewhere();
    const renamed = stage.campaign(list, { active: false, adopt: id });
    await engine.upAll({ renamed }, "deletes");
    const next = stage.campaign(list, { name: "Next", active: true, steps: otherText });
    expect((await engine.upAll({ renamed, next })).next).toBe("create");
  }),
  inSpecOnly(13, "a restart names no campaigns of its name on other lists that stay in the program", async (stage) => {
    const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
    const id = await stage.made("q1", stage.campaign(one, { active: true }));
    const others = { q2: stage.campaign(two, { active: true, steps: otherText }) };
    await stage.engine.upAll({ q1: stage.campaign(one, { active: true }), ...others });
    const engine = stage.elsewhere();
    engine.restart({ acknowledge: [`inactive:${id}`] });
    const q1 = stage.campaign(one, { active: true, steps: delayed, acknowledge: ["restart"] });
    await engine.previewAll({ q1, ...others });
    expect(engine.warnings.join()).not.toContain("another campaign has run");
  }),
  inSpecOnly("pending", "adopting the object of a lost create settles it, also for another resource", async (stage) => {
    const list = await stage.madeList();
    const first = await stage.made("q1", stage.campaign(list));
    await stage.lose("q1", stage.campaign(list, { steps: otherText, acknowledge: [`inactive:${first}`] }));
    const lost = Math.max(...(await stage.sandbox.objects()).campaigns.map(({ id }) => id));
    const renamed = (args = {}) => stage.campaign(list, { active: false, steps: otherText, ...args });
    await stage.engine.up("renamed", renamed({ adopt: lost }));
    // As the refused removal of q1 says.
    stage.engine.state.delete(stage.engine.urn("Campaign", "q1"));
    const codes = [`inactive:${first}`, `inactive:${lost}`];
    const changed = renamed({ steps: delayed, acknowledge: codes });
    expect((await stage.engine.up("renamed", changed)).op).toBe("replace");
  }),
];
