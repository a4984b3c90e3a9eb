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

  test("keep targets on which a run knows that an object has run, also of one that is not known to have run", async () => {
    const stage = await open();
    onTestFinished(() => stage.close());
    const [one, other] = [stage.process("one"), stage.process("other")];
    const object = (id: string, notes: Partial<Creation>) =>
      ({ ...creation(`of ${id}`), outcome: "made", id, ...notes }) as const;
    const ranOn = async () => (await other.creations(of)).map((each) => each.ranOn);
    await one.remember(object("1", { ranOn: ["7", "6"], ran: true, targets: ["5"] }));
    await one.remember(object("2", { ranOn: ["6"], targets: ["5"] }));
    await one.remember(object("3", { targets: ["5"] }));
    expect(await ranOn()).toEqual([["5", "6", "7"], ["6"], undefined]);
    await other.remember(object("1", { ranOn: ["8"] }));
    await other.remember(object("2", { ranOn: ["6"] }));
    await other.remember(object("3", { ranOn: ["8"] }));
    expect(await ranOn()).toEqual([["5", "6", "7", "8"], ["6"], ["8"]]);
    for (const id of ["2", "3"]) await one.remember(object(id, { running: true, targets: ["4"] }));
    expect(await ranOn()).toEqual([
      ["5", "6", "7", "8"],
      ["4", "5", "6"],
      ["4", "5", "8"],
    ]);
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
