import { startSandbox } from "pulumi-outreach-sandbox";
import { describe, expect, it } from "vitest";
import { followedShape } from "../../../provider/src/follow/logs";
import type { Surroundings } from "../../support/commandLine";
import { cycle, stageOf, startTime } from "../../support/runningAccount";

const stage = stageOf(() => startSandbox({ rateLimit: false, startTime, firstId: 5_000 }));

/** A campaign with its agent, two days later. */
async function ran() {
  const ids = await cycle(stage().sandbox, "Fintech Q1");
  await stage().sandbox.advance({ days: 2, hours: 4 });
  return ids;
}

/** A clock whose rounds end under the test's control. */
class Rounds {
  private waiting: (() => void) | undefined;
  private arrived: (() => void) | undefined;
  readonly pauses: number[] = [];

  readonly clock = {
    now: () => 0,
    wallTime: () => Date.parse(startTime),
    after: (milliseconds: number, action: () => void) => {
      this.pauses.push(milliseconds);
      this.waiting = action;
      this.arrived?.();
      return () => {
        this.waiting = undefined;
      };
    },
  };

  /** Resolves when the command pauses between two rounds. */
  async paused(): Promise<void> {
    if (this.waiting !== undefined) return;
    await new Promise<void>((resolve) => {
      this.arrived = resolve;
    });
  }

  /** Ends the pause, and resolves at the next one. */
  async next(): Promise<void> {
    await this.paused();
    const end = this.waiting;
    this.waiting = undefined;
    end?.();
    await this.paused();
  }
}

describe("pulumi-outreach logs --follow", () => {
  const following = (words: readonly string[], surroundings: Surroundings = {}) => {
    const rounds = new Rounds();
    const ctrlC = new AbortController();
    const printed = stage().run(["logs", "--follow", ...words], {
      ...surroundings,
      clock: rounds.clock,
      interrupt: ctrlC.signal,
    });
    const end = async () => {
      await rounds.paused();
      ctrlC.abort();
      return await printed;
    };
    return { rounds, end };
  };

  it("shows the newest entries, then each new one once, until Ctrl-C", async () => {
    await ran();
    const before = (await stage().sandbox.objects()).campaignLogs.length;
    const { rounds, end } = following(["Fintech Q1", "--json", "-n", "3"]);
    await rounds.next();
    await stage().sandbox.advance({ days: 1 });
    await rounds.next();
    await rounds.next();
    const { code, stdout, stderr } = await end();
    expect(code).toBe(0);
    const entries = stdout
      .trimEnd()
      .split("\n")
      .map((line) => followedShape.parse(JSON.parse(line)));
    const { campaignLogs } = await stage().sandbox.objects();
    expect(campaignLogs.length).toBeGreaterThan(before);
    expect(entries).toHaveLength(3 + campaignLogs.length - before);
    expect(new Set(entries.map((entry) => JSON.stringify(entry))).size).toBe(entries.length);
    expect(stderr).toBe("Following Fintech Q1; times are UTC. Ctrl-C ends it.\n");
    expect(rounds.pauses).toEqual([10_000, 10_000, 10_000, 10_000]);
  });

  it("prints a line for each entry, with fixed columns", async () => {
    await ran();
    const { end } = following(["Fintech Q1", "-n", "2"]);
    const { stdout } = await end();
    expect(stdout).toMatch(/^(2027-03-0\d \d\d:00 {2}step 2 invitation {4}sent: contact \d+, seat 7\n){2}$/);
  });

  it("names the log of each entry, and does not truncate the person on a narrow terminal", async () => {
    await ran();
    const { end } = following(["Fintech Q1", "Fintech Q1 finder", "-n", "2"], { columns: 60 });
    const { stdout } = await end();
    expect(stdout).toMatch(
      /^(2027-03-0\d \d\d:00 {2}Fintech Q1 {9}step 2 invitation {9}sent: contact \d+, seat 7\n){2}$/,
    );
  });

  it("reports that the service fails, and continues when it recovers", async () => {
    const { campaignId } = await ran();
    const { rounds, end } = following(["Fintech Q1"]);
    await rounds.paused();
    const path = `/v1/campaign/${campaignId}/logs`;
    await stage().sandbox.fault({ kind: "status", status: 500, path, body: { message: "down" }, count: 5 });
    await rounds.next();
    await stage().sandbox.clearFaults();
    await rounds.next();
    const { code, stderr } = await end();
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /\nwarning: .*logs → 500: the service answered: down; trying again every 10 s\.\nThe service answers again\.\n$/,
    );
  }, 30_000);

  it("ends with a permanent error", async () => {
    await ran();
    const rounds = new Rounds();
    const printed = stage().run(["logs", "--follow", "Fintech Q1"], { clock: rounds.clock });
    await rounds.paused();
    await stage().sandbox.fault({ kind: "status", status: 401, path: "/v1/**", count: 99 });
    void rounds.next();
    const { code, stderr } = await printed;
    expect([code, stderr]).toEqual([1, expect.stringMatching(/error: .*→ 401/)]);
  });

  it("uses at most a tenth of the request limit", async () => {
    for (const name of ["A", "B", "C"]) await cycle(stage().sandbox, name);
    const { rounds, end } = following(["A", "B", "C"]);
    await end();
    expect(rounds.pauses).toEqual([18_000]);
  });
});
