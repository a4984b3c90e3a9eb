import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it, vi } from "vitest";
import { browserSuites, conclude, count, engineSuites, quickSuites, storySuites, total } from "../../tools/suites.mjs";

const tests = fileURLToPath(new URL("..", import.meta.url));

const report = (...files: { status: string; tests: string[] }[]) =>
  JSON.stringify({
    testResults: files.map((file) => ({
      status: file.status,
      assertionResults: file.tests.map((status) => ({ status })),
    })),
  });

describe("counting", () => {
  it("distinguishes passed, failed and skipped tests", () => {
    const text = report(
      { status: "passed", tests: ["passed", "passed", "skipped", "todo"] },
      { status: "failed", tests: ["failed", "passed"] },
    );
    expect(count(text, 1)).toEqual({ passed: 3, failed: 1, skipped: 2 });
  });

  it("counts a file that could not be loaded as a failure", () => {
    const text = report({ status: "passed", tests: ["passed"] }, { status: "failed", tests: [] });
    expect(count(text, 1)).toEqual({ passed: 1, failed: 1, skipped: 0 });
  });

  it("counts a file whose hook failed after its tests passed", () => {
    expect(count(report({ status: "failed", tests: ["passed"] }), 1)).toEqual({ passed: 1, failed: 1, skipped: 0 });
  });

  it("counts a failure that only the exit code shows", () => {
    expect(count(report({ status: "passed", tests: ["passed"] }), 1)).toEqual({ passed: 1, failed: 1, skipped: 0 });
    expect(count("{}", 1)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  it("adds up", () => {
    const one = { passed: 1, failed: 2, skipped: 3 };
    expect(total([one, one])).toEqual({ passed: 2, failed: 4, skipped: 6 });
  });
});

describe("the closing line", () => {
  afterEach(() => vi.restoreAllMocks());

  it.each([
    [{ passed: 3, failed: 0, skipped: 0 }, "3 passed, 0 failed\n", 0],
    [{ passed: 3, failed: 1, skipped: 0 }, "3 passed, 1 failed\n", 1],
    [{ passed: 0, failed: 0, skipped: 2 }, "2 tests were skipped\nNo test was run.\n0 passed, 0 failed\n", 1],
  ])("of %o", (counted, expected, code) => {
    let printed = "";
    vi.spyOn(process.stdout, "write").mockImplementation((text) => {
      printed += text;
      return true;
    });
    expect(conclude(counted)).toBe(code);
    expect(printed).toBe(expected);
  });
});

it("runs files that mock modules separately from files that share them", () => {
  const files = readdirSync(tests, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".test.ts"));
  const mocking = files.filter((file) => /^\s*vi\.(mock|doMock)\(/m.test(readFileSync(join(tests, file), "utf8")));
  expect(mocking.length).toBeGreaterThan(0);
  expect(mocking.filter((file) => !file.endsWith(".mocked.test.ts"))).toEqual([]);
});

it("includes every test file in a suite", () => {
  const folders = readdirSync(tests, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => file.split(/[\\/]/)[0] ?? file);
  const suites = [...quickSuites, ...browserSuites, ...engineSuites, ...storySuites];
  expect(
    [...new Set(folders)].filter((folder) => !suites.includes(folder)).map((folder) => join(tests, folder)),
  ).toEqual([]);
});
