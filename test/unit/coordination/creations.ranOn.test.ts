import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import type { Creation } from "../../../provider/src/api/coordination/store";
import { allStages, closePostgres } from "./stages";

afterAll(closePostgres);

const of = { service: "service", kind: "Campaign", owner: "7" } as const;
const creation = (token: string, changes: Partial<Creation> = {}): Creation => ({
  ...{ ...of, token, name: "digest", outcome: "sent" },
  ...changes,
});

describe.each(allStages)("creations in %s", (_, open) => {
  test("keep every target that an object has had since it first ran", async () => {
    const stage = await open();
    onTestFinished(() => stage.close());
    const [one, other] = [stage.process("one"), stage.process("other")];
    const object = (notes: Partial<Creation>) =>
      ({ ...creation("unused"), outcome: "made", id: "1", ...notes }) as const;
    const ranOn = async () => (await other.creations(of)).map((each) => each.ranOn);
    await one.record(creation("a", { outcome: "made", id: "1", targets: ["4", "5"] }));
    await one.remember(object({ targets: ["5"] }));
    expect(await ranOn()).toEqual([undefined]);
    await other.remember(object({ running: true, targets: ["6"] }));
    await one.remember(object({ running: false, targets: ["7", "5"] }));
    await other.remember(object({ running: false, targets: [] }));
    expect(await ranOn()).toEqual([["5", "6", "7"]]);
    await one.record(creation("b", { running: true, targets: ["8"] }));
    await one.settle(["b"], { outcome: "made", id: "2" });
    await one.remember({ ...object({ running: false, targets: ["9"] }), id: "2" });
    expect((await ranOn()).at(-1)).toEqual(["8", "9"]);
    await one.inherit({ service: "service", owner: "7" }, { service: "service", owner: "9" });
    expect((await one.creations({ ...of, owner: "9" })).map((each) => each.ranOn)).toEqual(await ranOn());
  });

  test("of objects that were running are switched off by what a person says, and on again by what a run says", async () => {
    const stage = await open();
    onTestFinished(() => stage.close());
    const [one, other] = [stage.process("one"), stage.process("other")];
    const made = (id: string, running?: boolean) => creation(id, { outcome: "made", id, running, stack: "first" });
    for (const each of [made("1", true), made("2", false), made("3")]) await one.record(each);
    for (const id of ["1", "2", "3", "4"]) await other.recordAsOff(of, id);
    const recorded = async () => (await one.creations(of)).map(({ id, running, ran }) => [id, running, ran]);
    expect(await recorded()).toEqual([
      ["1", false, true],
      ["2", false, undefined],
      ["3", undefined, undefined],
    ]);
    expect((await one.creations(of))[0]).toMatchObject({ stack: "first" });
    await other.remember({ ...creation("5"), outcome: "made", id: "1", running: true });
    expect((await recorded())[0]).toEqual(["1", true, true]);
  });
});
