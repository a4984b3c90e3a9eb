import { describe, expect, it } from "vitest";
import { Plans } from "../../../provider/src/lifecycle/plans";

const [one = "", two = ""] = ["one", "two"].map((name) => `urn:pulumi:dev::project::robot::${name}`);
const inputs = { title: "R2", dockIds: [1] };

describe("the planned creates", () => {
  it("name the first other resource of the same kind with equal inputs", () => {
    const plans = new Plans();
    expect(plans.add("Robot", one, inputs)).toBeUndefined();
    // A preview and an update check a resource more than once.
    expect(plans.add("Robot", one, inputs)).toBeUndefined();
    expect(plans.add("Robot", two, inputs)).toBe(one);
    expect(plans.add("Robot", `${two}-b`, inputs)).toBe(one);
    expect(plans.add("Drone", `${two}-c`, inputs)).toBeUndefined();
    expect(plans.add("Robot", `${two}-d`, { ...inputs, title: "C3" })).toBeUndefined();
  });

  it("are done for all with equal inputs once one of them was executed", () => {
    const plans = new Plans();
    plans.add("Robot", one, inputs);
    plans.add("Robot", two, { ...inputs, title: "C3" });
    plans.fulfil("Robot", inputs);
    expect(plans.of(one)).toBeUndefined();
    expect(plans.of(two)?.urn).toBe(two);
    expect(plans.add("Robot", two, inputs)).toBeUndefined();
  });

  it("are found by the first of several URNs that has one, or by their content", () => {
    const plans = new Plans();
    plans.add("Robot", one, inputs);
    plans.add("Robot", two, { ...inputs, title: "C3" });
    expect(plans.of(undefined, "urn:unknown", two, one)?.urn).toBe(two);
    expect(plans.of(undefined)).toBeUndefined();
    expect(plans.all("Robot").find((planned) => planned.inputs.title === "C3")?.urn).toBe(two);
  });
});
