import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { control } from "../../sandbox/src/index.js";
import { temporaryFolder } from "../support/folders.js";
import { callService } from "./support.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const command = join(root, "sandbox", "bin", "pulumi-outreach-sandbox.js");

interface Ready {
  url: string;
  controlUrl: string;
  apiKey: string;
  processId: number;
}

let folder: string;
let children: ChildProcess[] = [];

beforeAll(() => {
  if (!existsSync(join(root, "sandbox", "dist", "cli.js"))) {
    execFileSync(process.execPath, [join(root, "tools", "build.mjs")], { cwd: root });
  }
}, 60_000);
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(async () => {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }
  children = [];
});

function run(...options: string[]): ChildProcess {
  const child = spawn(process.execPath, [command, ...options], { stdio: ["pipe", "pipe", "pipe"] });
  children.push(child);
  return child;
}

async function start(...options: string[]): Promise<{ child: ChildProcess; ready: Ready }> {
  const child = run("--json", "--rate-limit", "off", ...options);
  if (!child.stdout) throw new Error("The sandbox has no output");
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  return { child, ready: JSON.parse(line) as Ready };
}

async function output(child: ChildProcess): Promise<{ code: number | null; out: string; err: string }> {
  let [out, err] = ["", ""];
  child.stdout?.on("data", (piece) => {
    out += piece;
  });
  child.stderr?.on("data", (piece) => {
    err += piece;
  });
  const [code] = (await once(child, "close")) as [number | null];
  return { code, out, err };
}

describe("the command pulumi-outreach-sandbox", () => {
  it.each([
    ["SIGINT", (child: ChildProcess) => child.kill("SIGINT")],
    ["SIGTERM", (child: ChildProcess) => child.kill("SIGTERM")],
    ["the end of its parent process", (child: ChildProcess) => child.stdin?.end()],
  ])("stops cleanly on %s", async (_name, end) => {
    const { child, ready } = await start("--exit-with-parent");
    expect((await callService(ready.url, "GET", "/v1/user/me", undefined, { apiKey: ready.apiKey })).status).toBe(200);
    const ended = once(child, "exit");
    end(child);
    expect(await ended).toEqual([0, null]);
  });

  it("prints its address and accounts", async () => {
    const child = run("--clock", "manual");
    const finished = output(child);
    await once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), "line");
    child.kill("SIGTERM");
    const { out } = await finished;
    for (const text of [/http:\/\/127\.0\.0\.1:\d+/, /osk_demo_owner/, /Alice Moreau/, /7 \(premium\)/, /\b102\b/]) {
      expect(out).toMatch(text);
    }
  });

  it("prints its options", async () => {
    const { code, out } = await output(run("--help"));
    expect(code).toBe(0);
    expect(out).toMatch(/--spec-only/);
  });

  it.each([
    [["--colour"], 2, /colour/],
    [["--members", "few"], 2, /--members takes a number, not "few"/],
    [["--port", "many"], 2, /--port takes a number, not "many" \(--help lists the options\)/],
    [["--answer-rate", "3"], 1, /The sandbox cannot start: answerRate: .*<=1\./],
    [["--clock", "sun"], 2, /--clock takes manual or wall/],
    [["--webhook-secret", "x"], 2, /--webhook-url/],
    [["--host", "0.0.0.0"], 1, /this machine only/],
    [["--answer-rate", "2"], 1, /answerRate/],
    [["--store", "/no-such-folder/store.db"], 1, /Create .*no-such-folder, or correct the path/],
    [
      ["--store", "/proc/store.db"],
      1,
      /The store \/proc\/store\.db cannot be written: its folder \/proc or its file is read-only\. Make it writable, or/,
    ],
  ])("rejects %j", async (options, expected, problem) => {
    const { code, err } = await output(run(...options));
    expect(code).toBe(expected);
    expect(err).toMatch(problem);
    expect(err).not.toMatch(/ {4}at /);
  });

  it("names the port that another program uses, and what to do", async () => {
    const { ready } = await start();
    const { port } = new URL(ready.url);
    const { code, err } = await output(run("--port", port));
    expect(code).toBe(1);
    expect(err).toBe(
      `pulumi-outreach-sandbox: The sandbox cannot listen on 127.0.0.1:${port}: another program uses the port, perhaps another sandbox. Stop it, or choose another port (0: any free one).\n`,
    );
  });

  it("accepts additional hosts from its options", async () => {
    const { ready } = await start("--allow-host", "one.internal", "--allow-host", "two.internal");
    for (const [host, status] of [
      ["one.internal", "200"],
      ["two.internal", "200"],
      ["three.internal", "403"],
    ]) {
      const curl = ["-s", "-o", "/dev/null", "-w", "%{http_code}", "-H", `Host: ${host}`, `${ready.url}/health`];
      expect([host, execFileSync("curl", curl, { encoding: "utf8" })]).toEqual([host, status]);
    }
  });

  it("passes its options to the sandbox", async () => {
    const { ready } = await start(
      "--spec-only",
      "--clock",
      "manual",
      "--start-time",
      "2026-03-02T08:00:00Z",
      "--seed",
      "5",
    );
    expect(await control(ready.url).state()).toMatchObject({
      now: "2026-03-02T08:00:00.000Z",
      behaviour: { specOnly: true, rateLimit: false, seed: 5 },
    });
  });
});

describe("a sandbox that is killed", () => {
  it("has all changes for which it sent a response, and no partial ones", async () => {
    const store = join(folder, "store.db");
    const answered: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const { child, ready } = await start("--store", store, "--clock", "manual");
      const killed = once(child, "exit");
      let going = true;
      const writer = async () => {
        while (going) {
          try {
            const { status, body } = await callService<{ id: number }>(ready.url, "POST", "/v1/list", {
              name: "Founders",
            });
            if (status === 201) answered.push(body.id);
          } catch {
            return;
          }
        }
      };
      const writers = Array.from({ length: 4 }, writer);
      while (answered.length < (round + 1) * 40) await new Promise((resolve) => setTimeout(resolve, 5));
      child.kill("SIGKILL");
      await killed;
      going = false;
      await Promise.all(writers);
    }
    const { ready } = await start("--store", store, "--clock", "manual");
    const remote = control(ready.url);
    const kept = (await remote.objects()).lists.map(({ id }) => id);
    expect(kept).toEqual(expect.arrayContaining(answered));
    expect(new Set(kept).size).toBe(kept.length);
    // Changes are in the log even if the kill prevented the response.
    const { requests } = await remote.log({ method: "POST", applied: true });
    expect(requests.map((request) => request.created?.id).sort()).toEqual([...kept].sort());
    expect((await callService(ready.url, "POST", "/v1/list", { name: "Next" })).status).toBe(201);
  });
});
