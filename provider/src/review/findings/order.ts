import { grouped } from "../../page/groups";
import type { Finding } from "../model";

/** Codes from the worst: whom it is for and what nobody can see, then who is written to, then what cannot be undone. */
export const worstFirst = [
  ...["not-understood", "other-member", "other-key", "hidden-member"],
  ...["suppressed-person", "starts-sending", "side-by-side", "already-contacted", "unread-people", "restarts"],
  ...["new-people", "hidden-reach"],
  ...["running-text", "ai-text", "hidden-text", "list-detached", "seat-changed"],
  ...["wider-targets", "hidden-targets", "acknowledged", "deleted-with", "deleted", "replaced"],
  ...["gone-outside", "changed-outside", "shared-list", "stops-sending", "agent-resumed", "do-not-contact", "adopted"],
];
const ranks = new Map(worstFirst.map((code, rank) => [code, rank]));
/** What is wrong with a text comes after what happens to people. */
const rankOf = ({ code }: Finding) => ranks.get(code) ?? worstFirst.length;

/**
 * Dangers first; within each level the findings about one resource stand together, with the worst of them first, and the
 * resource with the worst finding comes first. Otherwise in the order of the program.
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
