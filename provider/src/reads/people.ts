import { z } from "zod";
import type { Account } from "../api/account";
import { operations } from "../api/operation";
import { flag, idField, itemsFrom, objectFrom, quantity, type ServedId, servedId, text } from "./served";

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

/** A user of the service. Service specification: `GET /v1/user/me`, `GET /v1/organization/members`. */
export interface User {
  /** As the service sends it. */
  readonly id: ServedId;
  readonly email?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly organizationId?: ServedId;
  /** `member` or `admin`; the service may add others. */
  readonly organizationRole?: string;
  /** False for a member who has left. */
  readonly isActive?: boolean;
  readonly language?: string;
  readonly country?: string;
  readonly timezone?: string;
  /** ISO 8601. */
  readonly createdAt?: string;
}

const emailSeatShape = z.looseObject({ id: servedId, email: text, userId: idField, dailyQuota: quantity });

/** A seat that sends e-mails. Service specification: `GET /v1/email-seat`, which documents the id alone. */
export interface EmailSeat {
  /** As the service sends it: what `emailSeatIds` of a campaign takes. */
  readonly id: ServedId;
  readonly email?: string;
  /** The user that owns it. */
  readonly userId?: ServedId;
  /** E-mails a day at most. */
  readonly dailyQuota?: number;
}

/** The user that requests act as. Throws a ServiceError or a Refusal. */
export async function readUser(account: Account): Promise<User> {
  // The identity of the account is proven before anybody works with what is read as this user.
  await account.actingUser();
  return objectFrom(operations.readActingUser, await account.ask(operations.readActingUser, ""), userShape);
}

/** All members of the organization, those who have left included. Throws a ServiceError or a Refusal. */
export async function readMembers(account: Account): Promise<readonly User[]> {
  const operation = operations.listOrganizationMembers;
  return itemsFrom(operation, await account.ask(operation, ""), userShape).items;
}

/** The e-mail seats of the acting user. Throws a ServiceError or a Refusal. */
export async function readEmailSeats(account: Account): Promise<readonly EmailSeat[]> {
  const operation = operations.listEmailSeats;
  return itemsFrom(operation, await account.ask(operation, ""), emailSeatShape).items;
}
