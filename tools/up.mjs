// @ts-check
// `npm run up [-- --preview | --destroy | --reset]`: the full-cycle example on the real engine, against the local service.
import { mkdir, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { prepare } from "./prepare.mjs";
import { holdingLock } from "./pulumi/lock.mjs";
import { stateFolder } from "./repository.mjs";
import { runCommand, step } from "./step.mjs";
import { acknowledgements, portToUse, recall, remember } from "./up/remembered.mjs";
import { startSandboxProcess } from "./up/sandboxProcess.mjs";
import { describeService } from "./up/service.mjs";
import { changedNothing, describeStack, makeStack, runStack, stackEnvironment, stackName } from "./up/stack.mjs";

const folder = join(stateFolder, "up");
const store = join(folder, "sandbox.db");
const rememberedFile = join(folder, "remembered.json");

const up = ["up", "--yes"];
/** @type {{ [option: string]: readonly string[] }} */
const commands = {
  "--preview": ["preview", "--diff"],
  "--destroy": ["destroy", "--yes"],
  // Objects that the service cannot delete would block a new stack, so the sandbox is reset as well.
  "--reset": up,
};

await runCommand(async () => {
  const [option, ...more] = process.argv.slice(2);
  const unknown = option !== undefined && !Object.hasOwn(commands, option) ? [option, ...more] : more;
  if (unknown.length > 0) {
    process.stderr.write(`unknown: ${unknown.join(" ")}. Use: npm run up [-- --preview | --destroy | --reset]\n`);
    return 2;
  }
  const cli = await prepare();
  // Two concurrent runs would share one sandbox's file and wait endlessly for each other's stack.
  const onWait = (/** @type {string} */ holder) =>
    print(`waiting for ${holder}, which runs the same command in this checkout`);
  await mkdir(stateFolder, { recursive: true });
  return holdingLock(`${folder}.lock`, { onWait }, () => run(option, describeStack(cli, folder)));
});

/**
 * @param {string | undefined} option
 * @param {import("./up/stack.mjs").Stack} stack
 * @returns {Promise<number>} the exit code
 */
async function run(option, stack) {
  if (option === "--reset") await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const earlier = await recall(rememberedFile);
  const port = await portToUse(earlier);
  const sandbox = await step(
    ({ url }) => `sandbox started at ${url}`,
    () => startSandboxProcess({ port, store }),
  );
  try {
    const remembered = await remember(rememberedFile, earlier, sandbox.url);
    await makeStack(stack);
    const acknowledged = acknowledgements(remembered, process.env.OUTREACH_ACKNOWLEDGE);
    const settings = {
      OUTREACH_BASE_URL: sandbox.url,
      OUTREACH_API_KEY: sandbox.apiKey,
      ...(acknowledged ? { OUTREACH_ACKNOWLEDGE: acknowledged } : {}),
    };
    const command = (option && commands[option]) || up;
    const code = await runStack(stack, command, settings);
    if (code !== 0) return 1;
    if (option === "--preview") return 0;
    if (command === up && (await changedNothing(stack))) print("No changes: everything is as declared.");
    print(`\nWhat now exists, as the service answers:`, ...(await describeService(sandbox)).map((line) => `  ${line}`));
    if (command === up) printNext(stack, settings);
    return 0;
  } finally {
    await sandbox.stop();
  }
}

/**
 * @param {import("./up/stack.mjs").Stack} stack
 * @param {{ readonly OUTREACH_BASE_URL: string, readonly [name: string]: string }} settings of the provider
 */
function printNext(stack, settings) {
  print(
    "",
    "What to try next:",
    "  npm run up                 again: it reports no changes",
    "  npm run up -- --preview    after you have edited a message in examples/full-cycle/index.ts: shows that one line",
    "  npm run up -- --destroy    to see what the service can delete, and what it cannot",
    "  npm run up -- --reset      to start over, with an empty service",
    "",
    "The same by hand. In one terminal the service:",
    `  npx pulumi-outreach-sandbox --port ${new URL(settings.OUTREACH_BASE_URL).port} --store ${relative(process.cwd(), store)}`,
    `its page, to watch the campaign run: open ${settings.OUTREACH_BASE_URL} in a browser`,
    "in another terminal Pulumi:",
    ...Object.entries({ ...settings, ...stackEnvironment(stack) }).map(([name, value]) => `  export ${name}=${value}`),
    `  tools/pulumi/pulumi preview --stack ${stackName} --config-file ${relative(process.cwd(), stack.configFile)}`,
  );
}

/** @param {string[]} lines */
function print(...lines) {
  process.stdout.write(`${lines.join("\n")}\n`);
}
