import { present } from "../text/groups";
import { listsOf } from "./lists";
import type { Finding, Reviewed, ReviewedAgent, ReviewedCampaign } from "./model";
import type { LiveCounts } from "./surroundings";

/**
 * Adds to dangers the objects that they are about. The fingerprint covers these, so that an approval does not apply to a
 * different list, campaign or seat. Only ids and URNs are used, because names and counts can change while the danger stays
 * the same. Also adds the number of people in the lists, if the danger sends something and all lists were counted.
 *
 * @param fedBy returns the running campaigns that an agent feeds or may feed
 */
export function withReach(
  findings: readonly Finding[],
  resources: readonly Reviewed[],
  fedBy: (agent: ReviewedAgent) => readonly ReviewedCampaign[],
  live: LiveCounts | undefined,
): Finding[] {
  const byUrn = new Map(resources.map((each) => [each.urn, each]));
  return findings.map((finding) => {
    const its = finding.level === "danger" ? byUrn.get(finding.urn ?? "") : undefined;
    if (its === undefined) return finding;
    const isList = !("lists" in its || "paused" in its);
    const lists = isList
      ? [its.idBefore ?? its.id ?? its.urn]
      : [...new Set(listsOf(its).map(({ id, urn }) => id ?? urn ?? "that cannot be shown"))];
    const campaigns = "lists" in its ? [its] : "paused" in its ? fedBy(its) : [];
    const reaches = [...lists.map((id) => `list ${id}`), ...campaigns.flatMap(ofCampaign), ...(finding.reaches ?? [])];
    const people = isSending(finding) ? peopleOf(lists, live) : undefined;
    return { ...finding, reaches: [...new Set(reaches)].sort(), people };
  });
}

function ofCampaign({ id, urn, linkedinSeat, emailSeats }: ReviewedCampaign): string[] {
  return present([
    `campaign ${id ?? urn}`,
    linkedinSeat.after !== undefined && `seat ${linkedinSeat.after}`,
    ...emailSeats.after.map((seat) => `e-mail seat ${seat}`),
  ]);
}

/** Dangers that send something to people, besides those about texts. */
const sending: ReadonlySet<string> = new Set([
  ...["starts-sending", "new-people", "restarts", "side-by-side", "running-text", "ai-text", "hidden-text"],
]);

const isSending = ({ code }: Finding) => sending.has(code) || code.startsWith("content:");

function peopleOf(lists: readonly string[], live: LiveCounts | undefined): number | undefined {
  const counts = lists.map((id) => live?.get(id)?.people);
  const isCounted = counts.length > 0 && counts.every((count) => count !== undefined);
  return isCounted ? counts.reduce((sum, count) => sum + count, 0) : undefined;
}
