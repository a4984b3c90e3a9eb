import { declared, type Mocks, resolved, setMocks } from "pulumi-outreach/testing";
import { beforeEach, describe, expect, it, vi } from "vitest";

/** The list of the other stack, as the service would show it. */
const callers = { id: "456", name: "Asked for a call", contactCount: 12 };

/** Runs the program, once for each test, with results for its functions. */
async function run(answers: Mocks["answers"] = { getLists: [callers] }) {
  vi.resetModules();
  await setMocks({ answers }, "outreach-testing", "test");
  return await import("./index.js");
}

describe("the program", () => {
  beforeEach(async () => {
    await run();
  });

  it("declares a campaign for each market, on its own list and on the shared one", async () => {
    const campaigns = await declared("Campaign");
    expect(campaigns.map(({ name, lists }) => [name, ...lists.map((list) => list.name)])).toEqual([
      ["france", "Founders in France", "Asked for a call"],
      ["spain", "Founders in Spain", "Asked for a call"],
    ]);
  });

  it("starts no campaign by itself: a person does so in the app", async () => {
    for (const { args } of await declared("Campaign")) expect(args.active).not.toBe(true);
  });

  it("sends from a seat that no other market uses", async () => {
    const seats = (await declared("Campaign")).map(({ args }) => args.linkedinSeatId);
    expect(new Set(seats).size).toBe(seats.length);
  });

  it("writes every text itself, in two sentences at most, and to a person", async () => {
    for (const { texts } of await declared("Campaign")) {
      expect(texts.map(({ path }) => path)).toEqual(["steps[1].message"]);
      for (const { text = "", byAi } of texts) {
        expect(byAi).toBeUndefined();
        expect(text).toContain("[FirstName]");
        expect(text.match(/[.?!](\s|$)/g)?.length).toBeLessThanOrEqual(2);
      }
    }
  });

  it("searches for founders where the campaign writes to them", async () => {
    const { args } = await declared("SourceAgent", "spain");
    const list = await declared("List", "spain");
    expect(args).toMatchObject({ targetLocations: ["Spain"], listId: Number(list.id) });
  });
});

it("exports how many people have asked for a call", async () => {
  const { people } = await run();
  expect(await resolved(people)).toBe(12);
});

it("asks for nothing but the list of the other stack", async () => {
  await expect(run({})).rejects.toThrow("getListOutput: this test gives no answer for it");
});

it("fails in a market whose text breaks a rule of the service", async () => {
  vi.doMock("./markets.js", async (original) => {
    const { markets } = await original<typeof import("./markets.js")>();
    return { markets: { france: { ...markets.france, opening: "Bonjour [FristName]." } } };
  });
  await expect(run()).rejects.toThrow("steps[1].message");
  vi.doUnmock("./markets.js");
});
