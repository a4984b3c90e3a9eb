// @ts-check
import { compileAll } from "./compile.mjs";
import { runCommand } from "./step.mjs";

await runCommand(async () => {
  await compileAll();
  return 0;
});
