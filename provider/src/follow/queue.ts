import { z } from "zod";
import type { Account } from "../api/account";
import { ServiceError } from "../api/errors";
import { causeOf } from "../lifecycle/about";
import { Refusal } from "../lifecycle/refusal";
import type { CampaignAnswer } from "../reads/objectShapes";
import { readObjects } from "../reads/objects";
import { contactName } from "../reads/personName";
import { type QueueEntry, readQueue } from "../reads/queue";
import { type Chosen, chooseObjects } from "./choose";

const optionalText = z.string().optional();

const scheduled = z.strictObject({
  contact: z.strictObject({
    id: optionalText,
    name: z.string(),
    jobTitle: optionalText,
    company: optionalText,
    email: optionalText,
  }),
  /** From 1. */
  step: z.number().optional(),
  type: optionalText,
  subject: optionalText,
  /** The text of the message, e-mail or invitation as the contact will receive it. Missing for steps without a text. */
  text: optionalText,
  /** True if the service's AI writes the text at sending time. */
  isWrittenLater: z.boolean(),
  /** URL of the audio of a voice message. */
  url: optionalText,
  /** The previous step. Missing for a contact who is entering the campaign. */
  last: z.strictObject({ type: optionalText, at: optionalText }).optional(),
});

/** The output of `pulumi-outreach queue --json`. */
export const queueShape = z.strictObject({
  version: z.literal(1),
  campaigns: z.array(
    z.strictObject({
      id: z.string(),
      name: optionalText,
      /** Missing if the service does not return it. The queue of an inactive campaign is empty and is not read. */
      active: z.boolean().optional(),
      /** In the order of the service, which sends them during the seats' launch hours. */
      entries: z.array(scheduled),
    }),
  ),
  warnings: z.array(z.string()),
});

export type Queue = Readonly<z.infer<typeof queueShape>>;
export type Scheduled = Readonly<z.infer<typeof scheduled>>;

/** The campaigns whose queues to read: those given by the user, otherwise the active ones. */
export async function campaignsToRead(account: Account, words: readonly string[]): Promise<Chosen<CampaignAnswer>[]> {
  if (words.length > 0) return await chooseObjects(account, "Campaign", words);
  const campaigns = await readObjects(account, "Campaign");
  if (campaigns === undefined) {
    throw new Refusal(
      "could not list the campaigns: this service has no operation that lists them.",
      "It has the operations of the specification alone: name campaigns by their ids, as in `pulumi-outreach queue 123`.",
    );
  }
  return campaigns.items.filter(({ active }) => active !== false).map((object) => ({ id: object.id, object }));
}

/**
 * Reads the queues of these campaigns, with one request per active campaign. Reading a queue makes the service plan again.
 * A failure is a warning, unless all fail.
 */
export async function readQueues(account: Account, campaigns: readonly Chosen<CampaignAnswer>[]): Promise<Queue> {
  const warnings: string[] = [];
  const failures: unknown[] = [];
  const read = await Promise.all(
    campaigns.map(async ({ id, object }) => {
      try {
        const isOff = object?.active === false;
        const entries = isOff ? [] : await queueOf(account, id, object);
        return [{ id, name: object?.name, active: object?.active, entries: entries.map(scheduledOf) }];
      } catch (error) {
        failures.push(error);
        warnings.push(`${causeOf(error)}.`);
        return [];
      }
    }),
  );
  if (failures.length > 0 && failures.length === campaigns.length) throw failures[0];
  return { version: 1, campaigns: read.flat(), warnings };
}

async function queueOf(
  account: Account,
  id: string,
  campaign: CampaignAnswer | undefined,
): Promise<readonly QueueEntry[]> {
  if (campaign?.steps !== undefined) {
    return await readQueue(
      account,
      id,
      campaign.steps.length > 0 && campaign.steps.every(({ type }) => type === "email"),
    );
  }
  try {
    return await readQueue(account, id, false);
  } catch (error) {
    // The service refuses this operation for campaigns with only e-mail steps, and there is no other way to detect them.
    if (!(error instanceof ServiceError) || error.status !== 400) throw error;
    return await readQueue(account, id, true);
  }
}

function scheduledOf({ contact, campaignStep, lastContactStep }: QueueEntry): Scheduled {
  const { type, stepNumber, messageMode, message, note, subject, url } = campaignStep;
  const hasText = type === "message" || type === "email";
  const text = message ?? note;
  const { jobTitle, company, email } = contact;
  return {
    contact: {
      id: contact.id === undefined ? undefined : String(contact.id),
      name: contactName(contact),
      ...{ jobTitle, company, email },
    },
    ...{ step: stepNumber, type, subject, text, url },
    isWrittenLater: hasText && text === undefined && messageMode !== "same",
    last: lastContactStep && { type: lastContactStep.type, at: lastContactStep.performedAt },
  };
}
