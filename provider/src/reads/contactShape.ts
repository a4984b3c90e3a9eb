import { z } from "zod";
import { campaignIn, entriesOf } from "../resources/contactFields";
import { flag, idField, quantity, servedId, text } from "./served";

export type { Contact, ContactProgress } from "./answers";

const progress = z.looseObject({ campaignId: servedId, stepNumber: quantity, status: text });

/** Entry by entry: one that cannot be read does not hide the others. Undefined if none can be read. */
const progresses = z
  .unknown()
  .transform((served) => {
    const entries = entriesOf(served);
    const read = entries.flatMap((entry) => {
      const { data } = progress.safeParse({
        ...Object(entry),
        campaignId: Object(entry).campaignId ?? campaignIn(entry),
      });
      return data === undefined ? [] : [data];
    });
    return read.length === 0 && entries.length > 0 ? undefined : read;
  })
  .optional();

/**
 * A contact, as the service answers it and as its webhooks send it. The specification does not list its fields: these
 * are from the public description of a service with the same interface. Fields that are not listed here are kept.
 */
export const contactShape = z.looseObject({
  id: servedId,
  firstName: text,
  lastName: text,
  fullName: text,
  email: text,
  phone: text,
  company: text,
  jobTitle: text,
  location: text,
  industry: text,
  profileUrl: text,
  intent: text,
  intent_type: text,
  intent_keyword: text,
  intent_scoring: quantity,
  scoring: quantity,
  total_scoring: quantity,
  fit: text,
  state: text,
  campaignStatus: progresses,
  agentId: idField,
  listId: idField,
  userId: idField,
  unsubscribed: flag,
  bounced: flag,
  blocked: flag,
  readyForCampaign: flag,
  hasStartedCampaign: flag,
  createdAt: text,
  updatedAt: text,
});
