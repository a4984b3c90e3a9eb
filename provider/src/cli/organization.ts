import { z } from "zod";
import type { Account } from "../api/account";
import { ServiceError } from "../api/errors";
import { memberAddress } from "../api/normal";
import { operations } from "../api/operation";
import { isPartial, type Page } from "../api/page";
import { membersIn, ownerFrom, type User, userFrom } from "../api/shapes";
import { Refusal } from "../lifecycle/refusal";
import { userName } from "../reads/personName";
import { groupedPairs } from "../text/groups";
import { firstAndCount } from "../text/words";

const member = z.strictObject({
  id: z.string(),
  name: z.string(),
  email: z.string().optional(),
  /** Missing if the service does not show it. */
  role: z.string().optional(),
  /** Missing if the service does not show it. */
  isActive: z.boolean().optional(),
  /** Hints for users who want to act for this member. */
  notes: z.array(z.string()),
});

/** What `pulumi-outreach members --json` prints. */
export const membersShape = z.strictObject({
  version: z.literal(1),
  keyUserId: z.string(),
  /** Missing if the service does not show it. */
  ownerId: z.string().optional(),
  /** False if the service will refuse requests for other members with this key. Missing if this is unknown. */
  canActForMembers: z.boolean().optional(),
  members: z.array(member),
  /** How many inactive members `members` omits. */
  notShown: z.number(),
  warnings: z.array(z.string()),
});

export type Members = Readonly<z.infer<typeof membersShape>>;
/** A member from the service's list. Its strings come from the service: clean them before they are shown. */
export type Member = Readonly<z.infer<typeof member>>;
/** The organization of the key's user, with all its members. */
export type Organization = Omit<Members, "version" | "notShown"> & {
  /** False if the service has members that it does not list, or whose entries cannot be read. */
  readonly isWhole: boolean;
};

/**
 * Reads the members, usually in three requests. The account must act as the key's user.
 * Throws a ServiceError or a Refusal if they cannot be read.
 */
export async function readOrganization(account: Account): Promise<Organization> {
  const { id: keyUserId } = await account.actingUser();
  const page = await membersPage(account, keyUserId);
  if (page === undefined) {
    throw new Refusal(
      "could not list the organization's members: the answer of GET /v1/organization/members is not a list.",
      "Check baseUrl (OUTREACH_BASE_URL).",
    );
  }
  const listed = membersIn(page);
  // Optional, because this field is not in the specification.
  const ownerId = ownerFrom(await account.look(operations.readOrganization, ""));
  const canActForMembers = ownerId === undefined ? undefined : ownerId === keyUserId;
  const unreadable = page.items.length - listed.length;
  const warnings = [
    ...(canActForMembers === false
      ? [
          `the key belongs to user ${keyUserId}, who is not the owner of the organization (user ${ownerId} is): only the owner's key may act for members.`,
        ]
      : []),
    ...(unreadable > 0 ? [`${unreadable} of the members that the service lists have no readable id: left out.`] : []),
    ...partialWarning(page),
  ];
  const isWhole = unreadable === 0 && !isPartial(page);
  return { keyUserId, ownerId, canActForMembers, members: withNotes(listed), warnings, isWhole };
}

/** Groups members by activity. A member counts as active if the service does not show it. */
export function byActivity(members: readonly Member[]): Readonly<Record<"active" | "inactive", readonly Member[]>> {
  return {
    active: members.filter(({ isActive }) => isActive !== false),
    inactive: members.filter(({ isActive }) => isActive === false),
  };
}

function partialWarning(page: Page): string[] {
  if (!isPartial(page)) return [];
  const { total, items } = page;
  return total !== undefined && total > items.length
    ? [`the service counts ${total} members and lists ${items.length} of them.`]
    : [`the service lists ${items.length} of the members, and there are more.`];
}

async function membersPage(account: Account, keyUserId: string): Promise<Page | undefined> {
  try {
    const page = await account.askPage(operations.listOrganizationMembers, "");
    if (page?.items.length !== 0 || (await hasOrganization(account))) return page;
  } catch (error) {
    const isAbout = error instanceof ServiceError && (error.category === "notFound" || error.category === "refused");
    if (!isAbout || (await hasOrganization(account))) throw error;
  }
  throw new NoOrganization(
    `could not list the organization's members: user ${keyUserId}, whose key it is, belongs to no organization.`,
    "Use the key of an organization's owner (OUTREACH_API_KEY).",
  );
}

/** Thrown if the key's user belongs to no organization, and therefore cannot act for other members. */
export class NoOrganization extends Refusal {}

async function hasOrganization(account: Account): Promise<boolean> {
  return userFrom(await account.look(operations.readActingUser, ""))?.organizationId !== undefined;
}

function withNotes(listed: readonly User[]): Member[] {
  const byAddress = groupedPairs(listed.map(({ id, email }) => [comparableAddress(email), id]));
  return listed.map(({ id, email, organizationRole, isActive, ...user }) => {
    const others = (byAddress.get(comparableAddress(email) ?? "") ?? []).filter((other) => other !== id);
    return {
      ...{ id, email, isActive },
      name: userName(user),
      role: organizationRole,
      notes: others.length === 0 ? [] : [`the same e-mail address as ${firstAndCount(others, 3)}`],
    };
  });
}

/** Normalizes an address as the setting impersonateEmail does. */
function comparableAddress(email: string | undefined): string | undefined {
  const address = email === undefined ? "" : memberAddress(email);
  return address === "" ? undefined : address;
}
