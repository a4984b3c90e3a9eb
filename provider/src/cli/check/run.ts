import { Refusal } from "../../lifecycle/refusal";
import { Processes } from "../../rehearse/run/processes";
import type { CommandContext, ExitCode } from "../command";
import { projectAround } from "../project";
import { rulesFor } from "../review/rules";
import { checkOf } from "./build";
import { configFor } from "./config";
import { checkMarkdown, printCheck } from "./print";
import { runProgram } from "./program";
import { readProgram } from "./project";

/** What the command line says. */
export interface CheckInput {
  readonly stack?: string;
  readonly config: readonly (readonly [key: string, value: string])[];
  readonly rules?: string;
  readonly markdown: boolean;
}

/** Checks the program around the working folder and prints what was found. */
export async function runCheck(input: CheckInput, context: CommandContext): Promise<ExitCode> {
  const { terminal, json, onInterrupt } = context;
  const found = await projectAround(process.cwd());
  if (found === undefined) {
    throw new Refusal("there is no Pulumi.yaml in this folder or above it.", "Change to the folder of the program.");
  }
  const program = await readProgram(found.folder);
  const rules = await rulesFor(input.rules, found);
  const { values, secret, leftOut } = await configFor(program, input.stack, input.config);
  const stack = input.stack ?? "check";
  const processes = new Processes();
  onInterrupt(() => processes.end());
  const { folder, main, name: project, typescript } = program;
  const task = { folder, root: found.folder, main, project, stack, config: values, secret, typescript };
  const answer = await terminal.during("Running the program", () => runProgram(processes, task));
  const check = checkOf({ project, stack, config: values, leftOut, ...answer }, rules);
  if (json) terminal.printJson(check);
  else if (input.markdown) terminal.print(checkMarkdown(check));
  else printCheck(check, terminal);
  return check.verdict === "failed" ? 1 : check.verdict === "needs-approval" ? 3 : 0;
}
