// @ts-check
// `npm run bench [-- NAME…]`: runs the scripts in test/bench sequentially; leave the machine idle meanwhile.
import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { prepare } from "./prepare.mjs";
import { withPathFolders } from "./pulumi/program.mjs";
import { repository } from "./repository.mjs";
import { runCommand, StepError } from "./step.mjs";
import { runInForeground } from "./suites.mjs";

await runCommand(async () => {
  const folder = join(repository, "test", "bench");
  const wanted = process.argv.slice(2);
  const scripts = (await readdir(folder).catch(() => []))
    .filter((file) => file.endsWith(".mjs"))
    .filter((file) => wanted.length === 0 || wanted.includes(basename(file, ".mjs")))
    .sort();
  if (scripts.length === 0) throw new StepError(`There is no such script in ${folder}.`);
  const cli = await prepare();
  const environment = {
    ...withPathFolders(process.env, [cli.folder, dirname(process.execPath)]),
    OUTREACH_TEST_PULUMI: cli.folder,
  };
  let failed = 0;
  for (const script of scripts) {
    process.stdout.write(`\n${basename(script, ".mjs")}\n`);
    if ((await runInForeground(process.execPath, [join(folder, script)], environment)) !== 0) failed += 1;
  }
  return failed === 0 ? 0 : 1;
});
