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
});
