import type { Account } from "../../api/account";
import { memberAddress } from "../../api/normal";
import { safeText } from "../../api/redact";
import type { MemberSeat, Reading } from "../../follow/people/gather";
import type { MemberDocument } from "../../follow/people/shapes";
import { Times } from "../../follow/times";
import { Refusal } from "../../lifecycle/refusal";
import { userName } from "../../reads/personName";
import { firstAndCount } from "../../text/words";
import type { AccountOptions, CommandContext, Report } from "../command";
import { type MembersInput, membersOf } from "../options";
import { byActivity, type Member, NoOrganization, type Organization, readOrganization } from "../organization";
import type { JsonDocument, Terminal } from "../terminal/terminal";

export interface WantedMembers extends Pick<AccountOptions, "stack" | "shown"> {
  /** User ids or e-mail addresses. Undefined: all active members. */
  readonly members?: readonly string[];
}

/** The members whose people are read, and sentences about the omitted members. */
export interface Seats {
  readonly seats: readonly MemberSeat[];
  readonly leftOut: readonly string[];
  /** False if the organization has members whom the service does not list, so that their people cannot be read. */
  readonly areAll: boolean;
}

/**
 * Opens an account for each member. Throws a Refusal if the organization does not list a wanted member, or if the key may
 * not act for other members.
 */
export async function openSeats({ stack, shown, members }: WantedMembers, context: CommandContext): Promise<Seats> {
  const { terminal, openAccount, openMember } = context;
  const owner = await openAccount({ stack, shown, asKeyOwner: true });
  return await terminal.during("Reading the members", async () => {
    const organization = await organizationOrSelf(owner);
    const { keyUserId } = organization;
    const wanted = selectMembers(organization.members, members);
    assertMayAct(organization, wanted);
    const seats = await Promise.all(
      wanted.map(async ({ id, name, email }) => ({
        ...{ member: id, name, email },
        account: id === keyUserId ? owner : await openMember(owner, id),
      })),
    );
    const inactive = members === undefined ? byActivity(organization.members).inactive : [];
    const areAll = members !== undefined || organization.isWhole;
    return { seats, leftOut: [...organization.warnings, ...inactiveNotes(inactive)], areAll };
  });
}

interface FoundPeople extends JsonDocument {
  readonly members: readonly MemberDocument[];
  readonly warnings: readonly string[];
}

/** How a command searches the members' people, and prints and judges the result. */
export interface PeopleSearch<Found extends FoundPeople> {
  readonly find: (seats: readonly MemberSeat[], now: number, progress: Reading) => Promise<Found>;
  readonly show: (found: Found, times: Times, terminal: Terminal) => void;
  /** True if a person must check the result. */
  readonly isAlarming?: (found: Found) => boolean;
}

/** Searches the members' people and reports the result. */
export async function peopleReport<Found extends FoundPeople>(
  input: MembersInput & Pick<AccountOptions, "stack">,
  context: CommandContext,
  { find, show, isAlarming = () => false }: PeopleSearch<Found>,
): Promise<Report> {
  const { clock, timeZone } = context;
  const { seats, leftOut } = await openSeats({ stack: input.stack, members: membersOf(input) }, context);
  const read = await context.terminal.during("Reading the contacts", (progress) =>
    find(seats, clock.wallTime(), progress),
  );
  const found = { ...read, warnings: [...leftOut, ...read.warnings] };
  return {
    document: found,
    warnings: found.warnings,
    show: (terminal) => show(found, new Times(() => clock.wallTime(), timeZone), terminal),
    code: isAlarming(found) ? 3 : found.members.every(({ isComplete }) => isComplete) ? 0 : 1,
  };
}

/** The organization of the key's user. A user without one is treated as its only member. */
async function organizationOrSelf(owner: Account): Promise<Organization> {
  try {
    return await readOrganization(owner);
  } catch (error) {
    if (!(error instanceof NoOrganization)) throw error;
    const { id, email, ...user } = await owner.profile();
    const own = { id, email, name: userName(user), isActive: true, notes: [] };
    return { keyUserId: id, members: [own], warnings: [], isWhole: true };
  }
}

function selectMembers(all: readonly Member[], wanted: readonly string[] | undefined): Member[] {
  if (wanted === undefined) return [...byActivity(all).active];
  const found = wanted.flatMap((word) => {
    const address = memberAddress(word);
    const matching = all.filter(
      ({ id, email }) => id === word || (email !== undefined && memberAddress(email) === address),
    );
    if (matching.length > 0) return matching;
    throw new Refusal(
      `could not act for ${safeText(word, 120)}: the organization lists no such member.`,
      "`pulumi-outreach members --all` lists them.",
    );
  });
  return [...new Set(found)];
}

function assertMayAct({ canActForMembers, keyUserId, ownerId }: Organization, wanted: readonly Member[]): void {
  if (canActForMembers !== false || wanted.every(({ id }) => id === keyUserId)) return;
  throw new Refusal(
    `could not read the people of other members: the key belongs to user ${keyUserId}, who is not the owner of the organization (user ${ownerId} is).`,
    `Use the owner's key (OUTREACH_API_KEY), or read your own people alone with --as ${keyUserId}.`,
  );
}

function inactiveNotes(inactive: readonly Member[]): string[] {
  if (inactive.length === 0) return [];
  const names = inactive.map(({ id, name }) => safeText(name === "" ? `user ${id}` : name, 80));
  return [`${firstAndCount(names, 5)}: inactive, and so not read. What their campaigns send is not known here.`];
}
