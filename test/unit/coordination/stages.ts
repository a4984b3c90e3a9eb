import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Pool } from "pg";
import { Coordination, type CoordinationParts } from "../../../provider/src/api/coordination/coordination";
import { Expression } from "../../../provider/src/api/coordination/database";
import { Memory, MemoryStore } from "../../../provider/src/api/coordination/memoryStore";
import { PostgresDatabase } from "../../../provider/src/api/coordination/postgres";
import { SqliteDatabase } from "../../../provider/src/api/coordination/sqlite";
import { SqlStore } from "../../../provider/src/api/coordination/sqlStore";
import type { ProcessRun, Store } from "../../../provider/src/api/coordination/store";
import { type Postgres, startPostgres, withPostgres } from "../../support/postgres";
import { FakeClock } from "../api/fakeClock";
import { settingsFor } from "../api/opening";

/** One store and the processes that share it. Time passes only with `pass`, for the database's clock as well. */
export interface Stage {
  readonly clock: FakeClock;
  /** The store as seen by another process. */
  process(name: string): Store;
  pass(milliseconds: number): Promise<void>;
  close(): Promise<void>;
}

export const runNamed = (name: string): ProcessRun => ({ id: name, label: `${name}@elsewhere` });

const parts = { patienceMilliseconds: 1_000, random: () => 0.5 };

export async function memoryStage(): Promise<Stage> {
  const clock = new FakeClock();
  const memory = new Memory();
  return {
    clock,
    process: (name) => new MemoryStore(memory, clock, runNamed(name)),
    pass: async (milliseconds) => clock.pass(milliseconds),
    close: async () => undefined,
  };
}

export async function sqliteStage(): Promise<Stage & { readonly folder: string }> {
  const clock = new FakeClock();
  const folder = mkdtempSync(join(tmpdir(), "outreach-sqlite-"));
  const stores: Store[] = [];
  return {
    clock,
    folder,
    process(name) {
      const database = new SqliteDatabase({ cacheFolder: folder, clock, boot: "this-boot", ...parts });
      const store = new SqlStore(database, runNamed(name));
      stores.push(store);
      return store;
    },
    pass: async (milliseconds) => clock.pass(milliseconds),
    async close() {
      await Promise.all(stores.map((store) => store.close()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

let server: Promise<Postgres> | undefined;

/** One server for each test file: each stage empties it. */
export function postgresServer(): Promise<Postgres> {
  server ??= startPostgres();
  return server;
}

export async function closePostgres(): Promise<void> {
  await (await server)?.close();
  server = undefined;
}

export function openPool(url: string): Pool {
  const postgres: typeof import("pg") = createRequire(import.meta.url)("pg");
  return new postgres.Pool({ connectionString: url, max: 1 });
}

/** A server that reads the time from a table, so that tests can advance it. */
class TimedPostgres extends PostgresDatabase {
  override readonly now = new Expression("(select milliseconds from test_clock)");
  override readonly wallTime = this.now;
}

export async function postgresStage(): Promise<Stage> {
  const { url } = await postgresServer();
  const clock = new FakeClock();
  const pool = openPool(url);
  await pool.query(
    "drop schema if exists pulumi_outreach cascade; drop table if exists test_clock; create table test_clock (milliseconds double precision)",
  );
  await pool.query("insert into test_clock values ($1)", [clock.wallTime()]);
  const stores: Store[] = [];
  return {
    clock,
    process(name) {
      const store = new SqlStore(new TimedPostgres({ url, clock, lost: () => undefined, ...parts }), runNamed(name));
      stores.push(store);
      return store;
    },
    async pass(milliseconds) {
      clock.pass(milliseconds);
      await pool.query("update test_clock set milliseconds = milliseconds + $1", [milliseconds]);
    },
    async close() {
      await Promise.all([...stores.map((store) => store.close()), pool.end()]);
    },
  };
}

/** Stages for stores that several processes share. */
export const sharedStages: readonly (readonly [string, () => Promise<Stage>])[] = [
  ["SQLite", sqliteStage],
  ...(withPostgres ? [["PostgreSQL", postgresStage] as const] : []),
];
export const allStages = [["memory", memoryStage] as const, ...sharedStages];

/** The coordination of one process with a test's store. */
export function coordinationOver(
  store: Store | undefined,
  clock: FakeClock,
  changes: Partial<CoordinationParts> = {},
): Coordination {
  const settings = settingsFor("https://outreach.example.com", { requestTimeoutSeconds: 0.5 });
  const said = { say: () => undefined, warn: () => undefined };
  const limit = { requests: 4, windowMilliseconds: 1000 };
  const parts = { settings, limit, clock, random: () => 0.5, cacheFolder: "the store below", ...said, ...changes };
  const { id } = parts.run ?? { id: "one" };
  const stores = new Map(store === undefined ? [] : [[`${id} the store below`, store]]);
  const run = runNamed(id);
  return new Coordination(
    { ...parts, run, cacheFolder: store === undefined ? undefined : parts.cacheFolder },
    new Memory(),
    stores,
  );
}

/** A promise that the test resolves with `open`. */
export function gate(): { readonly opened: Promise<void>; open(): void } {
  let resolved: (() => void) | undefined;
  const opened = new Promise<void>((resolve) => {
    resolved = resolve;
  });
  return { opened, open: () => resolved?.() };
}
