import { describe, expect, it } from "vitest";
import { neededBeside } from "../../../provider/src/lifecycle/besideOthers";
import type { Other } from "../../../provider/src/lifecycle/kind";
import { type More, starting } from "../resources/starting";

const twice = " (the same people would be written to twice)";
const again = " (its people would start again at step 1)";

describe("a campaign that starts on list 1 beside campaign 5", () => {
  it.each<[string, Partial<Other>, More, string, string[]]>([
    ["that has never run needs its code alone", {}, {}, "", ["twin:5"]],
    ["that runs writes to people twice", { running: true }, {}, twice, ["twin:5", "shared-list:5"]],
    ["that has run starts again", { ran: true }, {}, again, ["twin:5", "restart"]],
    ["that runs on another list too", { running: true, targets: ["2", "1"] }, {}, twice, ["twin:5", "shared-list:5"]],
    ["that runs on another list alone", { running: true, targets: ["2"] }, {}, "", ["twin:5"]],
    ["that runs on lists that are not known", { running: true, targets: [] }, {}, twice, ["twin:5", "shared-list:5"]],
    ["gets the missing codes", { running: true }, { acknowledged: ["shared-list:5"] }, "", ["twin:5"]],
    ["does not start at all", { running: true }, { inputs: { active: false } }, "", ["twin:5"]],
  ])("%s", (_, other, more, effects, codes) => {
    const { situation } = starting({}, more);
    expect(neededBeside(situation, [{ id: "5", ...other }], [], [])).toEqual({ effects, codes });
  });

  it("and others that are not twins needs every code once", () => {
    const { situation } = starting({});
    const running = ["6", "7"].map((id) => ({ id, running: true, targets: ["1"] }));
    const { effects, codes } = neededBeside(situation, [{ id: "5", ran: true }], ["twin:none"], running);
    expect(effects).toBe(" (its people would start again at step 1, and the same people would be written to twice)");
    expect(codes).toEqual(["twin:5", "twin:none", "restart", "shared-list:6", "shared-list:7"]);
  });
});
