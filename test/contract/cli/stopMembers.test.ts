import { startSandbox } from "pulumi-outreach-sandbox";
import { describe, expect, it } from "vitest";
import { stopMembersShape } from "../../../provider/src/follow/stopMembers";
import { cycle, send, signals, stageOf } from "../../support/runningAccount";

const stage = stageOf(() => startSandbox({ rateLimit: false, firstId: 5_000 }));

/** A running agent of the owner, and two agents of the first member, one of which is paused. */
async function running() {
  const { sandbox } = stage();
  const own = await cycle(sandbox, "Fintech Q1");
  const key = sandbox.accounts.members[0]?.apiKeys[0];
  const { id: listId } = await send(sandbox, "POST", "/v1/list", { name: "Alice's leads" }, key);
  const agent = { name: "Alice's finder", listId, variables: signals };
  const { id: first } = await send(sandbox, "POST", "/v1/agent", agent, key);
  await send(sandbox, "POST", "/v1/agent", { ...agent, name: "Old finder", paused: true }, key);
  await stage().requests();
  return { own: own.agentId, alice: first };
}

async function stop() {
  const { code, stdout, stderr } = await stage().run(["stop", "--yes", "--all-members", "--json"]);
  return { code, stderr, document: stopMembersShape.parse(JSON.parse(stdout)) };
}

async function agentsRunning(): Promise<number[]> {
  const { agents } = await stage().sandbox.objects();
  return agents.flatMap(({ id, paused }) => (paused ? [] : [id]));
}

/** One member's requests fail with this status. */
async function failFor(user: string, status: number, method: string, path: string) {
  await stage().sandbox.fault({ kind: "status", status, method, path, userId: Number(user), count: 99 });
}

describe("pulumi-outreach stop --all-members", () => {
  it("asks once, pauses the agents of every active member, and reports each", async () => {
    await running();
    const { code, stdout, stderr } = await stage().run(["stop", "--all-members"], { columns: 100, keys: "yes\n" });
    expect(stdout).toBe(
      [
        "Olivia Hart (user 101)",
        "Paused 1 source agent of user 101.",
        "SOURCE AGENT       ID    RESULT",
        "Fintech Q1 finder  5001  paused",
        "",
        "These campaigns go on sending. Switch each off in the app:",
        "CAMPAIGN    ID    LINKEDIN SEAT",
        "Fintech Q1  5002  7",
        "",
        "Alice Moreau (user 102)",
        "Paused 1 source agent of user 102; 1 was paused before.",
        "SOURCE AGENT    ID    RESULT",
        "Alice's finder  5004  paused",
        "",
        "No campaign is active.",
        "",
        "Bruno Keller (user 103)",
        "Paused 0 source agents of user 103.",
        "",
        "No campaign is active.",
        "",
        "In all: paused 2 source agents of 3 members.",
        "",
      ].join("\n"),
    );
    expect(stderr).toContain("Pause 2 source agents of 2 members (Fintech Q1 finder, Alice's finder)? [y/N]");
    expect(stderr.match(/To keep them stopped, set paused: true there\./g)).toHaveLength(1);
    expect(stderr).toContain(
      "Inactive members were left out, and what they left behind may still run: Casper Wye (user 104). Look in the app.\n",
    );
    expect(code).toBe(0);
    expect(await agentsRunning()).toEqual([]);
  });

  it("only ever sends paused: true, and is safe to repeat", async () => {
    const { own, alice } = await running();
    const { code, document } = await stop();
    expect(code).toBe(0);
    expect(document.members.map(({ id, name, stopped }) => [id, name, stopped?.paused.length])).toEqual([
      ["101", "Olivia Hart", 1],
      ["102", "Alice Moreau", 1],
      ["103", "Bruno Keller", 0],
    ]);
    expect(document.inactive).toEqual([{ id: "104", name: "Casper Wye", email: "casper@fernhill.example.com" }]);
    const writes = (await stage().requests()).filter((line) => !line.startsWith("GET"));
    expect(writes.sort()).toEqual([`PATCH /v1/agent/${own}`, `PATCH /v1/agent/${alice}`].sort());
    const again = await stop();
    expect([again.code, again.document.members.flatMap(({ stopped }) => stopped?.paused)]).toEqual([0, []]);
    expect((await stage().requests()).filter((line) => !line.startsWith("GET"))).toEqual([]);
  });

  it("pauses nothing if the answer is no", async () => {
    const { own, alice } = await running();
    const { code, stdout, stderr } = await stage().run(["stop", "--all-members"], { columns: 100, keys: "n\n" });
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/\nNothing was paused\.\n$/);
    expect(await agentsRunning()).toEqual([own, alice]);
  });

  it("does not ask if nobody can answer, and then sends nothing", async () => {
    const { code, stderr } = await stage().run(["stop", "--all-members"]);
    expect([code, await stage().requests()]).toEqual([2, []]);
    expect(stderr).toMatch(/^error: stop asks before it pauses source agents, and this is not a terminal to ask on\./);
  });

  it.each([["--yes"], []])("stops the others if one member's agents cannot be read: %j", async (...words) => {
    const { alice } = await running();
    await failFor("102", 400, "GET", "/v1/agent");
    const { code, stdout, stderr } = await stage().run(["stop", "--all-members", ...words], {
      columns: 100,
      keys: "y\n",
    });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^Alice Moreau \(user 102\)\nNot stopped: no source agent was paused: .* → 400/m);
    expect(stdout).toContain("Source agents may still run for Alice Moreau (user 102).\n");
    expect(stdout).toContain("Fintech Q1 finder  5001  paused\n");
    expect(stderr).toContain("Run the command again, or pause their source agents in the app.\n");
    expect(await agentsRunning()).toEqual([alice]);
  });

  it("stops the others if one member's agent cannot be paused", async () => {
    const { own, alice } = await running();
    await stage().sandbox.fault({ kind: "status", status: 400, method: "PATCH", path: `/v1/agent/${own}`, count: 9 });
    const { code, document } = await stop();
    expect(code).toBe(1);
    const [first, second] = document.members;
    expect(first?.stopped?.failed).toEqual([
      { id: String(own), name: "Fintech Q1 finder", reason: expect.stringContaining("→ 400") },
    ]);
    expect(second?.stopped?.paused).toEqual([{ id: String(alice), name: "Alice's finder" }]);
    expect(await agentsRunning()).toEqual([own]);
  });

  it("stops the key's own user if the key may not act for others, and fails for each of them", async () => {
    const { own, alice } = await running();
    await stage().sandbox.fault({ kind: "alter", path: "/v1/organization", set: { ownerId: 999 }, count: 9 });
    await failFor("102", 401, "GET", "/v1/user/me");
    await failFor("103", 401, "GET", "/v1/user/me");
    const { code, document } = await stop();
    expect(code).toBe(1);
    expect(document.members.map(({ id, failure }) => [id, failure === undefined])).toEqual([
      ["101", true],
      ["102", false],
      ["103", false],
    ]);
    expect([own, await agentsRunning()]).toEqual([own, [alice]]);
  });

  it.each([
    [["--as", "102"], "--all-members excludes --as"],
    [["5001"], "--all-members stops every agent, and takes no names"],
  ])("cannot be combined with %j", async (words, expected) => {
    const { code, stderr } = await stage().run(["stop", "--yes", "--all-members", ...words]);
    expect([code, stderr]).toEqual([2, `error: ${expected}\n`]);
    expect(await stage().requests()).toEqual([]);
  });
});
