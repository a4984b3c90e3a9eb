import { z } from "zod";
import { addContact, changeContact, contactWithProfile } from "../../changes/contact.js";
import { type Contact, contactStates } from "../../objects/contact.js";
import { badRequest } from "../../serviceError.js";
import { changing } from "../operation.js";
import { existing } from "../stored.js";
import { id } from "./inputs.js";

const names = { firstName: z.string().min(1), lastName: z.string() };

const contactFields = z
  .strictObject({
    ...names,
    email: z.string().nullable(),
    company: z.string().nullable(),
    jobTitle: z.string().nullable(),
    profileUrl: z.string().nullable(),
    listId: id.nullable(),
    state: z.enum(contactStates).nullable(),
    unsubscribed: z.boolean(),
    bounced: z.boolean(),
    /** 1 is a direct connection on the network. */
    connectionDegree: z.int().min(1).max(3),
  })
  .partial();

const addedContacts = z.strictObject({
  userId: id,
  contacts: z.array(contactFields.extend(names)).min(1),
});

export const contactOperations = {
  /** Adds contacts of a user. */
  addContacts: changing(addedContacts, (service, { userId, contacts }): Contact[] => {
    const { store } = service;
    const owner = existing(store.users, "User", userId);
    return contacts.map((contact) => {
      const { profileUrl } = contact;
      if (typeof profileUrl === "string" && contactWithProfile(store, owner.id, profileUrl)) {
        throw badRequest(`Another contact of the user has the profile ${profileUrl}`);
      }
      return addContact(service, owner, contact);
    });
  }),
  /** Changes fields of a contact. */
  editContact: changing(
    contactFields.extend({ contactId: id }),
    (service, { contactId, ...fields }): Contact =>
      changeContact(service, existing(service.store.contacts, "Contact", contactId), fields),
  ),
};
