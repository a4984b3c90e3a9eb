import { beforeEach, describe, expect, it } from "vitest";
import { readRecord } from "../../../provider/src/lifecycle/record";
import { type Sandbox, startSandbox } from "../../../sandbox/src/index";
import { closedAfterTest } from "../../support/closedAfterTest";
import { PassingClock } from "../../support/passingClock";
import { TestStack } from "../../support/testStack";
import { open, settingsFor } from "../../unit/api/opening";

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = closedAfterTest(await startSandbox({ rateLimit: false }));
});

const list = { kind: "List", args: { name: "Leads" } } as const;

/** A list that a run has created, and a stack that adopts twins. */
async function madeBy(notes: { readonly stack?: string }) {
  const clock = new PassingClock();
  const apiKey = sandbox.accounts.owner.apiKeys[0] ?? "";
  const { account } = open(sandbox.url, { apiKey }, { clock });
  const creation = await account.create("List", list.args, 'list "Leads"', notes);
  if (creation.status !== "created") throw new Error(creation.status);
  const stack = new TestStack(settingsFor(sandbox.url, { apiKey, adopt: "twin" }), { clock });
  return { id: creation.answer.id, stack };
}

describe("OUTREACH_ADOPT=twin for a run", () => {
  it("takes over an object without a recorded stack", async () => {
    const { id, stack } = await madeBy({});
    await stack.up("leads", list);
    expect(stack.stored("List", "leads").id).toBe(id);
  });

  it("records the adoption in the state, because the program does not show it to later reviews", async () => {
    const { stack } = await madeBy({});
    const takenOver = (name = "leads") => readRecord(stack.stored("List", name).outputs, "test").takenOver;
    await stack.up("leads", list);
    expect(takenOver()).toBe(true);
    stack.restart();
    await stack.refresh("List", "leads");
    await stack.up("leads", { ...list, args: { ...list.args, acknowledge: ["rename"] } });
    expect(takenOver()).toBe(true);
    await stack.up("own", { ...list, args: { name: "Own" } });
    expect(takenOver("own")).toBeUndefined();
  });

  it("does not take over objects that another stack has created", async () => {
    const { id, stack } = await madeBy({ stack: "the digest of another stack" });
    await expect(stack.up("leads", list)).rejects.toThrow(`id ${id}; nothing was sent.`);
    await expect(stack.up("leads", list)).rejects.toThrow("Another stack has created it");
  });

  it("has no effect if the program itself requests another stack's twin", async () => {
    const { id, stack } = await madeBy({ stack: "the digest of another stack" });
    await stack.up("leads", { ...list, args: { ...list.args, adopt: "twin" } });
    expect(stack.stored("List", "leads").id).toBe(id);
    expect(readRecord(stack.stored("List", "leads").outputs, "test").takenOver).toBe(true);
  });
});
