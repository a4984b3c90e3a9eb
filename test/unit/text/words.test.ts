import { describe, expect, it } from "vitest";
import { counted, firstAndCount, inCurlyQuotes, listed } from "../../../provider/src/text/words";

describe("words that sentences share", () => {
  it("count a noun, with an s or as it is given", () => {
    expect([0, 1, 2].map((count) => counted(count, "list"))).toEqual(["0 lists", "1 list", "2 lists"]);
    expect([1, 2].map((count) => counted(count, "person", "people"))).toEqual(["1 person", "2 people"]);
  });

  it("list words with an and before the last one", () => {
    const words = ["a", "b", "c"];
    expect([0, 1, 2, 3].map((count) => listed(words.slice(0, count)))).toEqual(["", "a", "a and b", "a, b and c"]);
  });

  it("list the first words and say how many are left out", () => {
    expect(firstAndCount(["a", "b", "c"], 3)).toBe("a, b, c");
    expect(firstAndCount(["a", "b", "c", "d", "e"], 2)).toBe("a, b and 3 more");
  });

  it("quote a name", () => {
    expect(inCurlyQuotes("Fintech Q1")).toBe("“Fintech Q1”");
  });
});
