import { expect } from "vitest";
import { subjects } from "./everyKind/subjects";
import { type Case, inBoth, inFull } from "./stage";

const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** A preview's warnings about values that are known only in the update. */
export const lateValues: readonly Case[] = [
  ...subjects.map(
    (subject): Case =>
      inBoth(
        21,
        `${subject.noun}: a preview reports for each create that it may take over an equal one`,
        async (stage) => {
          const { noun } = subject;
          const step = subject.wanted(stage, 12);
          const byProgram = { ...step, args: { ...step.args, adopt: "twin" } };
          const told = (how: string) =>
            `because of ${how}, the update takes over an equal ${noun} if the account holds one`;
          expect((await stage.engine.preview("one", byProgram)).warnings.join()).toContain(told('adopt: "twin"'));
          const ofRun = stage.another({ adopt: "twin" });
          expect((await ofRun.preview("one", step)).warnings.join()).toContain(told("OUTREACH_ADOPT=twin"));
          expect((await stage.engine.preview("one", step)).warnings.join()).not.toContain("takes over");
          const late = { ...step, args: { ...step.args, adopt: unknown } };
          expect((await stage.engine.preview("one", late)).warnings.join()).toContain(
            `adopt is known only during the update, which takes over the ${noun} that it names`,
          );
        },
      ),
  ),
  inBoth(
    18,
    "starting a campaign on a list that may be taken over with its people is reported at preview",
    async (stage) => {
      const q1 = stage.campaign(0, { listIds: [unknown], active: true });
      const told = "its list may be one that the update takes over (leads)";
      for (const adopt of ["twin", 12]) {
        await stage.engine.previewAll({ leads: stage.list({ adopt }), q1 });
        expect(stage.engine.warnings.join()).toContain(told);
      }
      const ofRun = stage.another({ adopt: "twin" });
      await ofRun.previewAll({ leads: stage.list(), q1 });
      expect(ofRun.warnings.join()).toContain(told);
      await stage.engine.previewAll({ leads: stage.list(), q1 });
      expect(stage.engine.warnings.join()).not.toContain("takes over");
    },
  ),
  inFull(
    18,
    "a value that is known only in the update is reported as replacing, and perhaps starting, a campaign",
    async (stage) => {
      const { list, id } = await stage.madeCampaign();
      const warned = async (args: object) =>
        (await stage.engine.preview("q1", stage.campaign(list, { ...args }))).warnings;
      expect((await warned({ active: unknown })).join()).toContain(
        `(id ${id}): active is known only during the update, which may replace it; the new campaign may start.`,
      );
      expect((await warned({ linkedinSeatId: unknown })).join()).toContain(
        `(id ${id}): linkedinSeatId is known only during the update, which may replace it.`,
      );
      expect((await warned({ name: unknown })).join()).not.toContain("known only during the update");
      const created = await stage.engine.preview("new", stage.campaign(list, { name: "New", active: unknown }));
      expect(created.warnings.join()).toContain("it may be created active, and then starts to write");
    },
  ),
];
