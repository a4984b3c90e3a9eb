import type { Command } from "./command";
import { members } from "./commands/members";

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [members];
