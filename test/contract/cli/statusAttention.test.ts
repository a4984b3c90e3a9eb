import { startSandbox } from "pulumi-outreach-sandbox";
import { describe, expect, it } from "vitest";
import { systemClock } from "../../../provider/src/api/clock";
import { statusShape } from "../../../provider/src/follow/status/model";
import { cycle, documentOf, send, stageOf, startTime } from "../../support/runningAccount";

const stage = stageOf(() => startSandbox({ rateLimit: false, startTime, firstId: 5_000 }));

const read = () => documentOf(stage(), statusShape, ["status", "--json"]);

describe("what needs attention", () => {
  it.each([
    ["empty-list", { agent: { paused: true } }],
    ["paused-before-first-run", { agent: { paused: true } }],
    ["script-missing", { agent: { agentType: "website-visitor", variables: undefined } }],
    ["list-unused", { listUnused: true }],
    ["off", { campaign: { active: false } }],
    ["ai-text", { campaign: { steps: [{ type: "message", messageMode: "ai" }] } }],
  ])("finds %s", async (code, { agent = {}, campaign = {}, listUnused = false }: Changes) => {
    const { sandbox } = stage();
    await cycle(sandbox, "Healthy");
    const codes = async () => (await read()).attention.map((each) => each.code);
    await sandbox.advance({ days: 1, hours: 4 });
    expect(await codes()).toEqual([]);
    const { id } = await send(sandbox, "POST", "/v1/list", { name: "Other" });
    await send(sandbox, "POST", "/v1/agent", { name: "Other finder", listId: id, variables: undefined, ...agent });
    if (!listUnused) {
      const other = { name: "Other", active: true, listIds: [id], linkedinSeatId: 8 };
      await send(sandbox, "POST", "/v1/campaign", { ...other, steps: [{ type: "visitProfile" }], ...campaign });
    }
    expect(await codes()).toContain(code);
  });

  it("finds an account that has stopped: agents that do not run, people who are due, a former member", async () => {
    const { run, sandbox } = stage();
    await cycle(sandbox, "Fintech Q1");
    await sandbox.advance({ days: 2, hours: 4 });
    await sandbox.fault({ kind: "alter", path: "/v1/user/me", set: { isActive: false }, count: 9 });
    const clock = { ...systemClock, wallTime: () => Date.parse("2027-03-20T00:00:00Z") };
    const { stdout } = await run(["status", "--json"], { clock });
    const codes = statusShape.parse(JSON.parse(stdout)).attention.map(({ code }) => code);
    expect(codes).toEqual(["inactive-member", "sends-nothing", "agent-quiet"]);
  });

  it("reports past sends of a service whose clock is ahead as past, not as future", async () => {
    const { run, sandbox } = stage();
    await cycle(sandbox, "Fintech Q1");
    await sandbox.advance({ days: 1, hours: 4 });
    const clock = { ...systemClock, wallTime: () => Date.parse(startTime) };
    const { stdout } = await run(["status"], { clock });
    expect(stdout).toMatch(/^Fintech Q1 +\d+ +\d+ +2027-03-02 \d\d:\d\d \(the service's clock\)/m);
  });

  it("shows three findings of one kind, and how many more there are", async () => {
    const messages = [{ type: "message", messageMode: "ai" }];
    for (const name of ["A", "B", "C", "D", "E"]) await cycle(stage().sandbox, name, { steps: messages });
    const { stdout } = await stage().run(["status"]);
    expect(stdout.match(/the service's AI writes step 1/g)).toHaveLength(3);
    expect(stdout.match(/→ Read the first ones in the app/g)).toHaveLength(1);
    expect(stdout).toContain("… and 2 more like these; --json has all\n");
    expect((await read()).attention.filter(({ code }) => code === "ai-text")).toHaveLength(5);
  });
});

/** The differences from an account that needs no attention. */
interface Changes {
  readonly agent?: Readonly<Record<string, unknown>>;
  readonly campaign?: Readonly<Record<string, unknown>>;
  readonly listUnused?: boolean;
}
