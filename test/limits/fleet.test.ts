import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { startSandbox } from "../../sandbox/src/index";
import { DynamicHost, EngineDouble } from "../support/dynamicHost";
import { urnOf } from "../support/engine/urn";
import { type Postgres, startPostgres } from "../support/postgres";
import { openPool } from "../unit/coordination/stages";
import { fullWindows, mostInAnyWindow } from "./windows";

const limit = 100;
const windowSeconds = 10;
const machines = 8;
const operations = 800;
/** Rounds in which every machine creates the same object at the same moment. */
const rounds = 5;
/** The least number of requests in a full window. */
const least = 97;
const stoppedFor = 30_000;

/** A period in which some machines could not work. */
interface Disturbance {
  readonly what: string;
  readonly from: number;
  readonly to: number;
}

async function holderOfTurn(url: string): Promise<number | undefined> {
  const pool = openPool(url);
  try {
    const { rows } = await pool.query(
      "select holder from pulumi_outreach.leases where resource like '%/List/%' and resource not like '%/waiting' and free_at > extract(epoch from clock_timestamp()) * 1000",
    );
    return rows.length === 0 ? undefined : Number.parseInt(rows[0].holder, 10);
  } finally {
    await pool.end();
  }
}

/** Suspends the process that has the turn to create, for half a minute. */
async function stopHolder(url: string, hosts: readonly DynamicHost[]): Promise<Disturbance> {
  for (;;) {
    const pid = await holderOfTurn(url);
    const host = hosts.find(({ child }) => child.pid === pid);
    if (host === undefined) continue;
    host.child.kill("SIGSTOP");
    if ((await holderOfTurn(url)) === pid) {
      const from = Date.now();
      await sleep(stoppedFor);
      host.child.kill("SIGCONT");
      return { what: `process ${pid} stopped in its turn`, from, to: Date.now() };
    }
    host.child.kill("SIGCONT");
  }
}

async function restart(server: Postgres): Promise<Disturbance> {
  const from = Date.now();
  await server.kill();
  await sleep(3_000);
  await server.start();
  return { what: "database killed and restarted", from, to: Date.now() };
}

describe("eight machines with one key and one database", () => {
  it("use the whole limit, never exceed it, and create nothing twice", { timeout: 600_000 }, async () => {
    const server = await startPostgres();
    const sandbox = await startSandbox({ rateLimit: { limit, windowSeconds, burst: 0 } });
    const homes = Array.from({ length: machines }, () => mkdtempSync(join(tmpdir(), "outreach-fleet-")));
    const engine = await new EngineDouble().start();
    const hosts = await Promise.all(
      homes.map((home) =>
        DynamicHost.start({
          engine,
          cwd: process.env.OUTREACH_CHAOS_FOLDER,
          env: {
            HOME: home,
            OUTREACH_API_KEY: sandbox.accounts.owner.apiKeys[0] ?? "",
            OUTREACH_BASE_URL: sandbox.url,
            OUTREACH_COORDINATION: server.url,
            OUTREACH_REQUESTS_PER_MINUTE: String(limit),
            OUTREACH_RATE_WINDOW_SECONDS: String(windowSeconds),
          },
        }),
      ),
    );
    let refused = 0;
    const create = async (host: DynamicHost, name: string): Promise<string | undefined> => {
      const urn = urnOf("List", name.replaceAll(" ", "-"));
      const { inputs } = await host.check(urn, "List", {}, { name });
      try {
        return (await host.create(urn, inputs)).id;
      } catch (error) {
        if (!/already holds the same list/.test(String(error))) throw error;
        refused += 1;
        return undefined;
      }
    };
    const disturbances: Disturbance[] = [];
    try {
      const own = (operations - rounds * machines) / machines;
      const disturbed = (async () => {
        await sleep(15_000);
        disturbances.push(await restart(server));
        await sleep(15_000);
        disturbances.push(await stopHolder(server.url, hosts));
      })();
      const made = await Promise.all([
        ...hosts.flatMap((host, machine) =>
          Array.from({ length: rounds }, (_, round) => create(host, `Everybody's ${round}`)).concat(
            Array.from({ length: own }, (_, index) => create(host, `Machine ${machine} ${index}`)),
          ),
        ),
      ]);
      await disturbed;
      const ids = made.filter((id) => id !== undefined);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toHaveLength(operations - rounds * (machines - 1));
      expect(refused).toBe(rounds * (machines - 1));
    } finally {
      await Promise.all(hosts.map((host) => host.stop()));
      engine.close();
    }
    const { requests } = await sandbox.log();
    const { lists } = await sandbox.objects();
    await sandbox.close();
    await server.close();
    for (const home of homes) rmSync(home, { recursive: true, force: true });

    expect(new Set(lists.map(({ name }) => name)).size).toBe(lists.length);
    expect(lists).toHaveLength(operations - rounds * (machines - 1));
    const times = requests.map(({ time }) => time);
    const first = (times[0] ?? 0) + windowSeconds * 1000;
    expect(requests.filter(({ status, time }) => status === 429 && time > first)).toEqual([]);
    expect(mostInAnyWindow(times, windowSeconds * 1000)).toBeLessThanOrEqual(limit);
    const windows = fullWindows(times, windowSeconds * 1000).map((window) => {
      const during = disturbances.filter(({ from, to }) => from < window.to && to > window.from);
      return { ...window, during: during.map(({ what }) => what) };
    });
    for (const { count, during } of windows) process.stdout.write(`${count} requests ${during.join(", ")}\n`);
    const undisturbed = windows.slice(1).filter(({ during }) => during.length === 0);
    expect(undisturbed.length).toBeGreaterThanOrEqual(3);
    for (const { count } of undisturbed) expect(count).toBeGreaterThanOrEqual(least);
  });
});
