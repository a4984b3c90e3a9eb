import { expect } from "vitest";
import { type Case, inBoth, inFull, perMode } from "../rows/stage";

/** The ordinary life cycle of a kind without rules and guards, with every operation. */
export const tagRows: readonly Case[] = [
  perMode(10, "tag: its fields are changed in place, each separately", {
    async full(stage) {
      const id = await stage.made("hot", stage.tag());
      await stage.forget();
      expect((await stage.engine.up("hot", stage.tag({ colour: "blue" }))).op).toBe("update");
      expect((await stage.engine.up("hot", stage.tag({ name: "Cold", colour: "blue" }))).op).toBe("update");
      expect(await stage.writes()).toEqual(Array(2).fill("PATCH /v1/tag/ID"));
      expect(stage.engine.stored("Tag", "hot")).toMatchObject({
        id: String(id),
        outputs: { name: "Cold", colour: "blue", userId: 101 },
      });
    },
    async specOnly(stage) {
      await stage.made("hot", stage.tag());
      const text = await stage.refusal(() => stage.engine.preview("hot", stage.tag({ colour: "blue" })));
      expect(text).toContain("this service has no operation that changes colour");
    },
  }),
  inFull(22, "tag: a refresh shows changes made in the app", async (stage) => {
    const id = await stage.made("hot", stage.tag());
    stage.sandbox.tags.edit(id, { colour: "green" });
    expect(await stage.engine.refresh("Tag", "hot")).toEqual(["colour"]);
    expect(stage.engine.stored("Tag", "hot").outputs).toMatchObject({ name: "Hot", colour: "green" });
    expect((await stage.engine.up("hot", stage.tag())).op).toBe("update");
    expect(await stage.engine.refresh("Tag", "hot")).toEqual([]);
  }),
  inBoth("tag", "tag: its delete reaches the service", async (stage) => {
    await stage.made("hot", stage.tag());
    await stage.forget();
    expect(await stage.engine.destroy("Tag", "hot")).toEqual([]);
    expect(await stage.writes()).toEqual(["DELETE /v1/tag/ID"]);
    expect(stage.sandbox.tags.ids()).toEqual([]);
  }),
  inBoth(
    "tag",
    "tag: arguments that break its fields' rules are refused with the kind's own messages",
    async (stage) => {
      const text = await stage.refusal(() => stage.engine.preview("hot", stage.tag({ colour: "gren", size: 3 })));
      expect(text).toContain('2 problems in tag "hot"');
      expect(text).toContain("did you mean `green`?");
      expect(text).toContain("size: is not a field of a tag");
      expect(await stage.writes()).toEqual([]);
    },
  ),
];
