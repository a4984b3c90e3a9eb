import { expect } from "vitest";
import { type Subject, subjects } from "./everyKind/subjects";
import { type Case, delayed, inFull, perMode, type Stage } from "./stage";

const transformed = { retainOnDelete: true, isTransformed: true };

/** A campaign that is in the state as inactive and with `retainOnDelete`, which the class does not see. */
async function retainedCampaign(stage: Stage) {
  const { list, id } = await stage.madeCampaign({}, transformed);
  await stage.forget();
  return { id, changed: (args = {}) => stage.campaign(list, { steps: delayed, ...args }, transformed) };
}

/** The engine skips the delete of a replaced object if a transformation has set `retainOnDelete`. */
export const skippedDeletes: readonly Case[] = [
  perMode(14, "a transformation with retainOnDelete does not allow replacing a running campaign", {
    async full(stage) {
      const { id, changed } = await retainedCampaign(stage);
      await stage.sandbox.setActive({ campaignId: id, active: true });
      await stage.refuses(stage.engine.up("q1", changed()), `Deleting campaign "Fintech Q1" (id ${id}): it is active`);
      expect(await stage.writes()).toEqual([]);
      // Once it is off, its delete would be allowed.
      await stage.sandbox.setActive({ campaignId: id, active: false });
      const { op, warnings } = await stage.engine.up("q1", changed());
      expect(op).toBe("replace");
      expect(warnings.join()).toContain(`(id ${id}): the service has no operation that deletes a campaign`);
      expect(await stage.writes()).toEqual(["POST /v1/campaign"]);
    },
    async specOnly(stage) {
      const { list, id } = await stage.madeCampaign({}, transformed);
      await stage.forget();
      // The diff shows no change here, because the first run has not yet detected which objects cannot be read.
      const changed = stage.campaign(list, { steps: delayed, active: true }, transformed);
      await stage.refuses(stage.engine.up("q1", changed), `inactive:${id}`);
      expect(await stage.writes()).toEqual([]);
    },
  }),
  inFull(
    13,
    "a transformation with retainOnDelete does not replace a campaign that ran with an active one",
    async (stage) => {
      const { id, changed } = await retainedCampaign(stage);
      await stage.sandbox.setActive({ campaignId: id, active: true });
      await stage.addPerson(Number(stage.engine.stored("List", "leads").id));
      await stage.sandbox.advance({ days: 3 });
      await stage.sandbox.setActive({ campaignId: id, active: false });
      await stage.refuses(stage.engine.up("q1", changed({ active: true })), "its log shows that it has run");
      expect(await stage.writes()).toEqual([]);
    },
  ),
  inFull(5, "an agent that a transformation would keep running is not replaced until it is gone", async (stage) => {
    const { list, id } = await stage.madeAgent({}, transformed);
    await stage.forget();
    const visitors = stage.agent(list, { agentType: "website-visitor" }, transformed);
    const text = await stage.refusal(stage.engine.up("finder", visitors));
    expect(text).toContain(`Replacing source agent "Finder" (id ${id}): the engine did not ask for its delete`);
    expect(text).toContain(`adopt: ${id}`);
    expect(await stage.writes()).toEqual([]);
    await stage.sandbox.deleteAgent({ agentId: id });
    expect((await stage.engine.up("finder", visitors)).op).toBe("replace");
  }),
  ...subjects
    .filter(({ deletesFirst }) => deletesFirst)
    .map(
      (subject): Case =>
        perMode(5, `${subject.noun}: a run that failed between the delete and the create is continued`, {
          full: (stage) => continued(stage, subject, { name: "Another" }),
          // The old one is not visible as a twin there, and no rename is planned.
          specOnly: (stage) => continued(stage, subject, {}),
        }),
    ),
];

/** The state has the old object as deleted, so the next run only requests its diff and the create. */
async function continued(stage: Stage, subject: Subject, changes: Subject["differing"]["args"]): Promise<void> {
  const list = await stage.madeList("base", { name: "Base" });
  const id = await stage.made("one", subject.wanted(stage, list));
  // A campaign that the service does not show is replaced once it is acknowledged as off, and an unchanged one by its code.
  const isUnshown = stage.mode === "specOnly" && subject.kind === "Campaign";
  const said = isUnshown ? { acknowledge: [`inactive:${id}`, `twin:${id}`] } : {};
  const step = subject.wanted(stage, list, { ...changes, ...said });
  await stage.answers(`POST ${subject.path}`, 400);
  await stage.refusal(stage.engine.up("one", { ...step, replace: true }));
  expect((await stage.engine.up("one", step)).op).toBe("replace");
  expect(stage.engine.stored(subject.kind, "one").id).not.toBe(String(id));
}
