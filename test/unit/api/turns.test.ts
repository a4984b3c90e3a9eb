import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
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
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const patient = { budgetMilliseconds: 600_000, waiting: () => undefined };

function turns(
  pid: number,
  clock: FakeClock,
  alive: (other: ProcessIdentity) => boolean | undefined = () => true,
): Turns {
  const identity = { ...thisProcess(), pid };
  return new Turns({ folder, clock, identity, random: () => 0.5, alive });
}

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

  test("pass on at once when the process that had it has died", async () => {
    const clock = new FakeClock();
    await turns(1, clock).take(patient);
    const over = await turns(2, clock, ({ pid }) => pid !== 1).take(patient);
    over();
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
  own.created("List", "1");
  other.created("List", "2");
  other.created("Campaign", "3");
  writeFileSync(join(folder, "created-List"), 'half a line {"id":', { flag: "a" });
  expect(own.elsewhere("List")).toEqual(new Set(["2"]));
  expect(other.elsewhere("List")).toEqual(new Set(["1"]));
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
