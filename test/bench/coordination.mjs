// The time to take and release a slot of the request limit, alone and with as many competitors as four processes.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "../../tools/postgres.mjs";
import { sources } from "./support/sources.mjs";

const { systemClock, PostgresDatabase, boot, thisRun, SqliteDatabase, SqlStore } = await sources(
  "api/clock",
  "api/coordination/postgres",
  "api/coordination/processRun",
  "api/coordination/sqlite",
  "api/coordination/sqlStore",
);

const rounds = 1_000;
const wanted = { SQLite: 1, PostgreSQL: 5 };

const median = (numbers) => numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length / 2)];

async function measure(store) {
  const times = [];
  for (let round = 0; round < rounds + 50; round += 1) {
    const began = performance.now();
    const { leases } = await store.take("limit", 100, 1, 60_000);
    await store.hold(leases[0], 0);
    // The first rounds load the engine and create the tables.
    if (round >= 50) times.push(performance.now() - began);
  }
  return median(times);
}

let missed = 0;
function report(name, store) {
  return measure(store).then((milliseconds) => {
    const fine = milliseconds < wanted[name];
    if (!fine) missed += 1;
    process.stdout.write(
      `${name}: a place taken and released in ${milliseconds.toFixed(3)} ms (median of ${rounds}; at most ${wanted[name]} ms) ${fine ? "fine" : "MISSED"}\n`,
    );
  });
}

const folder = mkdtempSync(join(tmpdir(), "outreach-bench-"));
const parts = { clock: systemClock, random: Math.random, patienceMilliseconds: 10_000 };
const sqlite = new SqlStore(new SqliteDatabase({ ...parts, cacheFolder: folder, boot }), thisRun);
await report("SQLite", sqlite);
await sqlite.close();
rmSync(folder, { recursive: true, force: true });

const server = await startPostgres({ durable: true });
const postgres = new SqlStore(new PostgresDatabase({ ...parts, url: server.url, lost: () => undefined }), thisRun);
await report("PostgreSQL", postgres);
await postgres.close();
await server.close();
process.exitCode = missed > 0 ? 1 : 0;
