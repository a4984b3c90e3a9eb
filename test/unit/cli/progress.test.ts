import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { lineProgress, spinnerProgress } from "../../../provider/src/cli/terminal/progress";
import { Recorded, recordedTerminal } from "../../support/commandLine";

const hidden = "\u001b[?25l";
const shown = "\u001b[?25h";

describe("a spinner", () => {
  // The library checks them: it would not redraw in a log.
  beforeEach(() => {
    vi.stubEnv("CI", undefined);
    vi.stubEnv("TERM", "xterm");
  });
  afterEach(() => vi.unstubAllEnvs());

  it("shows the latest text in one line, and restores the terminal", async () => {
    const stream = new Recorded(true, 40);
    const progress = spinnerProgress("Reading the members", stream, 0);
    progress.update("12 of 50 members");
    await expect.poll(() => stream.text).toContain("12 of 50 members");
    expect(stream.text).toContain(hidden);
    const hostile = `\u001b[2J${"very ".repeat(20)}long`;
    progress.update(hostile);
    await expect.poll(() => stream.text).toContain(` ${"very ".repeat(7)}v…`);
    progress.end();
    expect(stream.text.lastIndexOf(shown)).toBeGreaterThan(stream.text.lastIndexOf(hidden));
    const before = stream.text;
    progress.update("too late");
    progress.end();
    expect(stream.text).toBe(before);
    expect(stream.text).not.toContain("\u001b[2J");
  });

  it("shows nothing if it ends before its delay", async () => {
    const stream = new Recorded(true, 40);
    spinnerProgress("Reading the members", stream, 30).end();
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(stream.text).toBe("");
  });

  it("is removed when the terminal is restored, as at Ctrl-C", async () => {
    const { terminal, stderr } = recordedTerminal({ columns: 80, environment: { TERM: "xterm" }, patience: 0 });
    terminal.progress("Reading the members");
    await expect.poll(() => stderr.text).toContain("Reading the members");
    terminal.restore();
    expect(stderr.text.lastIndexOf(shown)).toBeGreaterThan(stderr.text.lastIndexOf(hidden));
  });
});

describe("progress without a terminal", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("is a line at long intervals", () => {
    const lines: string[] = [];
    const progress = lineProgress("Reading the members", (line) => lines.push(line));
    vi.advanceTimersByTime(29_000);
    expect(lines).toEqual([]);
    progress.update("12 of 50 members");
    vi.advanceTimersByTime(31_000);
    expect(lines).toEqual(["12 of 50 members", "12 of 50 members"]);
    progress.end();
    vi.advanceTimersByTime(90_000);
    expect(lines).toHaveLength(2);
  });

  it.each([
    ["in a log", undefined, {}, false, "Reading\n"],
    ["on a dumb terminal", 80, { TERM: "dumb" }, false, "Reading\n"],
    ["in CI", 80, { CI: "true" }, false, "Reading\n"],
    ["with --json", undefined, {}, true, ""],
    ["with --json on a terminal", 80, {}, true, ""],
  ] as const)("goes to stderr %s", (_, columns, environment, json, expected) => {
    const { terminal, stdout, stderr } = recordedTerminal({ columns, environment });
    const progress = (json ? terminal.withJson() : terminal).progress("Reading");
    vi.advanceTimersByTime(30_000);
    progress.end();
    expect([stdout.text, stderr.text]).toEqual(["", expected]);
  });
});
