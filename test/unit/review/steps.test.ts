import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleOf, withoutFields } from "../../../provider/src/review/sample";
import { reviewedSteps, wordDiff } from "../../../provider/src/review/steps";

const message = (text: string, delayAfterLastStep?: number) => ({ type: "message", message: text, delayAfterLastStep });
const days = (before: unknown, after: unknown) =>
  reviewedSteps(before, after).map(({ number, type, change, day, dayBefore }) => [
    number,
    type,
    change,
    day,
    dayBefore,
  ]);

describe("the timeline of a campaign", () => {
  it("counts days from the day on which a person enters; the first step does not wait", () => {
    const steps = [
      { type: "visitProfile", delayAfterLastStep: 4 },
      { type: "invitation", delayAfterLastStep: 1 },
      message("a"),
      message("b", 3),
    ];
    expect(days(undefined, steps)).toEqual([
      [1, "visitProfile", "added", 0, undefined],
      [2, "invitation", "added", 1, undefined],
      [3, "message", "added", 3, undefined],
      [4, "message", "added", 6, undefined],
    ]);
  });

  it("has no day after an unknown delay", () => {
    const steps = [message("a"), { ...message("b"), delayAfterLastStep: "(known after the update)" }, message("c")];
    expect(reviewedSteps(undefined, steps).map(({ day }) => day)).toEqual([0, undefined, undefined]);
  });

  it("aligns steps of the same type, whatever is inserted or removed", () => {
    const before = [{ type: "visitProfile" }, { type: "invitation" }, message("a")];
    const after = [{ type: "invitation" }, { type: "likePosts" }, message("a")];
    expect(days(before, after)).toEqual([
      [1, "visitProfile", "removed", undefined, 0],
      [1, "invitation", "same", 0, 2],
      [2, "likePosts", "added", 2, undefined],
      [3, "message", "same", 4, undefined],
    ]);
  });

  it("shows which fields of a step change", () => {
    const [step] = reviewedSteps([{ type: "likePosts", numberOfPosts: 1 }], [{ type: "likePosts", numberOfPosts: 3 }]);
    expect(step).toMatchObject({ change: "changed", properties: [{ name: "numberOfPosts", before: "1", after: "3" }] });
  });

  it("shows who writes a text", () => {
    const [step] = reviewedSteps([message("a")], [{ type: "message", messageMode: "ai" }]);
    expect(step).toMatchObject({
      change: "changed",
      mode: "ai",
      modeBefore: "same",
      texts: [{ field: "message", before: "a" }],
    });
  });

  it.each([undefined, "[secret]", "(known after the update)"])("shows no step for %j", (value) => {
    expect(reviewedSteps(undefined, value)).toEqual([]);
  });
});

describe("a hidden step", () => {
  it("is still shown: an omitted step would be one that nobody has approved", () => {
    const steps = reviewedSteps(
      [{ type: "visitProfile" }, message("a")],
      [{ type: "visitProfile" }, "(known after the update)"],
    );
    expect(
      steps.map(({ label, change, texts }) => [label, change, texts.map(({ before, after }) => after ?? before)]),
    ).toEqual([
      ["Visit of the profile", "same", []],
      ["Message", "removed", ["a"]],
      ["Step that cannot be shown", "added", ["(known after the update)"]],
    ]);
  });
});

describe("a word diff", () => {
  it("names added and removed words", () => {
    expect(wordDiff("Hi [FirstName], good morning", "Hi [FirstName], good evening to you")).toEqual([
      { kind: "same", text: "Hi [FirstName], good " },
      { kind: "removed", text: "morning" },
      { kind: "added", text: "evening to you" },
    ]);
  });

  it("reproduces both texts, for any texts", () => {
    const words = fc
      .array(fc.constantFrom("a", "b", " ", "\n", "[FirstName]", "é", "👋🏽", ",", "  "))
      .map((all) => all.join(""));
    fc.assert(
      fc.property(words, words, (before, after) => {
        const parts = wordDiff(before, after);
        const text = (without: string) =>
          parts
            .filter(({ kind }) => kind !== without)
            .map((part) => part.text)
            .join("");
        expect(text("added")).toBe(before);
        expect(text("removed")).toBe(after);
      }),
    );
  });

  it("shows two texts that have nothing in common in full", () => {
    const text = (word: string) => Array.from({ length: 3_000 }, (_, index) => `${word}${index}`).join(" ");
    const parts = wordDiff(text("a"), text("b"));
    expect(parts.map(({ kind }) => kind)).toEqual(["removed", "added"]);
  });
});

describe("a sample", () => {
  it("fills in every variable of the service, and nothing else", () => {
    expect(sampleOf("Hi [FirstName] [LastName], [JobTitle] of [Company] [City] [firstname]")).toBe(
      "Hi Robin Example, Head of Examples of Example Works [City] [firstname]",
    );
    expect(sampleOf("[SenderFirstName] [SenderName] [SenderFullName] [SenderCompany]")).toBe(
      "Sam Sam Sam Sender Sender Company",
    );
  });

  it("omits fields that a contact does not have", () => {
    expect(withoutFields("Hi [FirstName], how is [Company]?", new Set(["Company"]))).toBe("Hi Robin, how is ?");
  });
});
