import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { systemClock } from "../../../provider/src/api/clock";
import { limitWaitReporter } from "../../../provider/src/api/coordination/waiting";
import { ServiceError } from "../../../provider/src/api/errors";
import { sayWait } from "../../../provider/src/api/log";
import { commandLogger } from "../../../provider/src/cli/account";
import { type Command, command, described, UsageError } from "../../../provider/src/cli/command";
import { commands as allCommands } from "../../../provider/src/cli/commands";
import { choice, flag } from "../../../provider/src/cli/options";
import { Refusal } from "../../../provider/src/lifecycle/refusal";
import { commandLine, recordedTerminal, type Surroundings } from "../../support/commandLine";

const failures: Readonly<Record<string, () => Error>> = {
  refusal: () => new Refusal("could not read the plan.", "Correct it."),
  service: () => new ServiceError(["could not list: 500", "the answer is empty", "try again"], { category: "broken" }),
  usage: () => new UsageError("<file> is missing"),
  defect: () => new TypeError("x is not a function"),
};

const times = z.coerce.number("takes a whole number").int("takes a whole number").max(9, "is at most 9").default(1);
const copy = command(
  {
    name: "copy",
    summary: "Copy files",
    description: "Each file is copied once",
    input: z.object({
      files: described(z.array(z.string()), "<files...>", "what to copy"),
      times: described(times, "-t, --times <number>", "how often"),
      order: choice("--order <word>", "in which order", ["first", "last"]),
      dryRun: flag("--dry-run", "copy nothing"),
    }),
    examples: [["pulumi-outreach copy plan.json", "Copy one file"]],
  },
  async () => async (input) => ({
    document: { version: 1, ...input },
    warnings: input.files.length > 2 ? ["that is a lot."] : [],
    show: (terminal) => terminal.print(`${input.files.join("+")} ${input.times} ${input.order} ${input.dryRun}`),
    code: input.dryRun ? 3 : 0,
  }),
);
const fail = command(
  {
    name: "fail",
    summary: "Fail",
    input: z.object({ how: described(z.string(), "<how>", "how", Object.keys(failures)) }),
    examples: [],
  },
  async () =>
    async ({ how }) => {
      throw failures[how]?.() ?? new Error("unknown");
    },
);
const commands: readonly Command[] = [copy, fail];
const run = (line: string, more: Surroundings = {}) =>
  commandLine(line.split(" ").filter(Boolean), { commands, ...more });

describe("a command line", () => {
  it.each([
    ["copy a b", "a+b 1 undefined false\n"],
    ["copy -t 3 --order last a", "a 3 last false\n"],
    ["copy a --times=2", "a 2 undefined false\n"],
    ["copy -- --a", "--a 1 undefined false\n"],
    ["--version", "1.2.3\n"],
  ])("%s", async (line, stdout) => {
    expect(await run(line)).toEqual({ code: 0, stdout, stderr: "" });
  });

  it("prints warnings first, also beside JSON, and ends with the exit code of the report", async () => {
    const stderr = "warning: that is a lot.\n";
    expect(await run("copy a b c --dry-run")).toEqual({ code: 3, stdout: "a+b+c 1 undefined true\n", stderr });
    expect(await run("copy a b c --json")).toMatchObject({ code: 0, stderr });
  });

  it.each([
    ["cpoy a", /^error: there is no command cpoy; did you mean copy\?\nThe commands are copy, fail\.\n$/],
    ["unrelated", /^error: there is no command unrelated\.\nThe commands are copy, fail\.\n$/],
    ["copy a --dryrun", /^error: there is no option --dryrun; did you mean --dry-run\?\n`pulumi-outreach copy --help`/],
    ["copy a --jsn", /^error: there is no option --jsn; did you mean --json\?\n/],
    [
      "copy a --zzzzzz",
      /^error: there is no option --zzzzzz\.\n`pulumi-outreach copy --help` shows what it takes\.\n$/,
    ],
    ["--json copy a", /^error: --json is before the command; its options come after its name\.\n/],
    ["copy", /^error: <files\.\.\.> is missing: what to copy\n`pulumi-outreach copy --help`/],
    ["fail", /^error: <how> is missing: how: refusal, service, usage, defect\n`pulumi-outreach fail --help`/],
    ["help cpoy", /^error: there is no command cpoy; did you mean copy\?\nThe commands are copy, fail\.\n$/],
    ["fail refusal more", /^error: too many arguments for 'fail'\. Expected 1 argument but got 2\.\n/],
    ["copy a --times", /^error: option '-t, --times <number>' argument missing\n/],
    ["copy a --times many", /^error: -t, --times <number> takes a whole number\n$/],
    ["copy a --times 10", /^error: -t, --times <number> is at most 9\n$/],
    [
      "copy a --order middle",
      /^error: option '--order <word>' argument 'middle' is invalid\. Allowed choices are first, last\.\n/,
    ],
    ["fail usage", /^error: <file> is missing\n$/],
    ["", /^Usage: pulumi-outreach /],
  ])("is wrong: %s", async (line, stderr) => {
    const printed = await run(line);
    expect(printed).toMatchObject({ code: 2, stdout: "" });
    expect(printed.stderr).toMatch(stderr);
  });

  it.each([
    ["a Refusal", "refusal", "error: could not read the plan.\nCorrect it.\n"],
    ["an error of the service", "service", "error: could not list: 500\nthe answer is empty\ntry again\n"],
    [
      "a defect",
      "defect",
      "error: TypeError: x is not a function\nThis is a defect of pulumi-outreach; please report it.\n",
    ],
  ])("that fails with %s prints no stack trace and has exit code 1", async (_, how, stderr) => {
    expect(await run(`fail ${how}`)).toEqual({ code: 1, stdout: "", stderr });
    expect(await run(`fail ${how} --json`)).toEqual({ code: 1, stdout: "", stderr });
  });

  it("prints no control characters from its own arguments", async () => {
    const { stderr } = await commandLine(["\u001b]0;title\u0007\u001b[31m\u202ecopi"], { commands });
    expect(stderr).toContain("error: there is no command copi; did you mean copy?\n");
  });

  it("says that one Ctrl-C ends it while it waits for the request limit", () => {
    const { terminal, stderr } = recordedTerminal();
    const say = (text: string) => sayWait(commandLogger(terminal), text);
    limitWaitReporter({ clock: systemClock, say }, { requests: 100, windowMilliseconds: 60_000 })(58_000, 1, false);
    expect(stderr.text).toMatch(/^waiting 58 s, .*; 1 request queued\. Ctrl-C ends this command\n$/);
  });

  it("with --json prints one document", async () => {
    const { code, stdout, stderr } = await run("copy a --json");
    expect([code, JSON.parse(stdout), stderr]).toEqual([0, { version: 1, files: ["a"], times: 1, dryRun: false }, ""]);
  });
});

describe("the help", () => {
  it("lists the commands", async () => {
    const { code, stdout, stderr } = await run("--help");
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^ {2}copy \[options\] <files\.\.\.> {2,}Copy files$/m);
  });

  it.each(["copy --help", "help copy"])("of a command has its options and examples: %s", async (line) => {
    const { code, stdout } = await run(line);
    expect(code).toBe(0);
    for (const part of ["Copy files. Each file is copied once", "--dry-run", "--json", "what to copy"]) {
      expect(stdout).toContain(part);
    }
    expect(stdout).toContain("Examples:\n  Copy one file:\n    $ pulumi-outreach copy plan.json\n");
  });

  it("has bold titles on a terminal, and no line wider than it", async () => {
    const { stdout } = await run("copy --help", { columns: 72 });
    expect(stdout).toContain("\u001b[1mUsage:");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes
    const lines = stdout.replace(/\u001b\[\d+m/g, "").split("\n");
    expect(lines.filter((line) => line.length > 72)).toEqual([]);
  });
});

describe.each(allCommands.map((command) => [command.name, command] as const))("%s", (name, command) => {
  it("has options under the names that commander gives them", () => {
    const long = command.options.map(({ usage }) => /--([\w-]+)/.exec(usage)?.[1] ?? "");
    const names = long.map((name) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()));
    expect(command.options.map(({ key }) => key)).toEqual(names);
  });

  it("has a summary, examples that begin with its name, and help that shows them", async () => {
    expect(command.summary).toMatch(/^[A-Z].*[^.]$/);
    expect(command.examples.length).toBeGreaterThan(0);
    const { code, stdout } = await commandLine([name, "--help"]);
    expect(code).toBe(0);
    for (const [line, what] of command.examples) {
      expect(line).toContain(`pulumi-outreach ${name}`);
      expect(stdout).toContain(`    $ ${line}`);
      expect(stdout).toContain(`  ${what}:`);
    }
  });
});

it("is listed in the README, each command once", () => {
  const readme = readFileSync(new URL("../../../README.md", import.meta.url), "utf8");
  const rows = readme.split("\n").filter((line) => line.startsWith("| `pulumi-outreach "));
  const listed = rows.flatMap((row) =>
    [...(row.split(" | ")[0] ?? "").matchAll(/`(?:pulumi-outreach )?(\w+)/g)].map(([, name]) => name),
  );
  expect([...listed].sort()).toEqual(allCommands.map(({ name }) => name).sort());
});
