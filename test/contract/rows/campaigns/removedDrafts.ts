import { expect } from "vitest";
import type { TestStack } from "../../../support/testStack";
import { type Case, delayed, inFull, inSpecOnly, otherText, type Stage } from "../stage";
import { launch, shares } from "./inTheApp";

const machines = {
  "with records": (stage: Stage): TestStack => stage.engine,
  "without records": (stage: Stage): TestStack => stage.elsewhere(),
};

/** A campaign whose resource has replaced two drafts. */
async function thirdDraft(stage: Stage) {
  const list = await stage.madeList();
  const first = await stage.made("q1", stage.campaign(list));
  const second = await stage.made("q1", stage.campaign(list, { steps: delayed, acknowledge: [`inactive:${first}`] }));
  const third = await stage.made("q1", stage.campaign(list, { steps: otherText, acknowledge: [`inactive:${second}`] }));
  return { list, first, second, third };
}

/** Drafts that a resource has replaced, when the resource is removed: only the state knows them. */
export const removedDrafts: readonly Case[] = [
  ...Object.entries(machines).flatMap(([which, machine]) => [
    inSpecOnly(15, `${which}: a resource is not removed while a draft before it runs`, async (stage) => {
      const { list, first } = await thirdDraft(stage);
      await launch(stage, list, first);
      const engine = machine(stage);
      const refused = [
        `the log of a draft that its resource has replaced (id ${first}) shows that somebody has launched it`,
        `OUTREACH_ACKNOWLEDGE=inactive:${first} for one run`,
        "pulumi state delete",
      ] as const;
      for (const removing of [() => engine.destroy("Campaign", "q1"), () => engine.upAll({}, "deletes")]) {
        const text = await stage.refusal(removing);
        for (const part of refused) expect(text).toContain(part);
      }
      expect(engine.state.has(engine.urn("Campaign", "q1"))).toBe(true);
      engine.restart({ acknowledge: [`inactive:${first}`] });
      await engine.destroy("Campaign", "q1");
      expect(engine.state.has(engine.urn("Campaign", "q1"))).toBe(false);
    }),
    inSpecOnly(15, `${which}: nor while the logs of drafts cannot be read, even if it is off itself`, async (stage) => {
      const { first, second, third } = await thirdDraft(stage);
      for (const id of [first, second]) await stage.answers(`GET /v1/campaign/${id}/logs`, 503, { count: 99 });
      const engine = machine(stage);
      engine.restart({ acknowledge: [`inactive:${third}`] });
      const text = await stage.refusal(engine.destroy("Campaign", "q1"));
      expect(text).toContain(`(ids ${first}, ${second}) shows, or cannot be read and may show,`);
      expect(text).toContain(`OUTREACH_ACKNOWLEDGE=inactive:${first},inactive:${second} for one run`);
      engine.restart({ acknowledge: [`inactive:${first}`] });
      await stage.refuses(engine.destroy("Campaign", "q1"), `=inactive:${second} for one run`);
    }),
    inSpecOnly(15, `${which}: drafts that nobody has launched hold up no removal`, async (stage) => {
      await thirdDraft(stage);
      const engine = machine(stage);
      await engine.upAll({}, "deletes");
      expect(engine.state.has(engine.urn("Campaign", "q1"))).toBe(false);
    }),
    inSpecOnly(15, `${which}: a draft that another resource manages by now holds up none either`, async (stage) => {
      const { list, first } = await thirdDraft(stage);
      const engine = machine(stage);
      const taken = stage.campaign(list, { active: false, adopt: first });
      await engine.up("taken", taken);
      await launch(stage, list, first);
      await engine.upAll({ taken }, "deletes");
      expect(engine.state.has(engine.urn("Campaign", "q1"))).toBe(false);
    }),
    inSpecOnly("pending", `${which}: the same for a lost create that was without effect`, async (stage) => {
      const { list, first, third } = await thirdDraft(stage);
      await stage.lose("q1", stage.campaign(list, { acknowledge: [`inactive:${third}`, `twin:${first}`] }));
      await launch(stage, list, first);
      const engine = machine(stage);
      engine.restart({ acknowledge: ["twin:none"] });
      await stage.refuses(engine.destroy("Campaign", "q1"), `=inactive:${first} for one run`);
      engine.restart({ acknowledge: ["twin:none", `inactive:${first}`] });
      await engine.destroy("Campaign", "q1");
    }),
    inSpecOnly("pending", `${which}: also if a refresh has settled it`, async (stage) => {
      const { list, first, third } = await thirdDraft(stage);
      await stage.lose("q1", stage.campaign(list, { acknowledge: [`inactive:${third}`, `twin:${first}`] }));
      const engine = machine(stage);
      engine.restart({ acknowledge: ["twin:none"] });
      await engine.refresh("Campaign", "q1");
      engine.restart();
      await launch(stage, list, first);
      await stage.refuses(engine.destroy("Campaign", "q1"), `=inactive:${first} for one run`);
      engine.restart({ acknowledge: [`inactive:${first}`] });
      await engine.destroy("Campaign", "q1");
    }),
    inSpecOnly(15, `${which}: a resource that adopts the campaign asks in its place when it starts`, async (stage) => {
      const { list, first, third } = await thirdDraft(stage);
      await launch(stage, list, first);
      const engine = machine(stage);
      const renamed = (args = {}) => stage.campaign(list, { steps: otherText, active: false, ...args });
      await engine.upAll({ renamed: renamed({ adopt: third }) }, "deletes");
      expect(engine.state.has(engine.urn("Campaign", "q1"))).toBe(false);
      const starts = renamed({ active: true, acknowledge: [`inactive:${third}`] });
      await stage.refuses(engine.up("renamed", starts), shares(first));
    }),
    inSpecOnly(15, `${which}: also if it has adopted the campaign in an earlier run`, async (stage) => {
      const { list, first, third } = await thirdDraft(stage);
      const engine = machine(stage);
      const renamed = stage.campaign(list, { steps: otherText, active: false, adopt: third });
      await engine.upAll({ renamed });
      await launch(stage, list, first);
      await engine.upAll({ renamed }, "deletes");
      expect(engine.state.has(engine.urn("Campaign", "q1"))).toBe(false);
    }),
  ]),
  inFull(15, "a service that shows campaigns shows such a draft as well", async (stage) => {
    const { list, first } = await thirdDraft(stage);
    await launch(stage, list, first);
    await stage.engine.destroy("Campaign", "q1");
  }),
];
