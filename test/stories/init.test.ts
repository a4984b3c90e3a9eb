import { execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { z } from "zod";
import { startSandbox } from "../../sandbox/src/index";
import { expectCleanFailure, expectSuccess, runIn } from "../support/acceptance";
import { npm } from "../support/cachedPackages";
import { freePort } from "../support/freePort";
import { type PackedPackages, packBoth } from "../support/packed";
import { type Outcome, Project, repository } from "../support/project";
import { pulumiExecutable } from "../support/pulumiExecutable";

/** Outside the checkout, so that no parent folder has files that an archive lacks. */
const scratch = realpathSync(mkdtempSync(join(tmpdir(), "outreach-init-")));
const installation = join(scratch, "installation");
let packed: PackedPackages;
beforeAll(async () => {
  packed = await packBoth(scratch);
  // The command is outside the project, which installs its own packages.
  mkdirSync(installation);
  writeFileSync(join(installation, "package.json"), '{ "private": true }\n');
  await npm(installation, ["install", packed.provider, "--prefer-offline", "--legacy-peer-deps", "--omit=optional"]);
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const command = join(installation, "node_modules", "pulumi-outreach", "bin", "pulumi-outreach.js");

const versioned = z.looseObject({ version: z.string() });
const manifestSchema = z.looseObject({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
});

/** Uses this checkout's packages instead of the registry's, and the SDK version in npm's cache. */
function pin(folder: string): void {
  const file = join(folder, "package.json");
  const { dependencies, devDependencies, ...rest } = manifestSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  const sdk = readFileSync(join(repository, "node_modules", "@pulumi", "pulumi", "package.json"), "utf8");
  Object.assign(dependencies, {
    "pulumi-outreach": `file:${packed.provider}`,
    "@pulumi/pulumi": versioned.parse(JSON.parse(sdk)).version,
  });
  devDependencies["pulumi-outreach-sandbox"] = `file:${packed.sandbox}`;
  writeFileSync(file, JSON.stringify({ ...rest, dependencies, devDependencies }));
}

describe("a project made by init in an empty folder", () => {
  it("is previewed against the local service at once, and brought up there", async () => {
    const folder = join(scratch, "fintech");
    mkdirSync(folder);
    // A user's settings for another account, which must get no requests.
    const other = await startSandbox();
    const [key = ""] = other.accounts.owner.apiKeys;
    const project = new Project({
      folder,
      env: { OUTREACH_BASE_URL: other.url, OUTREACH_API_KEY: key, npm_config_prefer_offline: "true" },
    });
    onTestFinished(async () => {
      project.remove();
      await other.close();
    });
    const run = (...words: string[]): Promise<Outcome> => runIn(project, process.execPath, words);

    const made = await run(command, "init");
    expectSuccess(made);
    expect(made.stdout).toContain("\n  npm install\n  node local.mjs preview\n");

    const before = readdirSync(folder);
    const early = await run("local.mjs", "preview");
    expectCleanFailure(early);
    expect(early.stderr).toBe("error: the package pulumi-outreach-sandbox is not installed. Run `npm install` first\n");

    pin(folder);
    const config = join(folder, "Pulumi.local.yaml");
    const address = `http://127.0.0.1:${await freePort()}`;
    writeFileSync(config, readFileSync(config, "utf8").replace("http://127.0.0.1:8787", address));
    const previewed = await run(command, "init", "--preview");
    expectSuccess(previewed);
    expect(previewed.stdout).toMatch(/^Project fintech in this folder.*\nNothing to write/);
    expect(previewed.stdout).toContain("+ 4 to create");
    expect(previewed.text).not.toContain("warning:");
    const news = readdirSync(folder).filter((name) => !before.includes(name));
    expect(news.sort()).toEqual([".local", "node_modules", "package-lock.json"]);
    const ignored = readFileSync(join(folder, ".gitignore"), "utf8").split("\n");
    expect(ignored).toEqual(expect.arrayContaining(["/.local", "node_modules"]));

    expectSuccess(await run("local.mjs", "up", "--yes"));
    // The previous service has ended, and its data were kept.
    const again = await run("local.mjs", "preview", "--expect-no-changes");
    expectSuccess(again);
    expect((await other.log()).total).toBe(0);
    expect(readdirSync(join(project.scratch, "backend"))).toEqual([]);

    const { port } = new URL(address);
    const foreign = createHttpServer((_, response) => response.end("hello"));
    await new Promise<void>((resolve) => foreign.listen(Number(port), "127.0.0.1", resolve));
    const taken = await run("local.mjs", "preview").finally(() => foreign.close());
    expectCleanFailure(taken);
    expect(taken.stderr).toMatch(/another program uses the port.* The address is in Pulumi\.local\.yaml\.\n$/);

    const alone = { PATH: dirname(process.execPath) };
    const without = await runIn(project, process.execPath, ["local.mjs", "preview"], alone);
    expectCleanFailure(without);
    expect(without.stderr).toMatch(/^error: the Pulumi CLI could not be started\. Install it: /);

    // A service that runs in another terminal is used, although the environment names another account.
    const running = await startSandbox({
      port: Number(port),
      store: join(folder, ".local", "service.db"),
    });
    onTestFinished(() => running.close());
    expectSuccess(await run("local.mjs", "refresh", "--yes"));
    expect((await running.log()).total).toBeGreaterThan(0);
    expect((await running.objects()).campaigns).toMatchObject([{ name: "Fintech Q1", active: false }]);
  });
});

/** Processes with this text in their environment. */
const processesWith = (mark: string) =>
  execFileSync("ps", ["axeww", "-o", "pid=,args="], { encoding: "utf8", maxBuffer: 64 * 1024 ** 2 })
    .split("\n")
    .filter((line) => line.includes(mark));

describe("Ctrl-C during init --preview", () => {
  /** Once `begun` exists, sends SIGINT to the process group, as a terminal does. */
  async function interrupted(folder: string, begun: string, env: Readonly<Record<string, string>>) {
    const mark = `INIT_TEST=${randomUUID()}`;
    const [name = "", value = ""] = mark.split("=");
    const child = spawn(process.execPath, [command, "init", "--preview", "--yes"], {
      ...{ cwd: folder, detached: true, stdio: ["ignore", "ignore", "pipe"] as const },
      env: {
        ...process.env,
        ...{ ...env, [name]: value },
        PATH: [dirname(pulumiExecutable()), dirname(process.execPath), process.env.PATH].join(delimiter),
        PULUMI_SKIP_UPDATE_CHECK: "true",
      },
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    let said = "";
    child.stderr.on("data", (chunk) => {
      said += chunk;
    });
    await vi.waitUntil(() => existsSync(begun), { timeout: 120_000, interval: 50 });
    expect(processesWith(mark).length).toBeGreaterThan(1);
    if (child.pid === undefined) throw new Error("init was not started");
    process.kill(-child.pid, "SIGINT");
    const [code] = await once(child, "close");
    await vi.waitUntil(() => processesWith(mark).length === 0, { timeout: 10_000 });
    return { code, said };
  }
  const written = "The project is written. Go on in its folder with:\n";

  it("ends the installation, and prints how to continue", async () => {
    const folder = join(scratch, "installing");
    mkdirSync(folder);
    const asked = join(scratch, "asked");
    // A registry that never responds.
    const registry = createHttpServer(() => writeFileSync(asked, ""));
    await new Promise<void>((resolve) => registry.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      registry.closeAllConnections();
      registry.close();
    });
    const address = registry.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const env = { npm_config_registry: `http://127.0.0.1:${port}/`, npm_config_cache: join(scratch, "cache") };
    expect(await interrupted(folder, asked, env)).toEqual({
      code: 130,
      said: `Interrupted: \`npm install --no-audit --no-fund\` was ended. ${written}  npm install\n  node local.mjs preview\n`,
    });
  });

  it("ends the preview, the engine and the program, and prints how to continue", async () => {
    const folder = join(scratch, "previewing");
    mkdirSync(folder);
    const began = join(scratch, "began");
    writeFileSync(
      join(folder, "index.ts"),
      `import * as outreach from "pulumi-outreach";
import { writeFileSync } from "node:fs";
new outreach.List("leads", { name: "Leads" });
writeFileSync(${JSON.stringify(began)}, "");
setTimeout(() => undefined, 120_000);
`,
    );
    symlinkSync(join(repository, "node_modules"), join(folder, "node_modules"));
    writeFileSync(
      join(folder, "Pulumi.local.yaml"),
      `config:\n  outreach:baseUrl: http://127.0.0.1:${await freePort()}\n`,
    );
    expect(await interrupted(folder, began, {})).toEqual({
      code: 130,
      said: `Interrupted: \`node local.mjs preview --non-interactive\` was ended. ${written}  node local.mjs preview\n`,
    });
  });
});
