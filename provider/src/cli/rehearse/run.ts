import { dirname } from "node:path";
import { environmentVariable, variableOf } from "../../host/environment";
import type { SettingName } from "../../host/settings";
import { Refusal } from "../../lifecycle/refusal";
import { type Member, memberOf } from "../../rehearse/program";
import { readProject } from "../../rehearse/run/project";
import { type Assumed, RehearsalRun } from "../../rehearse/run/rehearse";
import type { CommandContext, ExitCode } from "../command";
import { assertWritable, writeWhole } from "../files";
import { projectAround } from "../project";
import { printRehearsal } from "./print";
import { stackToRehearse } from "./stack";

/** What the command line says. */
export interface RehearseInput extends Assumed {
  readonly stack?: string;
  readonly html?: string;
}

/** Rehearses the project around the working folder and prints the result. */
export async function runRehearsal(input: RehearseInput, context: CommandContext): Promise<ExitCode> {
  const { terminal, json } = context;
  const found = await projectAround(process.cwd());
  if (found === undefined) {
    throw new Refusal("there is no Pulumi.yaml in this folder or above it.", "Change to the folder of the program.");
  }
  const project = await readProject(found.folder);
  const { html } = input;
  if (html !== undefined) await assertWritable(html);
  const chosen = await stackToRehearse(project, input.stack);
  const rehearsal = await terminal.during("Preparing", async (progress) => {
    const options = {
      ...{ ...input, ...chosen, project, start: `${new Date().toISOString().slice(0, 10)}T00:00:00.000Z` },
      environmentMember: environmentMember(),
      // The bundle of the command is in the folder `dist` of this package.
      ownFolder: dirname(__dirname),
    };
    const run = new RehearsalRun(options, (what) => progress.update(what));
    context.onInterrupt(() => run.end());
    // Its processes are in groups of their own, which a terminal that is closed does not end.
    process.once("SIGHUP", () => process.kill(process.pid, "SIGTERM"));
    return await run.play();
  });
  if (html !== undefined) {
    const { rehearsalPage } = await import("../../rehearse/output/page");
    await writeWhole(html, rehearsalPage(rehearsal, { now: new Date() }));
  }
  if (json) terminal.printJson(rehearsal);
  else printRehearsal(rehearsal, terminal);
  return 0;
}

/** The member that the environment names for every run. */
function environmentMember(): Member | undefined {
  const setting = (name: SettingName) => environmentVariable(variableOf(name));
  return memberOf(setting("impersonateUserId"), setting("impersonateEmail"));
}
