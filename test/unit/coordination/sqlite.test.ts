import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Coordination } from "../../../provider/src/api/coordination/coordination";
import { Memory } from "../../../provider/src/api/coordination/memoryStore";
import { HeldByAnother, SqliteDatabase } from "../../../provider/src/api/coordination/sqlite";
import { SqlStore } from "../../../provider/src/api/coordination/sqlStore";
import type { Store } from "../../../provider/src/api/coordination/store";
import { FakeClock } from "../api/fakeClock";
import { settingsFor } from "../api/opening";
import { runNamed } from "./stages";

let folder: string;
let clock: FakeClock;
const databases: SqliteDatabase[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "outreach-sqlite-"));
  clock = new FakeClock();
});
afterEach(async () => {
  await Promise.all(databases.splice(0).map((database) => database.close()));
  rmSync(folder, { recursive: true, force: true });
});

const file = () => join(folder, "coordination.db");

function database(boot = "this-boot"): SqliteDatabase {
  const opened = new SqliteDatabase({ cacheFolder: folder, clock, boot, random: () => 0.5, patienceMilliseconds: 100 });
  databases.push(opened);
  return opened;
}

const open = (name: string, boot?: string): Store => new SqlStore(database(boot), runNamed(name));

/** The same engine, without what is under test. */
function raw(): { exec(text: string): void; prepare(text: string): { all(): unknown[] }; close(): void } {
  const Engine = createRequire(join(process.cwd(), "provider", "package.json"))("libsql");
  return new Engine(file());
}

function coordination(cacheFolder = folder) {
  const warnings: string[] = [];
  const opened = new Coordination(
    {
      settings: settingsFor("https://outreach.example.com", { waitBudgetSeconds: 1 }),
      limit: { requests: 2, windowMilliseconds: 1000 },
      clock,
      random: () => 0.5,
      cacheFolder,
      say: () => undefined,
      warn: (text) => warnings.push(text),
    },
    new Memory(),
    new Map(),
  );
  return { opened, warnings };
}

/** A process that cannot share anything still keeps to the limit by itself, and says so once. */
async function expectAlone(cacheFolder = folder): Promise<string> {
  const { opened, warnings } = coordination(cacheFolder);
  expect(await opened.take(3)).toHaveLength(2);
  expect(await opened.take(1)).toMatchObject({ blocked: false });
  await opened.creating("List", "lists", "7", async () => undefined);
  expect(warnings).toHaveLength(1);
  return warnings[0] ?? "";
}

describe("the clock of this machine", () => {
  test("starting anew counts by the wall's", async () => {
    await open("before", "before").take("limit", 1, 1, 1000);
    clock.pass(500);
    const after = open("after", "after");
    expect((await after.take("limit", 1, 1, 1000)).leases).toEqual([]);
    clock.pass(500);
    expect((await after.take("limit", 1, 1, 1000)).leases).toHaveLength(1);
  });

  test.each([-1e9, 1e9])("of the wall, set by %d ms, locks nobody out for longer than was meant", async (jump) => {
    await open("before", "before").take("limit", 1, 1, 1000);
    clock.jump(jump);
    const after = open("after", "after");
    await after.take("limit", 1, 1, 1000);
    await after.block("limit", 3000);
    clock.jump(jump);
    clock.pass(3000);
    expect((await after.take("limit", 1, 1, 1000)).leases).toHaveLength(1);
  });

  test("that runs behind what is written (another system's restart) waits no longer than was meant", async () => {
    const store = open("one");
    await store.take("limit", 1, 1, 1000);
    const connection = raw();
    connection.exec("update leases set free_at = free_at + 1e12");
    connection.close();
    await store.take("limit", 1, 1, 1000);
    clock.pass(1000);
    expect((await store.take("limit", 1, 1, 1000)).leases).toHaveLength(1);
  });
});

describe("the file", () => {
  test("is the user's own, and holds no name, key or address", async () => {
    const { opened } = coordination();
    await opened.begin(async () => "7");
    const sent = { token: "a", kind: "List", owner: "7", name: "digest" } as const;
    await opened.creating("List", "lists", "7", () => opened.sending(sent));
    await opened.idle();
    expect(statSync(file()).mode & 0o077).toBe(0);
    expect(readdirSync(folder)).toEqual(["coordination.db", "coordination.db-journal"]);
    const written = readFileSync(file(), "latin1");
    for (const secret of [settingsFor("").apiKey, "outreach.example.com"]) expect(written).not.toContain(secret);
  });

  test("that somebody deletes in the middle of a run is made anew, and shared again", async () => {
    const [one, other] = [open("one"), open("other")];
    await one.take("limit", 1, 1, 1000);
    rmSync(folder, { recursive: true });
    expect((await one.take("limit", 1, 1, 1000)).leases).toHaveLength(1);
    expect((await other.take("limit", 1, 1, 1000)).leases).toEqual([]);
  });

  test("that another process is writing is waited for, and this process goes on hearing", async () => {
    const store = open("one");
    await store.ownerOf("hash");
    const connection = raw();
    connection.exec("begin immediate");
    const written = store.rememberOwner("hash", "7");
    await clock.passSlowly(50);
    connection.exec("commit");
    await clock.passSlowly(50);
    await written;
    expect(await store.ownerOf("hash")).toBe("7");
    connection.exec("begin immediate");
    const refused = store.rememberOwner("hash", "8").catch((error: unknown) => error);
    await clock.passSlowly(200);
    expect(await refused).toBeInstanceOf(HeldByAnother);
    connection.close();
  });

  test("that another process holds for ever stops the run before anything is sent", async () => {
    const { opened, warnings } = coordination();
    await opened.take(1);
    const connection = raw();
    connection.exec("begin immediate");
    const refused = opened.take(1).catch((error: unknown) => error);
    await clock.passSlowly(1_100);
    expect(String(await refused)).toMatch(/nothing was sent: another process holds .*coordination\.db/);
    expect(warnings).toEqual([]);
    connection.close();
  });
});

test("a file of an earlier release is brought up to date and keeps what it holds", async () => {
  const of = { service: "service", kind: "List", owner: "7" } as const;
  const creation = { ...of, token: "a", name: "digest", outcome: "made", id: "1" } as const;
  await open("one").record(creation);
  const connection = raw();
  connection.exec(
    `${["said_absent", "released", "ran", "resource", "adopted"].map((name) => `alter table created drop column ${name}`).join("; ")};
    update version set number = 1`,
  );
  connection.close();
  const later = open("two");
  expect(await later.creations(of)).toEqual([{ ...creation, own: false }]);
  await later.record({ ...creation, token: "b", id: "2", saidAbsent: true });
  expect(await later.creations(of)).toHaveLength(2);
});

test("old creations are forgotten, but for what may exist and what has reached people", async () => {
  const of = { service: "service", kind: "Campaign", owner: "7" } as const;
  const store = open("one");
  const made = { ...of, name: "digest", outcome: "made" } as const;
  await store.record({ ...made, token: "off", id: "1", running: false });
  await store.record({ ...made, token: "on", id: "2", running: true });
  await store.record({ ...made, token: "was on", id: "3", running: true });
  await store.remember({ ...made, token: "unused", id: "3", running: false });
  await store.record({ ...of, token: "lost", name: "digest", outcome: "sent" });
  await store.record({ ...made, token: "new", id: "4" });
  const connection = raw();
  connection.exec("update created set mark = mark + 30000 where token = 'new'");
  connection.close();
  await store.ownerOf("hash");
  expect((await store.creations(of)).map(({ token }) => token)).toEqual(["on", "was on", "lost", "new"]);
});

describe("a file that cannot be used leaves this process to itself, and says so once:", () => {
  test("damaged from the beginning; it is set aside, and the next run shares again", async () => {
    writeFileSync(file(), "x".repeat(10_000));
    expect(await expectAlone()).toContain("cannot be used");
    expect(readFileSync(`${file()}.damaged`, "latin1")).toContain("xxx");
    const { opened, warnings } = coordination();
    expect(await opened.take(1)).toHaveLength(1);
    expect(warnings).toEqual([]);
    expect(existsSync(file())).toBe(true);
  });

  test("damaged in the middle of a run", async () => {
    const { opened, warnings } = coordination();
    expect(await opened.take(1)).toHaveLength(1);
    writeFileSync(file(), "x".repeat(statSync(file()).size));
    expect(await opened.take(1)).toHaveLength(1);
    expect(await opened.take(1)).toMatchObject({ blocked: false });
    expect(warnings).toEqual([expect.stringContaining("does not know of others of this machine")]);
  });

  test("cut off", async () => {
    await open("one").take("limit", 30, 1, 1000);
    writeFileSync(file(), readFileSync(file()).subarray(0, 5_000));
    expect(await expectAlone()).toContain("cannot be used");
  });

  test("of a newer release", async () => {
    await open("one").ownerOf("hash");
    const connection = raw();
    connection.exec("update version set number = 99");
    connection.close();
    expect(await expectAlone()).toContain("newer release of pulumi-outreach (version 99)");
    expect(existsSync(file())).toBe(true);
  });

  test("a foreign database", async () => {
    const connection = raw();
    connection.exec("create table version (title text)");
    connection.close();
    expect(await expectAlone()).toContain("cannot be used");
  });

  test("in a folder that is a file", async () => {
    writeFileSync(join(folder, "file"), "");
    expect(await expectAlone(join(folder, "file", "below"))).toContain("ENOTDIR");
  });

  test("a folder in its place", async () => {
    mkdirSync(file());
    expect(await expectAlone()).toContain("cannot be used");
  });

  test("read only", async () => {
    await open("one").ownerOf("hash");
    const connection = raw();
    // Root may write to every file; the engine refuses this one's journal all the same.
    connection.close();
    rmSync(`${file()}-journal`);
    mkdirSync(`${file()}-journal`);
    chmodSync(file(), 0o400);
    expect(await expectAlone()).toContain("cannot be used");
  });

  test("on a full disk", async () => {
    const small = database();
    const store = new SqlStore(small, runNamed("one"));
    await store.rememberOwner("before", "7");
    const pages = (await small.query("pragma page_count", []))[0];
    await small.query(`pragma max_page_count = ${Object.values(pages ?? {})[0]}`, []);
    const name = "x".repeat(3_000);
    const filled = (async () => {
      for (let number = 0; number < 100; number++) await store.rememberOwner(`${number} ${name}`, "7");
    })();
    await expect(filled).rejects.toThrow(/full/);
    // What was there before is there still.
    expect(await store.ownerOf("before")).toBe("7");
  });
});

describe("files of an earlier release", () => {
  const age = (days: number) => {
    const folders = [join(folder, "limits", "0123"), join(folder, "limits")];
    mkdirSync(folders[0] ?? "", { recursive: true });
    writeFileSync(join(folder, "limits", "salt"), "");
    const at = clock.wallTime() / 1000 - days * 86_400;
    for (const path of [join(folder, "limits", "salt"), ...folders]) utimesSync(path, at, at);
  };

  test.each([
    [13, true],
    [15, false],
  ])("untouched for %d days: still there is %s", async (days, there) => {
    age(days);
    await coordination().opened.take(1);
    expect(existsSync(join(folder, "limits"))).toBe(there);
  });
});
