import { z } from "zod";
import type { ControlParts } from "../control/operation.js";
import { flagInQuery, numberInQuery } from "../control/operations/inputs.js";
import { readInput } from "../rules/body.js";
import { showAgent, showAgents } from "./reads/agents.js";
import { showCampaign } from "./reads/campaign.js";
import { showCampaigns } from "./reads/campaigns.js";
import { contactsFilter, showContacts } from "./reads/contacts.js";
import { showDeliveries, showDelivery } from "./reads/deliveries.js";
import { showLists } from "./reads/lists.js";
import { showMembers } from "./reads/members.js";
import { showNow } from "./reads/now.js";
import { repliesFilter, showReplies } from "./reads/replies.js";
import { showRequests } from "./reads/requests.js";
import { showSeats } from "./reads/seats.js";
import { showStory } from "./reads/story.js";
import { showTomorrow } from "./reads/tomorrow.js";

/** Whose objects to show. Default: all users'. */
const scope = z.strictObject({ user: numberInQuery.optional() });
const one = z.strictObject({ id: numberInQuery });

const requestsFilter = z
  .strictObject({
    method: z.string(),
    path: z.string(),
    user: numberInQuery,
    outcome: z.enum(["fine", "refused", "failed", "faulted"]),
    applied: flagInQuery,
  })
  .partial();

function read<Input, Result>(
  input: z.ZodType<Input>,
  show: (parts: ControlParts, input: Input) => Result,
): (parts: ControlParts, query: unknown) => Result {
  return (parts, query) => show(parts, readInput(input, query));
}

/** The page's reads. None of them changes anything: the planner does not read the queues. */
export const reads = {
  now: read(scope, showNow),
  tomorrow: read(scope, showTomorrow),
  campaigns: read(scope, showCampaigns),
  campaign: read(one, showCampaign),
  contacts: read(contactsFilter, showContacts),
  contact: read(one, showStory),
  replies: read(repliesFilter, showReplies),
  agents: read(scope, showAgents),
  agent: read(one, showAgent),
  lists: read(scope, showLists),
  seats: read(scope, showSeats),
  members: read(z.strictObject({}), showMembers),
  deliveries: read(scope, showDeliveries),
  delivery: read(one, showDelivery),
  requests: read(requestsFilter, showRequests),
};

export const readNames = Object.keys(reads) as (keyof typeof reads)[];
