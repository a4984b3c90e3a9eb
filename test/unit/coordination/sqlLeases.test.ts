import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Database } from "../../../provider/src/api/coordination/database";
import { SqlStore } from "../../../provider/src/api/coordination/sqlStore";
import type { Store } from "../../../provider/src/api/coordination/store";
import { SqliteFolder } from "./sqliteFolder";
import { runNamed } from "./stages";

let files: SqliteFolder;
beforeEach(() => {
  files = new SqliteFolder();
});
afterEach(() => files.close());

const takesPlaces = (text: string) => /^\s*update leases set token/.test(text);

/** A database whose result for free slots comes from `answer`. */
class Unreliable implements Database {
  repeated = 0;
  /** The executed statements, with repetitions. */
  statements = 0;
  readonly schema;
  readonly lockRows;
  readonly nextMark;
  readonly clockId;
  readonly now;
  readonly wallTime;
  answer: "as it is" | "lost once" | "locked once" | "always locked" = "as it is";

  constructor(private readonly inner: Database) {
    ({
      schema: this.schema,
      lockRows: this.lockRows,
      nextMark: this.nextMark,
      clockId: this.clockId,
      now: this.now,
      wallTime: this.wallTime,
    } = inner);
  }

  parameter(number: number): string {
    return this.inner.parameter(number);
  }

  async query(text: string, values: readonly unknown[], lasting?: boolean): Promise<readonly unknown[]> {
    this.statements += 1;
    if (!takesPlaces(text) || this.answer === "as it is") return await this.inner.query(text, values, lasting);
    if (this.answer === "always locked") return [];
    const { answer } = this;
    this.answer = "as it is";
    if (answer === "locked once") return [];
    await this.inner.query(text, values, lasting);
    this.repeated += 1;
    return await this.query(text, values, lasting);
  }

  async close(): Promise<void> {
    await this.inner.close();
  }
}

function opened(): { database: Unreliable; one: Store; other: Store } {
  const database = new Unreliable(files.database());
  return { database, one: new SqlStore(database, runNamed("one")), other: files.store("other") };
}

const rows = () => {
  const connection = files.raw();
  const all = connection.prepare("select place from leases where resource = 'limit' and place > 0").all();
  connection.close();
  return all.length;
};

test("a free slot takes one statement, and a full limit takes four", async () => {
  const { database, one } = opened();
  await one.take("limit", 2, 1, 1000);
  database.statements = 0;
  await one.take("limit", 2, 1, 1000);
  expect(database.statements).toBe(1);
  expect((await one.take("limit", 2, 1, 1000)).leases).toEqual([]);
  expect(database.statements).toBe(5);
});

test.each([
  [1, 4],
  [2, 4],
])("slots whose result was lost are returned, and the %d in the result kept", async (wanted, places) => {
  const { database, one, other } = opened();
  const [first] = (await one.take("limit", places, 1, 1000)).leases;
  if (first === undefined) throw new Error("no place is free");
  await one.hold(first, 0);
  database.answer = "lost once";
  const { leases } = await one.take("limit", places, wanted, 1000);
  expect(leases).toHaveLength(wanted);
  expect((await other.take("limit", places, places, 1000)).leases).toHaveLength(places - wanted);
  for (const lease of leases) expect(await one.hold(lease, 0)).toBe(true);
});

test("slots that another process locks are retried a few times", async () => {
  const { database, one } = opened();
  await one.take("limit", 4, 1, 1000);
  database.answer = "locked once";
  expect((await one.take("limit", 4, 1, 1000)).leases).toHaveLength(1);
  database.answer = "always locked";
  database.statements = 0;
  expect((await one.take("limit", 4, 1, 1000)).leases).toEqual([]);
  expect(database.statements).toBe(5 * 4);
});

// The maximum number of slots, how many are wanted, and how many have a row afterwards.
test.each([
  [2, 1, 2],
  [2, 5, 2],
  [60, 1, 25],
  [60, 40, 40],
])("for %d slots, of which %d are wanted, a few extra rows are created at once: %d", async (most, wanted, made) => {
  const { one } = opened();
  const taken = (await one.take("limit", most, wanted, 1000)).leases.length;
  expect([taken, rows()]).toEqual([Math.min(most, wanted), made]);
  if (made === most) {
    await one.take("limit", most, most, 1000);
    await one.take("limit", most, most, 1000);
    expect(rows()).toBe(most);
  }
});

test.each([
  ["sent", false],
  ["refused", false],
  ["made", true],
] as const)("a creation that is %s survives a power loss: %j", async (outcome, lasting) => {
  const database = files.database();
  const query = vi.spyOn(database, "query");
  const store = new SqlStore(database, runNamed("one"));
  await store.record({ service: "service", kind: "List", owner: "7", token: "a", name: "digest", outcome });
  expect(query.mock.calls.map((call) => call[2])).toEqual([lasting]);
});

test("closing a store closes its connections", async () => {
  const database = files.database();
  const close = vi.spyOn(database, "close");
  await new SqlStore(database, runNamed("one")).close();
  expect(close).toHaveBeenCalledOnce();
});
