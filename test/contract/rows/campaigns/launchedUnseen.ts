import { expect } from "vitest";
import { type Case, inFull, otherText } from "../stage";
import { launch } from "./inTheApp";

/** A draft that was launched in the app and is off again, without a refresh between, loses a list by an update. */
export const launchedUnseen: readonly Case[] = [
  inFull(17, "a list that a draft gives up whose log cannot be read", async (stage) => {
    const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
    const jan = (list: number) => stage.campaign(list, { name: "Jan" });
    const id = await stage.made("jan", jan(one));
    await launch(stage, one, id);
    await stage.sandbox.setActive({ campaignId: id, active: false });
    await stage.answers(`GET /v1/campaign/${id}/logs`, 503, { count: 50 });
    await stage.engine.upRefreshed("jan", jan(two));
    await stage.sandbox.clearFaults();
    const feb = stage.campaign(one, { name: "Feb", active: true, steps: otherText });
    await stage.engine.upAllRefreshed({ jan: jan(two), feb });
    expect(stage.engine.warnings.join()).toContain(`another campaign has run on its list (id ${id})`);
  }),
  ...(["without a declaration", "declared off"] as const).flatMap((how) =>
    ["this machine", "another one"].map((where) =>
      inFull(17, `a list that a draft gives up which has run in the app, ${how}, on ${where}`, async (stage) => {
        const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
        const jan = (list: number) =>
          stage.campaign(list, { name: "Jan", ...(how === "declared off" ? { active: false } : {}) });
        const id = await stage.made("jan", jan(one));
        await launch(stage, one, id);
        await stage.sandbox.setActive({ campaignId: id, active: false });
        const next = () => (where === "this machine" ? stage.engine : stage.elsewhere());
        const moving = next();
        await moving.upRefreshed("jan", jan(two));
        const feb = stage.campaign(one, { name: "Feb", active: true, steps: otherText });
        const starting = where === "this machine" ? moving : stage.elsewhere(moving);
        const said = `another campaign has run on its list (id ${id})`;
        await starting.previewAll({ jan: jan(two), feb });
        expect(starting.warnings.join()).toContain(said);
        await starting.upAllRefreshed({ jan: jan(two), feb });
        expect(starting.warnings.join()).toContain(said);
      }),
    ),
  ),
];
