import { describe, expect, it } from "vitest";
import { TurnLost } from "../../../provider/src/api/coordination/turns";
import { Doubt } from "../../../provider/src/api/doubt";
import { ServiceError } from "../../../provider/src/api/errors";
import { type Happened, mayHaveTakenEffect } from "../../../provider/src/api/retry";

const answered = (status: number, body: "fine" | "broken" | "page" = "fine"): Happened => ({
  ...{ what: "answered", status, body },
});

describe("a change may have taken effect", () => {
  it.each<[string, Happened, boolean]>([
    ["never sent", { what: "neverSent", hopeless: false }, false],
    ["lost", { what: "lost", hopeless: false }, true],
    ["200", answered(200), false],
    ["200, not readable", answered(200, "broken"), true],
    ["200, a web page", answered(200, "page"), true],
    ["302", answered(302), true],
    ["308", answered(308), false],
    ["401", answered(401), false],
    ["404", answered(404), false],
    ["408", answered(408), true],
    ["422", answered(422), false],
    ["429", answered(429), false],
    ["500", answered(500), true],
    ["501", answered(501), false],
    ["504", answered(504, "page"), true],
  ])("%s", (_, happened, expected) => {
    expect(mayHaveTakenEffect(happened)).toBe(expected);
  });
});

describe("the error of an operation", () => {
  const shared = new ServiceError(["nothing was sent", "run it again"], { category: "ended", status: 429 });

  it("stays the same if no attempt may have taken effect", () => {
    const doubt = new Doubt("updating it");
    doubt.note(answered(429));
    expect(doubt.in(shared)).toBe(shared);
  });

  it("is a copy if an earlier attempt may have taken effect", () => {
    const doubt = new Doubt("updating it");
    doubt.note(answered(504));
    doubt.note(answered(429));
    const error = doubt.in(shared);
    expect(error).toMatchObject({ message: shared.message, category: "ended", status: 429, mayHaveTakenEffect: true });
    expect(shared.mayHaveTakenEffect).toBe(false);
  });

  it("that is no answer of the service stays the same", () => {
    const doubt = new Doubt("updating it");
    doubt.note(answered(504));
    const error = new Error("a defect");
    expect(() => doubt.rethrow(error)).toThrow(error);
  });

  it("about a lost turn ends the change if an earlier attempt may have taken effect, and is passed on otherwise", () => {
    const doubt = new Doubt("updating it");
    expect(() => doubt.rethrow(new TurnLost())).toThrow(TurnLost);
    doubt.note({ what: "lost", hopeless: false });
    const failed = expect.objectContaining({ category: "lost", mayHaveTakenEffect: true });
    expect(() => doubt.rethrow(new TurnLost())).toThrow(failed);
  });
});
