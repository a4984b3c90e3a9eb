import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startSandbox } from "../../sandbox/src/index";
import { urnOf } from "../chaos/engine";
import { DynamicHost, EngineDouble } from "../support/dynamicHost";

const limit = 100;
const windowSeconds = 10;
const operations = 600;
/** Of the places that a full window has, so many are used at least. */
const least = 97;

describe("four processes with one key", () => {
  it("share the limit to the full and never pass it", { timeout: 300_000 }, async () => {
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
          const urn = urnOf({ kind: "List", name: `list${index}` });
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
    expect(mostInAnyWindow(times)).toBeLessThanOrEqual(limit);
    const windows = inFullWindows(times);
    process.stdout.write(`requests in each full window of ${windowSeconds} s: ${windows.join(", ")}\n`);
    expect(windows.length).toBeGreaterThanOrEqual(operations / limit - 1);
    for (const count of windows.slice(1)) expect(count).toBeGreaterThanOrEqual(least);
  });
});

/** By the service's own clock, as its limit counts: any span of the window's length. */
function mostInAnyWindow(times: readonly number[]): number {
  let most = 0;
  let first = 0;
  times.forEach((time, index) => {
    while ((times[first] ?? time) <= time - windowSeconds * 1000) first += 1;
    most = Math.max(most, index - first + 1);
  });
  return most;
}

/** Counts of the windows that follow one another from the first request on, the last, unfinished one left out. */
function inFullWindows(times: readonly number[]): number[] {
  const start = times[0] ?? 0;
  const full = Math.floor(((times.at(-1) ?? start) - start) / (windowSeconds * 1000));
  const counts = Array.from({ length: full }, () => 0);
  for (const time of times) {
    const index = Math.floor((time - start) / (windowSeconds * 1000));
    if (index < full) counts[index] = (counts[index] ?? 0) + 1;
  }
  return counts;
}
