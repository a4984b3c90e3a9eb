import { copyFileSync, readdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "libsql";
import { beforeEach, describe, expect, it } from "vitest";
import { startSandbox } from "../../sandbox/src/index.js";
import { Store } from "../../sandbox/src/store/store.js";
import { closedAfterTest } from "../support/closedAfterTest.js";
import { temporaryFolder } from "../support/folders.js";
import { callService, fourSignals, networkSteps } from "./support.js";

let folder: string;
beforeEach(() => {
  folder = realpathSync(temporaryFolder());
});

describe("a store in a file", () => {
  it("keeps objects, time, ids and log across a restart", async () => {
    const options = { store: join(folder, "store.db"), startTime: "2026-03-02T08:00:00Z" };
    const first = await startSandbox(options);
    const list = await callService<{ id: number }>(first.url, "POST", "/v1/list", { name: "Founders" });
    await callService(first.url, "POST", "/v1/agent", { name: "Finder", listId: list.body.id, variables: fourSignals });
    await callService(first.url, "POST", "/v1/campaign", {
      name: "First contact",
      listIds: [list.body.id],
      linkedinSeatId: 7,
      steps: networkSteps,
    });
    await first.advance({ days: 2 });
    const [objects, log] = [await first.objects(), await first.log()];
    await first.close();

    const second = closedAfterTest(await startSandbox(options));
    expect(await second.objects()).toEqual(objects);
    expect(await second.log()).toEqual(log);
    expect(await second.state()).toMatchObject({ now: "2026-03-04T08:00:00.000Z", requests: 3 });
    const next = await callService<{ id: number }>(second.url, "POST", "/v1/list", { name: "Next" });
    const known = [...objects.contacts, ...objects.agentLogs, ...objects.campaignLogs].map(({ id }) => id);
    expect(next.body.id).toBeGreaterThan(Math.max(...known));
    await second.advance({ hours: 1 });
  });

  it("that was closed can be copied as one file", async () => {
    const first = await startSandbox({ store: join(folder, "store.db") });
    await callService(first.url, "POST", "/v1/list", { name: "Founders" });
    const objects = await first.objects();
    await first.close();
    copyFileSync(join(folder, "store.db"), join(folder, "copy.db"));
    const second = closedAfterTest(await startSandbox({ store: join(folder, "copy.db") }));
    expect(await second.objects()).toEqual(objects);
  });

  it("written by an earlier version gets its missing fields", async () => {
    const options = { store: join(folder, "store.db"), startTime: "2026-03-02T08:00:00Z", answerRate: 0 };
    const first = await startSandbox(options);
    const list = await callService<{ id: number }>(first.url, "POST", "/v1/list", { name: "Founders" });
    const campaign = { name: "First contact", listIds: [list.body.id], linkedinSeatId: 7, steps: networkSteps };
    const made = await callService<{ id: number }>(first.url, "POST", "/v1/campaign", campaign);
    const people = ["Ada", "Bea"].map((firstName) => ({
      firstName,
      lastName: "Okoye",
      profileUrl: `https://network.example.com/in/${firstName}`,
      listId: list.body.id,
    }));
    await first.addContacts({ userId: 101, contacts: people });
    await first.setLinkedinSeat({ seatId: 7, quotas: { profileVisits: 10 } });
    await first.advance({ hours: 2 });
    await first.close();
    const database = new Database(options.store);
    const added = {
      contact: ["emailEnriched"],
      campaign_log: ["reason", "code"],
      enrolment: ["answer"],
      linkedin_seat: ["usageByCampaign"],
    };
    for (const [table, fields] of Object.entries(added)) {
      for (const field of fields) database.exec(`UPDATE ${table} SET body = json_remove(body, '$.${field}')`);
    }
    database.close();

    const second = closedAfterTest(await startSandbox(options));
    await second.advance({ days: 2 });
    const logs = await callService<unknown[]>(second.url, "GET", `/v1/campaign/${made.body.id}/logs`);
    expect(logs.body).toHaveLength(4);
    expect((await second.objects()).contacts).toMatchObject([{ emailEnriched: false }, { emailEnriched: false }]);
  });

  it("catches up with a wall clock, and never goes back in time", async () => {
    const store = join(folder, "store.db");
    const started = new Date(Date.now() - 5 * 3_600_000).toISOString();
    const first = await startSandbox({ store, clock: "manual", startTime: started });
    const list = await callService<{ id: number }>(first.url, "POST", "/v1/list", { name: "Founders" });
    await callService(first.url, "POST", "/v1/agent", { name: "Finder", listId: list.body.id, variables: fourSignals });
    await first.close();
    const second = await startSandbox({ store, clock: "wall" });
    await second.advance();
    const { contacts } = await second.objects();
    expect(contacts.length).toBeGreaterThan(0);
    // At the missed hours, not at the time of catching up.
    expect(contacts.filter(({ createdAt }) => !/:00:00\.000Z$/.test(createdAt))).toEqual([]);
    await second.advance({ days: 1 });
    const { now } = await second.state();
    expect(Date.parse(now)).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    await second.close();
    const third = closedAfterTest(await startSandbox({ store, clock: "manual" }));
    expect((await third.state()).now >= now).toBe(true);
  });

  it("is emptied by the option reset", async () => {
    const options = { store: join(folder, "store.db") };
    const first = await startSandbox(options);
    await callService(first.url, "POST", "/v1/list", { name: "Founders" });
    await first.close();
    const second = closedAfterTest(await startSandbox({ ...options, reset: true }));
    expect(await second.counts()).toMatchObject({ lists: 0 });
    expect((await second.log()).requests).toEqual([]);
  });

  it("can be used by one sandbox at a time", async () => {
    const options = { store: join(folder, "store.db") };
    const first = await startSandbox(options);
    await expect(startSandbox(options)).rejects.toThrow(/in use by another sandbox/);
    await first.close();
    await (await startSandbox(options)).close();
  });

  it("can be used by one sandbox at a time, under any name", async () => {
    const store = join(folder, "store.db");
    const [toFile, toFolder] = [join(folder, "link.db"), join(folder, "linked")];
    symlinkSync(store, toFile);
    symlinkSync(folder, toFolder);
    // The first link exists before the store.
    const first = await startSandbox({ store: toFile });
    for (const name of [store, toFile, join(toFolder, "store.db"), join(toFolder, "link.db")]) {
      await expect(startSandbox({ store: name }), name).rejects.toThrow(`${realpathSync(store)} is in use by another`);
    }
    await callService(first.url, "POST", "/v1/list", { name: "Founders" });
    await first.close();
    const second = closedAfterTest(await startSandbox({ store: join(toFolder, "link.db") }));
    expect(await second.counts()).toMatchObject({ lists: 1 });
  });

  it("is not created in a folder that does not exist", async () => {
    const store = join(folder, "mistyped", "store.db");
    await expect(startSandbox({ store })).rejects.toThrow(
      `The folder of the store ${store} does not exist. Create ${join(folder, "mistyped")}, or correct the path.`,
    );
    writeFileSync(join(folder, "file"), "");
    await expect(startSandbox({ store: join(folder, "file", "store.db") })).rejects.toThrow(join(folder, "file"));
    expect(readdirSync(folder)).toEqual(["file"]);
  });

  it("cannot be a folder, another file or another program's database, and leaves these unchanged", async () => {
    const [notes, other] = [join(folder, "notes.txt"), join(folder, "other.db")];
    writeFileSync(notes, "Buy milk");
    const database = new Database(other);
    database.exec("CREATE TABLE milk (id INTEGER); CREATE TABLE setting (id INTEGER)");
    database.close();
    const before = readFileSync(other);
    await expect(startSandbox({ store: folder })).rejects.toThrow(
      `The store ${folder} is a folder. Name a file in it.`,
    );
    for (const store of [notes, other]) {
      for (const reset of [false, true]) {
        await expect(startSandbox({ store, reset })).rejects.toThrow(
          `The file ${store} is not a store of a sandbox, and was not changed. Name another file.`,
        );
      }
    }
    expect(readFileSync(notes, "utf8")).toBe("Buy milk");
    expect(readFileSync(other)).toEqual(before);
    expect(readdirSync(folder).sort()).toEqual(["notes.txt", "other.db"]);
  });

  it("that is damaged is named in the error, and released afterwards", async () => {
    const store = join(folder, "store.db");
    await (await startSandbox({ store })).close();
    const database = new Database(store);
    database.exec("INSERT INTO lead_list (id, body) VALUES (1, 'not JSON')");
    database.close();
    for (let time = 0; time < 2; time += 1) {
      await expect(startSandbox({ store })).rejects.toThrow(`The store ${store} cannot be read: `);
    }
  });

  it("can begin as an empty file", async () => {
    const store = join(folder, "store.db");
    writeFileSync(store, "");
    const first = await startSandbox({ store });
    await callService(first.url, "POST", "/v1/list", { name: "Founders" });
    await first.close();
    const second = closedAfterTest(await startSandbox({ store }));
    expect((await second.objects()).lists).toMatchObject([{ name: "Founders" }]);
  });

  it("can begin without users", async () => {
    const sandbox = closedAfterTest(await startSandbox({ populate: "nothing" }));
    expect((await sandbox.objects()).users).toEqual([]);
  });
});

describe("a transaction", () => {
  const list = (id: number, userId = 1) => ({
    id,
    userId,
    name: `List ${id}`,
    campaignId: null,
    createdAt: "",
    updatedAt: "",
  });

  it("takes effect completely or not at all, in memory and in the file", () => {
    const store = new Store({ path: join(folder, "store.db") });
    store.transaction(() => store.lists.put(list(1)));
    let told = 0;
    expect(() =>
      store.transaction(() => {
        store.onCommit(() => {
          told += 1;
        });
        store.lists.put(list(2));
        store.lists.put({ ...list(1), name: "Changed", userId: 2 });
        store.setSetting("clock", "5");
        store.lists.delete(1);
        throw new Error("half way");
      }),
    ).toThrow("half way");
    expect(told).toBe(0);
    const check = (kept: Store) => {
      expect(kept.lists.all()).toEqual([list(1)]);
      expect(kept.lists.by("user", 1)).toEqual([list(1)]);
      expect(kept.lists.by("user", 2)).toEqual([]);
      expect(kept.setting("clock")).toBeUndefined();
    };
    check(store);
    store.close();
    const again = new Store({ path: join(folder, "store.db") });
    check(again);
    again.close();
  });

  it("reports whether it wrote anything; writes outside a transaction are rejected", () => {
    const store = new Store();
    expect(store.transaction(() => store.lists.all()).changed).toBe(false);
    expect(store.transaction(() => store.lists.put(list(1))).changed).toBe(true);
    expect(() => store.lists.put(list(2))).toThrow(/inside a transaction/);
    store.close();
  });

  it("gives out ids from a random number above 10^9", () => {
    const first = Array.from({ length: 5 }, () => {
      const store = new Store();
      const id = store.transaction(() => store.nextId()).result;
      store.close();
      return id;
    });
    expect(Math.min(...first)).toBeGreaterThan(1e9);
    expect(new Set(first).size).toBe(5);
    const fixed = new Store({ firstId: 42 });
    expect(fixed.transaction(() => [fixed.nextId(), fixed.nextId()]).result).toEqual([42, 43]);
    fixed.close();
  });
});
