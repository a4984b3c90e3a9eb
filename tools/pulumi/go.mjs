// @ts-check
import { duration } from "./duration.mjs";
import { findOnPath, programFile, runProgram } from "./program.mjs";
import { isRecentEnough, oldestGo } from "./versions.mjs";

const tellEveryMilliseconds = 30_000;

/**
 * A program that is built from a Go module, whose `go.mod` and `go.sum` pin its dependencies.
 * @typedef {{ name: string, module: string, package: string, linkerFlags: string }} GoProgram
 */

/**
 * The user's Go. Throws an Error with a readable sentence if none is recent enough.
 * @param {import("./program.mjs").Environment} environment
 * @param {AbortSignal} [signal]
 */
export async function usableGo(environment, signal) {
  const [go] = await findOnPath(programFile("go"), environment);
  if (!go) throw new Error(`Go is not on the PATH (${oldestGo} or newer could build it)`);
  const { output } = await runProgram(go, ["version"], { environment: goEnvironment(environment), signal });
  const version = /go(\d+\.\d+(?:\.\d+)?)/.exec(output)?.[1];
  if (!version) throw new Error(`${go} does not answer "go version"`);
  if (!isRecentEnough(version, oldestGo)) throw new Error(`Go is version ${version}, ${oldestGo} or newer is needed`);
  return go;
}

/**
 * @param {string} go
 * @param {GoProgram} program
 * @param {string} target
 * @param {{
 *   environment: import("./program.mjs").Environment,
 *   say: (text: string) => void,
 *   signal?: AbortSignal,
 * }} options
 */
export async function buildProgram(go, program, target, { environment, say, signal }) {
  let downloads = 0;
  const start = performance.now();
  const reminder = setInterval(() => {
    const modules = downloads > 0 ? `, ${downloads} modules downloaded` : "";
    say(`… still building ${program.name} after ${duration(performance.now() - start)}${modules}`);
  }, tellEveryMilliseconds);
  try {
    const { code, errorOutput } = await runProgram(
      go,
      ["build", "-trimpath", "-buildvcs=false", "-ldflags", program.linkerFlags, "-o", target, program.package],
      {
        folder: program.module,
        environment: goEnvironment(environment),
        signal,
        background: true,
        onErrorOutput: (text) => {
          downloads += text.split("go: downloading ").length - 1;
        },
      },
    );
    if (code === 0) return;
    const lines = errorOutput.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("go: downloading "));
    throw new Error(`"go build" of ${program.name} failed:\n    ${lines.slice(-8).join("\n    ")}`);
  } finally {
    clearInterval(reminder);
  }
}

/**
 * The user's Go settings determine the module proxy and cache. Settings that would change the build are set here, each
 * to a non-empty value, because an empty one would let the user's `go env -w` apply again.
 * @param {import("./program.mjs").Environment} environment
 */
function goEnvironment(environment) {
  /** @type {{ [architecture: string]: string }} */
  const architectures = { x64: "amd64", ia32: "386" };
  return {
    ...environment,
    GOFLAGS: "-mod=readonly",
    GOTOOLCHAIN: "local",
    GOWORK: "off",
    GO111MODULE: "on",
    GOOS: process.platform === "win32" ? "windows" : process.platform,
    GOARCH: architectures[process.arch] ?? process.arch,
    CGO_ENABLED: "0",
  };
}
