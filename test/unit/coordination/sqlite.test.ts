import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { HeldByAnother } from "../../../provider/src/api/coordination/sqlite";
import { settingsFor } from "../api/opening";
import { SqliteFolder } from "./sqliteFolder";

let files: SqliteFolder;
beforeEach(() => {
  files = new SqliteFolder();
});
afterEach(() => files.close());

describe("the clock of this machine", () => {
  test("starts again at zero: the time of day counts", async () => {
    await files.store("before", "before").take("limit", 1, 1, 1000);
    files.clock.pass(500);
    const after = files.store("after", "after");
    expect((await after.take("limit", 1, 1, 1000)).leases).toEqual([]);
    files.clock.pass(500);
    expect((await after.take("limit", 1, 1, 1000)).leases).toHaveLength(1);
  });

  test.each([-1e9, 1e9])("has its time of day set by %d ms: no lease lasts too long", async (jump) => {
    await files.store("before", "before").take("limit", 1, 1, 1000);
    files.clock.jump(jump);
    const after = files.store("after", "after");
    await after.take("limit", 1, 1, 1000);
    await after.block("limit", 3000);
    files.clock.jump(jump);
    files.clock.pass(3000);
    expect((await after.take("limit", 1, 1, 1000)).leases).toHaveLength(1);
  });

  test("runs behind the times in the file (a restart of another system): no lease lasts too long", async () => {
    const store = files.store("one");
    await store.take("limit", 1, 1, 1000);
    files.change("update leases set free_at = free_at + 1e12");
    await store.take("limit", 1, 1, 1000);
    files.clock.pass(1000);
    expect((await store.take("limit", 1, 1, 1000)).leases).toHaveLength(1);
  });
});

describe("the file", () => {
  test("can be read only by its user, and contains no name, key or address", async () => {
    const { opened } = files.coordination();
    await opened.begin(async () => "7");
    const sent = { token: "a", kind: "List", owner: "7", name: "digest" } as const;
    await opened.creating("List", "lists", "7", () => opened.sending(sent));
    await opened.idle();
    expect(statSync(files.file).mode & 0o077).toBe(0);
    expect(readdirSync(files.folder)).toEqual(["coordination.db", "coordination.db-journal"]);
    const written = readFileSync(files.file, "latin1");
    for (const secret of [settingsFor("").apiKey, "outreach.example.com"]) expect(written).not.toContain(secret);
  });

  test("is created and shared again if it is deleted during a run", async () => {
    const [one, other] = [files.store("one"), files.store("other")];
    await one.take("limit", 1, 1, 1000);
    rmSync(files.folder, { recursive: true });
    expect((await one.take("limit", 1, 1, 1000)).leases).toHaveLength(1);
    expect((await other.take("limit", 1, 1, 1000)).leases).toEqual([]);
  });

  test("is waited for while another process writes, without blocking this process", async () => {
    const store = files.store("one");
    await store.ownerOf("hash");
    const connection = files.raw();
    connection.exec("begin immediate");
    const written = store.rememberOwner("hash", "7");
    await files.clock.passSlowly(50);
    connection.exec("commit");
    await files.clock.passSlowly(50);
    await written;
    expect(await store.ownerOf("hash")).toBe("7");
    connection.exec("begin immediate");
    const refused = store.rememberOwner("hash", "8").catch((error: unknown) => error);
    await files.clock.passSlowly(200);
    expect(await refused).toBeInstanceOf(HeldByAnother);
    connection.close();
  });

  test("stops the run before anything is sent if another process does not release it", async () => {
    const { opened, warnings } = files.coordination();
    await opened.take(1);
    const connection = files.raw();
    connection.exec("begin immediate");
    const refused = opened.take(1).catch((error: unknown) => error);
    await files.clock.passSlowly(1_100);
    expect(String(await refused)).toMatch(/nothing was sent: another process holds .*coordination\.db/);
    expect(warnings).toEqual([]);
    connection.close();
  });
});

test("a file of an earlier release is upgraded and keeps its content", async () => {
  const of = { service: "service", kind: "List", owner: "7" } as const;
  const creation = { ...of, token: "a", name: "digest", outcome: "made", id: "1" } as const;
  const running = { ...creation, token: "c", id: "3", running: true, targets: ["5", "6"] };
  await files.store("one").record(creation);
  await files.store("one").record(running);
  const columns = ["said_absent", "released", "ran", "resource", "adopted", "ran_on", "content"];
  files.change(columns.map((name) => `alter table created drop column ${name}`).join(";"));
  files.change("update version set number = 1");
  const later = files.store("two");
  expect(await later.creations(of)).toEqual([
    { ...creation, own: false },
    { ...running, ran: true, ranOn: ["5", "6"], own: false },
  ]);
  await later.record({ ...creation, token: "b", id: "2", saidAbsent: true });
  expect(await later.creations(of)).toHaveLength(3);
});

test("old creations are forgotten, except of objects that may exist or have contacted people", async () => {
  const of = { service: "service", kind: "Campaign", owner: "7" } as const;
  const store = files.store("one");
  const made = { ...of, name: "digest", outcome: "made" } as const;
  await store.record({ ...made, token: "off", id: "1", running: false });
  await store.record({ ...made, token: "on", id: "2", running: true });
  await store.record({ ...made, token: "was on", id: "3", running: true });
  await store.remember({ ...made, token: "unused", id: "3", running: false });
  await store.record({ ...of, token: "lost", name: "digest", outcome: "sent" });
  await store.record({ ...made, token: "new", id: "4" });
  files.change("update created set mark = mark + 30000 where token = 'new'");
  await store.ownerOf("hash");
  expect((await store.creations(of)).map(({ token }) => token)).toEqual(["on", "was on", "lost", "new"]);
});

describe("files of an earlier release", () => {
  const age = (days: number) => {
    const folders = [join(files.folder, "limits", "0123"), join(files.folder, "limits")];
    mkdirSync(folders[0] ?? "", { recursive: true });
    writeFileSync(join(files.folder, "limits", "salt"), "");
    const at = files.clock.wallTime() / 1000 - days * 86_400;
    for (const path of [join(files.folder, "limits", "salt"), ...folders]) utimesSync(path, at, at);
  };

  test.each([
    [13, true],
    [15, false],
  ])("unused for %d days: still exist: %s", async (days, there) => {
    age(days);
    await files.coordination().opened.take(1);
    expect(existsSync(join(files.folder, "limits"))).toBe(there);
  });
});
