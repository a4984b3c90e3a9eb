import { normaliseBaseUrl, whyNotAllowed } from "../api/address";
import { safeText } from "../api/redact";
import { explicitSetting } from "../host/settings";
import { providerType } from "../host/token";
import type { Values } from "../lifecycle/kind";
import { present } from "../page/groups";
import { quote } from "./findings/sentences";
import type { Plan, PlannedResource } from "./input/plan";
import { isPlain, textOf } from "./input/values";
import type { Actor, Finding } from "./model";

/** At which service, and for which member, a resource acts. Undefined is what cannot be told. */
export type Owner = Readonly<Actor>;

/**
 * The owner of a resource, by the settings that a plan shows.
 *
 * @param isServiceOfRun the run's environment names the service, whatever the stack's config does
 */
export function ownerOf(plan: Plan, { provider }: Pick<PlannedResource, "provider">, isServiceOfRun: boolean): Owner {
  const given = provider === undefined ? undefined : settingsOf(plan, provider);
  if (provider !== undefined && given === undefined) return {};
  const value = (name: string) => plainOf(given === undefined ? plan.settings[name] : given[`outreach:${name}`]);
  const mayBeOverridden = isServiceOfRun && !isExplicit(given, "baseUrl");
  return {
    service: mayBeOverridden ? undefined : serviceOf(value("baseUrl")),
    userId: value("impersonateUserId"),
    email: value("impersonateEmail")?.toLowerCase(),
  };
}

/** True if the program gives the provider this setting, which the environment then does not override. */
export function isExplicit(given: Values | undefined, name: string): boolean {
  return (textOf(given?.[explicitSetting]) ?? "").split(",").includes(name);
}

/** For whom a provider of the program acts, if it says so itself; undefined if the stack or the run decides it. */
export function ownMember(
  plan: Plan,
  { provider }: Pick<PlannedResource, "provider">,
): Omit<Owner, "service"> | undefined {
  if (provider === undefined) return undefined;
  const given = settingsOf(plan, provider);
  if (given !== undefined && !["impersonateUserId", "impersonateEmail"].some((name) => isExplicit(given, name))) {
    return undefined;
  }
  const { userId, email } = ownerOf(plan, { provider }, false);
  return { userId, email };
}

/** True if a provider of the program may act with another key than its stack, or at another service than this one. */
export function actsElsewhere(plan: Plan, { provider }: Pick<PlannedResource, "provider">, service: string): boolean {
  if (provider === undefined) return false;
  const given = settingsOf(plan, provider);
  if (given === undefined || isExplicit(given, "apiKey")) return true;
  return isExplicit(given, "baseUrl") && ownerOf(plan, { provider }, false).service !== service;
}

/** What is set of a provider; undefined if the plan does not show it. */
function settingsOf({ resources }: Plan, provider: string): Values | undefined {
  const found = resources.find(({ urn }) => urn === provider);
  return found?.after ?? found?.before;
}

function plainOf(value: unknown): string | undefined {
  const text = textOf(value)?.trim();
  return text === undefined || text === "" || !isPlain(text) ? undefined : text;
}

export function serviceOf(address: string | undefined): string | undefined {
  return address === undefined || whyNotAllowed(address) !== undefined ? undefined : normaliseBaseUrl(address);
}

const areDifferent = (left: string | undefined, right: string | undefined) =>
  left !== undefined && right !== undefined && left !== right;

/** False if both are known to be at different services, where one id names two objects. */
export function mayBeOneService(left: Owner, right: Owner): boolean {
  return !areDifferent(left.service, right.service);
}

/** False if they are known to act for different members, or at different services. */
export function mayBeOneOwner(left: Owner, right: Owner): boolean {
  const areOthers = areDifferent(left.userId, right.userId) || areDifferent(left.email, right.email);
  return mayBeOneService(left, right) && !areOthers;
}

/**
 * A finding with the member and the service for which a provider of the program acts, as far as the plan shows them: if it
 * is about the provider or one of its resources.
 *
 * @param planned the resources of the plan by their URNs
 * @param isServiceOfRun the run's environment names the service
 */
export function withActor(
  plan: Plan,
  planned: ReadonlyMap<string, PlannedResource>,
  finding: Finding,
  isServiceOfRun: boolean,
): Finding {
  const its = planned.get(finding.urn ?? "");
  const provider = its?.type === providerType ? its.urn : its?.kind === undefined ? undefined : its.provider;
  const named = planned.get(provider ?? "");
  if (named === undefined) return finding;
  const acts = actorWords(ownerOf(plan, { provider }, isServiceOfRun));
  return acts === ""
    ? finding
    : { ...finding, text: `${finding.text} Provider ${quote(named.resource)} acts ${acts}.` };
}

/** `for user 103 at https://outreach.example.com`; empty if nothing is known. */
export function actorWords({ userId, email, service }: Owner, namesBoth = false): string {
  const address = email === undefined ? undefined : safeText(email, 100);
  const user = userId === undefined ? undefined : `user ${safeText(userId, 40)}`;
  const both = namesBoth && address !== undefined ? `${user} (${address})` : user;
  return present([
    user !== undefined ? `for ${both}` : address !== undefined && `for the member ${address}`,
    service !== undefined && `at ${safeText(service, 200)}`,
  ]).join(" ");
}
