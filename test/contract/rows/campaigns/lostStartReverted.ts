import { expect } from "vitest";
import { type Case, inSpecOnly, type Stage } from "../stage";

/** A draft whose start was answered with 503 and had no effect, after which the program is reverted. */
async function reverted(stage: Stage, active: boolean | undefined) {
  const { list, id } = await stage.madeCampaign({ active });
  await stage.sandbox.fault({ kind: "status", when: "before", method: "POST", path: "/v1/campaign", status: 503 });
  const starts = stage.campaign(list, { active: true, acknowledge: [`inactive:${id}`] });
  await stage.refusal(stage.engine.up("q1", starts));
  await stage.sandbox.clearFaults();
  return { id, draft: (args = {}) => stage.campaign(list, { active, ...args }) };
}

/** A lost start, and the draft before it, of which the state keeps the id. */
export const lostStartReverted: readonly Case[] = [
  ...[false, undefined].flatMap((active) =>
    [true, false].map((isRecorded) =>
      inSpecOnly(
        2,
        `a lost start that is reverted to its draft${active === undefined ? "" : " (active: false)"} ends with the codes of one refusal${isRecorded ? "" : ", without records"}`,
        async (stage) => {
          const { id, draft } = await reverted(stage, active);
          const engine = isRecorded ? stage.engine : stage.elsewhere();
          const text = await stage.refusal(engine.up("q1", draft()));
          const declared = active === undefined ? "declare active: false and " : "";
          expect(text).toContain(`${declared}adopt: ${id}`);
          expect(text).toContain("twin:none");
          await stage.forget();
          await engine.up("q1", draft({ active: false, adopt: id, acknowledge: ["twin:none"] }));
          expect(engine.stored("Campaign", "q1").id).toBe(String(id));
          expect(await stage.writes()).toEqual([]);
        },
      ),
    ),
  ),
];
