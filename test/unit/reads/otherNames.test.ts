import { describe, expect, it } from "vitest";
import { otherNames } from "../../../provider/src/reads/otherNames";

const lines = (word: string, ...names: string[]) =>
  otherNames(
    word,
    names.map((name) => ({ name })),
    ({ name }) => name,
    "There is none.",
  );

describe("an unknown name", () => {
  it.each([
    ["finder", ["Agencies", "Finder"], "Did you mean Finder?"],
    ["fintech-q1", ["Agencies", "Fintech Q1"], "Did you mean Fintech Q1?"],
    ["Fintech", ["Agencies", "Fintech Q1"], "Did you mean Fintech Q1?"],
    ["energy F", ["Energy", "Energy finder"], "Did you mean Energy finder?"],
    ["Fintehc Q1", ["Agencies", "Fintech Q1"], "Did you mean Fintech Q1?"],
    ["FINDER", ["Finder", "finder"], "Did you mean Finder or finder?"],
  ])("%s of %j: %s", (word, names, expected) => {
    expect(lines(word, ...names)[0]).toBe(expected);
    expect(lines(word, ...names)).toHaveLength(2);
  });

  it("puts names that contain the word first, if it is not clear which one was meant", () => {
    expect(lines("fintech", "Agencies", "Fintech Q1", "Fintech Q2")).toEqual([
      "There are: Fintech Q1, Fintech Q2, Agencies.",
    ]);
  });

  it("suggests nothing for a word that resembles no name", () => {
    expect(lines("logistics", "Agencies", "Fintech Q1")).toEqual(["There are: Agencies, Fintech Q1."]);
    expect(lines(" ", "Agencies")).toEqual(["There are: Agencies."]);
    expect(lines("logistics")).toEqual(["There is none."]);
  });

  it("lists at most ten, including the likely ones", () => {
    const names = Array.from({ length: 12 }, (_, index) => `Market ${String.fromCharCode(65 + index)}`);
    expect(lines("market l", ...names)).toEqual([
      "Did you mean Market L?",
      `There are: Market L, ${names.slice(0, 9).join(", ")} and 2 more.`,
    ]);
  });
});
