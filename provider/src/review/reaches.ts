import type { Finding, ReviewedAgent, ReviewedCampaign, ReviewedList, UsedList } from "./model";
import type { LiveCounts } from "./surroundings";

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

/** Dangers of which somebody gets something, besides those about texts. */
const sending: ReadonlySet<string> = new Set([
  ...["starts-sending", "new-people", "restarts", "side-by-side", "running-text", "ai-text", "hidden-text"],
]);

/** The dangers with the number of people in the lists that each reaches, if all of these were counted. */
export function withPeople(findings: readonly Finding[], live: LiveCounts | undefined): Finding[] {
  return findings.map((finding) => {
    const { level, code, reaches = [] } = finding;
    const lists = reaches.flatMap((each) => (each.startsWith("list ") ? [each.slice(5)] : []));
    if (live === undefined || level !== "danger" || lists.length === 0) return finding;
    if (!sending.has(code) && !code.startsWith("content:")) return finding;
    const counts = lists.map((id) => live.get(id)?.people);
    const isCounted = counts.every((count) => count !== undefined);
    return isCounted ? { ...finding, people: counts.reduce((sum, count) => sum + count, 0) } : finding;
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
