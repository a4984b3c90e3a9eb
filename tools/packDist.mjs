// @ts-check
// Before `npm pack`, in the folder of a package: compiles the sources and removes all other files from dist.
import { compilePackage } from "./compile.mjs";
import { runCommand } from "./step.mjs";

await runCommand(async () => {
  await compilePackage(process.cwd());
  return 0;
});
