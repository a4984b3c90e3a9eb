import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { basename, delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { cacheFolder } from "../../tools/pulumi/cacheFolder.mjs";
import { findPulumi, NoPulumiError } from "../../tools/pulumi/findPulumi.mjs";
import { cliVersion, oldestGo } from "../../tools/pulumi/versions.mjs";
import { temporaryFolder } from "../support/folders";
import { closedAddress, start, writeGo, writePulumi } from "./fakes";

const tools = fileURLToPath(new URL("../../tools/pulumi", import.meta.url));
const cliFolderName = `pulumi-${cliVersion}-${process.platform}-${process.arch}`;

/** A machine whose PATH has only the test's programs, and without access to the release archives. */
async function machine() {
  const folder = temporaryFolder();
  const programs = join(folder, "programs");
  mkdirSync(programs);
  const notes = { calls: join(folder, "calls"), gate: join(folder, "gate") };
  const environment: Record<string, string> = {
    PATH: programs,
    XDG_CACHE_HOME: join(folder, "cache"),
    PULUMI_OUTREACH_RELEASES: await closedAddress(),
  };
  const cache = join(folder, "cache", "pulumi-outreach");
  const said: string[] = [];
  return {
    programs,
    notes,
    environment,
    cache,
    said,
    find: () => findPulumi({ environment, say: (text) => said.push(text) }),
    calls: () => (existsSync(notes.calls) ? readFileSync(notes.calls, "utf8").trim().split("\n") : []),
    cached: () => (existsSync(cache) ? readdirSync(cache).sort() : []),
  };
}

describe("finding a CLI", () => {
  it("takes the one on the PATH, prints nothing and creates no cache", async () => {
    const { programs, find, said, cached } = await machine();
    const path = writePulumi(programs, "3.260.0");
    expect(await find()).toEqual({ path, folder: programs, version: "3.260.0", how: "path" });
    expect(said).toEqual([]);
    expect(cached()).toEqual([]);
  });

  it("builds one with Go if there is no other way, and finds it again silently", async () => {
    const { programs, find, said, notes, cache, cached, calls } = await machine();
    writeGo(programs, notes);
    const first = await find();
    expect(first).toEqual({
      path: join(cache, cliFolderName, "pulumi"),
      folder: join(cache, cliFolderName),
      version: cliVersion,
      how: "go",
    });
    expect(cached()).toEqual([cliFolderName]);
    expect(said[0]).toMatch(/^looking for the release archive/);
    expect(said[1]).toMatch(/^no release archive after .* s: .* cannot be reached/);
    expect(said[2]).toMatch(/^building the Pulumi CLI/);
    expect(said[3]).toMatch(/ is in .*, after .* s$/);
    said.length = 0;
    expect(await find()).toEqual({ ...first, how: "cache" });
    expect(said).toEqual([]);
    expect(calls()).toHaveLength(2);
  });

  it("builds each program in its own module, without the user's Go flags", async () => {
    const { programs, find, notes, calls, environment } = await machine();
    writeGo(programs, notes);
    environment.GOFLAGS = "-mod=vendor -tags=odd";
    await find();
    const made = calls().map((line) => JSON.parse(line));
    expect(made.map(({ folder }) => basename(folder))).toEqual(["language", "cli"]);
    for (const { environment: given } of made) {
      expect(given).toEqual({ GOFLAGS: "-mod=readonly", GOTOOLCHAIN: "local", GOWORK: "off", CGO_ENABLED: "0" });
    }
  });

  it("prefers a cached CLI to an old one on the PATH", async () => {
    const { programs, find, cache } = await machine();
    writePulumi(programs, "3.1.0");
    const path = writePulumi(join(cache, cliFolderName), cliVersion);
    expect(await find()).toMatchObject({ path, how: "cache" });
  });

  it("replaces an incomplete cached folder", async () => {
    const { programs, find, cache, notes } = await machine();
    writeGo(programs, notes);
    writePulumi(join(cache, cliFolderName), cliVersion, []);
    expect(await find()).toMatchObject({ how: "go" });
    expect(await find()).toMatchObject({ how: "cache" });
  });

  it("reports in one message what was tried and where to install it from", async () => {
    const { programs, find, cached } = await machine();
    const old = writePulumi(programs, "3.1.0");
    const failure = await find().catch((error) => error);
    expect(failure).toBeInstanceOf(NoPulumiError);
    expect(failure.message.split("\n")).toEqual([
      "There is no Pulumi CLI to run:",
      `  on the PATH: ${old} is version 3.1.0, 3.250.0 or newer is needed`,
      expect.stringMatching(/^ {2}release archive: http.* cannot be reached or broke off \(ECONNREFUSED\)$/),
      `  built with Go: Go is not on the PATH (${oldestGo} or newer could build it)`,
      "Install it as https://www.pulumi.com/docs/install/ says, and run this again.",
    ]);
    expect(cached()).toEqual([]);
  });

  it("reports a Go that is too old", async () => {
    const { programs, find, notes } = await machine();
    writeGo(programs, notes, "1.22.1");
    await expect(find()).rejects.toThrow(`built with Go: Go is version 1.22.1, ${oldestGo} or newer is needed`);
  });

  it("shows why a build failed, and keeps no files of it", async () => {
    const { programs, find, notes, environment, cached } = await machine();
    writeGo(programs, notes);
    environment.FAKE_GO_FAILS = "yes";
    await expect(find()).rejects.toThrow(/"go build" of pulumi-language-nodejs failed:\n {4}pulumi\.go:1: the fake/);
    expect(cached()).toEqual([]);
  });
});

describe("the command tools/pulumi/pulumi", () => {
  const command = join(tools, "pulumi");

  it("passes on arguments and exit code, and prints nothing else", async () => {
    const { programs, environment } = await machine();
    writePulumi(programs, "3.260.0");
    const echoing = start(command, ["preview", "two words", "--x=*"], environment);
    await echoing.ended;
    expect(JSON.parse(echoing.output())).toEqual(["preview", "two words", "--x=*"]);
    expect(echoing.errorOutput()).toBe("");
    expect(await start(command, ["exit", "7"], environment).ended).toEqual({ code: 7, signal: null });
  });

  it("works by its name through a link", async () => {
    const { programs, environment } = await machine();
    writePulumi(programs, "3.260.0");
    const links = temporaryFolder();
    symlinkSync(command, join(links, "pulumi"));
    environment.PATH = [links, programs].join(delimiter);
    const linked = start(join(links, "pulumi"), ["version"], environment);
    await linked.ended;
    expect(linked.output()).toBe("v3.260.0\n");
  });

  it("gives the installed CLI the language host beside it, before any other on the PATH", async () => {
    const { cache, environment } = await machine();
    writePulumi(join(cache, cliFolderName), cliVersion);
    const asked = start(command, ["path"], environment);
    await asked.ended;
    expect(asked.output().trim()).toBe([join(cache, cliFolderName), environment.PATH].join(delimiter));
  });

  it("passes a stop signal on to the CLI", async () => {
    const { programs, environment } = await machine();
    writePulumi(programs, "3.260.0");
    const staying = start(command, ["stay"], environment);
    await staying.printed("staying");
    staying.kill("SIGTERM");
    expect(await staying.ended).toEqual({ code: 42, signal: null });
  });

  it("prints one message on standard error and exits with 1 if no CLI can be found", async () => {
    const { environment } = await machine();
    const failing = start(command, ["version"], environment);
    expect(await failing.ended).toEqual({ code: 1, signal: null });
    expect(failing.output()).toBe("");
    expect(failing.errorOutput()).toContain("https://www.pulumi.com/docs/install/");
    expect(failing.errorOutput()).not.toMatch(/^\s+at /m);
  });

  it("makes the second of two starts wait for the first one's build", async () => {
    const { programs, environment, notes, cached, calls } = await machine();
    writeGo(programs, notes);
    writeFileSync(notes.gate, "");
    const first = start(command, ["version"], environment);
    await first.printed("building the Pulumi CLI");
    const second = start(command, ["version"], environment);
    await second.printed(`waiting for process ${first.pid}`);
    rmSync(notes.gate);
    expect(await first.ended).toEqual({ code: 0, signal: null });
    expect(await second.ended).toEqual({ code: 0, signal: null });
    expect([first.output(), second.output()]).toEqual([`v${cliVersion}\n`, `v${cliVersion}\n`]);
    expect(calls()).toHaveLength(2);
    expect(cached()).toEqual([cliFolderName]);
  });

  it("leaves nothing when it is stopped in the middle of a build", async () => {
    const { programs, environment, notes, cached } = await machine();
    writeGo(programs, notes);
    writeFileSync(notes.gate, "");
    const stopped = start(command, ["version"], environment);
    await stopped.printed("building the Pulumi CLI");
    stopped.kill("SIGTERM");
    expect(await stopped.ended).toEqual({ code: null, signal: "SIGTERM" });
    expect(cached()).toEqual([]);
  });

  it("removes a killed start's leftovers, and continues its work", async () => {
    const { programs, environment, notes, cached } = await machine();
    writeGo(programs, notes);
    writeFileSync(notes.gate, "");
    const killed = start(command, ["version"], environment);
    await killed.printed("building the Pulumi CLI");
    killed.kill("SIGKILL");
    await killed.ended;
    expect(cached()).toEqual([`${cliFolderName}.lock`, expect.stringContaining(".partial-")]);
    rmSync(notes.gate);
    const next = start(command, ["version"], environment);
    expect(await next.ended).toEqual({ code: 0, signal: null });
    expect(next.errorOutput()).not.toContain("waiting");
    expect(cached()).toEqual([cliFolderName]);
  });

  it("does not wait for a lock whose holder has had no heartbeat for long", async () => {
    const { programs, environment, notes, cache, cached } = await machine();
    writeGo(programs, notes);
    mkdirSync(cache, { recursive: true });
    const lock = join(cache, `${cliFolderName}.lock`);
    writeFileSync(lock, JSON.stringify({ id: process.pid, host: `not-${hostname()}` }));
    utimesSync(lock, new Date(0), new Date(0));
    const next = start(command, ["version"], environment);
    expect(await next.ended).toEqual({ code: 0, signal: null });
    expect(cached()).toEqual([cliFolderName]);
  });
});

describe("the cache folder", () => {
  it.each([
    ["linux", { HOME: "/home/ann" }, "/home/ann/.cache/pulumi-outreach"],
    ["linux", { HOME: "/home/ann", XDG_CACHE_HOME: "/fast" }, "/fast/pulumi-outreach"],
    ["linux", { HOME: "/home/ann", XDG_CACHE_HOME: "relative" }, "/home/ann/.cache/pulumi-outreach"],
    ["darwin", { HOME: "/Users/ann" }, "/Users/ann/Library/Caches/pulumi-outreach"],
    ["win32", { LOCALAPPDATA: "/C/Users/ann/Local" }, "/C/Users/ann/Local/pulumi-outreach"],
  ] as const)("on %s with %o is %s", (platform, environment, expected) => {
    expect(cacheFolder(environment, platform)).toBe(expected);
  });
});

describe("the versions", () => {
  it("are those of the Go modules", () => {
    const module = readFileSync(join(tools, "cli", "go.mod"), "utf8");
    expect(module).toContain(`\n\tgithub.com/pulumi/pulumi/pkg/v3 v${cliVersion} `);
    expect(module).toContain(`\ngo ${oldestGo}\n`);
  });
});
