import { afterEach, describe, expect, it } from "vitest";
import { person, useSandbox } from "./support.js";

const bench = useSandbox();
afterEach(() => bench.sandbox.clearFaults());

describe("a listing", () => {
  const ids = async (path = "/v1/list") => (await bench.get<{ id: number }[]>(path)).map(({ id }) => id);

  it("can lack objects by id", async () => {
    const [first, second] = [await bench.list(), await bench.list()];
    await bench.sandbox.fault({ kind: "omit", path: "/v1/list", ids: [first] });
    expect(await ids()).not.toContain(first);
    expect(await ids()).toEqual(expect.arrayContaining([first, second]));
  });

  it("can lack the newest objects", async () => {
    const newest = await bench.list();
    await bench.sandbox.fault({ kind: "omit", path: "/v1/list", method: "GET", newest: 1, count: 2 });
    expect(await ids()).not.toContain(newest);
    expect(await ids()).not.toContain(newest);
    expect(await ids()).toContain(newest);
  });

  it("can lack objects that were created after the fault was added", async () => {
    const listIds = [await bench.list()];
    const early = await bench.campaign({ listIds });
    await bench.sandbox.fault({ kind: "omit", path: "/v1/campaign", createdSince: true });
    const late = await bench.campaign({ listIds });
    expect(await ids("/v1/campaign")).toEqual([early.id]);
    expect(await ids("/v1/campaign")).toEqual([early.id, late.id]);
  });

  it("can lack contacts of a page", async () => {
    const contact = await bench.create("/v1/contact", person());
    await bench.sandbox.fault({ kind: "omit", path: "/v1/contact", ids: [contact.id] });
    expect((await bench.get<{ contacts: unknown[] }>("/v1/contact")).contacts).toHaveLength(0);
    expect((await bench.get<{ contacts: unknown[] }>("/v1/contact")).contacts).toHaveLength(1);
  });
});

describe("an altered response", () => {
  it("has different values or lacks fields, in an object and in each object of a listing; stored objects stay unchanged", async () => {
    const listIds = [await bench.list()];
    const altering = { set: { active: true }, remove: ["name"], count: 2 };
    await bench.sandbox.fault({ kind: "alter", path: "/v1/campaign", ...altering });
    const answered = await bench.campaign({ name: "Quiet", listIds });
    expect(answered).toMatchObject({ active: true });
    expect(answered).not.toHaveProperty("name");
    const listed = async () => (await bench.get<{ id: number }[]>("/v1/campaign")).find(({ id }) => id === answered.id);
    const altered = await listed();
    expect(altered).toMatchObject({ active: true });
    expect(altered).not.toHaveProperty("name");
    expect(await listed()).toMatchObject({ name: "Quiet", active: false });
  });
});
