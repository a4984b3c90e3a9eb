import { safeText } from "../../api/redact";
import { type Reach, reachIn } from "../../lifecycle/reach";
import type { Plan } from "../input/plan";
import type { Finding } from "../model";

/**
 * Warnings about the existing situation, or about the result of a refresh, on which the approval of a plan does not depend.
 */
const noticed: ReadonlySet<Reach> = new Set(["adopted", "changed-outside", "gone-outside", "do-not-contact"]);

/**
 * Findings for the provider's warnings about people that no other finding covers, because the provider knows more than the
 * plan shows. So each of these warnings has a finding with its code for its resource.
 */
export function warnedFindings({ about, stack, resources, diagnostics }: Plan, found: readonly Finding[]): Finding[] {
  // For a refresh, the difference itself is shown.
  if (about === "drift") return [];
  const findings: Finding[] = [];
  for (const { severity, text, urn } of diagnostics) {
    const code = severity === "warning" ? reachIn(text) : undefined;
    if (code === undefined) continue;
    const level = noticed.has(code) ? "notice" : "danger";
    const id = resources.find((each) => each.urn === urn)?.id;
    const isTold = [...found, ...findings].some(
      (other) =>
        other.code === code &&
        (other.level === "danger" || level === "notice") &&
        (other.urn === urn || other.reaches?.includes(`campaign ${id ?? urn}`) === true),
    );
    if (isTold) continue;
    const words = text.slice(0, text.lastIndexOf("[")).trim();
    const its = { level, code, text: safeText(`The provider warns: ${words}`, 2_000), stack } as const;
    findings.push(urn === undefined ? its : { ...its, urn });
  }
  return findings;
}
