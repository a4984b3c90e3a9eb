import { type CommandOption, UsageError } from "./command";
import type { Terminal } from "./terminal/terminal";

/** For commands that ask a person before they change something. */
export const yesOption: CommandOption = { flags: "-y, --yes", description: "do it without a question" };

/**
 * Throws a UsageError if nobody can be asked and `--yes` does not answer.
 *
 * @param asks when it asks: `stop asks before it pauses source agents`
 */
export function assertCanAsk(terminal: Terminal, yes: boolean, asks: string): void {
  if (yes || terminal.canAsk) return;
  throw new UsageError(`${asks}, and this is no terminal to ask on.\nSay --yes to do it without a question.`);
}
