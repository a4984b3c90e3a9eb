import { dirname } from "node:path";
import { safeText } from "../../api/redact";
import { environmentVariable, variableOf } from "../../host/environment";
import type { SettingName } from "../../host/settings";
import { differenceMarkdown } from "../../rehearse/output/differenceMarkdown";
import { type Member, memberOf } from "../../rehearse/program";
import { Checkout, type EarlierProgram } from "../../rehearse/run/checkout";
import { ComparisonRun } from "../../rehearse/run/compare";
import { type RehearsedProject, readProject, stacksWithConfig } from "../../rehearse/run/project";
import { RehearsalRun, type RehearseOptions } from "../../rehearse/run/rehearse";
import { StatedProgram } from "../../rehearse/run/statedProgram";
import { type CommandContext, type Report, UsageError } from "../command";
import type { RehearseInput } from "../commands/rehearse";
import { assertWritable, writeWhole } from "../files";
import { projectHere } from "../project";
import { runPulumi } from "../pulumi";
import { exportedState } from "../stackState";
import { printDifference, printRehearsal } from "./print";

/** Runs `pulumi-outreach rehearse`: rehearses the project around the working folder. */
export async function runRehearsal(input: RehearseInput, context: CommandContext): Promise<Report> {
  const project = await readProject((await projectHere()).folder);
  const { html } = input;
  if (html !== undefined) await assertWritable(html);
  const chosen = await stackToRehearse(project, input.stack);
  const options: RehearseOptions = {
    ...{ ...input, ...chosen, project, start: `${new Date().toISOString().slice(0, 10)}T00:00:00.000Z` },
    environmentMember: environmentMember(),
    // The bundle of the command is in the folder `dist` of this package.
    ownFolder: dirname(__dirname),
  };
  const { against, againstState } = input;
  if (against !== undefined) return await runComparison(new Checkout(project, against), input, options, context);
  if (againstState) {
    const stack = input.stack ?? (chosen.hasConfig ? chosen.stack : undefined);
    const instead = "or compare with a commit: --against REF";
    const stated = new StatedProgram(project, () => exportedState(stack, instead, project.folder));
    return await runComparison(stated, input, options, context);
  }
  const { rehearsal } = await playRun(context, (tell) => new RehearsalRun(options, tell));
  if (html !== undefined) {
    const { rehearsalPage } = await import("../../rehearse/output/page");
    await writeWhole(html, rehearsalPage(rehearsal, { now: new Date() }));
  }
  return { document: rehearsal, show: (terminal) => printRehearsal(rehearsal, terminal) };
}

async function runComparison(
  earlier: EarlierProgram,
  { markdown, html }: RehearseInput,
  options: RehearseOptions,
  context: CommandContext,
): Promise<Report> {
  const compared = await playRun(context, (tell) => new ComparisonRun(options, earlier, tell));
  const { difference } = compared;
  if (html !== undefined) {
    const { differencePage } = await import("../../rehearse/output/page");
    await writeWhole(html, differencePage(compared, { now: new Date() }));
  }
  return {
    document: difference,
    show: (terminal) =>
      markdown ? terminal.print(differenceMarkdown(difference)) : printDifference(difference, terminal),
  };
}

/** Plays a run and returns its result. Ctrl-C ends it together with its processes. */
async function playRun<Result>(
  { terminal, onInterrupt }: CommandContext,
  make: (tell: (what: string) => void) => { play(): Promise<Result>; end(): Promise<void> },
): Promise<Result> {
  return await terminal.during("Preparing", async (progress) => {
    const run = make((what) => progress.update(what));
    onInterrupt(() => run.end());
    // Closing the terminal does not end the run's processes, because they are in separate process groups.
    process.once("SIGHUP", () => process.kill(process.pid, "SIGTERM"));
    return await run.play();
  });
}

/** The member whom the environment names. */
function environmentMember(): Member | undefined {
  const setting = (name: SettingName) => environmentVariable(variableOf(name));
  return memberOf(setting("impersonateUserId"), setting("impersonateEmail"));
}

interface ChosenStack {
  readonly stack: string;
  readonly hasConfig: boolean;
}

/** The name for a temporary stack if the project has no stacks. */
const temporaryStack = "rehearsal";

/**
 * The named stack, otherwise the only stack with a config file, otherwise the selected one. Throws a UsageError if there
 * is no such stack.
 */
export async function stackToRehearse(project: RehearsedProject, named: string | undefined): Promise<ChosenStack> {
  const stacks = await stacksWithConfig(project);
  // Like the CLI, accept an organization and a project in front of the name.
  const asked = named?.split("/").at(-1);
  if (asked !== undefined) {
    if (!/^[\w.-]{1,100}$/.test(asked)) throw new UsageError("--stack takes the name of a stack");
    if (stacks.includes(asked)) return { stack: asked, hasConfig: true };
    if (stacks.length === 0) return { stack: asked, hasConfig: false };
    throw new UsageError(
      `stack ${safeText(asked, 80)} has no config file (Pulumi.${safeText(asked, 80)}.yaml) in this project; those with one are ${stackNames(stacks)}`,
    );
  }
  const [only, ...more] = stacks;
  if (only === undefined) return { stack: temporaryStack, hasConfig: false };
  if (more.length === 0) return { stack: only, hasConfig: true };
  const selected = await selectedStack(project.folder);
  if (selected !== undefined && stacks.includes(selected)) return { stack: selected, hasConfig: true };
  throw new UsageError(`name a stack with --stack: ${stackNames(stacks)}`);
}

const stackNames = (stacks: readonly string[]) =>
  stacks
    .slice(0, 20)
    .map((stack) => safeText(stack, 80))
    .join(", ");

/** Milliseconds to wait for the CLI, whose backend may be on another machine. */
const longestAnswer = 15_000;

/** Undefined if no stack is selected, or if the CLI fails. */
async function selectedStack(folder: string): Promise<string | undefined> {
  const words = ["stack", "--show-name", "--non-interactive"];
  const { outcome, output } = await runPulumi(words, { cwd: folder, timeout: longestAnswer });
  return outcome === "fine" ? output.trim().split("/").at(-1) : undefined;
}
