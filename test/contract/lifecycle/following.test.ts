import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { delayed, type Mode, modes, openStage, Stage, type StageService } from "../rows/stage";

/** The account's objects or the records before an active or inactive campaign is created. */
const situations = {
  "an equal active campaign of another stack": async (stage: Stage, list: number) => {
    await stage.another().up("theirs", stage.campaign(list, { active: true }));
  },
  "an equal inactive campaign of another stack": async (stage: Stage, list: number) => {
    await stage.another().up("theirs", stage.campaign(list));
  },
  "an equal campaign of another stack that ran": async (stage: Stage, list: number) => {
    const theirs = stage.another();
    await theirs.up("theirs", stage.campaign(list, { active: true }));
    await stage.sandbox.setActive({ campaignId: Number(theirs.stored("Campaign", "theirs").id), active: false });
    if (stage.mode === "full") await theirs.refresh("Campaign", "theirs");
  },
  "an active namesake with other steps, and one that ran": async (stage: Stage, list: number) => {
    const theirs = stage.another();
    await theirs.up("ran", stage.campaign(list, { active: true, steps: delayed }));
    await stage.sandbox.setActive({ campaignId: Number(theirs.stored("Campaign", "ran").id), active: false });
    if (stage.mode === "full") await theirs.refresh("Campaign", "ran");
    const id = theirs.stored("Campaign", "ran").id;
    const beside = { acknowledge: [`twin:${id}`, `shared-list:${id}`, `inactive:${id}`, "restart"] };
    const others = stage.another();
    await others.up("runs", stage.campaign(list, { name: "Other", active: true, ...beside }));
  },
  "a running campaign of this stack whose state was lost": async (stage: Stage, list: number) => {
    await stage.made("lost", stage.campaign(list, { active: true }));
    stage.engine.state.delete(stage.engine.urn("Campaign", "lost"));
  },
  "a running campaign of this stack, and one of another stack": async (stage: Stage, list: number) => {
    const theirs = stage.another();
    await theirs.up("theirs", stage.campaign(list, { active: true }));
    const id = theirs.stored("Campaign", "theirs").id;
    const acknowledge = [`twin:${id}`, `shared-list:${id}`];
    await stage.made("lost", stage.campaign(list, { active: true, acknowledge }));
    stage.engine.state.delete(stage.engine.urn("Campaign", "lost"));
  },
  "an inactive campaign of this stack, and a create of another resource that was cut off": async (
    stage: Stage,
    list: number,
  ) => {
    const id = await stage.made("lost", stage.campaign(list));
    await stage.sandbox.fault({ kind: "reset", when: "before", method: "POST", path: "/v1/campaign" });
    const again = stage.campaign(list, { active: true, acknowledge: [`twin:${id}`] });
    await stage.refusal(stage.engine.up("cut off", again));
    for (const name of ["lost", "cut off"]) stage.engine.state.delete(stage.engine.urn("Campaign", name));
  },
} satisfies Record<string, (stage: Stage, list: number) => Promise<void>>;

/** Every code that a refusal prints, except alternatives for one run. */
function codesIn(text: string): string[] {
  const lists = [...text.matchAll(/acknowledge: (\[[^\]]*\])/g)].map(([, list = "[]"]) => JSON.parse(list) as string[]);
  return lists.flat();
}

describe.each(modes)(
  "a user who follows everything that a refusal prints succeeds in the next run, %s",
  (mode: Mode) => {
    let sandbox: StageService;

    beforeAll(async () => {
      sandbox = await openStage(mode);
    });
    afterEach(() => sandbox.reset());
    afterAll(() => sandbox.close());

    const all = Object.entries(situations).flatMap(([what, make]) =>
      [true, false].map((active) => [active ? "an active campaign" : "a campaign", what, make, active] as const),
    );
    // The shared list is refused first only if the namesake is not a twin.
    const cases = all.filter(([, what, , active]) => !what.includes("other steps") || (active && mode === "full"));

    it.each(cases)("%s beside %s", async (_, __, make, active) => {
      const stage = new Stage(sandbox, mode);
      const list = await stage.madeList();
      await make(stage, list);
      const wanted = (acknowledge?: string[]) => stage.campaign(list, { active, acknowledge });
      const codes = codesIn(await stage.refusal(stage.engine.up("new", wanted())));
      expect(codes).not.toEqual([]);
      expect((await stage.engine.up("new", wanted(codes))).op).toBe("create");
    });
  },
);
