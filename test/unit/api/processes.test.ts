import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { withPostgres } from "../../support/postgres";
import { closePostgres, postgresServer } from "../coordination/stages";
import { compiledApi } from "./compiled";
import { key } from "./opening";
import { json, type PlainService, plainService } from "./plainService";

const worker = fileURLToPath(new URL("worker.cjs", import.meta.url));
let compiled: ReturnType<typeof compiledApi>;
let service: PlainService;
let cacheFolder: string;
const started: ChildProcess[] = [];

beforeAll(() => {
  compiled = compiledApi();
});
afterAll(async () => {
  compiled.remove();
  await closePostgres();
});
beforeEach(() => {
  cacheFolder = mkdtempSync(join(tmpdir(), "outreach-cache-"));
});
afterEach(async () => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
  await service.close();
  rmSync(cacheFolder, { recursive: true, force: true });
});

interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly complaints: string;
}

function start(
  task: string,
  count: number,
  changes: object,
  { folder } = compiled,
): { child: ChildProcess; ended: Promise<Ended> } {
  const args = [worker, folder, task, service.origin, cacheFolder, String(count), JSON.stringify(changes)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  started.push(child);
  let output = "";
  let complaints = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr?.on("data", (chunk: Buffer) => {
    complaints += chunk.toString();
  });
  const ended = new Promise<Ended>((resolve) => {
    child.on("close", (code) => resolve({ code, output, complaints }));
  });
  return { child, ended };
}

const fine: Ended = { code: 0, output: "", complaints: "" };

function everyFile(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Processes of one machine, and processes like those of several machines. */
const shared = [
  ["a file of the user's cache", async () => ({})],
  ...(withPostgres ? [["a database", async () => ({ coordination: (await postgresServer()).url })] as const] : []),
] as const;

describe.each(shared)("several processes with one key, coordinated through %s", (name, connect) => {
  test("keep to the limit together, also if one of them is killed", async () => {
    const requests = 20;
    const windowMilliseconds = 400;
    const arrivals: number[] = [];
    let victim: ChildProcess | undefined;
    service = await plainService({
      "GET /v1/organization": (received, response) => {
        arrivals.push(performance.now());
        if (arrivals.length === 30) victim?.kill("SIGKILL");
        json(200, { id: 1 })(received, response);
      },
    });
    const changes = {
      ...(await connect()),
      requestsPerMinute: requests,
      rateWindowSeconds: windowMilliseconds / 1000,
      requestTimeoutSeconds: 1,
    };
    const all = [1, 2, 3, 4].map(() => start("read", 30, changes));
    victim = all[0]?.child;
    const [, ...others] = await Promise.all(all.map(({ ended }) => ended));
    expect(others).toEqual([fine, fine, fine]);
    expect(arrivals.length).toBeGreaterThanOrEqual(90);
    // Never one more within a window, counted at the service.
    const tooMany = arrivals.filter(
      (arrival, index) => arrival - (arrivals[index - requests] ?? -Infinity) < windowMilliseconds,
    );
    expect(tooMany).toEqual([]);
  });

  test("create one object at a time, also if one of them is killed during a create", async () => {
    let id = 100;
    let inside: string | undefined;
    const overlaps: string[] = [];
    let victim: ChildProcess | undefined;
    let creates = 0;
    service = await plainService({
      "GET /v1/user/me": json(200, { id: 7 }),
      "GET /health": (received, response) => {
        if (inside !== undefined) overlaps.push(inside);
        inside = "somebody";
        json(200, {})(received, response);
      },
      "GET /": (received, response) => {
        inside = undefined;
        json(200, {})(received, response);
      },
      "POST /v1/list": (received, response) => {
        creates += 1;
        if (creates === 6) {
          // The process with the turn dies with it.
          const pid = Number(/list (\d+) /.exec(received.body)?.[1]);
          victim = started.find((child) => child.pid === pid);
          victim?.kill("SIGKILL");
          inside = undefined;
        }
        json(201, { id: id++, name: /"name":"(.*?)"/.exec(received.body)?.[1] })(received, response);
      },
    });
    const changes = await connect();
    const all = [1, 2, 3].map(() => start("create", 8, changes));
    const ends = await Promise.all(all.map(async ({ child, ended }) => ({ child, end: await ended })));
    expect(ends.filter(({ child }) => child !== victim).map(({ end }) => end)).toEqual([fine, fine]);
    expect(creates).toBeGreaterThanOrEqual(17);
    expect(overlaps).toEqual([]);

    const elsewhere = await start("elsewhere", 0, changes).ended;
    const ids: unknown = JSON.parse(elsewhere.output);
    // The killed process died before it could record its last one.
    expect(ids).toHaveLength(creates - 1);
  });

  test("write neither the key nor the address into the cache", async () => {
    const changes = await connect();
    service = await plainService({ "GET /v1/user/me": json(200, { id: 7 }), "*": json(201, { id: 1, name: "a" }) });
    expect(await start("create", 2, changes).ended).toEqual(fine);
    const files = everyFile(cacheFolder);
    expect(files.length > 0).toBe(name !== "a database");
    const written = files.map((file) => `${file}\n${readFileSync(file, "latin1")}`).join("\n");
    expect(written).not.toContain(key);
    expect(written).not.toContain(new URL(service.origin).port);
  });
});

describe("a process whose optional packages are missing", () => {
  const install = { "GET /v1/user/me": json(200, { id: 7 }), "*": json(201, { id: 1, name: "a" }) };

  test("works alone without libsql, with one warning", async () => {
    service = await plainService(install);
    const without = compiledApi("libsql");
    const { code, complaints } = await start("create", 3, {}, without).ended;
    without.remove();
    expect(code).toBe(0);
    expect(service.received.filter(({ method }) => method === "POST")).toHaveLength(3);
    expect(complaints).toBe(
      "the package libsql is not installed, or not for this platform: this process keeps to the service's limit by itself, and does not know of others of this machine\n",
    );
  });

  test("stops before any request if a database is configured and pg is missing", async () => {
    service = await plainService(install);
    const without = compiledApi("pg");
    const coordination = "postgres://somebody:a-secret-word@127.0.0.1:9/team";
    const { code, complaints } = await start("create", 3, { coordination }, without).ended;
    without.remove();
    expect(code).toBe(1);
    expect(service.received).toEqual([]);
    expect(complaints).toContain(
      "the coordination database cannot be used: the package pg is not installed\nnpm install pg",
    );
    expect(complaints).not.toContain("a-secret-word");
  });
});
