import { z } from "zod";
import type { Account } from "../api/account";
import { operations } from "../api/operation";
import type { EmailSeat, User } from "./answers";
import { askAll, flag, idField, objectFrom, quantity, servedId, text } from "./served";

export type { EmailSeat, User } from "./answers";

const userShape = z.looseObject({
  id: servedId,
  email: text,
  firstName: text,
  lastName: text,
  organizationId: idField,
  organizationRole: text,
  isActive: flag,
  language: text,
  country: text,
  timezone: text,
  createdAt: text,
});

const emailSeatShape = z.looseObject({ id: servedId, email: text, userId: idField, dailyQuota: quantity });

/** The acting user. Throws a ServiceError or a Refusal. */
export async function readUser(account: Account): Promise<User> {
  // Verify the acting user before the caller relies on data read as this user.
  if (account.isImpersonating) await account.actingUser();
  return objectFrom(operations.readActingUser, await account.ask(operations.readActingUser, ""), userShape);
}

/**
 * All members of the organization, including those who have left. Throws a ServiceError or a Refusal, also if the service
 * returns only part of them.
 */
export async function readMembers(account: Account): Promise<readonly User[]> {
  return await askAll(account, operations.listOrganizationMembers, "", userShape);
}

/**
 * The e-mail seats of the acting user. Throws a ServiceError or a Refusal, also if the service returns only part of them.
 */
export async function readEmailSeats(account: Account, about = ""): Promise<readonly EmailSeat[]> {
  return await askAll(account, operations.listEmailSeats, about, emailSeatShape);
}
