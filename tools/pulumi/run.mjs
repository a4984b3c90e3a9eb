// @ts-check
// `pulumi ARGUMENTS…`: runs the CLI that was found or installed, as if it had been called directly.
import { spawn } from "node:child_process";
import { findPulumi, NoPulumiError } from "./findPulumi.mjs";
import { withPathFolders } from "./program.mjs";

const stop = new AbortController();
/** @type {NodeJS.Signals[]} */
const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
/** @type {import("node:child_process").ChildProcess | undefined} */
let child;
/** @type {NodeJS.Signals | undefined} */
let stoppedBy;

for (const signal of signals) process.on(signal, () => passOn(signal));

try {
  const { path, folder, how } = await findPulumi({ signal: stop.signal });
  // The engine prefers a language host on the PATH to the one beside it, and the PATH may have an older one.
  const environment = how === "path" ? process.env : withPathFolders(process.env, [folder]);
  child = spawn(path, process.argv.slice(2), { stdio: "inherit", env: environment });
  child.once("error", fail);
  child.once("exit", (code, signal) => endAs(code, signal));
} catch (error) {
  if (stoppedBy) endAs(null, stoppedBy);
  else fail(error);
}

/** @param {NodeJS.Signals} signal */
function passOn(signal) {
  stoppedBy ??= signal;
  if (!child) stop.abort();
  // A terminal sends Ctrl-C to the CLI as well, and to the CLI a second one means "immediately".
  else if (signal !== "SIGINT" || !hasTerminal()) child.kill(signal);
}

function hasTerminal() {
  return process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY;
}

/**
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
function endAs(code, signal) {
  if (code !== null || !signal) process.exit(code ?? 1);
  for (const each of signals) process.removeAllListeners(each);
  process.kill(process.pid, signal);
}

/** @param {unknown} error */
function fail(error) {
  process.stderr.write(`${error instanceof NoPulumiError ? error.message : String(error)}\n`);
  process.exit(1);
}
