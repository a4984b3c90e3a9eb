import { findTargets, stopAgents } from "../../follow/stop";
import type { CommandContext, ExitCode, Report } from "../command";
import type { StopInput } from "../commands/stop";
import { assertCanAsk } from "../options";
import { stackState } from "../stackState";
import { stopMembers } from "./stopMembers";
import {
  agentCount,
  campaignsGoOn,
  nothingPaused,
  othersNote,
  pauseQuestion,
  showNotes,
  showStopped,
} from "./stopShow";

/** Runs `pulumi-outreach stop`. */
export async function runStop(input: StopInput, context: CommandContext): Promise<Report | ExitCode> {
  const { agents, yes, allMembers, ...options } = input;
  const { terminal, openAccount } = context;
  assertCanAsk(terminal, yes, "stop asks before it pauses source agents");
  const readState = () => stackState(options.stack);
  if (allMembers) return await stopMembers({ yes, stack: options.stack, readState }, context);
  const account = await openAccount(options);
  const targets = await terminal.during("Reading the source agents", () => findTargets(account, agents, readState));
  const { running } = targets;
  if (running.length > 0 && !yes) {
    terminal.note(campaignsGoOn);
    if (!(await terminal.confirm(pauseQuestion(running)))) {
      terminal.note(nothingPaused);
      return 1;
    }
  }
  const stopped = await terminal.during(`Pausing ${agentCount(running.length)}`, (progress) =>
    stopAgents(account, targets, (count) =>
      progress.update(`${count} of ${agentCount(Math.max(count, running.length))}`),
    ),
  );
  return {
    document: stopped,
    warnings: stopped.warnings,
    show: () => {
      showStopped(stopped, terminal);
      showNotes([{ stopped, isFromState: targets.known !== undefined }], terminal);
      if (agents.length === 0) terminal.note(othersNote(stopped));
    },
    code: stopped.failed.length > 0 || stopped.warnings.length > 0 ? 1 : 0,
  };
}
