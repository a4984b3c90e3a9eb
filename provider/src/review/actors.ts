import { safeText } from "../api/redact";
import { providerType } from "../host/token";
import { quote } from "./findings/sentences";
import type { Plan } from "./input/plan";
import type { Finding } from "./model";
import { type Owner, ownerOf } from "./owner";

/**
 * The findings with the member and the service for which a provider of the program acts, as far as the plan shows them: in
 * those about the provider and about each of its resources.
 *
 * @param isServiceOfRun the run's environment names the service
 */
export function withActors(plan: Plan, findings: readonly Finding[], isServiceOfRun: boolean): Finding[] {
  const providers = new Map(
    plan.resources.flatMap(({ urn, type, kind, provider }) => {
      if (type === providerType) return [[urn, urn] as const];
      return kind === undefined || provider === undefined ? [] : [[urn, provider] as const];
    }),
  );
  const named = new Map(plan.resources.map(({ urn, resource }) => [urn, resource]));
  return findings.map((finding) => {
    const provider = providers.get(finding.urn ?? "");
    const name = named.get(provider ?? "");
    if (provider === undefined || name === undefined) return finding;
    const acts = actorWords(ownerOf(plan, { provider }, isServiceOfRun));
    return acts === "" ? finding : { ...finding, text: `${finding.text} Provider ${quote(name)} acts ${acts}.` };
  });
}

/** `for user 103 at https://outreach.example.com`; empty if nothing is known. */
export function actorWords({ userId, email, service }: Owner, namesBoth = false): string {
  const member = email === undefined ? [] : [`for the member ${safeText(email, 100)}`];
  const address = namesBoth && email !== undefined ? ` (${safeText(email, 100)})` : "";
  return [
    ...(userId === undefined ? member : [`for user ${safeText(userId, 40)}${address}`]),
    ...(service === undefined ? [] : [`at ${safeText(service, 200)}`]),
  ].join(" ");
}
