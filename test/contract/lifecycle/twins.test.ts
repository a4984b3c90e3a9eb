import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Sandbox, startSandbox } from "../../../sandbox/src/index";
import { PassingClock } from "../../support/passingClock";
import { TestStack } from "../../support/testStack";
import { open, settingsFor } from "../../unit/api/opening";

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ rateLimit: false });
});
afterEach(() => sandbox.close());

const list = { kind: "List", args: { name: "Leads" } } as const;

/** A list that a run has created, and a stack that asks for the twin of what it declares. */
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
  it("takes over what was created by no recorded stack", async () => {
    const { id, stack } = await madeBy({});
    await stack.up("leads", list);
    expect(stack.stored("List", "leads").id).toBe(id);
  });

  it("takes over nothing that another stack has created", async () => {
    const { id, stack } = await madeBy({ stack: "the digest of another stack" });
    await expect(stack.up("leads", list)).rejects.toThrow(`id ${id}; nothing was sent.`);
    await expect(stack.up("leads", list)).rejects.toThrow("Another stack has created it");
  });

  it("does not matter if the program itself asks for the twin of another stack", async () => {
    const { id, stack } = await madeBy({ stack: "the digest of another stack" });
    await stack.up("leads", { ...list, args: { ...list.args, adopt: "twin" } });
    expect(stack.stored("List", "leads").id).toBe(id);
  });
});
