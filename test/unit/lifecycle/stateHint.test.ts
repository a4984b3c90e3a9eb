import { describe, expect, it } from "vitest";
import { asStateHint, fromStateHint } from "../../../provider/src/lifecycle/stateHint";

describe("what the class passes on of the state", () => {
  it("arrives as it was sent", () => {
    const hint = { stated: [], owners: [{ origin: "https://api.example.com", actingUserId: "101" }] };
    expect(fromStateHint(asStateHint(hint))).toEqual(hint);
  });

  it("is nothing if the state has nothing for the resource", () => {
    expect(asStateHint({ stated: undefined, namesakes: undefined })).toBeUndefined();
    expect(fromStateHint(undefined)).toEqual({});
  });

  it.each(["{", "null", "7", '"text"', 7, "04da6b54-80e4-46f7-96ec-b56ff0331ba9"])(
    "is unread if it cannot be read: %s",
    (hint) => {
      expect(fromStateHint(hint)).toEqual({ stated: "unread" });
    },
  );
});
