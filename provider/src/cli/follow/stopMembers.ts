import { safeText } from "../../api/redact";
import type { ReadState } from "../../follow/known";
import {
  type FoundMember,
  findOfMembers,
  isStopped,
  type StopMember,
  type StoppedMember,
  type StoppedMembers,
  stopFound,
  stopMembersAtOnce,
} from "../../follow/stopMembers";
import { counted } from "../../text/words";
import { type CommandContext, type ExitCode, printed } from "../command";
import { byActivity, readOrganization } from "../organization";
import type { Terminal } from "../terminal/terminal";
import { agentCount, campaignsGoOn, nothingPaused, pauseQuestion, showNotes, showStopped } from "./stopShow";

interface Asked {
  readonly yes: boolean;
  readonly stack: string | undefined;
  readonly readState: ReadState;
}

/** Runs `pulumi-outreach stop --all-members`. */
export async function stopMembers({ yes, stack, readState }: Asked, context: CommandContext): Promise<ExitCode> {
  const { terminal, openAccount, openMember } = context;
  const owner = await openAccount({ stack, asKeyOwner: true });
  const organization = await terminal.during("Reading the members", () => readOrganization(owner));
  const { keyUserId, warnings } = organization;
  for (const warning of warnings) terminal.warn(warning);
  const plain = ({ id, name, email }: Omit<StopMember, "open">) => ({ id, name, email });
  const { active, inactive: left } = byActivity(organization.members);
  const inactive = left.map(plain);
  // The key's own user acts without impersonation, and is stopped even if the service does not list it.
  const others = active.filter(({ id }) => id !== keyUserId);
  const own = active.find(({ id }) => id === keyUserId) ?? { id: keyUserId, name: "", email: undefined };
  const members: StopMember[] = [
    { ...plain(own), open: async () => owner },
    ...others.map((each) => ({ ...plain(each), open: () => openMember(owner, each.id) })),
  ];
  // Read the stack's state only once, for all members whose agents the service does not list.
  const readOnce = runOnce(readState);
  const result = yes
    ? await stopWithoutQuestion(members, readOnce, terminal)
    : await stopAfterQuestion(members, readOnce, terminal);
  if (result === undefined) {
    terminal.note(nothingPaused);
    return 1;
  }
  const { found, stopped } = result;
  for (const each of stopped) {
    for (const warning of each.stopped?.warnings ?? []) terminal.warn(`${memberTitle(each)}: ${warning}`);
  }
  const document: StoppedMembers = { version: 1, members: [...stopped], inactive, warnings };
  const show = () => {
    showMembers(stopped, terminal);
    const shown = stopped.flatMap(({ stopped: those }, index) =>
      those === undefined ? [] : [{ stopped: those, isFromState: isFromState(found[index]) }],
    );
    showNotes(shown, terminal);
  };
  const code = printed({ document, show, code: stopped.every(isStopped) && warnings.length === 0 ? 0 : 1 }, context);
  if (inactive.length > 0) {
    terminal.note(
      `Inactive members were left out, and what they left behind may still run: ${inactive.map(memberTitle).join(", ")}. Look in the app.`,
    );
  }
  return code;
}

function isFromState(found: FoundMember | undefined): boolean {
  return found !== undefined && "targets" in found && found.targets.known !== undefined;
}

interface Result {
  readonly found: readonly FoundMember[];
  readonly stopped: readonly StoppedMember[];
}

async function stopWithoutQuestion(
  members: readonly StopMember[],
  readState: ReadState,
  terminal: Terminal,
): Promise<Result> {
  return await terminal.during(`Pausing the source agents of ${memberCount(members.length)}`, (progress) =>
    stopMembersAtOnce(members, readState, (count) => progress.update(`${agentCount(count)} paused`)),
  );
}

/** Returns undefined if the user declines. */
async function stopAfterQuestion(
  members: readonly StopMember[],
  readState: ReadState,
  terminal: Terminal,
): Promise<Result | undefined> {
  const found = await terminal.during(`Reading the source agents of ${memberCount(members.length)}`, () =>
    findOfMembers(members, readState),
  );
  for (const each of found) {
    if ("failure" in each) terminal.warn(`${memberTitle(each.member)}: ${each.failure}`);
  }
  const running = found.flatMap((each) => ("targets" in each ? each.targets.running : []));
  if (running.length > 0) {
    const count = found.filter((each) => "targets" in each && each.targets.running.length > 0).length;
    terminal.note(campaignsGoOn);
    if (!(await terminal.confirm(pauseQuestion(running, ` of ${memberCount(count)}`)))) return undefined;
  }
  const stopped = await terminal.during(`Pausing ${agentCount(running.length)}`, (progress) =>
    stopFound(found, (count) => progress.update(`${count} of ${agentCount(Math.max(count, running.length))}`)),
  );
  return { found, stopped };
}

function showMembers(members: readonly StoppedMember[], terminal: Terminal): void {
  const { bold, red } = terminal.colors;
  for (const member of members) {
    terminal.print(bold(memberTitle(member)));
    if (member.stopped === undefined) {
      terminal.print(red(`Not stopped: ${safeText(member.failure ?? "", 800)}`));
    } else showStopped(member.stopped, terminal);
    terminal.print();
  }
  const failed = members.filter((member) => !isStopped(member));
  const paused = members.reduce((sum, { stopped }) => sum + (stopped?.paused.length ?? 0), 0);
  terminal.print(`In all: paused ${agentCount(paused)} of ${memberCount(members.length)}.`);
  if (failed.length > 0) {
    terminal.print(bold(`Source agents may still run for ${failed.map(memberTitle).join(", ")}.`));
    terminal.note("Run the command again, or pause their source agents in the app.");
  }
}

function memberCount(count: number): string {
  return counted(count, "member");
}

function memberTitle({ id, name }: { readonly id: string; readonly name: string }): string {
  return name === "" ? `user ${id}` : `${safeText(name, 80)} (user ${id})`;
}

/** Unlike `once` of `api`, also keeps a failure, so that a failing CLI runs only once. */
function runOnce<Value>(work: () => Promise<Value>): () => Promise<Value> {
  let begun: Promise<Value> | undefined;
  return () => (begun ??= work());
}
