import { describe, expect, it } from "vitest";
import { nearest } from "../../../provider/src/kind/nearest";

const words = ["message", "messageMode", "note", "11-50", "FirstName"];

describe("the nearest word", () => {
  it.each([
    ["mesage", "message"],
    ["messgae", "message"],
    ["message_mode", "messageMode"],
    ["MESSAGE", "message"],
    ["nota", "note"],
    ["11–50", "11-50"],
    ["first name", "FirstName"],
  ])("of %s is %s", (word, meant) => {
    expect(nearest(word, words)).toBe(meant);
  });

  it.each(["", "x", "no", "city", "something else", "-", "m".repeat(100_000)])("does not exist for %.20s", (word) => {
    expect(nearest(word, words)).toBeUndefined();
  });
});
