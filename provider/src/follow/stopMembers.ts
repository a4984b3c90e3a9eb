import { z } from "zod";
import type { Account } from "../api/account";
import { causeOf } from "../lifecycle/about";
import type { ReadState } from "./known";
import { findTargets, stopAgents, stopShape, type Targets } from "./stop";

const member = z.strictObject({ id: z.string(), name: z.string(), email: z.string().optional() });

/** The output of `pulumi-outreach stop --all-members --json`. */
export const stopMembersShape = z.strictObject({
  version: z.literal(1),
  members: z.array(
    member.extend({
      /** Same as the output of `pulumi-outreach stop` for one user. Missing if the member was not stopped. */
      stopped: stopShape.optional(),
      /** Why this member's agents may still be running. */
      failure: z.string().optional(),
    }),
  ),
  /** Inactive members, who were skipped. */
  inactive: z.array(member),
  /** Warnings about the list of members. */
  warnings: z.array(z.string()),
});

export type StoppedMembers = Readonly<z.infer<typeof stopMembersShape>>;
/** One member, and the result for the source agents. */
export type StoppedMember = StoppedMembers["members"][number];

/** A member whose agents will be paused. */
export interface StopMember extends Readonly<z.infer<typeof member>> {
  open(): Promise<Account>;
}

/** A member's agents, or why they could not be found. */
export type FoundMember =
  | { readonly member: StopMember; readonly account: Account; readonly targets: Targets }
  | { readonly member: StopMember; readonly failure: string };

/** Maximum number of members processed concurrently. All of them share the request limit. */
const mostConcurrent = 8;

/** Finds each member's running agents. A failure is part of that member's result. */
export async function findOfMembers(members: readonly StopMember[], readState: ReadState): Promise<FoundMember[]> {
  return await mapConcurrently(members, (each) => findOfMember(each, readState));
}

/** Pauses the agents that were found. A failure for one member does not affect the others. */
export async function stopFound(
  found: readonly FoundMember[],
  done: (agents: number) => void,
): Promise<StoppedMember[]> {
  let count = 0;
  return await mapConcurrently(found, (each) => stopOfMember(each, () => done(++count)));
}

/** Finds and pauses agents member by member, so that no member has to wait until all others have been read. */
export async function stopMembersAtOnce(
  members: readonly StopMember[],
  readState: ReadState,
  done: (agents: number) => void,
): Promise<{ readonly found: FoundMember[]; readonly stopped: StoppedMember[] }> {
  let count = 0;
  const results = await mapConcurrently(members, async (each) => {
    const found = await findOfMember(each, readState);
    return { found, stopped: await stopOfMember(found, () => done(++count)) };
  });
  return { found: results.map(({ found }) => found), stopped: results.map(({ stopped }) => stopped) };
}

async function findOfMember(member: StopMember, readState: ReadState): Promise<FoundMember> {
  try {
    const account = await member.open();
    return { member, account, targets: await findTargets(account, [], readState) };
  } catch (error) {
    return { member, failure: causeOf(error) };
  }
}

async function stopOfMember(found: FoundMember, done: () => void): Promise<StoppedMember> {
  const { id, name, email } = found.member;
  if ("failure" in found) return { id, name, email, failure: found.failure };
  try {
    return { id, name, email, stopped: await stopAgents(found.account, found.targets, done) };
  } catch (error) {
    return { id, name, email, failure: causeOf(error) };
  }
}

/** True if all agents of this member are known to be paused. */
export function isStopped({ stopped }: StoppedMember): boolean {
  return stopped !== undefined && stopped.failed.length === 0 && stopped.warnings.length === 0;
}

/** Processes items concurrently, up to a limit, and returns the results in order. */
async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results = new Map<number, Result>();
  const left = items.entries();
  const worker = async () => {
    for (const [index, item] of left) results.set(index, await work(item));
  };
  await Promise.all(Array.from({ length: Math.min(mostConcurrent, items.length) }, worker));
  return [...results].sort(([left], [right]) => left - right).map(([, result]) => result);
}
