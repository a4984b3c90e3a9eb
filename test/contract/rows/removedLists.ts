import { expect } from "vitest";
import type { Step } from "../../support/testStack";
import { type Case, inFull } from "./stage";
import { doubt, during, made, outcomes } from "./unsettled";

/** A list that is attached again after its removal, whose outcome is not known. */
export const removedLists: readonly Case[] = [
  inFull(
    17,
    "a list is not attached again if its removal may have taken effect, and another campaign uses it",
    async (stage) => {
      const [list, other] = [await stage.madeList("base"), await stage.madeList("other")];
      const both = stage.campaign(list, { listIds: [list, other], active: true });
      const id = await stage.made("q1", both);
      await during(stage, "/v1/campaign", outcomes[made] ?? [], async () => {
        await stage.refuses(stage.engine.up("q1", stage.campaign(list, { active: true })), doubt);
      });
      // On a machine without the state and its records.
      const theirs = stage.remembering();
      await theirs.up("second", stage.campaign(other, { name: "Second", active: true }));
      const second = theirs.stored("Campaign", "second").id;
      await stage.refuses(stage.elsewhere().up("q1", both), `is already used by an active campaign (id ${second})`);
      expect((await stage.storedCampaign(id)).listIds).toEqual([list]);
    },
  ),
  ...[true, false].map((isMade) =>
    inFull(
      9,
      `the removal of a running campaign's list that ${isMade ? "was" : "was not"} made is reverted`,
      async (stage) => {
        const [list, other] = [await stage.madeList("base"), await stage.madeList("other")];
        const both = stage.campaign(list, { listIds: [list, other], active: true });
        const id = await stage.made("q1", both);
        await during(
          stage,
          "/v1/campaign",
          outcomes[isMade ? made : "was answered with 504 and not made"] ?? [],
          async () => {
            await stage.refuses(stage.engine.up("q1", stage.campaign(list, { active: true })), doubt);
          },
        );
        const restarting = { ...both, args: { ...both.args, acknowledge: ["restart"] } };
        const warned = async (wanted: Step) => (await stage.engine.preview("q1", wanted)).warnings.join("\n");
        expect(await warned(both)).toContain(`may have removed list ${other} from it: if so, this update refuses`);
        expect(await warned(restarting)).toContain(`list ${other} from it: if so, its people start again at step 1`);
        if (isMade) {
          const refusal = `attaches list ${other}, on which it, or a campaign before it`;
          await stage.refuses(stage.engine.up("q1", both), refusal);
          await stage.engine.refresh("Campaign", "q1");
          await stage.refuses(stage.engine.up("q1", both), refusal);
          expect((await stage.storedCampaign(id)).listIds).toEqual([list]);
        }
        await stage.engine.up("q1", isMade ? restarting : both);
        expect((await stage.storedCampaign(id)).listIds).toEqual([list, other]);
      },
    ),
  ),
  inFull(9, "a list that was attached and removed without an answer is not attached again", async (stage) => {
    const [list, other] = [await stage.madeList("base"), await stage.madeList("other")];
    const one = stage.campaign(list, { active: true });
    const both = stage.campaign(list, { listIds: [list, other], active: true });
    const id = await stage.made("q1", one);
    for (const wanted of [both, one]) {
      await during(stage, "/v1/campaign", outcomes[made] ?? [], async () => {
        await stage.refuses(stage.engine.up("q1", wanted), doubt);
      });
    }
    await stage.refuses(stage.engine.up("q1", both), `attaches list ${other}, on which it, or a campaign before it`);
    await stage.engine.refresh("Campaign", "q1");
    await stage.refuses(stage.engine.up("q1", both), `attaches list ${other}, on which it, or a campaign before it`);
    expect((await stage.storedCampaign(id)).listIds).toEqual([list]);
  }),
  inFull(13, "a change of the lists names only those on which it has run", async (stage) => {
    const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
    const q1 = (...listIds: number[]) => stage.campaign(one, { active: true, listIds });
    await stage.made("q1", q1(one));
    await stage.engine.up("q1", q1(two));
    const third = await stage.madeList("third");
    await stage.refuses(stage.engine.up("q1", q1(third, one)), `this update attaches list ${one}, on which it`);
  }),
  ...[false, true].map((campaignCarriesLists) =>
    inFull(
      10,
      `a list whose attaching got no answer is attached after a refresh${campaignCarriesLists ? " that shows the lists" : ""}`,
      async (stage) => {
        await stage.sandbox.configure({ campaignCarriesLists });
        const [list, other] = [await stage.madeList("base"), await stage.madeList("other")];
        const id = await stage.made("q1", stage.campaign(list, { active: true }));
        const both = stage.campaign(list, { listIds: [list, other], active: true });
        await during(stage, "/v1/campaign", outcomes["was answered with 504 and not made"] ?? [], async () => {
          await stage.refuses(stage.engine.up("q1", both), doubt);
        });
        for (const engine of [stage.engine, stage.elsewhere()]) {
          await engine.refresh("Campaign", "q1");
          expect((await engine.preview("q1", both)).op).toBe("update");
        }
        await stage.engine.up("q1", both);
        expect((await stage.storedCampaign(id)).listIds).toEqual([list, other]);
        expect((await stage.engine.preview("q1", both)).op).toBe("same");
      },
    ),
  ),
];
