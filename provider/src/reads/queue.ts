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
 * A campaign's next step for one contact. The specification names the objects of an entry but not their fields. Service
 * specification: Queue entry.
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
  /** The step with its texts filled in for the contact. Texts to be written by the service's AI are missing. */
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
  /** The last step that was carried out. Missing for a contact who is entering the campaign. */
  readonly lastContactStep?: { readonly type?: string; readonly stepNumber?: number; readonly performedAt?: string };
}

/**
 * The scheduled steps of a campaign. Reading them has side effects in the service: contacts may become finished, skipped or
 * excluded. Throws a ServiceError or a Refusal. Service specification: `GET /v1/campaign/{id}/queue`.
 *
 * @param isEmailOnly true for a campaign with only e-mail steps, whose queue has a separate path
 */
export async function readQueue(account: Account, id: string, isEmailOnly: boolean): Promise<readonly QueueEntry[]> {
  const operation = isEmailOnly ? campaignOperations.emailQueue : campaignOperations.queue;
  return (await askItems(account, operation, `campaign ${id}`, entryShape, { id })).items;
}
