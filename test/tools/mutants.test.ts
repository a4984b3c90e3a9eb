import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { mutantsIn } from "../../tools/mutants/all.mjs";
import { equivalent } from "../../tools/mutants/equivalent.mjs";
import { counts, files, scopeOf } from "../../tools/mutants/files.mjs";
import {
  againstList,
  countFates,
  deadOf,
  deadWith,
  type Judged,
  judged,
  openAmong,
  type Report,
  revived,
  score,
} from "../../tools/mutants/judge.mjs";
import { isComputedAtLoad, isWording } from "../../tools/mutants/plugins.mjs";
import { repository } from "../../tools/repository.mjs";

const source = `import { send } from "./send";

export async function sendOnce(count: number) {
  if (count > 0) return;
  await send();
}

export class Sender {
  async open(): Promise<void> {
    if (count > 0) return;
    await send();
  }
}
`;
const found = source.split("\n").flatMap((line, index) => (line.includes("count > 0)") ? [index + 1] : []));

/** A mutant of the first string in this line. */
function mutant(line: number, from: string, replacement: string, status: string, testsCompleted = 1) {
  const column = (source.split("\n")[line - 1] ?? "").indexOf(from) + 1;
  const location = { start: { line, column }, end: { line, column: column + from.length } };
  return { mutatorName: "ConditionalExpression", replacement, status, testsCompleted, location };
}

const reportOf = (...mutants: Report["files"][string]["mutants"]): Report => ({
  files: { "a/send.ts": { source, mutants } },
});
const [inFunction = 0, inMethod = 0] = found;
const living = (line: number) => mutant(line, "count > 0", "true", "Survived");
const dead = (line: number) => mutant(line, "count > 0", "true", "Killed");

describe("a mutant", () => {
  it("is identified by its text, not by its line", () => {
    const [first] = judged(reportOf(living(inFunction)));
    expect(first).toEqual({
      file: "a/send.ts",
      in: "sendOnce",
      mutator: "ConditionalExpression",
      from: "if (count > 0) return;",
      to: "if (true) return;",
      line: inFunction,
      place: `${inFunction}:6-${inFunction}:15`,
      fate: "survived",
      byTime: false,
    });
  });

  it("names the method around it", () => {
    expect(judged(reportOf(living(inMethod)))[0]?.in).toBe("open");
  });

  it("of a block is identified by its first and last line, so that the lines between them may change", () => {
    const location = { start: { line: 3, column: 47 }, end: { line: 6, column: 2 } };
    const [block] = judged(
      reportOf({ mutatorName: "BlockStatement", replacement: "{}", status: "Killed", testsCompleted: 1, location }),
    );
    expect(block).toMatchObject({
      from: "export async function sendOnce(count: number) { … }",
      to: "export async function sendOnce(count: number) {}",
    });
  });

  it.each([
    ["Killed", "killed"],
    ["Timeout", "killed"],
    ["Survived", "survived"],
    ["NoCoverage", "no coverage"],
    ["Ignored", "left out"],
    ["RuntimeError", "invalid"],
    ["CompileError", "invalid"],
  ])("that Stryker calls %s is %s", (status, fate) => {
    expect(judged(reportOf(mutant(4, "count > 0", "true", status)))[0]?.fate).toBe(fate);
  });

  it("that took too long is distinguished from one whose loop ran too often", () => {
    const timedOut = mutant(4, "count > 0", "true", "Timeout");
    const looped = { ...timedOut, statusReason: "Hit limit reached (501/500)" };
    expect(judged(reportOf(timedOut, looped)).map(({ byTime }) => byTime)).toEqual([true, false]);
  });

  it("that no test has reached has no verdict", () => {
    expect(judged(reportOf(mutant(4, "count > 0", "true", "Survived", 0)))[0]?.fate).toBe("invalid");
  });
});

it("only the requested files are judged", () => {
  expect(judged(reportOf(living(inFunction)), ["a/other.ts"])).toEqual([]);
  expect(judged(reportOf(living(inFunction)), ["a/send.ts"])).toHaveLength(1);
});

it("skipped mutants and those without a verdict do not count", () => {
  const all = ["Killed", "Killed", "Killed", "Survived", "Ignored", "RuntimeError"];
  const counts = countFates(judged(reportOf(...all.map((status) => mutant(4, "count > 0", "true", status)))));
  expect(counts).toEqual({ killed: 3, survived: 1, "no coverage": 0, "left out": 1, invalid: 1 });
  expect(score(counts)).toBe(75);
});

describe("the list of equivalent mutants", () => {
  const mutants = judged(reportOf(living(inFunction), living(inMethod)));
  const entries = mutants.map(({ line: _line, fate: _fate, byTime: _byTime, place: _place, ...text }) => ({
    ...text,
    why: "a reason",
  }));

  it("excuses its own mutants and no others", () => {
    expect(againstList(mutants, entries.slice(0, 1), files)).toEqual({ open: [mutants[1]], stale: [] });
    expect(againstList(mutants, entries, files)).toEqual({ open: [], stale: [] });
  });

  it("excuses one mutant per entry", () => {
    const twice = [...mutants.slice(0, 1), ...mutants.slice(0, 1)];
    expect(againstList(twice, entries.slice(0, 1), files).open).toHaveLength(1);
  });

  it("reports entries without a surviving mutant", () => {
    const now = judged(reportOf(dead(inFunction), living(inMethod)));
    expect(againstList(now, entries, ["a/send.ts"]).stale).toEqual([entries[0]]);
    expect(againstList(now, entries, ["a/other.ts"]).stale).toEqual([]);
  });
});

describe("the open mutants", () => {
  const both = judged(reportOf(living(inFunction), living(inMethod)));
  const [inside] = both;
  if (inside === undefined) throw new Error("there is no mutant");

  it("are those that are neither dead nor excused", () => {
    expect(openAmong(both, {}, [])).toEqual(both);
    expect(openAmong(both, deadOf(judged(reportOf(dead(inFunction)))), [])).toEqual(both.slice(1));
    expect(openAmong(both, {}, [{ ...inside, why: "a reason" }])).toEqual(both.slice(1));
  });

  it("include every mutant with the same text if one of them is open", () => {
    const twice = [inside, { ...inside, line: inside.line + 1 }];
    expect(openAmong(twice, deadOf(judged(reportOf(dead(inFunction)))), [])).toEqual(twice);
  });

  it("are dead after a run or stay open, and the others are unchanged", () => {
    const earlier = { ...deadOf(judged(reportOf(dead(inFunction)))), "a/other.ts": ["x.y"] };
    const tried = judged(reportOf(dead(inMethod)));
    expect(openAmong(both, deadWith(earlier, tried), [])).toEqual([]);
    expect(deadWith(earlier, tried)["a/other.ts"]).toEqual(["x.y"]);
    expect(openAmong(both, deadWith(earlier, judged(reportOf(living(inFunction)))), [])).toEqual(both);
  });

  it("of a file are found without running a test, each with its place in the file", async () => {
    const [file = ""] = files;
    const all = await mutantsIn([file]);
    expect(all.length).toBeGreaterThan(50);
    expect(openAmong(all, deadOf(all.map((each) => ({ ...each, fate: "killed" as const }))), [])).toEqual([]);
    const text = readFileSync(join(repository, file), "utf8").split("\n");
    for (const { place, line } of all) {
      const [, startLine, startColumn, endLine] = /^(\d+):(\d+)-(\d+):(\d+)$/.exec(place)?.map(Number) ?? [];
      expect(startLine).toBe(line);
      expect(endLine).toBeLessThanOrEqual(text.length);
      expect(text[line - 1]?.slice(startColumn)).not.toBe("");
    }
  });
});

describe("a comparison with an earlier run", () => {
  const earlier = deadOf(judged(reportOf(dead(inFunction), dead(inMethod))));
  const moved = (mutants: readonly Judged[]) =>
    mutants.map((each) => ({ ...each, file: "b/moved.ts", line: each.line + 90 }));

  it("finds nothing if all are killed again, also in another file", () => {
    const now = moved(judged(reportOf(dead(inFunction), dead(inMethod))));
    expect(revived(earlier, now)).toEqual({ back: [], gone: 0 });
  });

  it("finds the one that survives now, also in another file", () => {
    const now = moved(judged(reportOf(dead(inFunction), living(inMethod))));
    expect(revived(earlier, now)).toEqual({ back: [expect.objectContaining({ in: "open" })], gone: 0 });
  });

  it("finds it if the function around it has another name", () => {
    const now = judged(reportOf(dead(inFunction), living(inMethod))).map((each) => ({ ...each, in: "renamed" }));
    expect(revived(earlier, now).back).toHaveLength(1);
  });

  it("does not count one that survived then", () => {
    const before = deadOf(judged(reportOf(dead(inFunction), living(inMethod))));
    expect(revived(before, judged(reportOf(dead(inFunction), living(inMethod)))).back).toEqual([]);
  });

  it("reports mutants without a counterpart", () => {
    expect(revived(earlier, judged(reportOf(dead(inFunction)))).gone).toBe(1);
  });
});

describe("the wording of messages, which is not mutated", () => {
  const string = (value: string) => ({ type: "StringLiteral", value });
  const template = (...raw: string[]) => ({
    type: "TemplateLiteral",
    quasis: raw.map((each) => ({ value: { raw: each } })),
  });
  const choice = (consequent: object, alternate: object) => ({ type: "ConditionalExpression", consequent, alternate });

  it.each([
    ["a sentence", string("Nothing was sent."), true],
    ["a sentence around values", template("", ": it is active"), true],
    ["a choice between two wordings", choice(string("a value"), template("", " values")), true],
    ["a wording or nothing", choice(string(""), string(", and so on")), true],
    ["a code", string("pending"), false],
    ["a code with a value", template("inactive:", ""), false],
    ["a choice between two codes", choice(string("update"), string("replace")), false],
    ["a choice between a text and a value", choice(string("an old one"), { type: "Identifier" }), false],
    ["a value", { type: "Identifier" }, false],
  ])("%s", (_what, node, expected) => {
    expect(isWording(node as Parameters<typeof isWording>[0])).toBe(expected);
  });
});

describe("a value that a module computes when it is loaded, which is not mutated", () => {
  const value = { type: "CallExpression", arguments: [{ type: "StringLiteral", value: "id" }] };
  const holding = (type: string, inner: object) => ({ type, body: [{ type: "ReturnStatement", argument: inner }] });
  const arrow = holding("ArrowFunctionExpression", value);
  const typed = { ...value, typeParameters: { type: "TSFunctionType", parameters: [] } };
  const field = { type: "ClassProperty", value };

  it.each<[string, readonly object[], boolean]>([
    ["a constant", [holding("Program", value), value], true],
    ["a constant with a function type", [holding("Program", typed), typed], true],
    [
      "a part of a constant beside a function",
      [holding("Program", arrow), holding("ObjectExpression", arrow), value],
      true,
    ],
    [
      "a constant that contains a function",
      [holding("Program", arrow), { type: "NewExpression", arguments: [arrow] }],
      false,
    ],
    ["a function", [holding("Program", arrow), arrow], false],
    ["a value in a function", [holding("Program", arrow), arrow, value], false],
    ["a value in a method", [holding("ClassDeclaration", value), holding("ClassMethod", value), value], false],
    ["a field of each object of a class", [holding("ClassDeclaration", field), field, value], false],
    ["a class", [holding("Program", field), holding("ClassDeclaration", field)], false],
  ])("%s", (_what, nodes, expected) => {
    type Path = Parameters<typeof isComputedAtLoad>[0];
    const path = nodes.reduce<Path | undefined>((parentPath, node) => ({ node, parentPath }) as Path, undefined);
    expect(isComputedAtLoad(path as Path)).toBe(expected);
  });
});

describe("the files that are mutated", () => {
  it.each(files.map((file) => [file]))("%s exists, and is named once", (file) => {
    expect(existsSync(join(repository, file))).toBe(true);
    expect(files.filter((each) => each === file)).toHaveLength(1);
  });

  it("are mutated as a whole, or in one function", () => {
    const source =
      "function other() {\n}\n\nfunction exitCode(\n): number {\n  if (x) {\n  }\n}\n\nfunction last() {\n}\n";
    expect(scopeOf("provider/src/api/retry.ts", () => source)).toBe("provider/src/api/retry.ts");
    const part = "provider/src/cli/review/run.ts";
    expect(files).toContain(part);
    expect(scopeOf(part, () => source)).toBe(`${part}:4-8`);
    expect([counts({ file: part, in: "exitCode" }), counts({ file: part, in: "other" })]).toEqual([true, false]);
    expect(counts({ file: "provider/src/api/retry.ts", in: "other" })).toBe(true);
    expect(() => scopeOf(part, () => "function renamed() {\n}\n")).toThrow("has no function exitCode");
    expect(scopeOf(part, (file) => readFileSync(join(repository, file), "utf8"))).toMatch(/run\.ts:\d+-\d+$/);
  });

  it("match the list of equivalent mutants", () => {
    expect(equivalent.filter(({ file, why }) => !files.includes(file) || why === "")).toEqual([]);
  });
});
