import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { delimiter, dirname, join } from "node:path";
import { findPulumi } from "../../../tools/pulumi/findPulumi.mjs";
import { archiveName } from "../../../tools/pulumi/release.mjs";
import { runsFileVariable } from "../../../tools/testRun/cliRuns.mjs";
import { repository } from "../project";
import { pulumiExecutable } from "../pulumiExecutable";

/** What every job has on its machine: programs, and a mirror of Pulumi's releases. */
export interface Machine {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The CLI in the releases. */
  readonly pulumi: string;
  /** The checksums of the releases, as a team commits them. */
  readonly checksums: string;
  close(): Promise<void>;
}

/** Process groups of scripts that have not ended. */
const running = new Set<number>();

export async function startMachine(scratch: string): Promise<Machine> {
  const programs = join(scratch, "programs");
  mkdirSync(programs, { recursive: true });
  writeNpm(programs);
  // A job has its own home, in which the CLI's search for itself would find nothing.
  const pulumi = process.env.OUTREACH_TEST_PULUMI ? pulumiExecutable() : (await findPulumi()).path;
  const releases = await startReleases(scratch, pulumi);
  const system = (process.env.PATH ?? "")
    .split(delimiter)
    .filter((folder) => folder !== process.env.OUTREACH_TEST_PULUMI);
  return {
    folder: scratch,
    environment: {
      PATH: [programs, dirname(process.execPath), ...system].join(delimiter),
      LANG: "C.UTF-8",
      CI: "true",
      PULUMI_RELEASES: releases.url,
      PULUMI_SKIP_UPDATE_CHECK: "true",
      PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
      PULUMI_NODEJS_TRANSPILE_ONLY: "true",
      NODE_OPTIONS: process.env.NODE_OPTIONS ?? "",
      npm_config_update_notifier: "false",
      ...(process.env[runsFileVariable] === undefined ? {} : { [runsFileVariable]: process.env[runsFileVariable] }),
    },
    pulumi,
    checksums: releases.checksums,
    close: async () => {
      for (const group of running) process.kill(-group, "SIGKILL");
      await releases.close();
    },
  };
}

/** Replaces npm: `npm ci` links the built package of this checkout. The rest is found in the folders above. */
function writeNpm(programs: string): void {
  const { bin }: { bin: Record<string, string> } = JSON.parse(
    readFileSync(join(repository, "provider", "package.json"), "utf8"),
  );
  const command = join(repository, "provider", bin["pulumi-outreach"] ?? "");
  const path = join(programs, "npm");
  const body = `
    const { existsSync, mkdirSync, symlinkSync } = require("node:fs");
    const given = process.argv.slice(2).join(" ");
    if (!["ci", "ci --ignore-scripts"].includes(given) || !existsSync("package-lock.json")) {
      console.error("npm " + given + ": not known here, or without a lock file");
      process.exit(1);
    }
    mkdirSync("node_modules/.bin", { recursive: true });
    symlinkSync(${JSON.stringify(command)}, "node_modules/.bin/pulumi-outreach");
  `;
  writeFileSync(path, `#!${process.execPath}\n${body}`);
  chmodSync(path, 0o755);
}

/** Serves a release archive that contains the tests' CLI. */
async function startReleases(scratch: string, pulumi: string) {
  const name = archiveName(process.platform, process.arch) ?? "none";
  const folder = join(scratch, "release");
  mkdirSync(join(folder, "pulumi"), { recursive: true });
  writeFileSync(join(folder, "pulumi", "pulumi"), `#!/bin/sh\nexec '${pulumi}' "$@"\n`);
  chmodSync(join(folder, "pulumi", "pulumi"), 0o755);
  execFileSync("tar", ["-czf", name, "pulumi"], { cwd: folder });
  const archive = readFileSync(join(folder, name));
  const checksum = createHash("sha256").update(archive).digest("hex");
  const files: Record<string, Buffer> = { [`/${name}`]: archive };
  const server = createServer((request, response) => {
    const file = files[request.url ?? ""];
    if (file === undefined) response.writeHead(404).end();
    else response.end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    checksums: `${checksum}  ${name}\n`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** `kill` ends the whole script, as if its machine were lost; `interrupt` asks it to end, as a cancelled job does. */
export type OnScript = (kill: () => void, interrupt: () => void) => void;

export interface ScriptRun {
  /** Null if the machine was lost. */
  readonly code: number | null;
  readonly output: string;
}

/** Runs a script in its own process group. */
export async function runScript(
  bashArguments: readonly string[],
  folder: string,
  environment: Readonly<Record<string, string>>,
  onStart: OnScript = () => {},
): Promise<ScriptRun> {
  const child = spawn("bash", bashArguments, {
    cwd: folder,
    env: environment,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  }
  const { pid } = child;
  if (pid !== undefined) {
    running.add(pid);
    child.once("exit", () => running.delete(pid));
    onStart(
      () => process.kill(-pid, "SIGKILL"),
      () => process.kill(pid, "SIGINT"),
    );
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (exit) => resolve(exit));
  });
  return { code, output };
}

/** Copies a folder or file, as an artifact is uploaded and downloaded. */
export function copy(from: string, to: string): void {
  cpSync(from, to, { recursive: true });
}
