import { safeText } from "../../api/redact";
import { type Reach, reachIn } from "../../lifecycle/reach";
import type { Plan } from "../input/plan";
import type { Finding } from "../model";

/** Warnings about what is so already, or what a refresh has found: an approval of the plan does not depend on them. */
const noticed: ReadonlySet<Reach> = new Set(["adopted", "changed-outside", "do-not-contact"]);

/**
 * What the provider warns about people and no other finding tells: it knows more than the plan shows. So each of these
 * warnings has a finding of its code, about its resource or reaching it.
 */
export function warnedFindings({ about, stack, resources, diagnostics }: Plan, found: readonly Finding[]): Finding[] {
  // What a refresh has found is the difference itself.
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
