import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "../../../provider/src/api/clock";
import { Journal } from "../../../provider/src/api/journal";
import { isAlive, type ProcessIdentity, thisProcess } from "../../../provider/src/api/machine";
import { openSharedFolder } from "../../../provider/src/api/sharedFolder";
import { Turns, TurnTooLong } from "../../../provider/src/api/turns";
import { FakeClock } from "./fakeClock";
import { open } from "./opening";
import { json, plainService } from "./plainService";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "outreach-turns-"));
  deaths = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const patient = { budgetMilliseconds: 600_000, waiting: () => undefined };

function turns(
  pid: number,
  clock: FakeClock,
  alive: (other: ProcessIdentity) => boolean | undefined = () => true,
): Turns {
  const identity = { ...thisProcess(), pid };
  return new Turns({
    folder,
    clock,
    identity,
    random: () => 0.5,
    alive,
    quietMilliseconds: 8_000,
    died: () => deaths.push(pid),
  });
}

/** Who took over from a process that had died. */
let deaths: number[];

describe("turns among processes", () => {
  test("pass on when they are over", async () => {
    const clock = new FakeClock();
    const over = await turns(1, clock).take(patient);
    let second = false;
    const waiting = turns(2, clock)
      .take(patient)
      .then((done) => {
        second = true;
        return done;
      });
    await clock.passSlowly(10_000);
    expect(second).toBe(false);
    over();
    over();
    await clock.passSlowly(100);
    expect(second).toBe(true);
    (await waiting)();
    (await turns(3, clock).take(patient))();
  });

  test("pass on from a process that has died when what it has sent can no longer arrive", async () => {
    const clock = new FakeClock();
    writeFileSync(join(folder, "7"), `${JSON.stringify({ ...thisProcess(), pid: 1 })}\n`);
    const said: boolean[] = [];
    let taken = false;
    const later = turns(2, clock, ({ pid }) => pid !== 1)
      .take({ ...patient, waiting: (_milliseconds, _holder, died) => said.push(died) })
      .then((over) => {
        taken = true;
        over();
      });
    await clock.passSlowly(7_500);
    expect(taken).toBe(false);
    expect(new Set(said)).toEqual(new Set([true]));
    await clock.passSlowly(1_000);
    expect(taken).toBe(true);
    await later;
    expect(deaths).toEqual([2]);
    // One that had ended in order is followed at once, and is no death.
    (await turns(3, clock).take(patient))();
    expect(deaths).toEqual([2]);
  });

  test("pass on at once from a process that has died long ago", async () => {
    const clock = new FakeClock();
    const path = join(folder, "7");
    writeFileSync(path, `${JSON.stringify({ ...thisProcess(), pid: 1 })}\n`);
    const before = clock.wallTime() / 1000 - 60;
    utimesSync(path, before, before);
    (await turns(2, clock, ({ pid }) => pid !== 1).take(patient))();
    expect(deaths).toEqual([2]);
  });

  test("pass on after a silence where nobody can know whether the process lives", async () => {
    const clock = new FakeClock();
    writeFileSync(join(folder, "7"), `${JSON.stringify({ ...thisProcess(), pid: 1 })}\n`);
    let taken = false;
    const later = turns(2, clock, () => undefined)
      .take(patient)
      .then((over) => {
        taken = true;
        over();
      });
    await clock.passSlowly(19_000);
    expect(taken).toBe(false);
    await clock.passSlowly(2_000);
    expect(taken).toBe(true);
    await later;
  });

  test.each(["", "garbage", "{}\n", '{"pid":1}\n'])(
    "pass on after a silence where the file is damaged: %j",
    async (content) => {
      const clock = new FakeClock();
      writeFileSync(join(folder, "3"), content);
      const taken = turns(2, clock).take(patient);
      await clock.passSlowly(21_000);
      (await taken)();
      expect(readdirSync(folder)).toContain("4");
    },
  );

  test("end with a word when they take too long", async () => {
    const clock = new FakeClock();
    await turns(1, clock).take(patient);
    const said: (number | undefined)[] = [];
    const second = turns(2, clock)
      .take({ budgetMilliseconds: 1_000, waiting: (_, holder) => said.push(holder) })
      .catch((error: unknown) => error);
    await clock.passSlowly(1_100);
    expect(await second).toEqual(new TurnTooLong(1));
    expect(new Set(said)).toEqual(new Set([1]));
    expect(readdirSync(folder).filter((name) => name.startsWith("waiting"))).toEqual([]);
  });

  test("do not fill the folder", async () => {
    const clock = new FakeClock();
    const own = turns(1, clock);
    for (let count = 0; count < 300; count++) (await own.take(patient))();
    expect(readdirSync(folder).length).toBeLessThan(140);
  });
});

describe("whether a process lives", () => {
  test("is known of this one, of one that never was, and of an earlier run of the machine", () => {
    const own = thisProcess();
    expect(isAlive(own)).not.toBe(false);
    expect(isAlive({ ...own, pid: 2 ** 22 + 1 })).toBe(false);
    expect(isAlive({ ...own, boot: "before" })).toBe(false);
    expect(isAlive({ ...own, boot: "before", host: "elsewhere" })).toBeUndefined();
    expect(isAlive({ ...own, namespace: "container" })).toBeUndefined();
    expect(isAlive({ ...own, start: undefined })).toBeUndefined();
  });

  test.runIf(process.platform === "linux")("a number that was given to a new process is not the old one", () => {
    expect(isAlive({ ...thisProcess(), start: "1" })).toBe(false);
  });
});

test("the journal tells the creations of other processes from our own", () => {
  const [own, other] = [new Journal(folder, "own"), new Journal(folder, "other")];
  expect(own.elsewhere("List")).toEqual(new Set());
  own.created("List", { id: "1" });
  other.created("List", { id: "2" });
  other.created("Campaign", { id: "3" });
  writeFileSync(join(folder, "created-List"), 'half a line {"id":', { flag: "a" });
  expect(own.elsewhere("List")).toEqual(new Set(["2"]));
  expect(other.elsewhere("List")).toEqual(new Set(["1"]));
});

test("the journal tells what others have, or may have, made since", () => {
  const [own, other] = [new Journal(folder, "own"), new Journal(folder, "other")];
  const wanted = { owner: "101", name: "Leads" };
  const start = own.end("List");
  const since = (mark: number) => own.madeSince("List", mark, wanted);
  own.created("List", { id: "1", ...wanted });
  other.created("List", { id: "2", owner: "101", name: "Other" });
  other.created("List", { id: "3", owner: "102", name: "Leads" });
  other.created("Campaign", { id: "4", ...wanted });
  expect(since(start)).toBe(false);
  expect(own.madeSince("List", start, { owner: "101" })).toBe(true);
  const before = own.end("List");
  // Its answer was lost: it may be there.
  other.created("List", { ...wanted, name: " Leads " });
  expect(since(before)).toBe(true);
  const after = own.end("List");
  expect(since(after)).toBe(false);
  own.died("List");
  expect(since(after)).toBe(true);
  expect(since(own.end("List") + 10)).toBe(true);
  expect(readFileSync(join(folder, "created-List"), "utf8")).not.toContain("Leads");
});

test("a listing is read again where another process may have made the object meanwhile, and only then", async () => {
  const service = await plainService({
    "GET /v1/user/me": json(200, { id: 7 }),
    "GET /v1/list": json(200, [{ id: 1, name: "Leads" }]),
  });
  const { account } = open(service.origin, {}, { cacheFolder: folder });
  const reads = () => service.received.filter(({ path }) => path === "/v1/list").length;
  const look = (name?: string) => account.listing("List", "", { unlessMade: { kind: "List", name } });
  await look("Leads");
  await look("Leads");
  expect(reads()).toBe(1);
  const other = new Journal(openSharedFolder(folder, service.origin, account.settings.apiKey), "other");
  other.created("List", { id: "1", owner: "7", name: "Leads" });
  await look("Others");
  expect(reads()).toBe(1);
  await look("Leads");
  expect(reads()).toBe(2);
  await look();
  expect(reads()).toBe(2);
  other.died("List");
  await look("Others");
  expect(reads()).toBe(3);
  await service.close();
});

test("the shared folder has one name for one key and address, and others for others", () => {
  const name = (origin: string, key: string) => openSharedFolder(folder, origin, key);
  const first = name("https://a.example", "key-one");
  expect(name("https://a.example", "key-one")).toBe(first);
  expect(new Set([first, name("https://b.example", "key-one"), name("https://a.example", "key-two")]).size).toBe(3);
});

test("a cache folder that cannot be used is said once and keeps nobody from working", async () => {
  const service = await plainService({
    "GET /v1/user/me": json(200, { id: 7 }),
    "POST /v1/list": json(201, { id: 3 }),
  });
  const file = join(folder, "file");
  writeFileSync(file, "");
  const { account, said } = open(service.origin, {}, { cacheFolder: join(file, "below") });
  const results = await Promise.all(
    [1, 2].map(() => account.creating("List", () => account.create("List", { name: "a" }, ""))),
  );
  expect(results.map(({ status }) => status)).toEqual(["created", "created"]);
  expect(await account.createdElsewhere("List")).toEqual(new Set());
  expect(said.warn).toEqual([expect.stringContaining("the cache folder cannot be used (ENOTDIR)")]);
  await service.close();
});

test("creates of one kind go one at a time in one process, others beside them; a failure passes the turn on", async () => {
  const service = await plainService({ "GET /v1/user/me": json(200, { id: 7 }) });
  const { account } = open(service.origin, {}, { cacheFolder: folder, clock: systemClock });
  const steps: string[] = [];
  const work = (name: string) => async () => {
    steps.push(`${name} begins`);
    await new Promise((resolve) => setTimeout(resolve, 20));
    steps.push(`${name} ends`);
    if (name === "first") throw new Error("on purpose");
  };
  const first = account.creating("List", work("first"));
  const all = await Promise.allSettled([
    first,
    account.creating("List", work("second")),
    account.creating("Campaign", work("other")),
  ]);
  expect(all.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
  expect(steps.filter((step) => !step.startsWith("other"))).toEqual([
    "first begins",
    "first ends",
    "second begins",
    "second ends",
  ]);
  expect(steps.indexOf("other begins")).toBeLessThan(steps.indexOf("first ends"));
  await service.close();
});
