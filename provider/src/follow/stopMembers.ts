import { z } from "zod";
import type { Account } from "../api/account";
import { causeOf } from "../lifecycle/about";
import type { ReadState } from "./known";
import { findTargets, stopAgents, stopShape, type Targets } from "./stop";

const member = z.strictObject({ id: z.string(), name: z.string(), email: z.string().optional() });

/** What `pulumi-outreach stop --all-members --json` prints. */
export const stopMembersShape = z.strictObject({
  version: z.literal(1),
  members: z.array(
    member.extend({
      /** As `pulumi-outreach stop` prints it for one user. Absent if the member was not stopped. */
      stopped: stopShape.optional(),
      /** Why the agents of this member may still run. */
      failure: z.string().optional(),
    }),
  ),
  /** Members who are inactive: nobody acted for them. */
  inactive: z.array(member),
  /** About the list of members. */
  warnings: z.array(z.string()),
});

export type StoppedMembers = Readonly<z.infer<typeof stopMembersShape>>;
/** One member, and what became of the source agents. */
export type StoppedMember = StoppedMembers["members"][number];

/** A member whose agents are to be paused. */
export interface StopMember extends Readonly<z.infer<typeof member>> {
  open(): Promise<Account>;
}

/** The agents of one member, or why they could not be found. */
export type FoundMember =
  | { readonly member: StopMember; readonly account: Account; readonly targets: Targets }
  | { readonly member: StopMember; readonly failure: string };

/** Members that are asked for at once. All of them share the request limit. */
const atOnce = 8;

/** Finds what runs for each member. The failure of one is its result. */
export async function findOfMembers(members: readonly StopMember[], readState: ReadState): Promise<FoundMember[]> {
  return await inTurns(members, (each) => findOfMember(each, readState));
}

/** Pauses what was found. The failure of one member keeps no other from being stopped. */
export async function stopFound(
  found: readonly FoundMember[],
  done: (agents: number) => void,
): Promise<StoppedMember[]> {
  let count = 0;
  return await inTurns(found, (each) => stopOfMember(each, () => done(++count)));
}

/** Finds and pauses the agents of each member in one go, so that no member waits for the others to be looked at. */
export async function stopMembersAtOnce(
  members: readonly StopMember[],
  readState: ReadState,
  done: (agents: number) => void,
): Promise<{ readonly found: FoundMember[]; readonly stopped: StoppedMember[] }> {
  let count = 0;
  const results = await inTurns(members, async (each) => {
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

/** True if every agent of this member is known to be paused. */
export function isStopped({ stopped }: StoppedMember): boolean {
  return stopped !== undefined && stopped.failed.length === 0 && stopped.warnings.length === 0;
}

/** The results in the order of the items, some of which are worked on at once. */
async function inTurns<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results = new Map<number, Result>();
  const left = items.entries();
  const worker = async () => {
    for (const [index, item] of left) results.set(index, await work(item));
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return [...results].sort(([left], [right]) => left - right).map(([, result]) => result);
}
