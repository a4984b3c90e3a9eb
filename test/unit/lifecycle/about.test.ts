import { describe, expect, it } from "vitest";
import { nameOf } from "../../../provider/src/lifecycle/about";

describe("the resource name in the program", () => {
  it.each([
    ["urn:pulumi:dev::shop::aws:s3:Bucket::photos", "photos"],
    ["urn:pulumi:dev::shop::my:Parent$aws:s3:Bucket::photos", "photos"],
    ["urn:pulumi:dev::shop::aws:s3:Bucket::photos::old::", "photos::old::"],
    ["urn:pulumi:dev::shop::pulumi:providers:pulumi-nodejs::alice::default", "alice::default"],
    ["photos", "photos"],
    [undefined, ""],
  ])("is everything after the type: %s", (urn, name) => {
    expect(nameOf(urn)).toBe(name);
  });
});
