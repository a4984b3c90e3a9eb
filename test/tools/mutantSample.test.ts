import { describe, expect, it } from "vitest";
import { estimate, sampleOf } from "../../tools/mutants/sample.mjs";

describe("a sample of the open mutants", () => {
  it("contains as many different ones as asked for, in a random order", () => {
    const values = [0.9, 0.1, 0.5];
    expect(sampleOf(["a", "b", "c"], 2, () => values.shift() ?? 0)).toEqual(["b", "c"]);
    expect(sampleOf(["a", "b"], 5).toSorted()).toEqual(["a", "b"]);
  });

  it("estimates how many of all are dead", () => {
    expect(estimate({ all: 1000, open: 400, tried: 100, killed: 80 })).toEqual({ percentage: 92, error: 1.6 });
    expect(estimate({ all: 1000, open: 400, tried: 100, killed: 100 })).toEqual({ percentage: 100, error: 0 });
  });
});
