import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { systemClock } from "../../../provider/src/api/clock";
import { Coordination, type CoordinationParts } from "../../../provider/src/api/coordination/coordination";
import { Memory } from "../../../provider/src/api/coordination/memoryStore";
import { schemaVersion } from "../../../provider/src/api/coordination/sqlTables";
import type { Store } from "../../../provider/src/api/coordination/store";
import type { Settings } from "../../../provider/src/api/settings";
import { describeWithPostgres, type Postgres, startPostgres } from "../../support/postgres";
import { settingsFor } from "../api/opening";
import { openPool, runNamed } from "./stages";

const unreachable = "postgres://somebody:a-secret-word@127.0.0.1:9/team";

function coordination(
  coordinationUrl: string,
  changes: Partial<Settings> = {},
  parts: Partial<CoordinationParts> = {},
  stores: Map<string, Store> = new Map(),
) {
  const said: string[] = [];
  const opened = new Coordination(
    {
      settings: settingsFor("https://outreach.example.com", { coordination: coordinationUrl, ...changes }),
      limit: { requests: 4, windowMilliseconds: 60_000 },
      clock: systemClock,
      random: Math.random,
      cacheFolder: undefined,
      run: runNamed("one"),
      say: (text) => said.push(text),
      warn: (text) => said.push(text),
      ...parts,
    },
    new Memory(),
    stores,
  );
  return { opened, said };
}

const refusal = (work: Promise<unknown>): Promise<string> => work.then(String, (error: Error) => error.message);

describe("the run stops before anything is sent if the database is at", () => {
  test("an address that refuses connections", async () => {
    const { opened, said } = coordination(unreachable);
    const message = await refusal(opened.begin(async () => "7"));
    expect(message).toMatch(/^nothing was sent: the coordination database cannot be used: .*ECONNREFUSED/);
    expect(message).toContain("check outreach:coordination (OUTREACH_COORDINATION)");
    expect(message).not.toMatch(/a-secret-word|at .*\.[jt]s:/);
    expect(said).toEqual([]);
  });

  test("a host that DNS does not know", async () => {
    const { opened } = coordination("postgres://somebody:a-secret-word@db.invalid/team");
    expect(await refusal(opened.take(1))).toMatch(/nothing was sent: .*db\.invalid/);
  });
});

test("a run never continues without a database that the settings name, whichever error occurs", async () => {
  const broken = new Proxy({} as Store, { get: () => () => Promise.reject(new TypeError("something unforeseen")) });
  const { opened, said } = coordination(unreachable, {}, {}, new Map([[`one ${unreachable}`, broken]]));
  await expect(opened.take(1)).rejects.toThrow("something unforeseen");
  await expect(opened.begin(async () => "7")).rejects.toThrow("something unforeseen");
  expect(said).toEqual([]);
});

describeWithPostgres("a PostgreSQL server", () => {
  let server: Postgres;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.close());
  const query = async (text: string): Promise<Record<string, unknown>[]> => {
    const pool = openPool(server.url);
    try {
      const result = await pool.query(text);
      return result.rows;
    } finally {
      await pool.end();
    }
  };
  beforeEach(() => query("drop schema if exists pulumi_outreach cascade"));

  test("refuses a wrong password: the error does not contain it", async () => {
    const { opened } = coordination(server.url.replace("only-for-tests", "a-secret-word"));
    const message = await refusal(opened.take(1));
    expect(message).toMatch(/nothing was sent: .*password authentication failed/);
    expect(message).not.toContain("a-secret-word");
  });

  test("with tables of a newer release stops the run: the error says how to upgrade", async () => {
    await coordination(server.url).opened.take(1);
    await query("update pulumi_outreach.version set number = 99");
    expect(await refusal(coordination(server.url).opened.take(1))).toMatch(
      /nothing was sent: .*newer release.*version 99[\s\S]*npm install pulumi-outreach@latest/,
    );
  });

  test("with tables of an earlier release is upgraded once, by the first of several runs", async () => {
    await coordination(server.url).opened.take(1);
    await query(
      "alter table pulumi_outreach.created drop column said_absent, drop column released, drop column ran, drop column resource, drop column adopted, drop column ran_on, drop column content",
    );
    await query("update pulumi_outreach.version set number = 1");
    await Promise.all([1, 2, 3].map(() => coordination(server.url).opened.take(1)));
    expect(await query("select number from pulumi_outreach.version")).toEqual([{ number: schemaVersion }]);
    expect(await query("select said_absent, released from pulumi_outreach.created")).toEqual([]);
  });

  test("works for a user with only the documented rights", async () => {
    const documentation = readFileSync(new URL("../../../docs/coordination.md", import.meta.url), "utf8");
    const [setUp = "", look = ""] = [...documentation.matchAll(/```sql\n([\s\S]*?)```/g)].map((match) => match[1]);
    await query("revoke create on schema public from public; drop role if exists outreach_coordination");
    await query(setUp);
    const { opened } = coordination(server.url.replace("tests:only-for-tests", "outreach_coordination:PASSWORD"));
    expect(await opened.take(1)).toHaveLength(1);
    const [first = "", second = ""] = look.split(";").map((each) => each.trim());
    expect(await query(first)).toMatchObject([{ taken: "1", process: "one@elsewhere" }]);
    expect(await query(second)).toEqual([]);
    await query("drop schema pulumi_outreach cascade; drop role outreach_coordination");
  });

  test("gets its tables from several concurrent first runs", async () => {
    const runs = Array.from({ length: 8 }, (_, index) =>
      coordination(server.url, {}, { run: runNamed(`run ${index}`) }),
    );
    const taken = await Promise.all(runs.map(({ opened }) => opened.take(1)));
    expect(taken.filter((each) => !("retryIn" in each))).toHaveLength(4);
    expect(await query("select number from pulumi_outreach.version")).toEqual([{ number: schemaVersion }]);
  });

  test("contains hashes, digests and ids, and no key, name or address", async () => {
    const { opened } = coordination(server.url);
    await opened.begin(async () => "7");
    const sent = { token: "a", kind: "List", owner: "7", name: "digest" } as const;
    await opened.creating("List", "lists", "7", async () => {
      await opened.sending(sent);
      opened.settled(sent, { id: "12" });
    });
    await opened.idle();
    const tables = ["leases", "created", "keys"];
    const rows = await Promise.all(tables.map((table) => query(`select * from pulumi_outreach.${table}`)));
    expect(rows.map((each) => each.length > 0)).toEqual([true, true, true]);
    const written = JSON.stringify(rows);
    for (const secret of [settingsFor("").apiKey, "outreach.example.com", "only-for-tests"]) {
      expect(written).not.toContain(secret);
    }
  });

  test("separates several accounts and services", async () => {
    const count = async (settings: Partial<Settings>, owner: string) => {
      const { opened } = coordination(server.url, settings);
      await opened.begin(async () => owner);
      const taken = await opened.take(9);
      return "retryIn" in taken ? 0 : taken.length;
    };
    // The request for the key's user takes a slot.
    expect(await count({ apiKey: "one" }, "7")).toBe(3);
    expect(await count({ apiKey: "another-key-of-the-same-user" }, "7")).toBe(0);
    expect(await count({ apiKey: "two" }, "8")).toBe(3);
    expect(await count({ apiKey: "one", origin: "https://other.example.com" }, "7")).toBe(3);
  });

  test("is waited for if it restarts during a run, and a long wait is reported", { timeout: 60_000 }, async () => {
    const { opened, said } = coordination(server.url, { waitBudgetSeconds: 60 });
    expect(await opened.take(1)).toHaveLength(1);
    await server.kill();
    const waiting = opened.take(1);
    await vi.waitFor(() => expect(said).not.toEqual([]), { timeout: 30_000, interval: 100 });
    await server.start();
    expect(await waiting).toHaveLength(1);
    expect(said).toEqual([
      expect.stringMatching(/^waiting for the coordination database, which does not answer \(.*\)/),
    ]);
  });

  test("stops the run if it does not return within the budget", { timeout: 60_000 }, async () => {
    const { opened } = coordination(server.url, { waitBudgetSeconds: 1 });
    expect(await opened.take(1)).toHaveLength(1);
    await server.kill();
    expect(await refusal(opened.take(1))).toMatch(/^nothing was sent: the coordination database cannot be used/);
    await server.start();
    expect(await opened.take(1)).toHaveLength(1);
  });
});
