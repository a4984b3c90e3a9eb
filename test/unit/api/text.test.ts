import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseJson, withoutNulls } from "../../../provider/src/api/json";
import { redactor, safeText } from "../../../provider/src/api/redact";

describe("numbers are never rounded", () => {
  test.each([
    ["9007199254740993", "9007199254740993"],
    ["-9007199254740993", "-9007199254740993"],
    ["9007199254740991", 9007199254740991],
    ['{"id":12345678901234567890,"n":1}', { id: "12345678901234567890", n: 1 }],
    ['["12345678901234567890",0.1234567890123456789]', ["12345678901234567890", Number("0.1234567890123456789")]],
    ["1234567890123456789e2", Number("1234567890123456789e2")],
    ['"a \\" 12345678901234567890 \\\\"', 'a " 12345678901234567890 \\'],
    ['{"12345678901234567890":12345678901234567891}', { "12345678901234567890": "12345678901234567891" }],
  ])("%s", (text, value) => {
    expect(parseJson(text)).toEqual(value);
  });

  test("every other string is parsed as by JSON.parse", () => {
    fc.assert(
      fc.property(
        fc.json().filter((text) => !/\d{16}/.test(text)),
        (text) => {
          expect(parseJson(text)).toEqual(JSON.parse(text));
        },
      ),
    );
  });

  test("a string that is not JSON is refused", () => {
    expect(() => parseJson('{"id":12345678901234567890')).toThrow(SyntaxError);
  });

  test("a hundred nested levels are parsed, more are refused", () => {
    const nested = (levels: number) => `${"[".repeat(levels)}1${"]".repeat(levels)}`;
    expect(parseJson(nested(100))).toEqual(JSON.parse(nested(100)));
    expect(() => parseJson(nested(101))).toThrow(SyntaxError);
    expect(() => parseJson(nested(1_000_000))).toThrow(/nested|stack/);
  });

  test("a long string does not exhaust the stack", () => {
    const long = JSON.stringify({ id: 1, text: '\\"'.repeat(300_000), other: "1234567890123456789" });
    expect(parseJson(long)).toEqual(JSON.parse(long));
  });
});

test("null means missing, at any depth, and no key changes a prototype", () => {
  expect(withoutNulls({ a: null, b: [{ c: null, d: 0 }, null], e: false, f: "" })).toEqual({
    b: [{ d: 0 }],
    e: false,
    f: "",
  });
  const cleaned = withoutNulls(JSON.parse('{"__proto__":{"polluted":true},"a":1}'));
  expect(Object.keys(Object(cleaned))).toEqual(["a"]);
  expect(Object.getPrototypeOf(cleaned)).toBe(Object.prototype);
});

describe("the service's strings on a terminal", () => {
  test.each([
    ["plain words", "plain words"],
    ["two\r\nlines\tand a tab", "two lines and a tab"],
    ["\u001b[31mred\u001b[0m", "red"],
    ["\u001b]0;title\u0007rest", "rest"],
    ["\u001b]8;;https://evil.example\u001b\\link\u001b]8;;\u001b\\", "link"],
    ["\u009b31mred", "red"],
    ["abc\u202Etxt.exe\u2066x", "abc txt.exe x"],
    ["zero\u200bwidth\ufeff", "zero width"],
    ["line\u2028separator\u0000null\u007fdelete", "line separator null delete"],
    ["half \ud83d of a pair, and a whole 😀", "half of a pair, and a whole 😀"],
    ["\n::set-output name=a::b", "::set-output name=a::b"],
  ])("%j", (text, expected) => {
    expect(safeText(text)).toBe(expected);
  });

  test("are shortened between characters", () => {
    expect(safeText("😀".repeat(20), 5)).toBe("😀😀😀😀…");
    expect(safeText("x".repeat(10_000_000)).length).toBe(500);
  });

  test("never contain a control character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(safeText(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u);
      }),
    );
  });
});

describe("the key", () => {
  const secret = 'sk/live+"12\\34&=';
  const bytes = Buffer.from(secret);
  test.each([
    ["as it is", secret],
    ["in an address", encodeURIComponent(secret)],
    ["in JSON", JSON.stringify({ key: secret })],
    ["in base64", bytes.toString("base64")],
    ["in base64 for addresses", bytes.toString("base64url")],
    ["in hexadecimal", bytes.toString("hex")],
  ])("is removed %s", (_, text) => {
    const result = redactor(secret)(`before ${text} after ${text}`);
    expect(result).toContain("[key]");
    for (const part of [secret, encodeURIComponent(secret), "live", bytes.toString("hex")])
      expect(result).not.toContain(part);
  });

  test("with only one letter is not removed, because texts would become unreadable", () => {
    expect(redactor("a")("a cat")).toBe("a cat");
  });
});
