import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { differenceSchema } from "../../provider/src/rehearse/difference/model";
import { startSandbox } from "../../sandbox/src/index";
import { expectSuccess, settingsFor } from "../support/acceptance";
import { type Outcome, outcomeOf, Project, repository } from "../support/project";
import { pulumiExecutable } from "../support/pulumiExecutable";

// Compares a program with a git commit.

const command = join(repository, "provider", "dist", "cli.js");

let project: Project;
/** For the temporary folders of rehearsals, which must leave it empty. */
let temporary: string;
beforeAll(() => {
  project = new Project({});
  temporary = mkdtempSync(join(tmpdir(), "outreach-against-test-"));
});
afterAll(() => {
  project.remove();
  rmSync(temporary, { recursive: true });
});

function write(program: string): void {
  project.write(`const outreach = require("pulumi-outreach");\n${program}`);
}

async function rehearse(words: readonly string[]): Promise<Outcome> {
  const path = [dirname(pulumiExecutable()), process.env.PATH].join(delimiter);
  const child = spawn(process.execPath, [command, "rehearse", ...words], {
    ...{ cwd: project.folder, env: { ...project.env, PATH: path, TMPDIR: temporary } },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const outcome = await outcomeOf(child);
  expect(readdirSync(temporary)).toEqual([]);
  return outcome;
}

const git = (...words: string[]) => {
  const identity = ["-c", "user.name=Test", "-c", "user.email=test@example.com", "-c", "commit.gpgsign=false"];
  return execFileSync("git", [...identity, ...words], { cwd: project.folder, encoding: "utf8", stdio: "pipe" });
};
const program = (delay: number) => `
const leads = new outreach.List("leads", { name: "Leads" });
new outreach.Campaign("first", { name: "First", listIds: [leads.id], emailSeatIds: [31], steps: [
  outreach.step.email({ subject: "Hi", message: "Hello [FirstName]" }),
  outreach.step.email({ subject: "Again", message: "Good morning", delayAfterLastStep: ${delay} }),
] });`;
const days = ["--days", "9", "--contacts", "20"];
const leavesNothing = () => expect(git("worktree", "list").trim().split("\n")).toHaveLength(1);

it("shows the differences, or that there are none", async () => {
  write("throw new Error('it does not run yet');");
  writeFileSync(join(project.folder, ".gitignore"), "node_modules\n");
  git("init", "--quiet", "--initial-branch", "main");
  git("add", "--all");
  git("commit", "--quiet", "--message", "broken");
  git("tag", "broken");
  write(program(2));
  git("commit", "--quiet", "--all", "--message", "program");
  const same = await rehearse(["--against", "main", ...days]);
  expect([same.code, same.stdout], same.text).toEqual([0, expect.stringContaining("\nThe rehearsal is the same.\n")]);
  leavesNothing();
  write(program(4));
  const { code, stdout, text } = await rehearse(["--against", "main", "--json", ...days]);
  expect(code, text).toBe(0);
  const difference = differenceSchema.parse(JSON.parse(stdout));
  expect(difference.effects.map(({ code: effect }) => effect)).toEqual(["ends", "step-delay", "step-days"]);
  expect(difference.effects.at(-1)?.text).toMatch(/^\d+ people get step 2 \(E-mail\) of “First” 2 days later\.$/);
  leavesNothing();
});

it("compares with the stack's state, sends its service no requests, and writes a page about both", async () => {
  const service = await startSandbox({ rateLimit: false });
  try {
    write(program(2));
    await project.init();
    expectSuccess(await project.up([], settingsFor(service)));
    await service.clearLog();
    const words = ["--against-state", "--stack", project.stack, ...days];
    const same = await rehearse(words);
    expect([same.code, same.stdout], same.text).toEqual([0, expect.stringContaining("\nThe rehearsal is the same.\n")]);
    write(program(4));
    const page = join(project.scratch, "difference.html");
    const { stdout, text } = await rehearse([...words, "--markdown", "--html", page]);
    expect(stdout, text).toMatch(/<summary>Rehearsal against the state: 3 differences<\/summary>/);
    expect(stdout).toMatch(/^- \d+ people get step 2 \(E-mail\) of “First” 2 days later\.$/m);
    expect(readFileSync(page, "utf8")).toContain("Calendar before");
    expect((await service.log()).requests).toEqual([]);
  } finally {
    await service.close();
  }
});

it("is refused if the commit does not run", async () => {
  const { code, stdout, stderr } = await rehearse(["--against", "broken", ...days]);
  expect([code, stdout]).toEqual([1, ""]);
  const printed = stderr.trim().split("\n");
  // The SDK takes long to format an error of the program, so progress lines may precede it.
  const lines = printed.slice(printed.findIndex((line) => line.startsWith("error: ")));
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(
    /^error: could not compare with broken: its program \(commit \w{12}\) cannot be rehearsed\.$/,
  );
  expect(lines[1]).toContain("it does not run yet");
  leavesNothing();
});
