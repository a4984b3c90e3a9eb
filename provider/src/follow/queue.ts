import { z } from "zod";
import type { Account } from "../api/account";
import { ServiceError } from "../api/errors";
import { causeOf } from "../lifecycle/about";
import { Refusal } from "../lifecycle/refusal";
import type { CampaignAnswer } from "../reads/objectShapes";
import { readObjects } from "../reads/objects";
import { contactName } from "../reads/personName";
import { type QueueEntry, readQueue } from "../reads/queue";
import { type Chosen, choose } from "./choose";

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
  /** The text as the contact will get it: of a message, an e-mail or an invitation. Absent for steps without one. */
  text: optionalText,
  /** True if the service's AI writes the text when it is sent. */
  isWrittenLater: z.boolean(),
  /** The audio of a voice message. */
  url: optionalText,
  /** The step before. Absent for a contact who enters the campaign. */
  last: z.strictObject({ type: optionalText, at: optionalText }).optional(),
});

/** What `pulumi-outreach queue --json` prints. */
export const queueShape = z.strictObject({
  version: z.literal(1),
  campaigns: z.array(
    z.strictObject({
      id: z.string(),
      name: optionalText,
      /** Absent if the service does not show it. The queue of a campaign that is off is empty and is not read. */
      active: z.boolean().optional(),
      /** In the order of the service, which sends them at the launch hours of the seats. */
      entries: z.array(scheduled),
    }),
  ),
  warnings: z.array(z.string()),
});

export type Queue = Readonly<z.infer<typeof queueShape>>;
export type Scheduled = Readonly<z.infer<typeof scheduled>>;

/** Campaigns whose queues are to be read: those that were named, otherwise the active ones. */
export async function campaignsToRead(account: Account, words: readonly string[]): Promise<Chosen<CampaignAnswer>[]> {
  if (words.length > 0) return await choose(account, "Campaign", words);
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
 * The queues of these campaigns, one request for each that is active. Reading them moves the planner. The failure of one
 * is a warning, unless all fail.
 */
export async function readQueues(account: Account, campaigns: readonly Chosen<CampaignAnswer>[]): Promise<Queue> {
  const warnings: string[] = [];
  const failures: unknown[] = [];
  const read = await Promise.all(
    campaigns.map(async ({ id, object }) => {
      try {
        const isOff = object?.active === false;
        const entries = isOff ? [] : await queueOf(account, id, object);
        return [{ id, name: object?.name, active: object?.active, entries: entries.map(shown) }];
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
    // The service refuses this one for campaigns of e-mails alone, and nothing else tells which they are.
    if (!(error instanceof ServiceError) || error.status !== 400) throw error;
    return await readQueue(account, id, true);
  }
}

function shown({ contact, campaignStep, lastContactStep }: QueueEntry): Scheduled {
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
