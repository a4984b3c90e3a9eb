import type { Output } from "@pulumi/pulumi";
import type { FunctionOptions, FunctionOutputOptions, LateArgs } from "../host/functionOptions";
import type { Contact, ContactsAnswer, Health } from "../reads/answers";
import type { GetContactArgs, GetContactsArgs, NoArgs } from "./args";
import { defineFunction } from "./define";
import { contactArgs, contactsArgs, noArgs, rangeProblems } from "./schemas";

/** Enough for a look at most lists, at a tenth of a minute's requests. */
const usualLimit = 1000;

const contacts = defineFunction({
  name: "getContacts",
  args: contactsArgs,
  rules: rangeProblems,
  read: ({ account, reads }, { limit = usualLimit, ...filter }) => reads.readContacts(account, filter, limit),
});

const contact = defineFunction({
  name: "getContact",
  args: contactArgs,
  read: ({ account, reads }, { id }) => reads.readContact(account, id),
});

const health = defineFunction({
  name: "getContactHealth",
  args: noArgs("getContactHealth"),
  isLasting: true,
  read: ({ account, reads }) => reads.readContactHealth(account),
});

/**
 * The contacts of the acting user that match, as many as `limit` allows. Costs one request for each 100 contacts.
 *
 * Personal data: what a program exports or puts into a resource is in the state. Service specification:
 * `GET /v1/contact`.
 */
export function getContacts(args: GetContactsArgs = {}, options?: FunctionOptions): Promise<ContactsAnswer> {
  return contacts.get(args, options);
}

/**
 * As `getContacts`, for arguments that are known now or later: unknown in a preview while one of them is, secret if one of
 * them is, and dependent on their resources.
 */
export function getContactsOutput(
  args: LateArgs<GetContactsArgs> = {},
  options?: FunctionOutputOptions,
): Output<ContactsAnswer> {
  return contacts.output(args, options);
}

/**
 * The same contacts one by one, for many of them: a page of 100 is asked for when the one before is used up, and none
 * after the loop has ended. Nothing is kept: each loop asks again. Without a `limit` it goes to the end.
 *
 * @example
 * for await (const contact of outreach.iterateContacts({ listId: 456 })) if (contact.bounced) count += 1;
 */
export async function* iterateContacts(
  args: GetContactsArgs = {},
  options?: FunctionOptions,
): AsyncGenerator<Contact, void, undefined> {
  yield* contacts.each<Contact>(
    {
      caller: "iterateContacts",
      read: ({ account, reads }, { limit, ...filter }) => reads.contacts(account, filter, limit),
      itemsOf: (answer, { limit }) => answer.contacts.slice(0, limit),
    },
    args,
    options,
  );
}

/**
 * One contact. Costs one request. Rejects if the acting user has none with this id.
 *
 * Personal data: what a program exports or puts into a resource is in the state. Service specification:
 * `GET /v1/contact/{id}`.
 */
export function getContact(args: GetContactArgs, options?: FunctionOptions): Promise<Contact> {
  return contact.get(args, options);
}

/**
 * As `getContact`, for arguments that are known now or later: unknown in a preview while one of them is, secret if one of
 * them is, and dependent on their resources.
 */
export function getContactOutput(args: LateArgs<GetContactArgs>, options?: FunctionOutputOptions): Output<Contact> {
  return contact.output(args, options);
}

/**
 * Whether the part of the service that keeps contacts works. Costs one request, up to five if it does not.
 *
 * Rejects for what says nothing about it, such as a rejected key. Service specification: `GET /v1/contact/health`.
 */
export function getContactHealth(args: NoArgs = {}, options?: FunctionOptions): Promise<Health> {
  return health.get(args, options);
}

/**
 * As `getContactHealth`, for arguments that are known now or later: unknown in a preview while one of them is, secret if one of
 * them is, and dependent on their resources.
 */
export function getContactHealthOutput(args: NoArgs = {}, options?: FunctionOutputOptions): Output<Health> {
  return health.output(args, options);
}
