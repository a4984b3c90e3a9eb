import { expect } from "vitest";
import { type Case, inBoth, inFull } from "./stage";

/** Deletes that the service does not confirm. */
export const deleting: readonly Case[] = [
  inBoth(16, "an empty response to a delete confirms nothing: it is sent again", async (stage) => {
    await stage.madeAgent();
    const empty = { kind: "empty", when: "before", method: "DELETE", path: "/v1/agent/*", status: 200 } as const;
    await stage.sandbox.fault({ ...empty, count: 2 });
    await stage.engine.destroy("SourceAgent", "finder");
    expect((await stage.sandbox.objects()).agents).toEqual([]);
  }),
  inFull(16, "an agent whose delete is merely accepted is not gone", async (stage) => {
    const { list, id } = await stage.madeAgent();
    const accepted = { kind: "status", method: "DELETE", status: 202, body: { message: "accepted" } } as const;
    await stage.sandbox.fault(accepted);
    await stage.engine.destroy("SourceAgent", "finder");
    expect((await stage.sandbox.objects()).agents).toEqual([]);

    const second = await stage.made("second", stage.agent(list));
    await stage.sandbox.fault({ ...accepted, count: 9 });
    const text = await stage.refusal(stage.engine.destroy("SourceAgent", "second"));
    expect(text).toContain(`(id ${second}): could not delete the source agent`);
    expect(text).toContain("accepted the deletion and still shows");
    expect(id).not.toBe(second);
  }),
  inFull(
    16,
    "an agent that the service can neither list nor read is deleted, unless the lookup fails",
    async (stage) => {
      const { id } = await stage.madeAgent();
      await stage.forget();
      const looking = { kind: "status", method: "GET", count: 9 } as const;
      await stage.sandbox.fault({ ...looking, path: "/v1/agent", status: 400 });
      await stage.sandbox.fault({ ...looking, path: "/v1/agent/*", status: 400 });
      await stage.refuses(stage.engine.destroy("SourceAgent", "finder"), "→ 400");
      expect(await stage.writes()).toEqual([]);
      await stage.sandbox.clearFaults();
      await stage.sandbox.fault({ kind: "omit", path: "/v1/agent", ids: [id], count: 9 });
      await stage.sandbox.fault({ ...looking, path: "/v1/agent/*", status: 405 });
      await stage.engine.destroy("SourceAgent", "finder");
      expect(await stage.writes()).toEqual(["DELETE /v1/agent/ID"]);
    },
  ),
];
