import { type Command, command } from "./command";
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

/** Every command with its work, in the order of the help. */
export const commands: readonly Command[] = [
  command(init, async () => (await import("./init/run")).runInit),
  command(check, async () => (await import("./check/run")).runCheck),
  command(review, async () => (await import("./review/run")).runReview),
  command(rehearse, async () => (await import("./rehearse/run")).runRehearsal),
  command(exportCommand, async () => (await import("./export/run")).runExport),
  command(status, async () => (await import("./follow/status")).runStatus),
  command(verify, async () => (await import("./verify/run")).runVerify),
  command(queue, async () => (await import("./follow/queue")).runQueue),
  command(logs, async () => (await import("./follow/logs")).runLogs),
  command(contacts, async () => (await import("./follow/contacts")).runContacts),
  command(people, async () => {
    const [{ runCollisions }, { runSuppressed }] = await Promise.all([
      import("./people/collisions"),
      import("./people/suppressed"),
    ]);
    return (input, context) => (input.suppressed ? runSuppressed : runCollisions)(input, context);
  }),
  command(person, async () => (await import("./people/person")).runPerson),
  command(stop, async () => (await import("./follow/stop")).runStop),
  command(members, async () => (await import("./follow/members")).runMembers),
  command(doctor, async () => (await import("./follow/doctor")).runDoctor),
  command(completion, async () => {
    const { runCompletion } = await import("./completion/scripts");
    return (input) => runCompletion(input, commands);
  }),
];
