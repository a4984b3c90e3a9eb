import { describe, expect, it } from "vitest";
import { formattedCount } from "../../../provider/src/page/words";
import type { ChangeWord, YesNo } from "../../../provider/src/review/model";
import { countsInWords, countsOf, sendingChip } from "../../../provider/src/review/output/page/words";
import { listed } from "../../../provider/src/text/words";

describe("whether a campaign sends", () => {
  it.each<[YesNo, YesNo, ChangeWord, string]>([
    ["yes", "yes", "updated", "▶ Sending"],
    ["no", "yes", "created", "▶ Starts sending"],
    ["no", "yes", "replaced", "▶ Starts sending"],
    ["unknown", "yes", "updated", "▶ Sends"],
    ["yes", "no", "updated", "■ Stops sending"],
    ["no", "no", "updated", "■ Does not send"],
    ["unknown", "no", "updated", "■ Does not send"],
    ["yes", "unknown", "updated", "? Not known whether it sends"],
    ["yes", "no", "deleted", "▶ Is sending"],
    ["no", "no", "deleted", "■ Does not send"],
    ["unknown", "unknown", "deleted", "? Not known whether it sends"],
  ])("before %s, after %s, %s: %s", (running, runs, change, words) => {
    const { sign, word } = sendingChip({ running, runs, change });
    expect(`${sign} ${word}`).toBe(words);
  });
});

describe("numbers in words", () => {
  it.each([
    [[], "none"],
    [["created"], "1 new"],
    [
      ["deleted", "created", "updated", "created", "unchanged", "replaced"],
      "2 new, 1 changed, 1 replaced, 1 deleted, 1 unchanged",
    ],
  ] as const)("%j: %s", (changes, words) => {
    expect(countsInWords(countsOf(changes.map((change) => ({ change }))))).toBe(words);
  });

  it.each([
    [0, "0 people"],
    [1, "1 person"],
    [1240, "1,240 people"],
  ])("%d: %s", (count, words) => {
    expect(formattedCount(count, "person", "people")).toBe(words);
  });

  it.each([
    [[], ""],
    [["a"], "a"],
    [["a", "b"], "a and b"],
    [["a", "b", "c"], "a, b and c"],
  ])("%j: %s", (words, text) => {
    expect(listed(words)).toBe(text);
  });
});
