import { dirname } from "node:path";
import { environmentVariable, variableOf } from "../../host/environment";
import type { SettingName } from "../../host/settings";
import { differenceMarkdown } from "../../rehearse/output/differenceMarkdown";
import { type Member, memberOf } from "../../rehearse/program";
import { Checkout, type EarlierProgram } from "../../rehearse/run/checkout";
import { ComparisonRun } from "../../rehearse/run/compare";
import { readProject } from "../../rehearse/run/project";
import { RehearsalRun, type RehearseOptions } from "../../rehearse/run/rehearse";
import { StatedProgram } from "../../rehearse/run/statedProgram";
import type { CommandContext, Report } from "../command";
import type { RehearseInput } from "../commands/rehearse";
import { assertWritable, writeWhole } from "../files";
import { projectHere } from "../project";
import { exportedState } from "../stackState";
import { printDifference, printRehearsal } from "./print";
import { stackToRehearse } from "./stack";

/** Rehearses the project around the working folder and prints the result. */
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
  const { rehearsal } = await played(context, (tell) => new RehearsalRun(options, tell));
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
  const compared = await played(context, (tell) => new ComparisonRun(options, earlier, tell));
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

/** The result of a run, which ends at Ctrl-C together with all that it has started. */
async function played<Result>(
  { terminal, onInterrupt }: CommandContext,
  make: (tell: (what: string) => void) => { play(): Promise<Result>; end(): Promise<void> },
): Promise<Result> {
  return await terminal.during("Preparing", async (progress) => {
    const run = make((what) => progress.update(what));
    onInterrupt(() => run.end());
    // Its processes are in groups of their own, which a terminal that is closed does not end.
    process.once("SIGHUP", () => process.kill(process.pid, "SIGTERM"));
    return await run.play();
  });
}

/** The member that the environment names for every run. */
function environmentMember(): Member | undefined {
  const setting = (name: SettingName) => environmentVariable(variableOf(name));
  return memberOf(setting("impersonateUserId"), setting("impersonateEmail"));
}
