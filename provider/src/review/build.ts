import { sameValue } from "../kind/comparing";
import { type Kind, kinds } from "../kinds";
import { withActors } from "./actors";
import { contentFindings } from "./content/checks";
import { type ContentRules, defaultRules, softened } from "./content/rules";
import { agentFindings, listFindings } from "./findings/agents";
import { campaignFindings } from "./findings/campaigns";
import { hiddenFindings } from "./findings/hidden";
import { inOrder } from "./findings/order";
import { peopleFindings } from "./findings/people";
import {
  acknowledgedFindings,
  adoptedFinding,
  driftFinding,
  otherCodes,
  otherTypes,
  unexplainedKinds,
  unknownOperations,
} from "./findings/program";
import { newKeyFindings, providerFindings } from "./findings/providers";
import { sharedListFindings } from "./findings/sharedLists";
import { sideBySideFindings } from "./findings/sideBySide";
import { deletedWithFindings, settingsFindings } from "./findings/stack";
import { warnedFindings } from "./findings/warned";
import { combinedFingerprint, fingerprintOf } from "./fingerprint";
import { type Plan, type PlannedResource, stackKey } from "./input/plan";
import { leftBehindBy } from "./leftBehind";
import { leftOutOf } from "./leftOut";
import {
  type Actor,
  type ChangeWord,
  type Finding,
  type Origin,
  type OtherResources,
  type Review,
  type ReviewedAgent,
  type ReviewedCampaign,
  type ReviewedList,
  type ReviewedStack,
  reviewVersion,
} from "./model";
import { startingCampaigns } from "./output/sections";
import { ownerOf } from "./owner";
import type { LivePeople } from "./reachedPeople";
import { withPeople, withReach } from "./reaches";
import { reviewedAgent, reviewedCampaign, reviewedList } from "./resources";
import { type LiveCounts, type LiveNames, Surroundings } from "./surroundings";
import { withTakeOvers } from "./takeOvers";
import { Together } from "./together";
import { unseenLists } from "./unseenLists";

export interface ReviewOptions {
  /** Default: the rules of a project without a file of its own. */
  readonly rules?: ContentRules;
  /** Counts of people by `stackKey`, if the service was asked. */
  readonly live?: ReadonlyMap<string, LiveCounts>;
  /** People of the organization by `stackKey`, if the service was asked. No fingerprint covers what they bring. */
  readonly people?: ReadonlyMap<string, LivePeople>;
  /** Settings in the environment of the review, which the update probably has as well. Default: none. */
  readonly environment?: {
    /** It lets creates take over equal objects. */
    readonly adoptsTwins: boolean;
    /** It names the service, whatever the config of a stack says. */
    readonly namesService: boolean;
    /** The service and the member that it names. */
    readonly actor?: Actor;
  };
  /** What the service calls seats and members, by `stackKey`, if it was asked. */
  readonly names?: ReadonlyMap<string, LiveNames>;
  /** Where the program comes from. */
  readonly origin?: Origin;
  /** Further facts that the review could not know. */
  readonly leftOut?: readonly string[];
}

/** Reviews what one or more stacks are about to do, or have done. */
export function reviewOf(given: readonly Plan[], options: ReviewOptions = {}): Review {
  const { adoptsTwins = false, namesService = false } = options.environment ?? {};
  const plans = given.map((plan) => withTakeOvers(plan, adoptsTwins));
  const reviewed = plans.map((plan) => reviewedResources(plan, options.live));
  const together = new Together(reviewed, namesService);
  const ofContent = contentFindings(together.campaigns, options.rules ?? defaultRules, (each) =>
    together.serviceOf(each),
  );
  const parts = reviewed.map((part) => stackPart(part, together, ofContent.findings, namesService, options));
  const actors = plans.map((plan) => actorOf(plan, options));
  const about = plans[0]?.about ?? "planned";
  const findings = inOrder(parts.flatMap((part) => part.findings));
  const isStopped = plans.some((plan) => plan.isStopped);
  // Whatever was changed outside of the program, a person decides whether it stays.
  const isOpen = ({ level }: Finding) => level === "danger" || about === "drift";
  const needsApproval = about !== "done" && findings.some(isOpen);
  const fingerprint = combinedFingerprint(parts.map(({ stack }) => stack.fingerprint));
  return {
    version: reviewVersion,
    about,
    verdict: isStopped ? "failed" : needsApproval ? "needs-approval" : "fine",
    ...(fingerprint === undefined ? {} : { fingerprint }),
    ...(options.origin === undefined ? {} : { origin: options.origin }),
    stacks: parts.map(({ stack }, index) => withActor(stack, actors[index])),
    findings,
    campaigns: parts.flatMap(({ campaigns }, index) => withAddresses(campaigns, plans[index], options)),
    agents: parts.flatMap(({ agents }) => agents),
    lists: parts.flatMap(({ lists }) => lists),
    others: parts.flatMap(({ others }) => others),
    leftBehind: plans.flatMap(leftBehindBy),
    unchanged: plans.reduce((sum, { unchanged }) => sum + unchanged, 0),
    leftOut: [
      ...(needsApproval && about === "planned" && findings.some(({ uncovered }) => uncovered === true)
        ? [unapprovable]
        : []),
      ...new Set([
        ...softened(options.rules ?? defaultRules),
        ...(about === "drift" ? [] : ofContent.proposals),
        ...plans.flatMap(leftOutOf),
        ...parts.flatMap(({ leftOut }) => leftOut),
        ...(options.leftOut ?? []),
      ]),
    ],
  };
}

/** Whom the stack acts for by its settings, or by those of the environment. */
function actorOf(plan: Plan, { environment, names }: ReviewOptions): Actor {
  const { service, userId, email } = ownerOf(plan, {}, environment?.namesService ?? false);
  const { service: at, userId: user, email: address } = environment?.actor ?? {};
  const member = userId ?? (email === undefined ? user : undefined);
  const its =
    email ?? names?.get(stackKey(plan))?.members.get(member ?? "") ?? (userId === undefined ? address : undefined);
  const known = [
    ["service", service ?? at],
    ["userId", member],
    ["email", its],
  ] as const;
  return Object.fromEntries(known.filter(([, value]) => value !== undefined));
}

function withActor(stack: ReviewedStack, actor: Actor | undefined): ReviewedStack {
  return actor === undefined || Object.keys(actor).length === 0 ? stack : { ...stack, actor };
}

function withAddresses(
  campaigns: readonly ReviewedCampaign[],
  plan: Plan | undefined,
  { names }: ReviewOptions,
): ReviewedCampaign[] {
  const seats = plan === undefined ? undefined : names?.get(stackKey(plan))?.seats;
  if (seats === undefined) return [...campaigns];
  return campaigns.map((campaign) => {
    const { before, after } = campaign.emailSeats;
    const known = [...before, ...after].flatMap((id) => {
      const address = seats.get(id);
      return address === undefined ? [] : [[id, address] as const];
    });
    return known.length === 0
      ? campaign
      : { ...campaign, emailSeats: { before, after, addresses: Object.fromEntries(known) } };
  });
}

const unapprovable =
  "Values of this plan cannot be shown or compared, so no approval of this plan counts. Make them plain, as the findings about them tell.";

/** The kinds that a review explains. One that is not among them is named with the other resources. */
const explained: ReadonlySet<Kind> = new Set(["Campaign", "SourceAgent", "List"] satisfies Kind[]);
const isExplained = (kind: Kind | undefined) => kind !== undefined && explained.has(kind);

function reviewedResources(plan: Plan, live: ReviewOptions["live"]) {
  const around = new Surroundings(plan, live?.get(stackKey(plan)));
  const of = <Reviewed>(kind: Kind, review: (around: Surroundings, given: PlannedResource) => Reviewed) =>
    plan.resources.filter((resource) => resource.kind === kind).map((resource) => review(around, resource));
  return {
    plan,
    campaigns: of("Campaign", reviewedCampaign),
    agents: of("SourceAgent", reviewedAgent),
    lists: of("List", reviewedList),
  };
}

function stackPart(
  { plan, campaigns, agents, lists }: ReturnType<typeof reviewedResources>,
  together: Together,
  ofContent: readonly Finding[],
  namesService: boolean,
  { live: counts, people, rules = defaultRules }: ReviewOptions,
) {
  const { about } = plan;
  const planned = new Map(plan.resources.map((resource) => [resource.urn, resource]));
  const common = (noun: string, each: ReviewedCampaign | ReviewedAgent | ReviewedList, found: readonly Finding[]) => {
    const given = planned.get(each.urn);
    const own = [...found, ...(given === undefined ? [] : hiddenFindings(given, each))];
    return [
      ...own,
      ...adoptedFinding(about, noun, each),
      ...acknowledgedFindings(noun, each),
      ...(own.length === 0 ? driftFinding(about, noun, each, sameValue(given?.before, given?.after)) : []),
    ];
  };
  const surroundings = (agent: ReviewedAgent) => ({
    fed: together.fedBy(agent),
    areAllCampaigns: together.areAllCampaigns,
  });
  const ownUrns = new Set(campaigns.map(({ urn }) => urn));
  const found = [
    ...settingsFindings(plan),
    ...providerFindings(plan),
    ...deletedWithFindings(plan),
    ...unknownOperations(plan.stack, plan.resources),
    ...unexplainedKinds(plan, isExplained),
    ...otherCodes(plan),
    ...otherTypes(plan),
    ...campaigns.flatMap((each) => common(kinds.Campaign.noun, each, campaignFindings(about, each))),
    ...sideBySideFindings(about, campaigns, together),
    ...sharedListFindings(about, campaigns, together),
    ...agents.flatMap((each) => common(kinds.SourceAgent.noun, each, agentFindings(about, each, surroundings(each)))),
    ...lists.flatMap((each) => common(kinds.List.noun, each, listFindings(about, each, together.isUsed(each)))),
    // Texts that a person wrote in the app are not the program's.
    ...(about === "drift" ? [] : ofContent.filter(({ urn }) => urn !== undefined && ownUrns.has(urn))),
  ];
  const reviewed = { campaigns, agents, lists, fedBy: (agent: ReviewedAgent) => together.fedBy(agent) };
  const reaching = withReach([...found, ...newKeyFindings(plan, found)], reviewed);
  const all = [...reaching, ...withReach(warnedFindings(plan, reaching), reviewed)];
  const withSource = (finding: Finding) => {
    const source = planned.get(finding.urn ?? "")?.source;
    return source === undefined ? finding : { ...finding, source };
  };
  const findings = withActors(plan, withPeople(all, counts?.get(stackKey(plan))), namesService).map(withSource);
  const starting = startingCampaigns({ findings });
  const fingerprint = fingerprintOf(plan, findings);
  const live = peopleFindings(plan, campaigns, starting, people?.get(stackKey(plan)), rules);
  return {
    campaigns: campaigns.filter(
      ({ change, runs, urn }) => change !== "unchanged" || runs !== "no" || starting.has(urn),
    ),
    agents: changed(agents),
    lists: changed(lists),
    others: otherResources(plan),
    findings: [...findings, ...live.map(withSource)],
    leftOut: unseenLists(plan, [...campaigns, ...agents]),
    stack: {
      project: plan.project,
      stack: plan.stack,
      status: plan.isStopped ? ("stopped" as const) : ("complete" as const),
      ...(fingerprint === undefined ? {} : { fingerprint }),
      diagnostics: [...plan.diagnostics],
      settings: { ...plan.settings },
      counts: countsOf(plan),
    },
  };
}

function changed<Reviewed extends { readonly change: ChangeWord }>(all: readonly Reviewed[]): Reviewed[] {
  return all.filter(({ change }) => change !== "unchanged");
}

function countsOf({ resources, unchanged }: Plan): Record<ChangeWord, number> {
  const own = resources.filter(({ kind }) => kind !== undefined);
  const count = (change: ChangeWord) => own.filter((each) => each.change === change).length;
  return {
    created: count("created"),
    updated: count("updated"),
    replaced: count("replaced"),
    deleted: count("deleted"),
    unchanged,
  };
}

const mostNames = 20;

function otherResources({ stack, resources }: Plan): OtherResources[] {
  const groups = new Map<string, PlannedResource[]>();
  for (const each of resources.filter(({ kind, change }) => !isExplained(kind) && change !== "unchanged")) {
    const key = JSON.stringify([each.type, each.change]);
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const names = group.slice(0, mostNames).map(({ resource }) => resource);
    return [{ stack, type: first.type, change: first.change, count: group.length, names }];
  });
}
