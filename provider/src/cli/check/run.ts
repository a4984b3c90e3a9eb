/// <reference path="../init/rawText.d.ts" />
import { z } from "zod";
import { safeText } from "../../api/redact";
import { checkVariable } from "../../host/checked";
import { environmentWithout } from "../../host/environment";
import { typeToken } from "../../host/token";
import { Refusal } from "../../lifecycle/refusal";
import { unknownText } from "../../lifecycle/unknown";
import { Processes } from "../../rehearse/run/processes";
import type { CommandContext, Report } from "../command";
import type { CheckInput } from "../commands/check";
import { projectHere } from "../project";
import { rulesFor } from "../review/rules";
import { checkProgram, declarations } from "./build";
import { checkMarkdown, printCheck } from "./print";
import { type CheckedProject, configFor, readProgram } from "./project";
import runner from "./runner.mjs?raw";

/** Runs `pulumi-outreach check`: checks the program of the project around the working folder. */
export async function runCheck(input: CheckInput, context: CommandContext): Promise<Report> {
  const { terminal, onInterrupt } = context;
  const found = await projectHere();
  const program = await readProgram(found.folder);
  const rules = await rulesFor(input.rules, found);
  const { values, secret, leftOut } = await configFor(program, input.stack, input.config);
  const stack = input.stack ?? "check";
  const processes = new Processes();
  onInterrupt(() => processes.end());
  const { folder, main, name: project, typescript } = program;
  const task = { folder, root: found.folder, main, project, stack, config: values, secret, typescript };
  const answer = await terminal.during("Running the program", () => runProgram(processes, task));
  const check = checkProgram({ project, stack, config: values, leftOut, ...answer }, rules);
  return {
    document: check,
    show: () => (input.markdown ? terminal.print(checkMarkdown(check)) : printCheck(check, terminal)),
    code: check.verdict === "failed" ? 1 : check.verdict === "needs-approval" ? 3 : 0,
  };
}

/** Milliseconds. A program that runs longer waits for something that does not exist during a check. */
const longestRun = 120_000;

/** The program to run, and its config. */
interface ProgramTask extends Pick<CheckedProject, "folder" | "main" | "typescript"> {
  /** The project's folder, to which places in the sources are relative. */
  readonly root: string;
  readonly project: string;
  readonly stack: string;
  readonly config: Readonly<Record<string, string>>;
  readonly secret: readonly string[];
}

const answerSchema = declarations.extend({ missing: z.string().optional() });
type ProgramAnswer = z.infer<typeof answerSchema>;

/** Variables that the program's process does not get: a check needs neither the user's key and address nor the backend. */
const excludedVariables = /^(?:OUTREACH_(?!(?:PREMIUM_SEATS|ACKNOWLEDGE)$)|PULUMI_(?!NODEJS_)).*/i;

/** Runs a program under its SDK's mocks, in a separate process. */
async function runProgram(processes: Processes, { folder, ...task }: ProgramTask): Promise<ProgramAnswer> {
  const given = JSON.stringify({ ...task, unknown: unknownText, token: typeToken("") });
  const child = await processes.start(process.execPath, ["--input-type=module", "--eval", runner, given], {
    cwd: folder,
    env: { ...environmentWithout(excludedVariables), [checkVariable]: "true" },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let errors = "";
  child.stdout?.resume();
  child.stderr?.on("data", (chunk: Buffer) => {
    errors = `${errors}${chunk.toString()}`.slice(-10_000);
  });
  let answer: unknown;
  child.on("message", (message) => {
    answer ??= message;
  });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    child.kill("SIGKILL");
  }, longestRun);
  await new Promise<void>((resolve) => child.once("close", () => resolve()));
  clearTimeout(timer);
  if (isLate) throw new Refusal("could not check the program: it did not end within two minutes.");
  const { data } = answerSchema.safeParse(answer);
  if (data?.missing !== undefined) {
    throw new Refusal(
      `could not check the program: ${data.missing} is not installed in its folder.`,
      "Install its packages first: npm ci",
    );
  }
  if (data !== undefined) return data;
  throw new Refusal(
    `could not check the program: its process ended early: ${safeText(errors.trim(), 500) || "it printed nothing"}`,
  );
}
