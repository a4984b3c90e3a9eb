import { describe, expect, it } from "vitest";
import { reviewPage } from "../../../provider/src/review/output/html";
import {
  type Column,
  columnStyle,
  columnsOf,
  placedSteps,
} from "../../../provider/src/review/output/page/calendarColumns";
import { seatsOf } from "../../../provider/src/review/output/page/words";
import { campaign, review, step, text } from "../../support/review/build";
import { textOf } from "../../support/review/parsedPage";

const at = (...days: (number | undefined)[]) =>
  campaign("a", { steps: days.map((day) => step("visitProfile", { day })) });
const inWords = (column: Column) =>
  column.kind === "gap"
    ? `${column.days} idle`
    : column.kind === "unknown"
      ? "unknown"
      : `${column.kind} ${column.day}`;

describe("the columns of the calendar", () => {
  it.each<[string, (number | undefined)[], string[]]>([
    ["every day", [0, 1, 2], ["day 0", "day 1", "day 2"]],
    ["two idle days", [0, 3], ["day 0", "idle 1", "idle 2", "day 3"]],
    ["three idle days", [0, 4], ["day 0", "3 idle", "day 4"]],
    ["a year", [0, 365], ["day 0", "364 idle", "day 365"]],
    ["a day that is not known", [0, undefined], ["day 0", "unknown"]],
    ["a first step that is late", [5], ["day 0", "4 idle", "day 5"]],
    ["no step", [], ["day 0"]],
  ])("of %s", (_, days, columns) => {
    expect(columnsOf([at(...days)]).all.map(inWords)).toEqual(columns);
  });

  it("are shared by all campaigns", () => {
    const columns = columnsOf([at(0, 2), at(0, 9)]);
    expect(columns.all.map(inWords)).toEqual(["day 0", "idle 1", "day 2", "6 idle", "day 9"]);
    expect([0, 2, 9].map((day) => columns.at(day))).toEqual([0, 2, 4]);
  });

  it("become styles with only numbers", () => {
    const style = columnStyle(columnsOf([at(0, 1, 9, undefined)]));
    expect(style).toContain("grid-template-columns:240px minmax(128px,1fr) minmax(128px,1fr) 58px");
    expect(style).toContain(".at-3{grid-column-start:5}.to-3{grid-column-end:6}");
  });
});

describe("the position of a step", () => {
  it.each([
    ["that stays", { day: 3 }, ["now 3"]],
    ["that is removed", { change: "removed", dayBefore: 3 }, ["removed 3"]],
    ["that is removed and has only a day", { change: "removed", day: 4 }, ["removed 4"]],
    ["that moves", { day: 5, dayBefore: 3 }, ["former 3", "now 5"]],
    ["that was on the same day", { day: 5, dayBefore: 5 }, ["now 5"]],
    ["of which the new day is not known", { dayBefore: 3 }, ["former 3", "now undefined"]],
  ] as const)("%s", (_, fields, places) => {
    expect(placedSteps([step("message", fields)]).map(({ as, day }) => `${as} ${day}`)).toEqual(places);
  });
});

describe("the seats of a campaign", () => {
  it.each([
    [{ after: "7" }, [], "LinkedIn seat 7", undefined],
    [{ after: "7" }, ["22", "3"], "LinkedIn seat 7", "E-mails from seats 3 and 22"],
    [{ before: "7" }, ["21"], "E-mail seat 21", undefined],
    [{}, [], "Seat not known", undefined],
    [{}, ["1", "2", "3", "4", "5", "6", "7", "8"], "E-mail seats 1, 2, 3, 4, 5, 6 and 2 others", undefined],
  ])("%j and %j", (linkedinSeat, after, group, alsoFrom) => {
    expect(seatsOf({ linkedinSeat, emailSeats: { before: [], after } })).toMatchObject({ group, alsoFrom });
  });
});

describe("the calendar of a page", () => {
  const moving = campaign("moving", {
    name: "Moving",
    runs: "no",
    steps: [
      step("visitProfile", { day: 0 }),
      step("message", { day: 5, dayBefore: 2, texts: [text("Hi [FirstName],\n\nhow are you?")] }),
      step("message", { day: 7, mode: "ai", modeBefore: "same", texts: [text("Own words")] }),
    ],
  });
  const gone = campaign("gone", { name: "Gone", change: "deleted", linkedinSeat: { before: "99" } });
  const shown = textOf(reviewPage(review({ campaigns: [moving, gone] })));
  const calendar = shown.slice(shown.indexOf("Day 0 is the day"), shown.lastIndexOf("Campaigns"));

  it("shows the old and the new position of a step, and the sender", () => {
    expect(calendar).toContain("moves to day 5");
    expect(calendar).toContain("before: day 2");
    expect(calendar).toContain("LinkedIn seat 7");
    expect(calendar).toContain("Does not send");
  });

  it("shows a sample on one line, and no text that the AI replaces", () => {
    expect(calendar).toContain("Hi Maria, how are you?");
    expect(calendar).toContain("written by the AI");
    expect(calendar).not.toContain("Own words");
  });

  it("has no row for a deleted campaign", () => {
    expect(calendar).toContain("1 campaign");
    expect(calendar).not.toContain("99");
  });

  it("is omitted if it is empty", () => {
    expect(textOf(reviewPage(review({ campaigns: [gone] })))).not.toContain("Calendar");
  });
});
