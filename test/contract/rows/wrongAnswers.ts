import { expect } from "vitest";
import type { FaultRequest } from "../../../sandbox/src/index";
import { type Case, inFull, otherText, perMode, type Stage } from "./stage";

/** A run that is killed after the service has executed it and before the state is written. */
async function killed(stage: Stage, name: string, wanted: ReturnType<Stage["campaign"]>): Promise<number> {
  const id = await stage.made(name, wanted);
  stage.engine.state.delete(stage.engine.urn(wanted.kind, name));
  await stage.forget();
  return id;
}

/** Responses with missing fields, or with another format. */
export const wrongAnswers: readonly Case[] = [
  inFull(
    20,
    "an object that a killed run has created is found even if a listing lacks it or shows it without its name",
    async (stage) => {
      const list = await stage.madeList();
      const wanted = stage.agent(list);
      const id = await killed(stage, "finder", wanted);
      const faults: readonly FaultRequest[] = [
        { kind: "omit", path: "/v1/agent", ids: [id], count: 5 },
        { kind: "alter", method: "GET", path: "/v1/agent", set: { name: null }, count: 5 },
        { kind: "alter", method: "GET", path: "/v1/agent", set: { userId: 102 }, count: 5 },
      ];
      for (const fault of faults) {
        await stage.sandbox.fault(fault);
        await stage.refuses(stage.engine.up("finder", wanted), `of this name (id ${id})`);
        await stage.sandbox.clearFaults();
      }
      expect(await stage.writes()).toEqual([]);
      // Once proven to be gone, it blocks nothing.
      await stage.sandbox.deleteAgent({ agentId: id });
      expect((await stage.engine.up("finder", wanted)).op).toBe("create");
    },
  ),
  inFull(
    20,
    "a lost create of a killed run is not repeated with a listing without names, or an incomplete one",
    async (stage) => {
      const list = await stage.madeList();
      const [wanted, path] = [stage.agent(list), "/v1/agent"];
      await stage.sandbox.fault({ kind: "reset", when: "after", method: "POST", path });
      await stage.sandbox.fault({ kind: "omit", path, createdSince: true, count: 9 });
      await stage.refusal(stage.engine.up("finder", wanted));
      stage.engine.state.delete(stage.engine.urn("SourceAgent", "finder"));
      await stage.sandbox.clearFaults();
      await stage.forget();
      const faults: readonly FaultRequest[] = [
        { kind: "alter", method: "GET", path, set: { name: null }, count: 9 },
        { kind: "status", method: "GET", path, status: 200, body: [{ name: "Without an id" }], count: 9 },
      ];
      for (const fault of faults) {
        await stage.sandbox.fault(fault);
        await stage.refuses(stage.engine.up("finder", wanted), "was cut off while it created it");
        await stage.sandbox.clearFaults();
      }
      expect(await stage.writes()).toEqual([]);
    },
  ),
  inFull(20, "an agent that a limit or a person has paused still counts as a twin", async (stage) => {
    const list = await stage.madeList();
    const id = await killed(stage, "finder", stage.agent(list, { paused: false }));
    await stage.patchByHand(`/v1/agent/${id}`, { paused: true });
    expect(await stage.refusal(stage.another().up("finder", stage.agent(list, { paused: false })))).toContain(
      `the account already holds the same source agent, id ${id}`,
    );
  }),
  inFull(17, "a response without a campaign's active flag does not mean that it is off", async (stage) => {
    const { list, id } = await stage.madeCampaign({ active: true });
    const hide = { kind: "alter", method: "GET", remove: ["active"], count: 50 } as const;
    await stage.sandbox.fault({ ...hide, remove: ["active"], path: "/v1/campaign" });
    const second = stage.campaign(list, { name: "Second", active: true });
    await stage.refuses(stage.elsewhere().up("q2", second), `by an active campaign (id ${id})`);
    const twin = stage.another({ adopt: "twin" });
    await stage.refuses(twin.up("q1", stage.campaign(list, { active: true })), "already holds");
    await stage.sandbox.fault({ ...hide, remove: ["active"], path: "/v1/campaign/*" });
    await stage.refuses(stage.engine.destroy("Campaign", "q1"), `inactive:${id}`);
  }),
  inFull(9, "a start that no boolean shows is detected by reading", async (stage) => {
    const list = await stage.madeList();
    await stage.sandbox.fault({ kind: "alter", method: "POST", path: "/v1/campaign", set: { active: "true" } });
    await stage.sandbox.fault({ kind: "alter", method: "GET", path: "/v1/campaign/*", set: { active: true } });
    await stage.refuses(stage.engine.up("q1", stage.campaign(list)), "it is running now");
    const id = await stage.made("q2", stage.campaign(list, { name: "Second" }));
    await stage.sandbox.fault({ kind: "alter", method: "PATCH", path: "/v1/campaign/*", remove: ["active"] });
    await stage.sandbox.fault({
      ...{ kind: "alter", method: "GET", path: "/v1/campaign/*", set: { active: true } },
      ...({ kind: "alter", skip: 1 } as const),
    });
    const changed = stage.campaign(list, { name: "Second", steps: otherText });
    await stage.refuses(stage.engine.up("q2", changed), `it is running now (id ${id})`);
  }),
  perMode("pending", "a refusal that is not in the service's own words leaves the outcome open", {
    async specOnly(stage) {
      const list = await stage.madeList();
      for (const body of [{ error: "no upstream" }, { detail: "conflict" }]) {
        const name = `Lost ${body.error ?? body.detail}`;
        const wanted = stage.campaign(list, { name });
        await stage.answers("POST /v1/campaign", 409, { when: "after", body });
        await stage.refusal(stage.engine.up(name, wanted));
        await stage.refuses(stage.engine.up(name, wanted), "its creation is still pending");
        stage.engine.state.delete(stage.engine.urn("Campaign", name));
        await stage.refuses(stage.engine.up(name, wanted), "was cut off while it created it");
      }
    },
    async full(stage) {
      const list = await stage.madeList();
      const path = "/v1/campaign";
      const body = { error: "no upstream" };
      await stage.answers(`POST ${path}`, 409, { when: "before", body });
      const text = await stage.refusal(stage.engine.up("q1", stage.campaign(list)));
      expect(text).toContain("it may have been created nevertheless: look in the app");
      // Such a refusal is usually correct, so the wait is short.
      expect(stage.engine.slept).toEqual([500]);
      expect(stage.engine.state.has(stage.engine.urn("Campaign", "q1"))).toBe(false);
      await stage.answers(`POST ${path}`, 409, { when: "after", body });
      expect((await stage.another().upIn("other", "q2", stage.campaign(list, { name: "Q2" }))).op).toBe("create");
    },
  }),
  inFull(
    "pending",
    "a pending campaign that is found running, although it was declared inactive, fails until somebody decides",
    async (stage) => {
      const list = await stage.madeList();
      const path = "/v1/campaign";
      await stage.sandbox.fault({ kind: "reset", when: "after", method: "POST", path });
      await stage.sandbox.fault({ kind: "omit", path, createdSince: true, count: 50 });
      await stage.refusal(stage.engine.up("q1", stage.campaign(list)));
      await stage.sandbox.clearFaults();
      const { campaigns } = await stage.sandbox.objects();
      await stage.sandbox.setActive({ campaignId: campaigns.at(-1)?.id ?? 0, active: true });
      await stage.refuses(stage.engine.upRefreshed("q1", stage.campaign(list)), "it is running");
    },
  ),
];
