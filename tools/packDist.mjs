// @ts-check
// Before `npm pack`, in the folder of a package: compiles the sources and removes all other files from dist.
import { compile, removeStale } from "./compile.mjs";
import { runCommand } from "./step.mjs";

await runCommand(async () => {
  const folder = process.cwd();
  await compile(folder);
  await removeStale(folder);
  return 0;
});
