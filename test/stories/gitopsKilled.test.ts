import { userInfo } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GitHubTeam, results } from "../support/workflows/githubTeam";
import type { Event } from "../support/workflows/runner";

let team: GitHubTeam;
beforeAll(async () => {
  team = await GitHubTeam.start();
});
afterAll(async () => {
  await team.close();
});

const goOn = (): Event => ({ ...team.push(), name: "workflow_dispatch" });
const counts = async () => {
  const { lists, agents, campaigns } = await team.sandbox.objects();
  return { lists: lists.length, agents: agents.length, campaigns: campaigns.length };
};

describe("a job whose machine is lost in the middle of an update", () => {
  it("leaves a campaign that is not in the state", async () => {
    // The service creates the campaign at once and responds late: the machine is lost in between.
    const late = { kind: "delay", milliseconds: 100_000, when: "after" } as const;
    await team.sandbox.fault({ ...late, method: "POST", path: "/v1/campaign" });
    let killed = false;
    const lost = await team.run("apply.yml", team.push(), {
      onScript: (script, kill) => {
        if (!script.includes("apply.sh")) return;
        void (async () => {
          while ((await counts()).campaigns === 0) await sleep(50);
          kill();
          killed = true;
        })();
      },
    });
    expect(killed).toBe(true);
    expect(results(lost)).toEqual({ apply: "lost", comment: "skipped" });
    expect(await counts()).toEqual({ lists: 1, agents: 1, campaigns: 1 });
    await team.sandbox.clearFaults();
  });

  it("leaves a lock, which the next run does not touch if it may belong to someone else", async () => {
    team.variables.OUTREACH_RUNNER_LOCKS = "^somebody-else@";
    const outcomes = await team.run("apply.yml", goOn());
    expect(results(outcomes)).toEqual({ apply: "failure", comment: "skipped" });
    expect(outcomes.apply?.log).toContain("the stack is currently locked by 1 lock(s)");
    expect(await counts()).toEqual({ lists: 1, agents: 1, campaigns: 1 });
  });

  it("leaves a lock, which the next run does not touch if its owner may still be running", async () => {
    team.variables.OUTREACH_RUNNER_LOCKS = `^${userInfo().username}@`;
    const soon = await team.run("apply.yml", goOn());
    expect(results(soon)).toEqual({ apply: "failure", comment: "skipped" });
    expect(soon.apply?.log).toMatch(/The stack stays locked \(its lock is \d minutes old/);
    team.ageLocks(66);
    team.github.otherRuns.push({ id: 9_999, path: ".github/workflows/apply.yml" });
    const beside = await team.run("apply.yml", goOn());
    team.github.otherRuns.length = 0;
    expect(results(beside)).toEqual({ apply: "failure", comment: "skipped" });
    expect(beside.apply?.log).toContain("another run of these workflows is in progress");
    expect(await counts()).toEqual({ lists: 1, agents: 1, campaigns: 1 });
  });

  it("is settled by the next run: nothing is created twice, and the state is complete", async () => {
    const outcomes = await team.run("apply.yml", goOn());
    expect(results(outcomes), outcomes.apply?.log).toEqual({ apply: "success", comment: "skipped" });
    expect(outcomes.apply?.log).toContain("has left the stack locked: unlocking it.");
    expect(outcomes.apply?.log).toContain("An earlier run was cut off in the middle of a change");
    expect(await counts()).toEqual({ lists: 1, agents: 1, campaigns: 1 });
    expect(await team.pulumi("preview", "--stack", "production", "--expect-no-changes")).toContain("4 unchanged");
    const state = JSON.parse(await team.pulumi("stack", "export", "--stack", "production"));
    expect(state.deployment.pending_operations ?? []).toEqual([]);
  });

  it("leaves nothing to settle for later runs", async () => {
    const outcomes = await team.run("apply.yml", goOn());
    expect(results(outcomes), outcomes.apply?.log).toEqual({ apply: "success", comment: "skipped" });
    expect(outcomes.apply?.log).not.toMatch(/cut off|unlocking/);
  });

  it("shows no secret anywhere", () => {
    for (const secret of team.confidential) expect(team.shown()).not.toContain(secret);
    expect(team.github.refused).toEqual([]);
  });
});

describe("a job that is cancelled", () => {
  it("finishes the change in progress, and leaves neither a lock nor a lost object", async () => {
    team.repository.branch("main");
    team.repository.append("index.ts", '\nnew outreach.List("one", { name: "One" });\n');
    team.repository.commit("Collect more");
    await team.sandbox.fault({ kind: "delay", milliseconds: 2_000, when: "after", method: "POST", path: "/v1/list" });
    const cancelled = await team.run("apply.yml", team.push(), {
      onScript: (script, _kill, interrupt) => {
        if (!script.includes("apply.sh")) return;
        void (async () => {
          while ((await counts()).lists === 1) await sleep(50);
          interrupt();
        })();
      },
    });
    expect(results(cancelled)).toEqual({ apply: "failure", comment: "skipped" });
    const state = JSON.parse(await team.pulumi("stack", "export", "--stack", "production"));
    expect(state.deployment.pending_operations ?? []).toEqual([]);
    team.variables.OUTREACH_RUNNER_LOCKS = "^somebody-else@";
    const next = await team.run("apply.yml", goOn());
    expect(results(next), next.apply?.log).toEqual({ apply: "success", comment: "skipped" });
    expect(await counts()).toEqual({ lists: 2, agents: 1, campaigns: 1 });
  });
});
