import { writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { startSandbox } from "pulumi-outreach-sandbox";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { stopShape } from "../../../provider/src/follow/stop";
import { temporaryFolder } from "../../support/folders";
import { PassingClock } from "../../support/passingClock";
import { send, signals, stageOf, steps } from "../../support/runningAccount";
import { type Program, TestStack } from "../../support/testStack";
import { settingsFor } from "../../unit/api/opening";

const stage = stageOf(() => startSandbox({ rateLimit: false, specOnly: true, firstId: 5_000 }));
let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
  vi.stubEnv("PATH", [folder, process.env.PATH].join(delimiter));
  vi.stubEnv("OUTREACH_CACHE_FOLDER", join(folder, "cache"));
  pulumi("echo 'error: no Pulumi.yaml project file found' >&2; exit 255");
});

/** The Pulumi CLI of this test. */
function pulumi(script: string): void {
  writeFileSync(join(folder, "pulumi"), `#!/bin/sh\necho "$@" >> '${folder}/asked'\n${script}\n`, { mode: 0o755 });
}

/** A stack whose runs write records to the command's cache, or only to a separate cache. */
async function stackWith(program: Program, cache: "shared" | "own" = "own"): Promise<TestStack> {
  const { sandbox } = stage();
  const [apiKey = ""] = sandbox.accounts.owner.apiKeys;
  const settings = settingsFor(sandbox.url, { apiKey, requestTimeoutSeconds: 30, waitBudgetSeconds: 60 });
  const cacheFolder = join(folder, cache === "shared" ? "cache" : "machine");
  const stack = new TestStack(settings, { clock: new PassingClock(), cacheFolder });
  await stack.upAll(program);
  return stack;
}

/** The output of `pulumi stack export`, with changes of the resources with these names. */
function exports({ state }: TestStack, changes: Record<string, object> = {}): void {
  const resources = [...state].map(([urn, { id, outputs }]) => {
    const type = urn.split("::")[2] ?? "";
    return { urn, custom: true, type, id, outputs, ...changes[urn.split("::").at(-1) ?? ""] };
  });
  const root = { urn: "urn:pulumi:test::outreach::pulumi:pulumi:Stack::outreach-test", type: "pulumi:pulumi:Stack" };
  writeFileSync(
    join(folder, "state.json"),
    JSON.stringify({ version: 3, deployment: { resources: [root, ...resources] } }),
  );
  pulumi(`[ "$1" = stack ] && cat '${folder}/state.json'`);
}

async function listOf(): Promise<number> {
  return (await send(stage().sandbox, "POST", "/v1/list", { name: "Leads" })).id;
}

function cycle(listId: number): Program {
  const sends = { listIds: [listId], linkedinSeatId: 7, language: "en-US", steps };
  return {
    finder: { kind: "SourceAgent", args: { name: "Finder", listId, variables: signals, paused: false } },
    second: { kind: "SourceAgent", args: { name: "Second", listId, variables: signals, paused: true } },
    q1: { kind: "Campaign", args: { name: "Fintech Q1", ...sends, active: true } },
    draft: { kind: "Campaign", args: { name: "Draft", ...sends, active: false } },
  };
}

async function stop(...words: string[]) {
  const { code, stdout, stderr } = await stage().run(["stop", "--yes", "--json", ...words]);
  return { code, stderr, stopped: stopShape.parse(JSON.parse(stdout)) };
}

async function running(): Promise<string[]> {
  const { agents } = await stage().sandbox.objects();
  return agents.flatMap(({ id, paused }) => (paused ? [] : [String(id)]));
}

const unlisted =
  "this service lists neither source agents nor campaigns: those that neither the state nor the records of runs hold may still run. Look in the app.";

describe("pulumi-outreach stop on a service that lists nothing", () => {
  it("pauses the state's agents, and names its campaigns", async () => {
    const stack = await stackWith(cycle(await listOf()));
    const idOf = (name: string) =>
      stack.state.get([...stack.state.keys()].find((urn) => urn.endsWith(`::${name}`)) ?? "")?.id;
    exports(stack);
    const asked = await stage().run(["stop"], { columns: 100, keys: "n\n" });
    expect(asked.stderr).toContain("Pause 2 source agents (Finder, Second)? [y/N]");
    const { code, stdout, stderr } = await stage().run(["stop", "--yes"]);
    expect(code).toBe(1);
    expect(stdout).toBe(
      [
        "Paused 2 source agents of user 101.",
        "SOURCE AGENT  ID    RESULT",
        `Finder        ${idOf("finder")}  paused`,
        `Second        ${idOf("second")}  paused`,
        "",
        "This service cannot switch campaigns off. Switch off in the app which of these run:",
        "CAMPAIGN    ID    LAST KNOWN AS",
        `Fintech Q1  ${idOf("q1")}  active`,
        `Draft       ${idOf("draft")}  off`,
        "",
      ].join("\n"),
    );
    expect(stderr).toContain(`warning: ${unlisted}\n`);
    expect(stderr).toContain("set paused: true in the program. It has no operation that resumes one");
    expect(await running()).toEqual([]);
  });

  it("reads the named stack", async () => {
    exports(await stackWith(cycle(await listOf())));
    pulumi(`if [ "$1" = config ]; then echo '{}'; else [ "$5" = prod ] && cat '${folder}/state.json'; fi`);
    const { stopped } = await stop("--stack", "prod");
    expect(stopped.paused).toHaveLength(2);
  });

  it("uses the records without a state, and says how to select a stack", async () => {
    await stackWith(cycle(await listOf()), "shared");
    const { code, stopped } = await stop();
    expect(code).toBe(1);
    expect([stopped.paused.length, stopped.activeCampaigns?.length, stopped.inactiveCampaigns?.length]).toEqual([
      2, 1, 1,
    ]);
    expect(stopped.warnings).toContain(
      "only what runs have recorded is known. Could not read the state of the selected stack: there is no Pulumi.yaml in this folder or above it. Change to the folder of the program, or name the agents by their ids, as in `pulumi-outreach stop --yes 123 456`.",
    );
    expect(await running()).toEqual([]);
  });

  it("adds the records of other stacks to the state", async () => {
    const listId = await listOf();
    const { finder, ...others } = cycle(listId);
    if (finder === undefined) throw new Error("the cycle has a finder");
    await stackWith({ finder }, "shared");
    exports(await stackWith(others));
    const { stopped } = await stop();
    expect(stopped.paused.map(({ name }) => name)).toEqual(["Second", undefined]);
    expect(await running()).toEqual([]);
  });

  it("does not pause agents that a run has deleted", async () => {
    const stack = await stackWith(cycle(await listOf()), "shared");
    await stack.destroy("SourceAgent", "finder");
    exports(stack);
    expect((await stop()).stopped).toMatchObject({ paused: [{ name: "Second" }], failed: [] });
  });

  it("refuses without a state and records", async () => {
    const { code, stdout, stderr } = await stage().run(["stop", "--yes"]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toBe(
      [
        "error: no source agent was paused: could not list the source agents: this service has no operation that lists them, and runs have recorded none.",
        "Could not read the state of the selected stack: there is no Pulumi.yaml in this folder or above it. Change to the folder of the program, or name the agents by their ids, as in `pulumi-outreach stop --yes 123 456`.",
        "",
      ].join("\n"),
    );
  });

  it("names what it did not touch: other users, other services, creates without a response", async () => {
    const stack = await stackWith(cycle(await listOf()));
    const record = (name: string, changes: object) => {
      const entry = [...stack.state].find(([urn]) => urn.endsWith(`::${name}`))?.[1];
      const recorded = { ...JSON.parse(String(entry?.outputs.recorded)), ...changes };
      return { outputs: { ...entry?.outputs, recorded: JSON.stringify(recorded) } };
    };
    exports(stack, {
      finder: record("finder", { actingUserId: "102" }),
      second: { id: "pending-abc" },
      q1: record("q1", { origin: "https://old.example.com" }),
    });
    const { code, stopped } = await stop();
    expect([code, stopped.paused, stopped.activeCampaigns]).toEqual([1, [], []]);
    expect(stopped.warnings).toEqual([
      'the create of a source agent ("Second") was not answered, so the service may have it under an id that nobody knows: look in the app.',
      "the state also holds 1 object of user 102: run the command again with --as 102.",
      "the state also holds 1 object of the service at https://old.example.com, which this run does not use: nothing was sent for them.",
      unlisted,
    ]);
  });

  it("pauses agents whose state it cannot read, and reports an agent that the service does not have", async () => {
    const stack = await stackWith(cycle(await listOf()));
    exports(stack, {
      finder: { outputs: { recorded: { "4dabf18193072939515e22adb298388d": "secret" } } },
      second: { id: "99" },
    });
    const { code, stopped } = await stop();
    expect([code, stopped.paused.length]).toEqual([1, 1]);
    expect(stopped.failed).toEqual([
      { id: "99", name: "Second", reason: expect.stringContaining("PATCH /v1/agent/99 → 404") },
    ]);
    expect(await running()).toEqual([]);
  });

  it("pauses agents that another process records meanwhile", async () => {
    const listId = await listOf();
    const { finder, second } = cycle(listId);
    if (finder === undefined || second === undefined) throw new Error("the cycle has two agents");
    exports(await stackWith({ finder }, "shared"));
    await stage().sandbox.fault({ kind: "delay", method: "PATCH", milliseconds: 1500, count: 1 });
    const stopping = stop();
    await vi.waitFor(async () => {
      const { requests } = await stage().sandbox.log({ method: "PATCH" });
      expect(requests).toHaveLength(1);
    });
    await stackWith({ second: { ...second, args: { ...second.args, paused: false } } }, "shared");
    expect((await stopping).stopped.paused).toHaveLength(2);
    expect(await running()).toEqual([]);
  });
});
