import type { Command } from "./command";
import { completion } from "./commands/completion";
import { doctor } from "./commands/doctor";
import { members } from "./commands/members";
import { review } from "./commands/review";
import { status } from "./commands/status";

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [review, status, members, doctor, completion(() => commands)];
