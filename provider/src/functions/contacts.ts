import type { Output } from "@pulumi/pulumi";
import type { FunctionOptions, FunctionOutputOptions, LateArgs } from "../host/functionOptions";
import type { Contact, ContactsAnswer, Health } from "../reads/answers";
import type { GetContactArgs, GetContactsArgs, NoArgs } from "./args";
import { defineFunction } from "./define";
import { contactArgs, contactsArgs, noArgs, rangeProblems } from "./schemas";

/** Enough for most lists, using a tenth of the requests allowed per minute. */
const defaultLimit = 1000;

const contacts = defineFunction({
  name: "getContacts",
  args: contactsArgs,
  rules: rangeProblems,
  read: ({ account, reads }, { limit = defaultLimit, ...filter }) => reads.readContacts(account, filter, limit),
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
 * The acting user's contacts that match, up to `limit`. Costs one request per 100 contacts.
 *
 * Contains personal data: anything that a program exports or passes to a resource is stored in the state. Service
 * specification: `GET /v1/contact`.
 */
export function getContacts(args: GetContactsArgs = {}, options?: FunctionOptions): Promise<ContactsAnswer> {
  return contacts.get(args, options);
}

/**
 * Like `getContacts`, but also accepts Outputs and promises as arguments. The result is unknown in a preview while an
 * argument is, secret if an argument is, and depends on the resources of the arguments.
 */
export function getContactsOutput(
  args: LateArgs<GetContactsArgs> = {},
  options?: FunctionOutputOptions,
): Output<ContactsAnswer> {
  return contacts.output(args, options);
}

/**
 * Iterates over matching contacts, for large numbers of them. A page of 100 is requested when the previous one has been
 * consumed, and none after the loop ends. Nothing is cached: each loop sends its requests again. Without `limit`, iterates
 * over all.
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
 * Contains personal data: anything that a program exports or passes to a resource is stored in the state. Service
 * specification: `GET /v1/contact/{id}`.
 */
export function getContact(args: GetContactArgs, options?: FunctionOptions): Promise<Contact> {
  return contact.get(args, options);
}

/**
 * Like `getContact`, but also accepts Outputs and promises as arguments. The result is unknown in a preview while an
 * argument is, secret if an argument is, and depends on the resources of the arguments.
 */
export function getContactOutput(args: LateArgs<GetContactArgs>, options?: FunctionOutputOptions): Output<Contact> {
  return contact.output(args, options);
}

/**
 * Whether the service's contact API works. Costs one request, or up to five if it does not.
 *
 * Rejects for errors that say nothing about its health, such as a rejected key. Service specification: `GET
 * /v1/contact/health`.
 */
export function getContactHealth(args: NoArgs = {}, options?: FunctionOptions): Promise<Health> {
  return health.get(args, options);
}

/**
 * Like `getContactHealth`, but also accepts Outputs and promises as arguments. The result is unknown in a preview while an
 * argument is, secret if an argument is, and depends on the resources of the arguments.
 */
export function getContactHealthOutput(args: NoArgs = {}, options?: FunctionOutputOptions): Output<Health> {
  return health.output(args, options);
}
