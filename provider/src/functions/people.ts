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
 * The acting user: the key's user, or the member named in the settings. Costs one request.
 *
 * Service specification: `GET /v1/user/me`.
 */
export function getUser(args: NoArgs = {}, options?: FunctionOptions): Promise<User> {
  return user.get(args, options);
}

/**
 * Like `getUser`, but also accepts Outputs and promises as arguments. The result is unknown in a preview while an argument
 * is, secret if an argument is, and depends on the resources of the arguments.
 */
export function getUserOutput(args: NoArgs = {}, options?: FunctionOutputOptions): Output<User> {
  return user.output(args, options);
}

/**
 * All members of the organization, including those who have left (`isActive: false`). Costs one request.
 *
 * Rejects if the service returns only part of them.
 *
 * Contains personal data: anything that a program exports or passes to a resource is stored in the state. Service
 * specification: `GET /v1/organization/members`.
 */
export function getOrganizationMembers(args: NoArgs = {}, options?: FunctionOptions): Promise<readonly User[]> {
  return members.get(args, options);
}

/**
 * Like `getOrganizationMembers`, but also accepts Outputs and promises as arguments. The result is unknown in a preview
 * while an argument is, secret if an argument is, and depends on the resources of the arguments.
 */
export function getOrganizationMembersOutput(
  args: NoArgs = {},
  options?: FunctionOutputOptions,
): Output<readonly User[]> {
  return members.output(args, options);
}

/**
 * The e-mail seats of the acting user. Their ids can be passed to `emailSeatIds` of a campaign. Costs one request.
 *
 * Rejects if the service returns only part of them.
 *
 * Service specification: `GET /v1/email-seat`.
 */
export function getEmailSeats(args: NoArgs = {}, options?: FunctionOptions): Promise<readonly EmailSeat[]> {
  return emailSeats.get(args, options);
}

/**
 * Like `getEmailSeats`, but also accepts Outputs and promises as arguments. The result is unknown in a preview while an
 * argument is, secret if an argument is, and depends on the resources of the arguments.
 */
export function getEmailSeatsOutput(args: NoArgs = {}, options?: FunctionOutputOptions): Output<readonly EmailSeat[]> {
  return emailSeats.output(args, options);
}
