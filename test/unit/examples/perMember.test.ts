import { describe, expect, it } from "vitest";
import { cleaned, table } from "../../../examples/per-member/script/report.mjs";
import { decide } from "../../../examples/per-member/script/team.mjs";
import { inTurns } from "../../../examples/per-member/script/turns.mjs";

const member = (id: string, more: object = {}) => ({ id, name: `Name ${id}`, isActive: true, notes: [], ...more });

describe("what happens to a member", () => {
  it("depends on members.json and on the service's data", () => {
    const members = [
      member("101", { linkedinSeatId: 7 }),
      member("102"),
      member("103", { linkedinSeatId: 9, notes: ["the same e-mail address as 104"] }),
      member("104", { linkedinSeatId: 9, isActive: false }),
      member("105", { linkedinSeatId: 9, isActive: undefined }),
      member("a:b", { linkedinSeatId: 9, name: "" }),
    ];
    const { decisions, left, warnings } = decide(members, ["member-101", "member-104", "member-300", "other"], []);
    expect(decisions.map(({ stack, title, action, reason }) => [stack, title, action, reason])).toEqual([
      ["member-101", "Name 101 (101)", "run", ""],
      ["member-102", "Name 102 (102)", "skipped", "add 102 to members.json"],
      ["member-103", "Name 103 (103)", "refused", "clear this up in the app: the same e-mail address as 104"],
      ["member-105", "Name 105 (105)", "run", ""],
      ["member-a:b", "User a:b", "refused", "the id cannot be part of a stack's name"],
    ]);
    expect(left).toEqual([
      { stack: "member-104", title: "Name 104 (104)", why: "is inactive" },
      { stack: "member-300", title: "User 300", why: "is not a member of the organization any more" },
    ]);
    expect(warnings).toEqual(["members.json names Name 104 (104), who is inactive."]);
  });

  it("keeps the stack if the member is renamed", () => {
    const stackOf = (name: string) => decide([member("7", { name, linkedinSeatId: 1 })], [], []).decisions[0]?.stack;
    expect(stackOf("Alice Moreau")).toBe(stackOf("Alice Keller"));
  });

  it("fails for a requested member who would be skipped", () => {
    const members = [member("1", { linkedinSeatId: 1 }), member("2")];
    const actions = (only: string[]) =>
      decide(members, [], only).decisions.map(({ action, reason }) => [action, reason]);
    expect(actions([])).toEqual([
      ["run", ""],
      ["skipped", "add 2 to members.json"],
    ]);
    expect(actions(["2"])).toEqual([["refused", "add 2 to members.json"]]);
  });

  it("can be limited to some members, who have to be active", () => {
    const seated = ["1", "2"].map((id) => member(id, { linkedinSeatId: Number(id) }));
    const members = [...seated, member("3", { isActive: false })];
    const { decisions, left } = decide(members, ["member-9"], ["2"]);
    expect([decisions.map(({ id }) => id), left]).toEqual([["2"], []]);
    expect(() => decide(members, [], ["2", "3", "4"])).toThrow(
      "nothing was changed: 3, 4 is no active member of the organization",
    );
  });
});

describe("the report", () => {
  it("replaces terminal sequences with spaces, in one line", () => {
    expect(cleaned("\u001b[31mEve\r\n\u202etxt\u009b")).toBe("[31mEve txt");
    expect(cleaned("x".repeat(500))).toBe(`${"x".repeat(99)}…`);
    expect(cleaned(undefined)).toBe("undefined");
  });

  it("is aligned", () => {
    const rows = [
      ["value", "x"],
      ["", "y"],
    ];
    expect(table(["A", "LONGER"], rows)).toBe("A      LONGER\nvalue  x\n       y");
    const kinds = [
      ["  Kind", "one\n"],
      ["  Other kind", ""],
    ];
    expect(table(undefined, kinds)).toBe("  Kind        one\n  Other kind");
    expect(table(undefined, [])).toBe("");
  });
});

describe("turns", () => {
  const nextTick = () => new Promise((resolve) => setImmediate(resolve));

  it.each([1, 2, 5])("process everything, at most %i at once", async (atOnce) => {
    let running = 0;
    let most = 0;
    const done: number[] = [];
    const work = async (item: number) => {
      running += 1;
      most = Math.max(most, running);
      await nextTick();
      running -= 1;
      done.push(item);
    };
    await inTurns([1, 2, 3, 4], atOnce, () => false, work);
    expect([done.sort(), most]).toEqual([[1, 2, 3, 4], Math.min(atOnce, 4)]);
  });

  it("start nothing after they were stopped", async () => {
    const begun: number[] = [];
    const work = async (item: number) => {
      begun.push(item);
      await nextTick();
    };
    await inTurns([1, 2, 3, 4], 2, () => begun.length >= 2, work);
    expect(begun).toEqual([1, 2]);
  });
});
