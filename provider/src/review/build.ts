import { sameValue } from "../kind/comparing";
import { type Kind, kinds } from "../kinds";
import { contentFindings } from "./content/checks";
import { type ContentRules, defaultRules, softened } from "./content/rules";
import { agentFindings, listFindings } from "./findings/agents";
import { campaignFindings } from "./findings/campaigns";
import { hiddenFindings } from "./findings/hidden";
import { inOrder } from "./findings/order";
import { peopleFindings } from "./findings/people";
import { commonFindings, deletedWithFindings, notUnderstood, settingsFindings } from "./findings/program";
import { newKeyFindings, providerFindings } from "./findings/providers";
import { tellerOf } from "./findings/sentences";
import { sharedListFindings, sideBySideFindings } from "./findings/together";
import { warnedFindings } from "./findings/warned";
import { combinedFingerprint, fingerprintOf } from "./fingerprint";
import { type Plan, type PlannedResource, stackKey, withTakeOvers } from "./input/plan";
import { leftOutOf, unseenLists } from "./leftOut";
import {
  type Actor,
  type Finding,
  type Origin,
  type Review,
  type Reviewed,
  type ReviewedAgent,
  reviewVersion,
} from "./model";
import { startingCampaigns } from "./output/layout";
import { ownerOf, withActor } from "./owner";
import type { LivePeople } from "./reachedPeople";
import { withReach } from "./reaches";
import { reviewedAgent, reviewedCampaign, reviewedList } from "./resources";
import { changeCounts, isExplained, leftBehindBy, otherResources } from "./rest";
import { type LiveCounts, type LiveNames, Surroundings } from "./surroundings";
import { Together } from "./together";

export interface ReviewOptions {
  /** Default: the rules for a project without a rules file. */
  readonly rules?: ContentRules;
  /** Counts of people by `stackKey`, if they were read. */
  readonly live?: ReadonlyMap<string, LiveCounts>;
  /** The organization's people by `stackKey`, if they were read. No fingerprint covers findings about them. */
  readonly people?: ReadonlyMap<string, LivePeople>;
  /** Settings in the review's environment, which the update probably has, too. Default: none. */
  readonly environment?: {
    /** True if it makes creates adopt equal objects. */
    readonly adoptsTwins: boolean;
    /** True if it sets the service, which takes precedence over a stack's config. */
    readonly namesService: boolean;
    /** The service and the member that it sets. */
    readonly actor?: Actor;
  };
  /** The service's names of seats and members, by `stackKey`, if they were read. */
  readonly names?: ReadonlyMap<string, LiveNames>;
  /** The program's origin. */
  readonly origin?: Origin;
  /** Further sentences about what the review could not know. */
  readonly leftOut?: readonly string[];
}

/** Reviews the planned or completed changes of one or more stacks. */
export function reviewOf(given: readonly Plan[], options: ReviewOptions = {}): Review {
  const { rules = defaultRules, environment, origin } = options;
  const plans = given.map((plan) => withTakeOvers(plan, environment?.adoptsTwins ?? false));
  const reviewed = plans.map((plan) => reviewedResources(plan, options));
  const together = new Together(reviewed, environment?.namesService);
  const content = contentFindings(together.campaigns, rules, (each) => together.serviceOf(each));
  const parts = reviewed.map((part) => stackPart(part, together, content.findings, options));
  const about = plans[0]?.about ?? "planned";
  const findings = inOrder(parts.flatMap((part) => part.findings));
  // A person decides whether a change outside of the program stays.
  const isOpen = ({ level }: Finding) => level === "danger" || about === "drift";
  const needsApproval = about !== "done" && findings.some(isOpen);
  const isUncovered = about === "planned" && findings.some(({ uncovered }) => uncovered === true);
  return {
    version: reviewVersion,
    about,
    verdict: plans.some(({ isStopped }) => isStopped) ? "failed" : needsApproval ? "needs-approval" : "fine",
    fingerprint: combinedFingerprint(parts.map(({ stack }) => stack.fingerprint)),
    origin,
    stacks: parts.map(({ stack }) => stack),
    findings,
    campaigns: parts.flatMap(({ campaigns }) => campaigns),
    agents: parts.flatMap(({ agents }) => agents),
    lists: parts.flatMap(({ lists }) => lists),
    others: plans.flatMap(otherResources),
    leftBehind: plans.flatMap(leftBehindBy),
    unchanged: plans.reduce((sum, { unchanged }) => sum + unchanged, 0),
    leftOut: [
      ...(needsApproval && isUncovered ? [unapprovable] : []),
      ...new Set([
        ...softened(rules),
        ...(about === "drift" ? [] : content.proposals),
        ...plans.flatMap(leftOutOf),
        ...parts.flatMap(({ leftOut }) => leftOut),
        ...(options.leftOut ?? []),
      ]),
    ],
  };
}

const unapprovable =
  "Values of this plan cannot be shown or compared, so no approval of this plan counts. Make them plain, as the findings about them explain.";

/** The member for whom the stack acts, by its settings or the environment's. */
function actorOf(plan: Plan, { environment, names }: ReviewOptions): Actor | undefined {
  const { service, userId, email } = ownerOf(plan, {}, environment?.namesService ?? false);
  const ofEnvironment = environment?.actor ?? {};
  const member = userId ?? (email === undefined ? ofEnvironment.userId : undefined);
  const named = names?.get(stackKey(plan))?.members.get(member ?? "");
  const actor = {
    service: service ?? ofEnvironment.service,
    userId: member,
    email: email ?? named ?? (userId === undefined ? ofEnvironment.email : undefined),
  };
  return Object.values(actor).some((value) => value !== undefined) ? actor : undefined;
}

function reviewedResources(plan: Plan, { live, names }: ReviewOptions) {
  const around = new Surroundings(plan, live?.get(stackKey(plan)), names?.get(stackKey(plan)));
  const of = <Its>(kind: Kind, review: (around: Surroundings, given: PlannedResource) => Its) =>
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
  options: ReviewOptions,
) {
  const { about } = plan;
  const planned = new Map(plan.resources.map((resource) => [resource.urn, resource]));
  const ofResource = (kind: Kind, each: Reviewed, found: readonly Finding[]) => {
    const given = planned.get(each.urn);
    const teller = tellerOf(about, kinds[kind].noun, each);
    const own = [...found, ...(given === undefined ? [] : hiddenFindings(teller, given, each))];
    // A comparison of states also shows changed properties that the program does not declare.
    const isUndeclared = about === "compared" && sameValue(given?.before, given?.after);
    const isOutside = each.change === "updated" && own.length === 0 && (about === "drift" || isUndeclared);
    return [...own, ...commonFindings(teller, each, isOutside)];
  };
  const fedBy = (agent: ReviewedAgent) => together.fedBy(agent);
  const { areAllCampaigns } = together;
  const ownUrns = new Set(campaigns.map(({ urn }) => urn));
  const found = [
    ...settingsFindings(plan),
    ...providerFindings(plan),
    ...deletedWithFindings(plan),
    ...notUnderstood(plan, isExplained),
    ...campaigns.flatMap((each) => ofResource("Campaign", each, campaignFindings(about, each))),
    ...sideBySideFindings(about, campaigns, together),
    ...sharedListFindings(about, campaigns, together),
    ...agents.flatMap((each) =>
      ofResource("SourceAgent", each, agentFindings(about, each, { fed: fedBy(each), areAllCampaigns })),
    ),
    ...lists.flatMap((each) => ofResource("List", each, listFindings(about, each, together.isUsed(each)))),
    // Texts that somebody wrote in the app are not part of the program.
    ...(about === "drift" ? [] : ofContent.filter(({ urn = "" }) => ownUrns.has(urn))),
  ];
  const counts = options.live?.get(stackKey(plan));
  const reaching = (findings: readonly Finding[]) =>
    withReach(findings, [...campaigns, ...agents, ...lists], fedBy, counts);
  const own = reaching([...found, ...newKeyFindings(plan, found)]);
  const findings = [...own, ...reaching(warnedFindings(plan, own))].map((finding) =>
    withActor(plan, planned, finding, options.environment?.namesService ?? false),
  );
  const starting = startingCampaigns({ findings });
  const people = options.people?.get(stackKey(plan));
  const ofPeople = peopleFindings(plan, campaigns, starting, people, options.rules ?? defaultRules);
  const isChanged = ({ change }: Reviewed) => change !== "unchanged";
  return {
    campaigns: campaigns.filter((each) => isChanged(each) || each.runs !== "no" || starting.has(each.urn)),
    agents: agents.filter(isChanged),
    lists: lists.filter(isChanged),
    findings: [...findings, ...ofPeople].map((finding) => ({
      ...finding,
      source: planned.get(finding.urn ?? "")?.source,
    })),
    leftOut: unseenLists(plan, [...campaigns, ...agents]),
    stack: {
      project: plan.project,
      stack: plan.stack,
      actor: actorOf(plan, options),
      status: plan.isStopped ? ("stopped" as const) : ("complete" as const),
      fingerprint: fingerprintOf(plan, findings),
      diagnostics: [...plan.diagnostics],
      settings: { ...plan.settings },
      counts: changeCounts(plan),
    },
  };
}
