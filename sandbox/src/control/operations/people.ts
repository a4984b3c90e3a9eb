import { z } from "zod";
import { addContact, contactWithProfile, isNamed } from "../../changes/contact.js";
import type { Agent } from "../../objects/agent.js";
import type { LeadList } from "../../objects/list.js";
import { leadSeed, loadLeadMaker } from "../../planner/leads.js";
import { targetOf } from "../../planner/sourcing.js";
import { acting } from "../operation.js";
import { existing } from "../stored.js";
import { id } from "./inputs.js";

const wantedPeople = z.strictObject({
  listId: id,
  count: z.int().min(1).max(100_000),
  /** The share of people without a company, and the share without a job title. */
  incomplete: z.number().min(0).max(1).default(0),
  /** Lists with the same place in two stores get the same people. Default: the list's position among all lists. */
  place: z.int().min(0).max(1_000_000).optional(),
});

/** The criteria for a list without an agent. */
const anybody = { jobTitles: [], locations: [], industries: [], companySizes: [], companyTypes: [], keywords: [] };

export const peopleOperations = {
  /**
   * Adds fictitious people to a list as its agents would find them, whether or not they run. The same seed gives the
   * same people.
   */
  addPeople: acting(
    wantedPeople,
    async ({ service }, { listId, count, incomplete, place: given }): Promise<{ added: number }> => {
      const { store, behaviour } = service;
      existing(store.lists, "List", listId);
      const makeLead = await loadLeadMaker();
      store.transaction(() => {
        const list = existing(store.lists, "List", listId);
        const owner = existing(store.users, "User", list.userId);
        const agents = store.agents.by("list", list.id);
        const place = given ?? placeOf(store.lists.all(), list);
        let number = store.contacts.countBy("list", list.id);
        for (let added = 0; added < count; number += 1) {
          const agent = agents[number % Math.max(1, agents.length)];
          const seed = leadSeed(behaviour.seed, place, number);
          const lead = makeLead(seed, agent ? targetOf(agent) : anybody);
          if (contactWithProfile(store, owner.id, lead.profileUrl)) continue;
          if (isNamed(agent?.ignoredCompanies ?? [], lead.company)) continue;
          const { intentScoring, companyType: _type, isServiceProvider: _isProvider, ...profile } = lead;
          addContact(service, owner, {
            ...profile,
            ...(shareOf(seed, "company") < incomplete ? { company: null, website: null } : {}),
            ...(shareOf(seed, "job title") < incomplete ? { jobTitle: null } : {}),
            ...foundBy(agent),
            listId: list.id,
            intent_scoring: intentScoring,
            total_scoring: Math.round((intentScoring + lead.scoring) * 100) / 100,
            readyForCampaign: true,
          });
          added += 1;
        }
      });
      return { added: count };
    },
  ),
};

function foundBy(agent: Agent | undefined) {
  if (agent === undefined) return {};
  const signal = agent.variables?.[0];
  return { agentId: agent.id, intent_type: signal?.type ?? null, intent_keyword: signal?.value ?? null };
}

/** The list's position among all lists: ids differ between stores. */
function placeOf(lists: readonly LeadList[], list: LeadList): number {
  return lists.findIndex(({ id: other }) => other === list.id);
}

/** A number from 0 to 1 that looks random but is the same for the same seed. */
function shareOf(seed: number, what: string): number {
  return leadSeed(seed, ...[...what].map((letter) => letter.charCodeAt(0))) / 2 ** 32;
}
