import { describe, expect, it } from "vitest";
import { outputsOf } from "../../../provider/src/lifecycle/outputs";
import { writtenRecord } from "../../../provider/src/lifecycle/record";
import { robot } from "../kind/robot";
import { recordOf } from "../resources/guarding";

describe("the outputs of a resource", () => {
  const declared = { title: "R2", dockIds: [1], motto: "Beep" };
  const record = recordOf();
  const recorded = writtenRecord(record);

  it.each<[string, object | undefined, object]>([
    ["are the declared values before any response", undefined, declared],
    ["contain the service's different values", { title: "C3" }, { ...declared, title: "C3" }],
    ["keep values that a response omits", {}, declared],
    ["omit values that the service returns as empty", { motto: null }, { title: "R2", dockIds: [1] }],
    ["contain the service's own values", { serial: "A1" }, { ...declared, serial: "A1" }],
  ])("%s", (_, answer, outputs) => {
    const shown = answer && { id: "5", ...answer };
    expect(outputsOf(robot, shown, declared, record)).toStrictEqual({ ...outputs, recorded });
  });
});
