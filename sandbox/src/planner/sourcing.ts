import { addContact, contactWithProfile, isBlocked, isNamed } from "../changes/contact.js";
import { DAY } from "../clock.js";
import { type Agent, ANY_COMPANY_TYPE, type Signal, type StoredSignal } from "../objects/agent.js";
import type { Contact } from "../objects/contact.js";
import { findsLeads, WEBSITE_VISITOR } from "../rules/signals.js";
import type { Service } from "../service.js";
import { type Lead, type LeadMaker, type LeadTarget, leadSeed } from "./leads.js";
import { isPresent } from "./running.js";

/** Inside a transaction: runs each agent whose last run was a day ago or more. */
export function runAgents(service: Service, makeLead: LeadMaker, instant: number): void {
  for (const agent of service.store.agents.all()) {
    const due = agent.lastRun === null || instant - Date.parse(agent.lastRun) >= DAY;
    if (!due || agent.paused || agent.listId === null || !isPresent(service, agent.userId)) continue;
    runAgent(service, makeLead, agent, instant);
  }
}

interface Harvest {
  found: number;
  imported: number;
}

function runAgent(service: Service, makeLead: LeadMaker, agent: Agent, instant: number): void {
  const now = new Date(instant).toISOString();
  const month = now.slice(0, 7);
  let creditUsage = agent.creditMonth === month ? agent.creditUsage : 0;
  const harvests = new Map<Signal, Harvest>();
  const sources = sourcesOf(agent);
  for (const [index, source] of sources.entries()) {
    const harvest: Harvest = { found: 0, imported: 0 };
    harvests.set(source, harvest);
    if (!isFruitful(agent, source)) continue;
    for (let number = 0; number < service.behaviour.leadsPerSignal; number += 1) {
      if (agent.maxCreditUsage !== null && creditUsage >= agent.maxCreditUsage) break;
      const seed = leadSeed(service.behaviour.seed, agent.ordinal, agent.runs, index, number);
      const lead = makeLead(seed, targetOf(agent));
      harvest.found += 1;
      if (!isWanted(service, agent, lead)) continue;
      importLead(service, agent, source, lead);
      harvest.imported += 1;
      creditUsage += 1;
    }
  }
  for (const [source, harvest] of harvests) {
    service.store.agentLogs.put({
      id: service.store.nextId(),
      agentId: agent.id,
      userId: agent.userId,
      agentType: source.type,
      agentKeyword: source.value,
      totalLeads: harvest.found,
      leadsCreated: harvest.imported,
      errorMessage: null,
      createdAt: now,
    });
  }
  service.store.agents.put({
    ...agent,
    creditUsage,
    creditMonth: month,
    lastRun: now,
    runs: agent.runs + 1,
    variables: agent.variables?.map((signal) => used(signal, harvests.get(signal), now)) ?? null,
  });
}

/** An agent's criteria. */
export function targetOf(agent: Agent): LeadTarget {
  return {
    jobTitles: agent.targetJobTitles,
    locations: agent.targetLocations,
    industries: agent.targetIndustries,
    companySizes: agent.targetCompanySizes,
    companyTypes: wantedCompanyTypes(agent),
    keywords: keywordsOf(agent),
  };
}

/** A lookalike agent searches without signals. Any other agent needs at least one. */
function sourcesOf(agent: Agent): Signal[] {
  if (agent.variables !== null && agent.variables.length > 0) return agent.variables;
  return agent.agentType === "lookalike" ? [{ type: "LOOKALIKE", value: "true" }] : [];
}

function isFruitful(agent: Agent, source: Signal): boolean {
  if (source.type === WEBSITE_VISITOR) return agent.scriptInstalled;
  return findsLeads(source);
}

function isWanted(service: Service, agent: Agent, lead: Lead): boolean {
  const owner = service.store.users.get(agent.userId);
  if (!owner) return false;
  return (
    !isNamed(agent.ignoredCompanies ?? [], lead.company) &&
    !isBlocked(service, owner, lead.company) &&
    (agent.includeOpenToWorkProfiles || !lead.openToWork) &&
    (agent.minLeadScore === null || lead.scoring >= agent.minLeadScore) &&
    (agent.skipIcpFilter || isInIcp(agent, lead)) &&
    isOneOf(wantedCompanyTypes(agent), lead.companyType) &&
    !(agent.excludeServiceProviders && lead.isServiceProvider) &&
    keywordsOf(agent).every((keyword) => isInProfile(lead, keyword)) &&
    !contactWithProfile(service.store, agent.userId, lead.profileUrl)
  );
}

function isInIcp(agent: Agent, lead: Lead): boolean {
  return (
    isOneOf(agent.targetJobTitles, lead.jobTitle) &&
    isOneOf(agent.targetLocations, lead.location) &&
    isOneOf(agent.targetIndustries, lead.industry) &&
    isOneOf(agent.targetCompanySizes, lead.companySize)
  );
}

/** An empty list accepts any value. */
function isOneOf(wanted: readonly string[], value: string): boolean {
  return wanted.length === 0 || wanted.includes(value);
}

function wantedCompanyTypes({ targetCompanyTypes }: Agent): readonly string[] {
  return targetCompanyTypes.includes(ANY_COMPANY_TYPE) ? [] : targetCompanyTypes;
}

function keywordsOf({ mandatoryKeywords }: Agent): string[] {
  return (mandatoryKeywords ?? []).map((keyword) => keyword.trim()).filter((keyword) => keyword !== "");
}

function isInProfile(lead: Lead, keyword: string): boolean {
  return lead.profileBaseline.toLowerCase().includes(keyword.toLowerCase());
}

/** Facts about a lead that the agent's criteria use and that no other field of a contact contains. */
function reasoning(agent: Agent, lead: Lead): string {
  const keywords = keywordsOf(agent);
  return [
    `Score ${lead.scoring}.`,
    `Company type: ${lead.companyType}.`,
    `Service provider: ${lead.isServiceProvider ? "yes" : "no"}.`,
    ...(keywords.length > 0 ? [`Keywords in the profile: ${keywords.join(", ")}.`] : []),
  ].join(" ");
}

function importLead(service: Service, agent: Agent, source: Signal, lead: Lead): void {
  const owner = service.store.users.get(agent.userId);
  if (!owner) return;
  const { intentScoring, companyType: _type, isServiceProvider: _isProvider, ...profile } = lead;
  addContact(service, owner, {
    ...profile,
    agentId: agent.id,
    listId: agent.listId,
    intent: `Found by ${source.type}`,
    intent_type: source.type,
    intent_keyword: source.value,
    intent_scoring: intentScoring,
    total_scoring: Math.round((intentScoring + lead.scoring) * 100) / 100,
    score_reasoning: reasoning(agent, lead),
    fit: fitOf(agent, lead),
    readyForCampaign: true,
  });
}

function fitOf(agent: Agent, lead: Lead): Contact["fit"] {
  if (!isInIcp(agent, lead)) return "out-of-scope";
  return lead.scoring >= 0.6 ? "qualified" : "unknown";
}

function used(signal: StoredSignal, harvest: Harvest | undefined, now: string): StoredSignal {
  return harvest ? { ...signal, nbResultsLastLaunch: harvest.found, last_usage: now } : signal;
}
