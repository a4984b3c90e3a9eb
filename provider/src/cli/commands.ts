import type { Command } from "./command";
import { completion } from "./commands/completion";
import { members } from "./commands/members";
import { review } from "./commands/review";

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [review, members, completion(() => commands)];
