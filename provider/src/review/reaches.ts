import type { Finding, ReviewedAgent, ReviewedCampaign, ReviewedList, UsedList } from "./model";

interface Reviewed {
  /** The running campaigns that each agent feeds, or may feed. */
  readonly fedBy: (agent: ReviewedAgent) => readonly ReviewedCampaign[];
  readonly campaigns: readonly ReviewedCampaign[];
  readonly agents: readonly ReviewedAgent[];
  readonly lists: readonly ReviewedList[];
}

/**
 * The dangers with whom each of them reaches. Its fingerprint covers that: an approved danger is another one if it is about
 * another list, campaign or seat by then. Ids and URNs alone: names and counts change while the danger stays the same.
 */
export function withReach(findings: readonly Finding[], { campaigns, agents, lists, fedBy }: Reviewed): Finding[] {
  const reached = new Map<string, () => string[]>([
    ...campaigns.map((each) => [each.urn, () => [...ofCampaign(each), ...listsOf(each.lists)]] as const),
    ...lists.map((each) => [each.urn, () => [`list ${each.idBefore ?? each.id ?? each.urn}`]] as const),
    ...agents.map(
      (each) => [each.urn, () => [...listsOf(each.list ?? []), ...fedBy(each).flatMap(ofCampaign)]] as const,
    ),
  ]);
  return findings.map((finding) => {
    const of = finding.level === "danger" && finding.urn !== undefined ? reached.get(finding.urn) : undefined;
    return of === undefined
      ? finding
      : { ...finding, reaches: [...new Set([...(finding.reaches ?? []), ...of()])].sort() };
  });
}

function ofCampaign({ id, urn, linkedinSeat, emailSeats }: ReviewedCampaign): string[] {
  return [
    `campaign ${id ?? urn}`,
    ...(linkedinSeat.after === undefined ? [] : [`seat ${linkedinSeat.after}`]),
    ...emailSeats.after.map((seat) => `e-mail seat ${seat}`),
  ];
}

function listsOf(lists: UsedList | readonly UsedList[]): string[] {
  return [lists].flat().map(({ id, urn }) => `list ${id ?? urn ?? "that cannot be shown"}`);
}
