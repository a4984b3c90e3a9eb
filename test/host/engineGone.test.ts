import { createServer, type Server } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { systemClock } from "../../provider/src/api/clock";
import { boot } from "../../provider/src/api/coordination/processRun";
import { SqliteDatabase } from "../../provider/src/api/coordination/sqlite";
import { SqlStore } from "../../provider/src/api/coordination/sqlStore";
import { urnOf } from "../support/engine/urn";
import { checked, HostRun, listArgs } from "../support/hostRun";

let run: HostRun;
beforeAll(async () => {
  run = await HostRun.open();
});
afterAll(() => run.close());

const posts = async () => (await run.requests()).filter((request) => request.startsWith("POST ")).length;

function coordination(): SqliteDatabase {
  const cacheFolder = run.env.OUTREACH_CACHE_FOLDER ?? "";
  return new SqliteDatabase({ cacheFolder, clock: systemClock, boot, patienceMilliseconds: 1_000, random: () => 0.5 });
}

/** The turns and records that the process has left in the store. */
async function leftBehind() {
  const database = coordination();
  try {
    const turns = "select resource from leases where resource like '%/List/%' and free_at > ?";
    const held = await database.query(turns, [systemClock.now()]);
    const created = await database.query("select outcome, id from created", []);
    return { held, created };
  } finally {
    await database.close();
  }
}

describe("a provider process that outlives its engine", () => {
  it("creates nothing, because no state would record it", async () => {
    const engine = await run.engine();
    const host = await run.host({ engine });
    const urn = urnOf("List");
    const inputs = await checked(host, urn, "List", listArgs);
    engine.close();
    await expect(host.create(urn, inputs)).rejects.toThrow(
      /engine[\s\S]*did not answer, so nothing was sent[\s\S]*pulumi cancel/,
    );
    expect(await posts()).toBe(0);
    expect((await run.sandbox.counts()).lists).toBe(0);
    await host.stop();
  });

  it("lets its request end, records it, sends nothing more, and ends within 20 s", async () => {
    const engine = await run.engine();
    const host = await run.host({ engine, env: { ...run.env, OUTREACH_REQUEST_TIMEOUT_SECONDS: "30" } });
    const ended = new Promise<number | null>((resolve) => host.child.once("exit", resolve));
    await run.sandbox.fault({ method: "POST", path: "/v1/list", kind: "delay", when: "before", milliseconds: 12_000 });
    const both = await Promise.all(
      ["first", "second"].map(async (name) => {
        const urn = urnOf("List", name);
        return { urn, inputs: await checked(host, urn, "List", { name }) };
      }),
    );
    const creates = both.map(({ urn, inputs }) => host.create(urn, inputs).catch((error: Error) => error));
    while ((await posts()) === 0) await sleep(20);
    engine.close();
    expect(await Promise.race([ended, sleep(20_000, "still there")])).toBe(1);
    await Promise.all(creates);
    expect(await posts()).toBe(1);
    const { lists } = await run.sandbox.objects();
    expect(lists).toHaveLength(1);
    const { held, created } = await leftBehind();
    expect(held).toEqual([]);
    expect(created).toEqual([{ outcome: "made", id: String(lists[0]?.id) }]);
  });

  it("keeps running if the engine is only silent: stopped, suspended or busy", async () => {
    const engine = await run.engine();
    const host = await run.host({ engine });
    await checked(host, urnOf("List", "third"), "List", { name: "third" });
    engine.close();
    // The operating system still accepts connections for a stopped process.
    const silent: Server = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(Number(engine.address.split(":")[1]), "127.0.0.1", resolve));
    await sleep(17_000);
    expect(host.child.exitCode).toBeNull();
    await host.stop("SIGKILL");
    await new Promise((resolve) => silent.close(resolve));
  });
});

describe("a provider process that receives a signal", () => {
  it.each(["SIGINT", "SIGTERM"] as const)("(%s) lets its request end and sends no queued requests", async (signal) => {
    await run.sandbox.reset();
    const engine = await run.engine();
    const host = await run.host({ engine });
    await run.sandbox.fault({ method: "POST", path: "/v1/list", kind: "delay", when: "before", milliseconds: 1_000 });
    const inputs = await Promise.all(
      ["first", "second"].map((name) => checked(host, urnOf("List", name), "List", { name })),
    );
    const creates = inputs.map((each, index) =>
      host.create(urnOf("List", ["first", "second"][index] ?? ""), each).catch((error: Error) => error),
    );
    while ((await posts()) === 0) await sleep(10);
    const ended = new Promise((resolve) => host.child.once("exit", resolve));
    host.child.kill(signal);
    await ended;
    const [first, second] = await Promise.all(creates);
    expect(await posts()).toBe(1);
    expect((await run.sandbox.counts()).lists).toBe(1);
    expect(first).toHaveProperty("id");
    expect(String(second)).toMatch(/the run was ended|Cancelled|UNAVAILABLE|closed|reset/i);
    expect((await leftBehind()).held).toEqual([]);
  });

  it("sends nothing while its create waits for another process, even if its turn comes before the process ends", async () => {
    await run.sandbox.reset();
    const engine = await run.engine();
    const host = await run.host({ engine });
    const create = async (name: string) => {
      const inputs = await checked(host, urnOf("List", name), "List", { name });
      return await host.create(urnOf("List", name), inputs).catch((error: Error) => error);
    };
    await create("before");
    const database = coordination();
    const [turn] = z
      .array(z.object({ resource: z.string() }))
      .parse(await database.query("select resource from leases where resource like '%/List/%' and place = 1", []));
    const another = new SqlStore(database, { id: "another", label: "1@elsewhere" });
    const [lease] = (await another.take(turn?.resource ?? "", 1, 1, 60_000)).leases;
    if (lease === undefined) throw new Error("the turn is not free");
    const sent = await posts();
    const waiting = create("waiting");
    await sleep(300);
    const ended = new Promise((resolve) => host.child.once("exit", resolve));
    host.child.kill("SIGINT");
    await another.hold(lease, 0);
    await database.close();
    await ended;
    expect(await waiting).toBeInstanceOf(Error);
    expect(await posts()).toBe(sent);
  });
});
