import { expect } from "vitest";
import { type Case, inFull, perMode } from "../stage";
import { setUp, subjects } from "./subjects";

/** Responses at the object's own address that prove nothing. */
const noProof: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ["an unknown route", { status: 404, body: { statusCode: 404, message: "Cannot GET /v1/x", error: "Not Found" } }],
  ["a 404 without JSON", { status: 404, body: "gone" }],
  ["an empty 404", { status: 404, body: "" }],
  ["a gateway's 404", { status: 404, body: { error: "no upstream" } }],
  ["401", { status: 401 }],
  ["403", { status: 403 }],
  ["500", { status: 500, count: 20 }],
  ["503", { status: 503, count: 20 }],
  ["an odd body", { status: 200, body: { hello: "world" } }],
  ["another object", { status: 200, body: { id: 17, name: "Somebody else's" } }],
];

/** What proves that an object is gone, and what does not. */
export const vanishing: readonly Case[] = subjects.flatMap((subject): Case[] => {
  const { kind, noun, path, called } = subject;

  return [
    perMode(23, `${noun}: deleted outside, it leaves the state once that is proven`, {
      async full(stage) {
        const { id, step } = await setUp(stage, subject);
        await subject.removeOutside(stage, id);
        expect(await stage.engine.refresh(kind, "one")).toEqual(["(gone)"]);
        expect(stage.engine.warnings.join()).toContain(`${called} (id ${id}): it no longer exists at the service`);
        expect((await stage.engine.up("one", step)).op).toBe("create");
      },
      async specOnly(stage) {
        const { id, step } = await setUp(stage, subject);
        await subject.removeOutside(stage, id);
        expect(await stage.engine.refresh(kind, "one")).toEqual([]);
        expect((await stage.engine.up("one", step)).op).toBe("same");
      },
    }),
    ...noProof.map(
      ([answer, fault]): Case =>
        inFull(23, `${noun}: ${answer} at its address is not a proof`, async (stage) => {
          const { id } = await setUp(stage, subject);
          // The listing lacks it, so it is requested by its id.
          await stage.sandbox.fault({ kind: "omit", path, ids: [id], count: 50 });
          await stage.sandbox.fault({
            kind: "status",
            path: `${path}/${id}`,
            status: Number(fault.status),
            body: fault.body,
            count: Number(fault.count ?? 1),
          });
          await stage.refuses(stage.engine.refresh(kind, "one"), `${called} (id ${id})`);
          expect(stage.engine.stored(kind, "one").id).toBe(String(id));
        }),
    ),
    inFull(23, `${noun}: a listing without it is not a proof while it can be read by its id`, async (stage) => {
      const { id } = await setUp(stage, subject);
      await stage.sandbox.fault({ kind: "omit", path, ids: [id], count: 50 });
      expect(await stage.engine.refresh(kind, "one")).toEqual([]);
    }),
  ];
});
