// @ts-check
// `npm run chaos [-- --seed NUMBER] [--schedules NUMBER] [--manner usual|hostile|specOnly]`: runs schedules of faults;
// the same seed gives the same schedules.
import { parseArgs } from "node:util";
import { prepareWorkspace } from "./prepare.mjs";
import { runCommand, StepError } from "./step.mjs";
import { runSuites } from "./suites.mjs";

await runCommand(async () => {
  const { values: given } = parseArgs({
    options: { seed: { type: "string" }, schedules: { type: "string" }, manner: { type: "string" } },
  });
  const { manner, ...values } = given;
  if (manner !== undefined && !["usual", "hostile", "specOnly"].includes(manner)) {
    throw new StepError(`--manner takes usual, hostile or specOnly, not ${JSON.stringify(manner)}.`);
  }
  if (manner !== undefined) process.env.OUTREACH_CHAOS_MANNER = manner;
  for (const [name, text] of Object.entries(values)) {
    if (!/^\d{1,9}$/.test(text)) throw new StepError(`--${name} takes a whole number, not ${JSON.stringify(text)}.`);
  }
  if (values.seed !== undefined) process.env.OUTREACH_CHAOS_SEED = values.seed;
  if (values.schedules !== undefined) process.env.OUTREACH_CHAOS_SCHEDULES = values.schedules;
  await prepareWorkspace();
  const { passed, failed } = await runSuites({ suites: ["chaos"], given: ["test/chaos/schedules.test.ts"] });
  return failed === 0 && passed > 0 ? 0 : 1;
});
