import { expect } from "vitest";
import { type Case, delayed, inFull, inSpecOnly } from "../stage";

/** Campaigns that already exist in the account. */
export const twins: readonly Case[] = [
  inFull(20, "reverting a change finds the object that it left behind", async (stage) => {
    const { list, id: first } = await stage.madeCampaign();
    await stage.engine.up("q1", stage.campaign(list, { steps: delayed }));
    const second = stage.engine.stored("Campaign", "q1").id;
    await stage.forget();
    const text = await stage.refusal(stage.engine.up("q1", stage.campaign(list)));
    expect(text).toContain(`the account already holds the same campaign, id ${first}`);
    // Refused before the current one was released, and no message says otherwise.
    expect(stage.engine.warnings.join()).not.toContain("leaves the state");
    expect(stage.engine.stored("Campaign", "q1").id).toBe(second);
    stage.engine.restart({ adopt: "twin" });
    await stage.engine.up("q1", stage.campaign(list));
    expect(stage.engine.stored("Campaign", "q1").id).toBe(String(first));
    expect(await stage.writes()).toEqual([]);
  }),
  inFull(
    20,
    "the same name with different content causes only a warning, and so does a missing twin",
    async (stage) => {
      const { list, id } = await stage.madeCampaign();
      const other = stage.campaign(list, { steps: delayed, acknowledge: ["twin:17"] });
      const { op, warnings } = await stage.another().up("q2", other);
      expect(op).toBe("create");
      expect(warnings.join()).toContain(`another campaign of this name with other content (id ${id})`);
      expect(warnings.join()).toContain('acknowledge: "twin:17" no longer applies');
    },
  ),
  inFull(20, "the running ones of several twins are named", async (stage) => {
    const { list, id: off } = await stage.madeCampaign();
    const other = stage.another();
    await other.up("q2", stage.campaign(list, { acknowledge: [`twin:${off}`] }));
    const on = Number(other.stored("Campaign", "q2").id);
    await stage.sandbox.setActive({ campaignId: on, active: true });
    expect(await stage.refusal(stage.another().up("q3", stage.campaign(list)))).toContain(
      `the same campaign, ids ${off}, ${on}, of which id ${on} is active; nothing was sent`,
    );
  }),
  inSpecOnly(20, "if nothing is listed, a killed create and adopt: twin require a person", async (stage) => {
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
    await stage.refuses(killed.up("q1", wanted), "an earlier run was cut off while it created it, so it may exist");
    expect(await stage.writes()).toEqual([]);
    const { campaigns } = await stage.sandbox.objects();
    const adopted = stage.campaign(list, { active: false, adopt: campaigns.at(-1)?.id });
    expect((await killed.up("q1", adopted)).op).toBe("create");
    await stage.refuses(stage.another().up("q2", wanted), "has created a campaign of this name");
  }),
];
