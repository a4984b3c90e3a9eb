import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { startSandbox } from "../../sandbox/src/index";
import { expectCleanFailure, expectSuccess, runIn } from "../support/acceptance";
import { npm } from "../support/cachedPackages";
import { freePort } from "../support/freePort";
import { type PackedPackages, packBoth } from "../support/packed";
import { type Outcome, Project, repository } from "../support/project";

/** Outside the checkout: nothing in a folder above may stand in for what an archive lacks. */
const scratch = realpathSync(mkdtempSync(join(tmpdir(), "outreach-init-")));
const installation = join(scratch, "installation");
let packed: PackedPackages;
beforeAll(async () => {
  packed = await packBoth(scratch);
  // The command is outside of the project, which installs packages of its own.
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

/** The packages of this checkout in place of those of the registry, and the SDK that npm's cache has. */
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

describe("a project that init has made in an empty folder", () => {
  it("is previewed against the local service at once, and brought up there", async () => {
    const folder = join(scratch, "fintech");
    mkdirSync(folder);
    // Settings of a person for an account of theirs, which must not be asked.
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
    // The service of before has ended, and its data were kept.
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

    // One that runs in another terminal is used, although a person has another account in the environment.
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
