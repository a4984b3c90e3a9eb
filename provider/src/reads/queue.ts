import { z } from "zod";
import type { Account } from "../api/account";
import { campaignOperations } from "../resources/campaign/operations";
import { askItems, idField, quantity, type ServedId, text } from "./served";

const person = z.looseObject({
  id: idField,
  firstName: text,
  lastName: text,
  fullName: text,
  email: text,
  company: text,
  jobTitle: text,
});
const step = z.looseObject({
  type: text,
  stepNumber: quantity,
  messageMode: text,
  message: text,
  subject: text,
  note: text,
  url: text,
  numberOfPosts: quantity,
});
const lastStep = z.looseObject({ type: text, stepNumber: quantity, performedAt: text });

const entryShape = z.looseObject({
  contact: person,
  campaignStep: step,
  lastContactStep: lastStep.optional().catch(undefined),
});

/**
 * What a campaign does next to one contact. The specification names the objects of an entry and not their fields.
 * Service specification: Queue entry.
 */
export interface QueueEntry {
  readonly contact: {
    readonly id?: ServedId;
    readonly firstName?: string;
    readonly lastName?: string;
    readonly fullName?: string;
    readonly email?: string;
    readonly company?: string;
    readonly jobTitle?: string;
  };
  /** The step with its texts filled in for the contact. A text that the service's AI will write is absent. */
  readonly campaignStep: {
    readonly type?: string;
    readonly stepNumber?: number;
    readonly messageMode?: string;
    readonly message?: string;
    readonly subject?: string;
    readonly note?: string;
    readonly url?: string;
    readonly numberOfPosts?: number;
  };
  /** The last step that was carried out. Absent for a contact who enters the campaign. */
  readonly lastContactStep?: { readonly type?: string; readonly stepNumber?: number; readonly performedAt?: string };
}

/**
 * What is scheduled for a campaign. Reading it moves the planner: contacts that it reads may be finished, skipped or
 * excluded. Throws a ServiceError or a Refusal. Service specification: `GET /v1/campaign/{id}/queue`.
 *
 * @param isEmailOnly true for a campaign of e-mails alone, whose queue has an address of its own
 */
export async function readQueue(account: Account, id: string, isEmailOnly: boolean): Promise<readonly QueueEntry[]> {
  const operation = isEmailOnly ? campaignOperations.emailQueue : campaignOperations.queue;
  return (await askItems(account, operation, `campaign ${id}`, entryShape, { id })).items;
}
