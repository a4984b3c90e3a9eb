import { expect } from "vitest";
import { type Case, inBoth } from "../stage";
import { setUp, subjects } from "./subjects";

/** Codes that match nothing. */
export const acknowledging: readonly Case[] = subjects.flatMap((subject): Case[] => {
  const { kind, noun } = subject;

  return [
    inBoth(
      "acknowledge",
      `${noun}: a code that matches nothing causes a warning; changing it sends nothing`,
      async (stage) => {
        const { step } = await setUp(stage, subject);
        const codes = ["twin:5", "restart", "rename", "inactive:5", "moved:https://old.example.com", "twin:none"];
        const acknowledged = { ...step, args: { ...step.args, acknowledge: codes } };
        const { op, warnings } = await stage.engine.preview("one", acknowledged);
        expect(op).toBe("update");
        for (const code of codes) {
          expect(warnings.join()).toContain(`acknowledge: "${code}" no longer applies; remove it`);
        }
        await stage.engine.up("one", acknowledged);
        expect(await stage.writes()).toEqual([]);
        expect(stage.engine.stored(kind, "one").outputs.acknowledge).toEqual(codes);
        expect((await stage.engine.up("one", step)).op).toBe("update");
        expect(stage.engine.stored(kind, "one").outputs).not.toHaveProperty("acknowledge");
        expect(await stage.writes()).toEqual([]);
      },
    ),
  ];
});
