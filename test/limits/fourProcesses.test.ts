import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startSandbox } from "../../sandbox/src/index";
import { DynamicHost, EngineDouble } from "../support/dynamicHost";
import { urnOf } from "../support/engine/urn";
import { isLong } from "../support/long";
import { fullWindows, mostInAnyWindow } from "./windows";

const limit = 100;
/** In `test:full`, long enough for the number of requests to be meaningful. */
const windowSeconds = isLong ? 10 : 2;
const operations = 600;
/** The least number of requests in a full window. */
const least = 97;

describe("four processes with one key", () => {
  it("use the whole limit and never exceed it", { timeout: 300_000 }, async () => {
    const sandbox = await startSandbox({ rateLimit: { limit, windowSeconds, burst: 0 } });
    const cache = mkdtempSync(join(tmpdir(), "outreach-four-"));
    const engine = await new EngineDouble().start();
    const hosts = await Promise.all(
      Array.from({ length: 4 }, () =>
        DynamicHost.start({
          engine,
          cwd: process.env.OUTREACH_CHAOS_FOLDER,
          env: {
            OUTREACH_API_KEY: sandbox.accounts.owner.apiKeys[0] ?? "",
            OUTREACH_BASE_URL: sandbox.url,
            OUTREACH_CACHE_FOLDER: cache,
            OUTREACH_REQUESTS_PER_MINUTE: String(limit),
            OUTREACH_RATE_WINDOW_SECONDS: String(windowSeconds),
          },
        }),
      ),
    );
    try {
      const ids = await Promise.all(
        Array.from({ length: operations }, async (_, index) => {
          const host = hosts[index % hosts.length];
          if (host === undefined) throw new Error("no host");
          const urn = urnOf("List", `list${index}`);
          const { inputs } = await host.check(urn, "List", {}, { name: `Shared limit ${index}` });
          return (await host.create(urn, inputs)).id;
        }),
      );
      expect(new Set(ids).size).toBe(operations);
    } finally {
      await Promise.all(hosts.map((host) => host.stop()));
      engine.close();
    }
    const { requests } = await sandbox.log();
    const { lists } = await sandbox.objects();
    await sandbox.close();
    rmSync(cache, { recursive: true, force: true });

    expect(lists.length).toBe(operations);
    expect(requests.filter(({ status }) => status === 429)).toEqual([]);
    const times = requests.map(({ time }) => time);
    expect(mostInAnyWindow(times, windowSeconds * 1000)).toBeLessThanOrEqual(limit);
    const windows = fullWindows(times, windowSeconds * 1000).map(({ count }) => count);
    process.stdout.write(`requests in each full window of ${windowSeconds} s: ${windows.join(", ")}\n`);
    expect(windows.length).toBeGreaterThanOrEqual(operations / limit - 1);
    if (isLong) for (const count of windows.slice(1)) expect(count).toBeGreaterThanOrEqual(least);
  });
});
