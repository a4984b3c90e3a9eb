import type { Output } from "@pulumi/pulumi";
import type { FunctionOptions, FunctionOutputOptions } from "../host/functionOptions";
import type { EmailSeat, User } from "../reads/answers";
import type { NoArgs } from "./args";
import { defineFunction } from "./define";
import { noArgs } from "./schemas";

const user = defineFunction({
  name: "getUser",
  args: noArgs("getUser"),
  isLasting: true,
  read: ({ account, reads }) => reads.readUser(account),
});

const members = defineFunction({
  name: "getOrganizationMembers",
  args: noArgs("getOrganizationMembers"),
  isLasting: true,
  read: ({ account, reads }) => reads.readMembers(account),
});

const emailSeats = defineFunction({
  name: "getEmailSeats",
  args: noArgs("getEmailSeats"),
  isLasting: true,
  read: ({ account, reads }) => reads.readEmailSeats(account),
});

/**
 * The user that requests act as: the user of the key, or the member that the settings name. Costs one request.
 *
 * Service specification: `GET /v1/user/me`.
 */
export function getUser(args: NoArgs = {}, options?: FunctionOptions): Promise<User> {
  return user.get(args, options);
}

/**
 * As `getUser`, for arguments that are known now or later: unknown in a preview while one of them is, secret if one of
 * them is, and dependent on their resources.
 */
export function getUserOutput(args: NoArgs = {}, options?: FunctionOutputOptions): Output<User> {
  return user.output(args, options);
}

/**
 * All members of the organization, those who have left included (`isActive: false`). Costs one request.
 *
 * Rejects if the service answers with a part of them.
 *
 * Personal data: what a program exports or puts into a resource is in the state. Service specification:
 * `GET /v1/organization/members`.
 */
export function getOrganizationMembers(args: NoArgs = {}, options?: FunctionOptions): Promise<readonly User[]> {
  return members.get(args, options);
}

/**
 * As `getOrganizationMembers`, for arguments that are known now or later: unknown in a preview while one of them is, secret if one of
 * them is, and dependent on their resources.
 */
export function getOrganizationMembersOutput(
  args: NoArgs = {},
  options?: FunctionOutputOptions,
): Output<readonly User[]> {
  return members.output(args, options);
}

/**
 * The e-mail seats of the acting user, with the ids that `emailSeatIds` of a campaign takes. Costs one request.
 *
 * Rejects if the service answers with a part of them.
 *
 * Service specification: `GET /v1/email-seat`.
 */
export function getEmailSeats(args: NoArgs = {}, options?: FunctionOptions): Promise<readonly EmailSeat[]> {
  return emailSeats.get(args, options);
}

/**
 * As `getEmailSeats`, for arguments that are known now or later: unknown in a preview while one of them is, secret if one of
 * them is, and dependent on their resources.
 */
export function getEmailSeatsOutput(args: NoArgs = {}, options?: FunctionOutputOptions): Output<readonly EmailSeat[]> {
  return emailSeats.output(args, options);
}
