import { describe, expect, it } from "vitest";
import { listKind } from "../../../provider/src/resources/listKind";
import { list, problemsOf, warningsOf } from "./programs";

const problems = (inputs: Record<string, unknown>) => problemsOf(listKind, { ...list, ...inputs });

describe("a list", () => {
  it("may have a name of 255 characters", () => {
    expect(problems({ name: "🙂".repeat(255) })).toEqual([]);
    expect(problems({ name: ` ${"a".repeat(255)} ` })).toEqual([]);
    expect(problems({ name: "🙂".repeat(256) })).toEqual(["name: has 256 characters; at most 255 are allowed"]);
  });

  it("cannot be attached to a campaign here", () => {
    expect(problems({ campaignId: 4 })).toEqual([
      "campaignId: is not a field of a list; it has `name`, `adopt`, `acknowledge`",
    ]);
  });

  it("has no property for as-is", () => {
    expect(warningsOf(listKind, { ...list, acknowledge: ["as-is:name"] })).toEqual([
      'acknowledge: "as-is:name" no longer applies; remove it.',
    ]);
  });
});

describe("adopt", () => {
  it.each([12, "12", "twin"])("may be %j", (adopt) => {
    expect(problems({ adopt })).toEqual([]);
  });

  it.each<[unknown, string]>([
    ["Twin", "adopt: must be an id, or the word `twin`; did you mean `twin`?"],
    ["first", "adopt: must be an id: a positive whole number, or the same as decimal text, or the word `twin`"],
    [0, "adopt: must be an id: a positive whole number, or the same as decimal text, or the word `twin`"],
    ["9007199254740993", "adopt: is 9007199254740993, which is too large to be an id: at most 9007199254740991"],
    [true, "adopt: must be an id: a positive whole number, or the same as decimal text, or the word `twin`"],
  ])("must not be %j", (adopt, line) => {
    expect(problems({ adopt })).toEqual([line]);
  });
});

describe("acknowledge", () => {
  it.each([
    "rename",
    "restart",
    "shared-list:456",
    "twin:456",
    "twin:none",
    "inactive:456",
    "as-is:variables[2]",
    "as-is:steps[0].message",
    "moved:https://outreach.example.com",
    "moved:http://127.0.0.1:4100/prefix",
  ])("may hold %s", (code) => {
    expect(problems({ acknowledge: [code] })).toEqual([]);
  });

  it.each<[unknown, string]>([
    [4, "must be an acknowledgement code (a string)"],
    ["rename:4", "is not a known code: did you mean `rename`?"],
    ["restarted", "is not a known code: did you mean `restart`?"],
    ["shared_list:4", "is not a known code: did you mean `shared-list:<id>`?"],
    ["asis:name", "is not a known code: did you mean `as-is:<path>`?"],
    ["shared-list", "must be written shared-list:<id>"],
    ["shared-list:main", "must be written shared-list:<id>"],
    ["twin:", "must be written twin:<id>, twin:none or twin:none:<sign>"],
    ["inactive:-4", "must be written inactive:<id>"],
    ["as-is:", "must be written as-is:<path>, as in as-is:<property>[2]"],
    ["as-is:variables[x]", "must be written as-is:<path>, as in as-is:<property>[2]"],
    ["moved:production", "must be written moved:<old origin>, as in moved:https://outreach.example.com"],
  ])("must not hold %j", (code, text) => {
    expect(problems({ acknowledge: ["rename", code] })).toEqual([`acknowledge[1]: ${text}`]);
  });

  it("is a list", () => {
    expect(problems({ acknowledge: "rename" })).toEqual(["acknowledge: must be a list of codes"]);
  });
});
