import { expect } from "vitest";
import { openAccount } from "../../../../provider/src/api/service";
import { exportOf } from "../../../../provider/src/export/build";
import { emptyMap } from "../../../../provider/src/export/map";
import { readContent } from "../../../../provider/src/export/read";
import { kinds } from "../../../../provider/src/kinds";
import { PassingClock } from "../../../support/passingClock";
import type { TestStack } from "../../../support/testStack";
import { rename } from "../oldRecords";
import { type Case, delayed, inFull, type Stage } from "../stage";

/** A stack on another machine into which the exported account was imported. */
async function imported(stage: Stage): Promise<TestStack> {
  const logger = { debug: () => undefined, info: () => undefined, warn: () => undefined };
  const account = openAccount(stage.settings, { logger, clock: new PassingClock() }, Object.values(kinds));
  const { exported } = exportOf(await readContent(account), {
    map: emptyMap,
    context: { acknowledged: new Set(), launch: "allow" },
    isWanted: () => true,
  });
  const engine = stage.elsewhere();
  engine.state.clear();
  for (const { kind, resource, id, inputs, outputs } of exported) {
    engine.state.set(engine.urn(kind, resource), { id, inputs, outputs });
  }
  return engine;
}

/** A campaign that ran, switched off and imported. */
async function ranBefore(stage: Stage) {
  const { list, id } = await stage.madeCampaign({ active: true });
  await stage.sandbox.setActive({ campaignId: id, active: false });
  const engine = await imported(stage);
  await stage.forget();
  return { list, id, engine };
}

/** A state from an import file contains no URN, and a forced replacement skips the diff that would add it. */
export const imports: readonly Case[] = [
  inFull(
    13,
    "an imported campaign that ran is not started again by a forced replacement under a new name",
    async (stage) => {
      const { list, id, engine } = await ranBefore(stage);
      const anew = stage.campaign(list, { name: "Q2", active: true, steps: delayed }, { replace: true });
      await stage.refuses(engine.up("fintech-q1", anew), `(id ${id}): an active campaign would replace it`);
      expect(await stage.writes()).toEqual([]);
    },
  ),
  inFull(13, "an imported campaign keeps this guard after an alias has renamed its resource", async (stage) => {
    const { list, id, engine } = await ranBefore(stage);
    rename(engine, "Campaign", "fintech-q1", "renamed");
    expect((await engine.up("renamed", stage.campaign(list))).op).toBe("update");
    const anew = stage.campaign(list, { name: "Q2", active: true, steps: delayed }, { replace: true });
    await stage.refuses(engine.up("renamed", anew), `(id ${id}): an active campaign would replace it`);
    expect(await stage.writes()).toEqual([]);
  }),
  inFull(
    13,
    "a campaign that ran is not started again by a forced replacement under a new name after its stack was renamed",
    async (stage) => {
      const { list, id } = await stage.madeCampaign({ active: true });
      await stage.sandbox.setActive({ campaignId: id, active: false });
      await stage.engine.refresh("Campaign", "q1");
      const stored = stage.engine.stored("Campaign", "q1");
      stage.engine.state.clear();
      await stage.forget();
      stage.engine.state.set(stage.engine.urn("Campaign", "q1").replace("::", "-renamed::"), stored);
      const anew = stage.campaign(list, { name: "Q2", active: true, steps: delayed }, { replace: true });
      const text = await stage.refusal(stage.engine.upIn("test-renamed", "q1", anew));
      expect(text).toContain(`(id ${id}): an active campaign would replace it`);
      expect(await stage.writes()).toEqual([]);
    },
  ),
  inFull(
    10,
    "a change of inferred lists warns that it also replaces lists that the service does not show",
    async (stage) => {
      const [one, two, three] = [
        await stage.madeList("one"),
        await stage.madeList("two"),
        await stage.madeList("three"),
      ];
      const id = await stage.made("q1", stage.campaign(one, { listIds: [one, two] }));
      // From now on, the second list names another campaign.
      await stage.made("q2", stage.campaign(two, { name: "Q2" }));
      const engine = await imported(stage);
      const concluded = expect.stringContaining(
        `(id ${id}): the service does not show listIds, so the export concluded it`,
      );
      expect(await engine.up("fintech-q1", stage.campaign(one))).toEqual({ op: "same", warnings: [] });
      const attached = await engine.up("fintech-q1", stage.campaign(one, { listIds: [one, three] }));
      expect(attached).toMatchObject({ op: "update", warnings: expect.arrayContaining([concluded]) });
      expect((await stage.storedCampaign(id)).listIds).toEqual([one, three]);
      // Values that the program has set are no longer inferred.
      const { warnings } = await engine.up("fintech-q1", stage.campaign(one, { listIds: [three] }));
      expect(warnings).not.toContainEqual(concluded);
    },
  ),
];
