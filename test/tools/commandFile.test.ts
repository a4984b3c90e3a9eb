import { execFile, spawn } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { builtinModules, createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { type Sandbox, startSandbox } from "pulumi-outreach-sandbox";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import manifest from "../../provider/package.json" with { type: "json" };
import { repository } from "../../tools/repository.mjs";
import { temporaryFolder } from "../support/folders";
import { importsOf } from "../unit/imports";

const execute = promisify(execFile);
/** Without what the tests preload. */
const run = (file: string, args: readonly string[], options: { readonly cwd?: string } = {}) =>
  execute(file, args, { ...options, env: { ...process.env, NODE_OPTIONS: "" } });
const dist = join(repository, "provider", "dist");
const command = join(repository, "provider", "bin", "pulumi-outreach.js");

beforeAll(() => {
  if (!existsSync(join(dist, "cli.js"))) throw new Error("provider/dist is missing: run `npm run build` first");
});

describe("the file of the command", () => {
  /** The entry, and its lazy imports. */
  const files = readdirSync(dist).filter((name) => /^(cli|command-.*)\.js$/.test(name));
  const texts = () => files.map((name) => readFileSync(join(dist, name), "utf8"));

  // A third of it is the formatter for exported programs.
  it("is smaller than 1.8 MB", () => {
    const size = texts().join("").length;
    expect(size).toBeGreaterThan(500_000);
    expect(size).toBeLessThan(1_800_000);
  });

  it("loads only the code for --version and --help", async () => {
    const loader = join(temporaryFolder(), "loaded.cjs");
    writeFileSync(
      loader,
      'process.on("exit", () => process.stderr.write(JSON.stringify(Object.keys(require.cache))));\n',
    );
    const loadedFor = async (...words: string[]) => {
      const { stdout, stderr } = await run(process.execPath, ["--require", loader, command, ...words]);
      const own = z.array(z.string()).parse(JSON.parse(stderr));
      return { stdout, own: own.filter((path) => path !== loader && path !== command) };
    };
    const version = await loadedFor("--version");
    expect(version).toEqual({ stdout: `${manifest.version}\n`, own: [join(repository, "provider", "package.json")] });
    const help = await loadedFor("--help");
    expect(help.stdout).toContain("Usage: pulumi-outreach ");
    expect(help.own).toEqual([join(dist, "cli.js")]);
    // Conversely, code for single commands is in other files.
    expect((await loadedFor("completion", "bash")).own.length).toBeGreaterThan(1);
  });

  it("is complete: it runs without the packages that it bundles", async () => {
    const folder = temporaryFolder();
    for (const name of ["bin/pulumi-outreach.js", "package.json", ...files.map((file) => `dist/${file}`)]) {
      cpSync(join(repository, "provider", name), join(folder, name));
    }
    const { stdout } = await run(process.execPath, [join(folder, "bin", "pulumi-outreach.js"), "completion", "bash"]);
    expect(stdout).toContain("pulumi-outreach");
    // Users' programs have these; other dependencies, or the SDK, would be missing or take long to load.
    const known = ["libsql", "pg", "pulumi-outreach-sandbox/package.json", "undici"];
    // Looked for in the user's project and started as a process, never loaded.
    known.push("pulumi-outreach-sandbox/package.json");
    // The bundler uses its own call for imports.
    const plain = texts().map((text) => text.replace(/\(0, ?[\w$]+\.createRequire\)/g, "createRequire"));
    const named = plain.flatMap((text) => importsOf(text).map(({ specifier }) => specifier.replace(/^node:/, "")));
    expect(named).toEqual(expect.arrayContaining(["fs/promises", "undici"]));
    const own = files.map((file) => `./${file}`);
    // A minified name may be a loader's name elsewhere in the file, and its call then looks like a load.
    const loaded = named.filter((name) => name !== "(computed)");
    expect(loaded.filter((name) => !builtinModules.includes(name) && ![...known, ...own].includes(name))).toEqual([]);
  });

  it("has exactly the licences of its bundled packages beside it", () => {
    const read = (folder: string, ending: string) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(ending))
        .map((name) => readFileSync(join(folder, name), "utf8"));
    const imported = read(join(repository, "provider", "src"), ".ts").flatMap((source) =>
      importsOf(source).flatMap(({ specifier, typeOnly }) => (typeOnly ? [] : [specifier.split("/")[0]])),
    );
    // Each of them with all its dependencies: minified code does not show its sources.
    const packages = new Set(Object.keys(manifest.devDependencies).filter((name) => imported.includes(name)));
    for (const name of packages) {
      const found = createRequire(join(repository, "provider", "package.json")).resolve.paths(name) ?? [];
      const file = found.map((folder) => join(folder, name, "package.json")).find((path) => existsSync(path)) ?? "";
      const needed = z.looseObject({ dependencies: z.record(z.string(), z.string()).default({}) });
      for (const other of Object.keys(needed.parse(JSON.parse(readFileSync(file, "utf8"))).dependencies)) {
        packages.add(other);
      }
    }
    expect([...packages]).toEqual(
      expect.arrayContaining(["ansi-regex", "commander", "prettier", "string-width", "zod"]),
    );
    const texts = readdirSync(dist).filter((name) => name.endsWith(".LICENSE.txt"));
    expect(texts.sort()).toEqual([...packages].map((name) => `${name.replace("/", "-")}.LICENSE.txt`).sort());
    for (const name of texts) {
      expect(readFileSync(join(dist, name), "utf8"), name).toMatch(
        /permission.*is hereby granted|permission to use|redistribution and use/is,
      );
    }
  });

  it("is loaded by no program that imports the package", async () => {
    const loadedBy = async (statements: string) => {
      const script = `${statements} console.log(JSON.stringify(Object.keys(require.cache)));`;
      const folder = join(repository, "examples", "full-cycle");
      const { stdout } = await run(process.execPath, ["-e", script], { cwd: folder });
      return z.array(z.string()).parse(JSON.parse(stdout));
    };
    const ownOf = (files: readonly string[]) =>
      files.flatMap((path) => (path.startsWith(dist) ? path.slice(dist.length + 1) : [])).sort();
    const isEntry = (name: string) => !/^(shared|libraries)/.test(name);
    const loaded = await loadedBy('require("pulumi-outreach"); require("pulumi-outreach/runtime");');
    expect(ownOf(loaded).filter(isEntry)).toEqual(["index.js", "runtime.js"]);
    // A program loads no client code before it calls a function.
    const byProgram = ownOf(await loadedBy('require("pulumi-outreach");'));
    expect(byProgram.filter(isEntry)).toEqual(["index.js"]);
    expect(byProgram.filter((name) => readFileSync(join(dist, name), "utf8").includes('require("undici")'))).toEqual(
      [],
    );
    const bundled = Object.keys(manifest.devDependencies);
    expect(bundled).toEqual(expect.arrayContaining(["commander", "diff", "picocolors", "yaml", "yocto-spinner"]));
    const inModules = new RegExp(`provider/node_modules/(${bundled.join("|")})/`);
    expect(loaded.filter((path) => inModules.test(path))).toEqual([]);
    // Conversely, the bundle for programs contains no code of the command.
    const files = readdirSync(dist).filter((name) => name.endsWith(".js") && !/^(cli|command)/.test(name));
    expect(files).toEqual(expect.arrayContaining(["index.js", "reads.js", "runtime.js", "webhook.js"]));
    for (const name of files) {
      expect(readFileSync(join(dist, name), "utf8"), name).not.toMatch(/commander|picocolors|stringWidth|YoctoSpinner/);
    }
  });
});

describe("a receiver of webhooks", () => {
  it("loads only its own files, and in particular no Pulumi SDK", async () => {
    const script =
      'const { verifyWebhook } = require("pulumi-outreach/webhook"); console.log(typeof verifyWebhook, JSON.stringify(Object.keys(require.cache)));';
    const { stdout } = await run(process.execPath, ["-e", script], { cwd: join(repository, "examples", "full-cycle") });
    const [type, paths = ""] = stdout.trim().split(" ");
    expect(type).toBe("function");
    const loaded = z.array(z.string()).parse(JSON.parse(paths));
    expect(loaded.filter((path) => !path.startsWith(join(dist, "shared")))).toEqual([join(dist, "webhook.js")]);
  });
});

describe("the process of the command", () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ rateLimit: false });
  });
  afterAll(() => sandbox.close());

  const environment = () => ({
    ...process.env,
    ...{ OUTREACH_BASE_URL: sandbox.url, OUTREACH_API_KEY: sandbox.accounts.owner.apiKeys[0], NO_COLOR: "1" },
  });
  const start = (...words: string[]) =>
    spawn(process.execPath, [command, ...words], { env: environment(), stdio: ["ignore", "pipe", "pipe"] });
  const ended = (child: ReturnType<typeof start>) =>
    new Promise((resolve) => child.once("close", (code, signal) => resolve(code ?? signal)));

  it("has the version of the package", async () => {
    const { stdout } = await run(process.execPath, [command, "--version"]);
    expect(stdout).toBe(`${manifest.version}\n`);
  });

  it("ends on its own, with the exit codes in the help", async () => {
    expect(await ended(start("members"))).toBe(0);
    expect(await ended(start("members", "--nothing"))).toBe(2);
    await sandbox.fault({
      kind: "status",
      status: 404,
      body: { message: "No", statusCode: 404 },
      path: "/v1/**",
      count: 9,
    });
    expect(await ended(start("members"))).toBe(1);
    await sandbox.clearFaults();
  });

  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("ends at %s with exit code %i, without a message", async (signal, code) => {
    await sandbox.clearLog();
    await sandbox.fault({ kind: "hang", path: "/v1/organization/members" });
    const child = start("members");
    let printed = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (printed += String(part)));
    const end = ended(child);
    await expect
      .poll(async () => (await sandbox.log({})).requests.map(({ path }) => path), { timeout: 15_000 })
      .toContain("/v1/organization/members");
    child.kill(signal);
    expect([await end, printed]).toEqual([code, ""]);
    await sandbox.clearFaults();
  });

  it("leaves no folder if an export is interrupted", async () => {
    const folder = join(temporaryFolder(), "exported");
    await sandbox.clearLog();
    await sandbox.fault({ kind: "hang", path: "/v1/campaign" });
    const child = start("export", folder);
    const end = ended(child);
    await expect
      .poll(async () => (await sandbox.log({})).requests.map(({ path }) => path), { timeout: 15_000 })
      .toContain("/v1/campaign");
    child.kill("SIGINT");
    expect([await end, readdirSync(dirname(folder))]).toEqual([130, []]);
    await sandbox.clearFaults();
  });

  it("follows logs until SIGINT", async () => {
    const headers = {
      authorization: `Bearer ${sandbox.accounts.owner.apiKeys[0]}`,
      "content-type": "application/json",
    };
    const create = (path: string, body: object) =>
      fetch(`${sandbox.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    const { id } = z.object({ id: z.number() }).parse(await (await create("/v1/list", { name: "Leads" })).json());
    await create("/v1/agent", { name: "Finder", listId: id });
    const child = start("logs", "Finder", "--follow");
    let errors = "";
    child.stderr.on("data", (part) => (errors += String(part)));
    const end = ended(child);
    await expect.poll(() => errors, { timeout: 15_000 }).toMatch(/^Following Finder; times are .*Ctrl-C ends it\.\n$/);
    child.kill("SIGINT");
    expect(await end).toBe(130);
  });

  it("ends without an error if its reader has exited", async () => {
    const child = start("members", "--json");
    child.stdout.destroy();
    let errors = "";
    child.stderr.on("data", (part) => (errors += String(part)));
    expect([await ended(child), errors]).toEqual([0, ""]);
  });
});
