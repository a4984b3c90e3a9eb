import { expect } from "vitest";
import { type Case, inFull, otherText, type Stage } from "../stage";
import { run } from "./inTheApp";

/** Own, attached in the app, and declared later. */
async function threeLists(stage: Stage): Promise<readonly [number, number, number]> {
  const lists = [await stage.madeList("own"), await stage.madeList("app"), await stage.madeList("more")] as const;
  await stage.addPerson(lists[1]);
  return lists;
}

async function ran(stage: Stage, id: number) {
  await run(stage, id);
  await stage.sandbox.setActive({ campaignId: id, active: false });
}

const attach = (stage: Stage, id: number, ...listIds: number[]) => stage.patchByHand(`/v1/campaign/${id}`, { listIds });

type Lists = Awaited<ReturnType<typeof threeLists>>;

/** How `q1` has come to run on the list of the app, of which the program knows nothing; returns its id. */
const ways: Readonly<Record<string, (stage: Stage, lists: Lists) => Promise<number>>> = {
  async "attached in the app to a running campaign"(stage, [own, app]) {
    const id = await stage.made("q1", stage.campaign(own, { active: true }));
    await attach(stage, id, own, app);
    await ran(stage, id);
    return id;
  },
  async "attached in the app to a draft that was launched there"(stage, [own, app]) {
    const id = await stage.made("q1", stage.campaign(own));
    await attach(stage, id, own, app);
    await ran(stage, id);
    return id;
  },
  async "the only one of a draft that was moved and launched in the app"(stage, [own, app]) {
    const id = await stage.made("q1", stage.campaign(own));
    await attach(stage, id, app);
    await ran(stage, id);
    return id;
  },
  async "hidden by a draft since"(stage, [own, app]) {
    const id = await stage.made("q1", stage.campaign(own));
    await attach(stage, id, own, app);
    await ran(stage, id);
    await stage.engine.up("draft", stage.campaign(app, { name: "Draft", steps: otherText }));
    return id;
  },
  async "one of a campaign that was adopted with the others"(stage, [own, app]) {
    const id = await stage.madeByHand(own, { listIds: [own, app] });
    await ran(stage, id);
    await stage.engine.up("q1", stage.campaign(own, { name: "By hand", active: false, adopt: id }));
    return id;
  },
};

const draft = (stage: Stage, app: number) => ({ draft: stage.campaign(app, { name: "Draft", steps: otherText }) });

/** Lists that an update takes off a campaign without the program having had them: afterwards nothing shows that it was there. */
export const takenOffLists: readonly Case[] = [
  ...Object.entries(ways).flatMap(([way, made]) =>
    ["keeps its own list", "moves"].map((how) =>
      inFull(
        17,
        `a start on a list knows of the campaign that an update has taken off it and that ${how}: ${way}`,
        async (stage) => {
          const lists = await threeLists(stage);
          const [own, app, more] = lists;
          const id = await made(stage, lists);
          const isAdopted = way.includes("adopted");
          const args = isAdopted ? { name: "By hand", active: false, adopt: id } : {};
          const listIds = how === "moves" ? [more] : [own, more];
          const q1 = stage.campaign(own, { ...args, listIds });
          const beside = way.includes("draft since") ? draft(stage, app) : {};
          const engine = stage.elsewhere();
          await engine.upAllRefreshed({ q1, ...beside });
          await engine.upAllRefreshed({ q1, ...beside, feb: stage.campaign(app, { name: "Feb", active: true }) });
          expect(engine.warnings.join("\n")).toContain(`another campaign has run on its list (id ${id})`);
        },
      ),
    ),
  ),
  inFull(17, "so does a start after a lost change that has attached it", async (stage) => {
    const [own, app] = await threeLists(stage);
    const id = await stage.made("q1", stage.campaign(own));
    await stage.answers("PATCH /v1/campaign/*", 504, { when: "after", count: 9 });
    await stage.refusal(stage.engine.up("q1", stage.campaign(own, { listIds: [own, app] })));
    await stage.sandbox.clearFaults();
    await ran(stage, id);
    const engine = stage.elsewhere();
    await engine.upAll({ q1: stage.campaign(own) });
    await engine.upAllRefreshed({ q1: stage.campaign(own), feb: stage.campaign(app, { name: "Feb", active: true }) });
    expect(engine.warnings.join("\n")).toContain(`another campaign has run on its list (id ${id})`);
  }),
  inFull(
    17,
    "a start on a list does not name a draft that an update has taken off it and that has not run",
    async (stage) => {
      const [own, app, more] = await threeLists(stage);
      const id = await stage.made("q1", stage.campaign(own));
      await attach(stage, id, own, app);
      const q1 = stage.campaign(own, { listIds: [own, more] });
      const engine = stage.elsewhere();
      await engine.upAll({ q1 });
      expect(engine.warnings.join("\n")).toContain(`list ${app} is attached to it and not in the program`);
      engine.restart();
      await engine.upAllRefreshed({ q1, feb: stage.campaign(app, { name: "Feb", active: true }) });
      expect(engine.warnings.join("\n")).not.toContain("has run on its list");
    },
  ),
  inFull(13, "a running campaign gets a list that an update has taken off it only with `restart`", async (stage) => {
    const [own, app, more] = await threeLists(stage);
    const q1 = (...listIds: number[]) => stage.campaign(own, { active: true, listIds });
    const id = await stage.made("q1", q1(own));
    await attach(stage, id, own, app);
    await run(stage, id);
    const engine = stage.elsewhere();
    await engine.upAll({ q1: q1(own, more) });
    await stage.refuses(engine.upAll({ q1: q1(own, more, app) }), /acknowledge: \["restart"\]/);
  }),
];
