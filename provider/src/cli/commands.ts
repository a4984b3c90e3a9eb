import type { Command } from "./command";
import { check } from "./commands/check";
import { completion } from "./commands/completion";
import { contacts } from "./commands/contacts";
import { doctor } from "./commands/doctor";
import { exportCommand } from "./commands/export";
import { init } from "./commands/init";
import { logs } from "./commands/logs";
import { members } from "./commands/members";
import { people } from "./commands/people";
import { person } from "./commands/person";
import { queue } from "./commands/queue";
import { rehearse } from "./commands/rehearse";
import { review } from "./commands/review";
import { status } from "./commands/status";
import { stop } from "./commands/stop";
import { verify } from "./commands/verify";

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  init,
  check,
  review,
  rehearse,
  exportCommand,
  status,
  verify,
  queue,
  logs,
  contacts,
  people,
  person,
  stop,
  members,
  doctor,
  completion(() => commands),
];
