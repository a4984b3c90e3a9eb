import { grouped } from "../../text/groups";
import type { Finding } from "../model";

/** Codes, worst first: wrong member and hidden values, then who is contacted, then what cannot be undone. */
export const worstFirst = [
  ...["not-understood", "other-member", "other-key", "hidden-member"],
  ...["suppressed-person", "starts-sending", "side-by-side", "already-contacted", "unread-people", "restarts"],
  ...["new-people", "hidden-reach"],
  ...["running-text", "ai-text", "hidden-text", "list-detached", "seat-changed"],
  ...["wider-targets", "hidden-targets", "acknowledged", "deleted-with", "deleted", "replaced"],
  ...["gone-outside", "changed-outside", "shared-list", "stops-sending", "agent-resumed", "do-not-contact", "adopted"],
];
const ranks = new Map(worstFirst.map((code, rank) => [code, rank]));
/** Problems of texts come last. */
const rankOf = ({ code }: Finding) => ranks.get(code) ?? worstFirst.length;

/**
 * Sorts findings: dangers first. Within a level, findings about one resource are grouped, the worst first, and the resource
 * with the worst finding comes first. Otherwise the program's order is kept.
 */
export function inOrder(findings: readonly Finding[]): Finding[] {
  const worst = (left: Finding, right: Finding) => rankOf(left) - rankOf(right);
  const of = (level: Finding["level"]) => {
    const its = findings.filter((finding) => finding.level === level);
    const groups = grouped(its, ({ stack, urn = "" }) => JSON.stringify([stack, urn]));
    const sorted = [...groups.values()].map((group) => group.sort(worst));
    return sorted.sort(([left], [right]) => worst(left, right)).flat();
  };
  return [...of("danger"), ...of("notice")];
}
