import { isRecord } from "../api/json";
import { isServedId } from "../api/servedId";
import { campaignIn, entriesOf } from "../resources/contactFields";
import type { Contact, ContactProgress, ServedId } from "./answers";
import type { Shape } from "./shape";

export type { Contact, ContactProgress } from "./answers";

// Does not use zod: a webhook receiver needs only this code, and may have to be small.

/** Reads a field. Undefined if the value has another type, which counts as absent. */
type Read<T> = (value: unknown) => T | undefined;

const readers = {
  text: (value) => (typeof value === "string" ? value : undefined),
  flag: (value) => (typeof value === "boolean" ? value : undefined),
  quantity: (value) => (typeof value === "number" && Number.isFinite(value) ? value : undefined),
  id: (value) => (isServedId(value) ? value : undefined),
  progresses: (value) => progressesIn(value),
} satisfies {
  text: Read<string>;
  flag: Read<boolean>;
  quantity: Read<number>;
  id: Read<ServedId>;
  progresses: Read<readonly ContactProgress[]>;
};

/** How a field is read. */
export type FieldType = keyof typeof readers;

/** The types of the fields that a public type lists. */
type Fields<T> = {
  readonly [Name in keyof T as string extends Name ? never : Name]-?: FieldTypeOf<NonNullable<T[Name]>>;
};
type FieldTypeOf<T> = [T] extends [string]
  ? "text"
  : [T] extends [boolean]
    ? "flag"
    : [T] extends [number]
      ? "quantity"
      : [T] extends [ServedId]
        ? "id"
        : "progresses";

const progressFields: Fields<ContactProgress> = { campaignId: "id", stepNumber: "quantity", status: "text" };

/**
 * The fields of a contact in responses and webhooks. The specification does not list them, so these are from the public
 * description of a service with the same interface. Fields not listed here are kept.
 */
export const contactFields: Fields<Contact> = {
  id: "id",
  firstName: "text",
  lastName: "text",
  fullName: "text",
  email: "text",
  phone: "text",
  company: "text",
  jobTitle: "text",
  location: "text",
  industry: "text",
  profileUrl: "text",
  intent: "text",
  intent_type: "text",
  intent_keyword: "text",
  intent_scoring: "quantity",
  scoring: "quantity",
  total_scoring: "quantity",
  fit: "text",
  state: "text",
  campaignStatus: "progresses",
  agentId: "id",
  listId: "id",
  userId: "id",
  unsubscribed: "flag",
  bounced: "flag",
  blocked: "flag",
  readyForCampaign: "flag",
  hasStartedCampaign: "flag",
  createdAt: "text",
  updatedAt: "text",
};

/** Returns the object with the listed fields parsed. */
function withFields(served: Readonly<Record<string, unknown>>, fields: Readonly<Record<string, FieldType>>) {
  const entries = Object.entries(served).flatMap(([name, value]) => {
    const type = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const read = type === undefined ? value : readers[type](value);
    return read === undefined ? [] : [[name, read]];
  });
  return Object.fromEntries(entries);
}

/** Parses entry by entry, so that an unreadable one does not hide the others. Undefined if none is readable. */
function progressesIn(served: unknown): readonly ContactProgress[] | undefined {
  const entries = entriesOf(served);
  const read = entries.flatMap((entry) => {
    const fields = isRecord(entry) ? entry : {};
    const campaignId = readers.id(fields.campaignId ?? campaignIn(entry));
    return campaignId === undefined ? [] : [{ ...withFields(fields, progressFields), campaignId }];
  });
  return read.length === 0 && entries.length > 0 ? undefined : read;
}

/** Parses a contact. Undefined if the value has no readable id. */
export function contactIn(served: unknown): Contact | undefined {
  const id = isRecord(served) ? readers.id(served.id) : undefined;
  return isRecord(served) && id !== undefined ? { ...withFields(served, contactFields), id } : undefined;
}

/** The parser of contacts as a `Shape`. */
export const contactShape: Shape<Contact> = {
  safeParse(served) {
    const data = contactIn(served);
    return data === undefined ? { success: false } : { success: true, data };
  },
};
