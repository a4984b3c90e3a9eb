import { expect, it } from "vitest";
import { allKinds, canRun, kindNames } from "../../provider/src/everyKind";
import { kinds } from "../../provider/src/kinds";

it("kinds come after those that they refer to, so that programs can declare objects in this order", () => {
  for (const [place, name] of kindNames.entries()) {
    const before: readonly string[] = kindNames.slice(0, place);
    for (const { refersTo } of kinds[name].references) expect(before).toContain(refersTo);
  }
});

it("kinds have one phrase for all of them", () => {
  expect(allKinds()).toBe("lists, source agents and campaigns");
  expect(allKinds("or")).toBe("lists, source agents or campaigns");
});

// A kind that is added here needs a place in `stop`, which pauses agents and names campaigns, and in `status`.
it("the kinds whose objects run are those that stop and status know", () => {
  expect(kindNames.filter(canRun)).toEqual(["SourceAgent", "Campaign"]);
});
