import { z } from "zod";
import type { Account } from "../api/account";
import type { Kind } from "../kinds";
import { causeOf } from "../lifecycle/about";
import { type Contact, contactFields, contactIn, type FieldType } from "../reads/contactShape";
import { type ContactFilter, readContactCampaigns, readContacts } from "../reads/contacts";
import { readObjects } from "../reads/objects";
import type { ServedId } from "../reads/served";
import { canOnlyBeId, chooseObjects } from "./choose";
import { entryShape, type LogEntry, readLog, sortedByTime } from "./logs";

const isText = { type: "string" } as const;
const isServedId = { type: ["integer", "string"] } as const;
/** JSON schemas of a contact's fields. */
const contactFieldSchemas = {
  text: isText,
  flag: { type: "boolean" },
  quantity: { type: "number" },
  id: isServedId,
  progresses: {
    type: "array",
    items: {
      type: "object",
      properties: { campaignId: isServedId, stepNumber: { type: "number" }, status: isText },
      required: ["campaignId"],
    },
  },
} satisfies Record<FieldType, object>;

/** A contact as the service returns it. */
export const contactShape = z
  .custom<Contact>((value) => contactIn(value) !== undefined)
  .meta({
    type: "object",
    properties: Object.fromEntries(
      Object.entries(contactFields).map(([name, type]) => [name, contactFieldSchemas[type]]),
    ),
    required: ["id"],
  });

const named = z.strictObject({ id: z.string(), name: z.string().optional() });

/** The output of `pulumi-outreach contacts --json`. */
export const contactsShape = z.strictObject({
  version: z.literal(1),
  /** As the service returns them. */
  contacts: z.array(contactShape),
  /** Total number of matches. Missing if the service does not return it. */
  total: z.number().optional(),
  /** The lists and source agents of these contacts, as far as the service lists them. */
  lists: z.array(named),
  agents: z.array(named),
  warnings: z.array(z.string()),
});

/** The output of `pulumi-outreach contacts ID --json`. */
export const storyShape = z.strictObject({
  version: z.literal(1),
  /** As the service returns it. */
  contact: contactShape,
  list: named.optional(),
  agent: named.optional(),
  /** The campaigns that the contact is or was in. */
  campaigns: z.array(named.extend({ step: z.number().optional(), status: z.string().optional() })),
  /** False if the contact may be in other campaigns, because the service does not return them in a readable form. */
  isComplete: z.boolean(),
  /** The log entries of these campaigns for the contact, oldest first. */
  events: z.array(entryShape),
  warnings: z.array(z.string()),
});

export type FoundContacts = Omit<z.infer<typeof contactsShape>, "contacts"> & { readonly contacts: readonly Contact[] };
export type Story = Omit<z.infer<typeof storyShape>, "contact"> & { readonly contact: Contact };

/** Filters as given by the user, with lists and agents by id or exact name. */
export interface Wanted extends Omit<ContactFilter, "listId" | "agentId"> {
  readonly list?: string;
  readonly agent?: string;
}

/**
 * Reads matching contacts page by page.
 *
 * @param read called after each page with the number read so far and the total number of matches
 */
export async function findContacts(
  account: Account,
  { list, agent, ...filter }: Wanted,
  most: number,
  read: (count: number, total: number | undefined) => void,
): Promise<FoundContacts> {
  const [listId, agentId] = await Promise.all([idOf(account, "List", list), idOf(account, "SourceAgent", agent)]);
  const { contacts: found, total } = await readContacts(account, { ...filter, listId, agentId }, most, read);
  const warnings: string[] = [];
  const [lists, agents] = await Promise.all([
    namesOf(
      account,
      "List",
      found.map((contact) => contact.listId),
      warnings,
    ),
    namesOf(
      account,
      "SourceAgent",
      found.map((contact) => contact.agentId),
      warnings,
    ),
  ]);
  return { version: 1, contacts: found, total, lists, agents, warnings };
}

async function idOf(account: Account, kind: Kind, word: string | undefined): Promise<string | undefined> {
  if (word === undefined || canOnlyBeId(word.trim())) return word?.trim();
  const [chosen] = await chooseObjects(account, kind, [word]);
  return chosen?.id;
}

type Named = z.infer<typeof named>;

/** The names of these objects, from one listing. If it fails, ids are used instead. */
async function namesOf(
  account: Account,
  kind: Kind,
  ids: readonly (ServedId | undefined)[],
  warnings: string[],
): Promise<Named[]> {
  const wanted = [...new Set(ids.flatMap((id) => (id === undefined ? [] : [String(id)])))];
  if (wanted.length === 0) return [];
  try {
    const objects = await readObjects(account, kind);
    const names = new Map(objects?.items.map(({ id, name }) => [id, name]));
    return wanted.map((id) => ({ id, name: names.get(id) }));
  } catch (error) {
    warnings.push(`${causeOf(error)}: ids are shown instead of names.`);
    return wanted.map((id) => ({ id }));
  }
}

/** Maximum number of campaigns of a contact whose logs are read, since each costs a request. */
const mostCampaigns = 10;

/** One contact with all its entries in its campaigns' logs. Never reads a queue. */
export async function tellStory(account: Account, id: string): Promise<Story> {
  const { contact, campaigns: shown } = await readContactCampaigns(account, id);
  const progress = contact.campaignStatus ?? [];
  const warnings: string[] = [];
  const isComplete = shown?.areAll === true;
  if (!isComplete) warnings.push("the service does not show all campaigns of the contact in a form that can be read.");
  const campaignIds = shown?.ids ?? [];
  const [[list], [agent], campaigns] = await Promise.all([
    namesOf(account, "List", [contact.listId], warnings),
    namesOf(account, "SourceAgent", [contact.agentId], warnings),
    namesOf(account, "Campaign", campaignIds, warnings),
  ]);
  if (campaigns.length > mostCampaigns) {
    warnings.push(`the contact is in ${campaigns.length} campaigns: the logs of the first ${mostCampaigns} were read.`);
  }
  const logs = await Promise.all(
    campaigns.slice(0, mostCampaigns).map(async ({ id: campaignId, name }): Promise<readonly LogEntry[]> => {
      try {
        return (await readLog(account, { of: "campaign", id: campaignId, name })).entries;
      } catch (error) {
        warnings.push(`${causeOf(error)}.`);
        return [];
      }
    }),
  );
  const events = logs.flat().filter(({ contactId }) => contactId === String(contact.id));
  return {
    ...{ version: 1, contact },
    ...{ list, agent, warnings, isComplete },
    campaigns: campaigns.map((campaign) => {
      const own = progress.find(({ campaignId }) => String(campaignId) === campaign.id);
      return { ...campaign, step: own?.stepNumber, status: own?.status };
    }),
    events: sortedByTime(events),
  };
}
