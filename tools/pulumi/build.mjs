// @ts-check
import { chmod, cp } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { duration } from "./duration.mjs";
import { findOnPath, programFile, runProgram } from "./program.mjs";
import { cliVersion, isRecentEnough, oldestGo } from "./versions.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const tellEveryMilliseconds = 30_000;

/**
 * Two modules, because the language host is only to be had in a version whose own requirements the CLI has long left
 * behind. It runs programs for the CLI all the same; it cannot run policy packs.
 */
const programs = [
  {
    name: "pulumi-language-nodejs",
    module: join(here, "language"),
    package: "github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs",
    linkerFlags: "-s -w",
  },
  {
    name: "pulumi",
    module: join(here, "cli"),
    package: "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi",
    linkerFlags: `-s -w -X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v${cliVersion}`,
  },
];

/**
 * Puts a CLI built with the user's Go into `folder`. Throws an Error with a sentence for people where that fails.
 * @param {string} folder
 * @param {{
 *   environment: import("./program.mjs").Environment,
 *   say: (text: string) => void,
 *   signal?: AbortSignal,
 * }} options
 */
export async function buildWithGo(folder, { environment, say, signal }) {
  const go = await usableGo(environment, signal);
  say(`building the Pulumi CLI ${cliVersion} with Go, once for this user: 2 to 5 minutes on two cores`);
  for (const program of programs) {
    await build(go, program, join(folder, programFile(program.name)), { environment, say, signal });
  }
  await cp(join(here, "dynamicHost"), folder, { recursive: true });
  await chmod(join(folder, "pulumi-resource-pulumi-nodejs"), 0o755);
}

/**
 * @param {import("./program.mjs").Environment} environment
 * @param {AbortSignal} [signal]
 */
async function usableGo(environment, signal) {
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
 * @param {typeof programs[number]} program
 * @param {string} target
 * @param {{
 *   environment: import("./program.mjs").Environment,
 *   say: (text: string) => void,
 *   signal?: AbortSignal,
 * }} options
 */
async function build(go, program, target, { environment, say, signal }) {
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
 * The user's Go settings say where modules come from and are kept. Those that would change what is built are set here,
 * each to a value and not to nothing, which would let the user's `go env -w` speak again.
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
