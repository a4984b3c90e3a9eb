import { describe, expect, it } from "vitest";
import type { Review } from "../../../provider/src/review/model";
import { reviewPage } from "../../../provider/src/review/output/html";
import { agent, campaign, list, review, step, text } from "../../support/review/build";
import { many } from "../../support/review/moreReviews";
import { elementsOf, textOf } from "../../support/review/parsedPage";
import { busyChange, firstCampaign } from "../../support/review/sampleReviews";

/** The text with single spaces, so that a test can contain a sentence. */
const shown = (of: Review) => textOf(reviewPage(of)).replace(/\s+/g, " ");

describe("source agents", () => {
  const criterion = { property: "targetLocations", label: "locations", added: [], removed: ["France"] };

  it.each([
    ["show that a criterion no longer restricts anybody", "updated", false, true],
    ["do not mention a criterion that still restricts", "updated", true, false],
    ["that are deleted do not show their criteria", "deleted", false, false],
  ] as const)("%s", (_, change, after, isTold) => {
    const targeting = [{ ...criterion, restricts: { before: true, after } }];
    expect(shown(review({ agents: [agent("a", { change, targeting })] })).includes("no longer restricted")).toBe(
      isTold,
    );
  });
});

describe("campaigns", () => {
  it("show changes with words and signs, not only with colour", () => {
    const all = shown(busyChange());
    for (const words of [
      "~Changed",
      "±Replaced",
      "−Deleted",
      "+New",
      "▶Starts sending",
      "■Does not send",
      "−Removed",
    ]) {
      expect(all).toContain(words);
    }
  });

  it("show the changed words, and a sample of the new text", () => {
    const page = reviewPage(busyChange());
    expect(page).toContain("<del>may I show you how?</del><ins>shall I show you how, on Thursday perhaps?</ins>");
    expect(shown(busyChange())).toContain("what Northwind Payments builds. We help teams like yours; shall I show");
  });

  it("show texts whose words cannot be compared one after the other", () => {
    const texts = [{ field: "message", before: "[secret]", after: "Known", diff: [] }];
    const steps = [step("message", { day: 0, change: "changed", texts })];
    expect(shown(review({ campaigns: [campaign("a", { steps })] }))).toContain("Before[secret]AfterKnown");
  });

  it("in a new program have nothing crossed out or underlined", () => {
    const names = elementsOf(reviewPage(firstCampaign())).map(({ name }) => name);
    expect(names.filter((name) => name === "ins" || name === "del")).toEqual([]);
  });

  it("that are deleted completely have no crossed out parts", () => {
    const steps = [step("message", { change: "removed", dayBefore: 0, texts: [{ ...text("Bye"), after: undefined }] })];
    const lists = [{ id: "4", name: "Old", change: "removed" as const }];
    const emailSeats = { before: ["21"], after: [] };
    const gone = campaign("gone", { change: "deleted", linkedinSeat: { before: "7" }, emailSeats, lists, steps });
    const signals = { added: [], removed: [{ type: "HIRING", label: "hiring", value: "true" }], unchanged: 0 };
    const page = reviewPage(review({ campaigns: [gone], agents: [agent("gone", { change: "deleted", signals })] }));
    const names = elementsOf(page).map(({ name }) => name);
    expect(names.filter((name) => name === "ins" || name === "del")).toEqual([]);
    expect(textOf(page)).toContain("Bye");
    expect(textOf(page).match(/−/g)).toHaveLength(2);
  });

  it("that take over an object or replace one name it", () => {
    const adopting = campaign("adopting", { change: "created", adopts: "6989" });
    const equal = list("equal", { adopts: "twin" });
    const planned = campaign("planned", { change: "replaced", id: "12", idBefore: "12" });
    const done = campaign("done", { change: "replaced", id: "14", idBefore: "13" });
    const all = shown(review({ campaigns: [adopting, planned, done], lists: [equal] }));
    expect(all).toContain("→Taken over");
    expect(all).toContain("Takes over6989");
    expect(all).toContain("Takes overthe equal object in the account");
    expect(all).toContain("Id12 a new one");
    expect(all).toContain("Id13 14");
  });

  it("name what nobody can review, and what stays", () => {
    const dropped = campaign("dropped", { change: "deleted", retained: true, droppedWith: "urn:list" });
    expect(shown(review({ campaigns: [dropped] }))).toContain("deletedWithset: the object stays in the account");
    const kept = campaign("kept", { change: "deleted", retained: true, hidden: ["steps[0].message"] });
    const all = shown(review({ campaigns: [kept] }));
    expect(all).toContain("retainOnDeleteset: the object stays in the account");
    expect(all).toContain("Secret or not known yet, in whole or in partsteps[0].message");
  });

  it("show how many people are in their lists, and their progress", () => {
    expect(shown(busyChange())).toContain("Healthcare operations (540 people, 310 finished, 4 excluded)");
    expect(shown(busyChange())).toContain("Fintech founders (1,240 people)");
  });

  it.each([
    ["a text of the program", { mode: "same" }, []],
    ["a text by the AI", { mode: "ai" }, ["Text written bythe service's AI, for each contact"]],
    [
      "a text that the AI writes from now on",
      { mode: "ai", modeBefore: "same" },
      ["Text written bythis program the service's AI, for each contact"],
    ],
    [
      "a text that the program writes from now on",
      { mode: "same", modeBefore: "ai" },
      ["Text written bythe service's AI, for each contact this program"],
    ],
    ["a removed text of the program", { modeBefore: "same", change: "removed" }, []],
    [
      "a removed text by the AI",
      { modeBefore: "ai", change: "removed" },
      ["Text written bythe service's AI, for each contact"],
    ],
  ] as const)("show who writes %s", (_, fields, words) => {
    const steps = [step("message", { day: 0, mode: undefined, ...fields }), step("visitProfile", { day: 2 })];
    const all = shown(review({ campaigns: [campaign("a", { steps })] }));
    expect(all.match(/Text written by.*?(?= [1-3]\. Visit)/g) ?? []).toEqual(words);
  });

  it("are open, unless there are many", () => {
    const open = (count: number) =>
      elementsOf(reviewPage(many(count))).filter(
        ({ attributes }) => attributes.get("data-item") === "campaign" && attributes.has("open"),
      ).length;
    expect([open(20), open(21)]).toEqual([20, 0]);
  });
});
