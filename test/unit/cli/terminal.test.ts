import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { tableLines } from "../../../provider/src/cli/terminal/table";
import { cutTo, padTo, widthOf, withoutControls, wrapTo } from "../../../provider/src/cli/terminal/text";
import { visibleJson } from "../../../provider/src/text/characters";
import { recordedTerminal } from "../../support/commandLine";

const plain = (text: string) => text;

describe("colours", () => {
  test.each([
    ["on a terminal", 80, {}, true],
    ["elsewhere", undefined, {}, false],
    ["with NO_COLOR", 80, { NO_COLOR: "1" }, false],
    ["with NO_COLOR=0", 80, { NO_COLOR: "0" }, false],
    ["on a dumb terminal", 80, { TERM: "dumb" }, false],
    ["with FORCE_COLOR elsewhere", undefined, { FORCE_COLOR: "1" }, true],
    ["with FORCE_COLOR=0 on a terminal", 80, { FORCE_COLOR: "0" }, false],
    ["with FORCE_COLOR and NO_COLOR", 80, { FORCE_COLOR: "1", NO_COLOR: "1" }, false],
  ])("%s", (_, columns, environment, isColoured) => {
    const { terminal, stdout, stderr } = recordedTerminal({ columns, environment });
    terminal.print(terminal.colors.red("red"));
    terminal.fail("failed");
    expect(stdout.text).toBe(isColoured ? "\u001b[31mred\u001b[39m\n" : "red\n");
    expect(stderr.text).toBe(isColoured ? "\u001b[31merror:\u001b[39m failed\n" : "error: failed\n");
  });
});

describe("a question", () => {
  test.each([
    ["y\n", true],
    [" YES \n", true],
    ["yep\n", false],
    ["n\n", false],
    ["\n", false],
    ["\u0003", false],
    ["\u0004", false],
  ])("is answered by %j: %s", async (keys, expected) => {
    const { terminal, stdout, stderr } = recordedTerminal({ columns: 80, keys });
    expect(terminal.canAsk).toBe(true);
    expect(await terminal.confirm("Go on with \u001b[2Jit?")).toBe(expected);
    expect(stdout.text).toBe("");
    expect(stderr.text).toContain("Go on with  [2Jit? [y/N] ");
    expect(stderr.text).toMatch(/\n$/);
  });

  it("can be asked neither without an interactive input nor without a visible output", async () => {
    for (const surroundings of [{ columns: 80 }, { keys: "y\n" }]) {
      const { terminal, stderr } = recordedTerminal(surroundings);
      expect([terminal.canAsk, await terminal.confirm("Go on?"), stderr.text]).toEqual([false, false, ""]);
    }
  });

  it("ends when the terminal is restored", async () => {
    const { terminal } = recordedTerminal({ columns: 80, keys: "y" });
    const answer = terminal.confirm("Go on?");
    await new Promise((resolve) => setImmediate(resolve));
    setTimeout(() => terminal.restore());
    expect(await answer).toBe(false);
  });
});

describe("a table", () => {
  it("without titles begins with its first row", () => {
    expect(tableLines([{}, { longest: 3 }], [["a", "long"]], undefined, plain)).toEqual(["a  lo…"]);
  });

  const columns = [
    { title: "ID", overflow: "keep" as const },
    { title: "NAME" },
    { title: "NOTE", overflow: "wrap" as const },
  ];
  const rows = [
    ["1", "Olivia Hart", "the owner of the organization"],
    ["1234567890", "Bo", ""],
  ];

  it("is aligned with spaces, and no line ends in one", () => {
    expect(tableLines(columns, rows, undefined, plain)).toEqual([
      "ID          NAME         NOTE",
      "1           Olivia Hart  the owner of the organization",
      "1234567890  Bo",
    ]);
  });

  it("fits a narrow terminal: cuts or wraps, and keeps the ids", () => {
    expect(tableLines(columns, rows, 32, plain)).toEqual([
      "ID          NAME       NOTE",
      "1           Olivia H…  the owner",
      "                       of the",
      "                       organizat",
      "                       ion",
      "1234567890  Bo",
    ]);
  });

  it("breaks a list between its items, and an item only if it is alone on a line", () => {
    const list = [["1 visit: 18, 2 invitation: 24, 3 message: 0"]];
    const at = (width: number) => tableLines([{ overflow: "items" }], list, width, plain);
    expect(at(43)).toEqual(["1 visit: 18, 2 invitation: 24, 3 message: 0"]);
    expect(at(30)).toEqual(["1 visit: 18, 2 invitation: 24", "3 message: 0"]);
    expect(at(28)).toEqual(["1 visit: 18", "2 invitation: 24", "3 message: 0"]);
    expect(at(14)).toEqual(["1 visit: 18", "2 invitation:", "24", "3 message: 0"]);
  });

  it("aligns numbers at the right", () => {
    const counted = [{ title: "LIST" }, { title: "COUNT", align: "right" as const }];
    expect(
      tableLines(
        counted,
        [
          ["a", "7"],
          ["b", "1200"],
        ],
        80,
        plain,
      ),
    ).toEqual(["LIST  COUNT", "a         7", "b      1200"]);
  });

  it("is coloured except for the spaces", () => {
    const style = (text: string) => `<${text}>`;
    expect(tableLines([{ title: "A" }, { title: "B" }], [[{ text: "x", style }, "y"]], 80, style)).toEqual([
      "<A>  <B>",
      "<x>  y",
    ]);
  });

  it("truncates a text of any length, and removes terminal sequences", () => {
    const hostile = `\u001b[2J\u001b]0;title\u0007\u202eevil\r\nname${"x".repeat(10_000)}`;
    const [, line = ""] = tableLines([{ title: "A" }], [[hostile]], undefined, plain);
    expect(line).toMatch(/^evil namex+…$/);
    expect(widthOf(line)).toBe(200);
  });

  const anyText = fc.oneof(fc.string({ unit: "grapheme" }), fc.string({ unit: "binary" }), fc.lorem());
  it("with any texts fits the terminal, in whole characters and aligned columns", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(anyText, anyText), { maxLength: 5 }),
        fc.integer({ min: 20, max: 100 }),
        fc.constantFrom("wrap" as const, "items" as const),
        (all, width, overflow) => {
          const lines = tableLines(
            [{ title: "FIRST" }, { title: "SECOND", overflow }, { title: "|" }],
            all.map((row) => [...row, "|"]),
            width,
            plain,
          );
          expect(lines.filter((line) => widthOf(line) > width)).toEqual([]);
          expect(lines.filter((line) => !line.isWellFormed() || /[\p{Cc}\p{Cf}]/u.test(line))).toEqual([]);
          // Widths of the parts add up, so that the last column is aligned.
          const ends = lines.filter((line) => line.endsWith("|")).map((line) => widthOf(line.slice(0, -1)));
          expect(new Set(ends).size).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});

describe("texts on a terminal", () => {
  test.each([
    ["short", 10, "short"],
    ["exactly ten", 11, "exactly ten"],
    ["more than ten", 10, "more than…"],
    ["日本語の名前", 7, "日本語…"],
    ["👩‍👩‍👧‍👧👩‍👩‍👧‍👧👩‍👩‍👧‍👧", 5, "👩‍👩‍👧‍👧👩‍👩‍👧‍👧…"],
    ["e\u0301e\u0301e\u0301", 2, "e\u0301…"],
    ["anything", 0, "…"],
  ])("%s in %i columns", (text, width, cut) => {
    expect(cutTo(text, width)).toBe(cut);
  });

  test("are wrapped between words, and inside long ones", () => {
    expect(wrapTo("one two three", 7)).toEqual(["one two", "three"]);
    expect(wrapTo("unbreakable", 4)).toEqual(["unbr", "eaka", "ble"]);
    expect(wrapTo("", 4)).toEqual([""]);
    expect(wrapTo("日本語", 1)).toEqual(["日", "本", "語"]);
    expect(wrapTo("\u001b[31mabcdef\u001b[39m", 3)).toEqual(["\u001b[31mabc", "def\u001b[39m"]);
  });

  test.each([
    ["letters", "x".repeat(200_000), 2_500],
    ["signs of two columns", "漢".repeat(50_000), 1_250],
    ["blanks", " ".repeat(200_000), 2_470],
  ])("are wrapped in linear time: %s", (_, text, most) => {
    const lines = wrapTo(text, 80);
    expect(lines.filter((line) => widthOf(line) > 80)).toEqual([]);
    expect(lines.join("").trim()).toBe(text.trim());
    expect(lines.length).toBeLessThanOrEqual(most);
  });

  test("are padded by their width", () => {
    expect(padTo("日本", 6, "right")).toBe("日本  ");
    expect(padTo("7", 3, "left")).toBe("  7");
  });

  test("lose terminal sequences, except line ends, tabs and our colours", () => {
    const text = "a\u001b[31mred\u001b[39m\u001b[2J\u009b1m\u0007\r\u202eb\n\tc";
    expect(withoutControls(text, true)).toBe("a\u001b[31mred\u001b[39m [2J 1m   b\n\tc");
    expect(withoutControls(text, false)).toBe("a red  [2J 1m   b\n\tc");
  });

  test("are escaped in JSON, without changing the value", () => {
    const value = { name: "\u009b1m\u202eevil\u200f\u{e0041}\u2028 日本" };
    const json = visibleJson(value, 2);
    expect(json).toContain('"\\u009b1m\\u202eevil\\u200f\\udb40\\udc41\\u2028 日本"');
    expect(JSON.parse(json)).toEqual(value);
  });
});
