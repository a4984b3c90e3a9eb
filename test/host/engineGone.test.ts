import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checked, HostRun, listArgs, urnOf } from "../support/hostRun";

let run: HostRun;
beforeAll(async () => {
  run = await HostRun.open();
});
afterAll(() => run.close());

describe("a provider process that outlives its engine", () => {
  it("creates nothing: nobody would record it", async () => {
    const engine = await run.engine();
    const host = await run.host({ engine });
    const urn = urnOf("List");
    const inputs = await checked(host, urn, "List", listArgs);
    engine.close();
    await expect(host.create(urn, inputs)).rejects.toThrow(
      /engine[\s\S]*did not answer, so nothing was sent[\s\S]*pulumi cancel/,
    );
    expect((await run.requests()).filter((request) => request.startsWith("POST "))).toEqual([]);
    expect((await run.sandbox.counts()).lists).toBe(0);
  });
});
