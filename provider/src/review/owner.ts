import { normaliseBaseUrl, whyNotAllowed } from "../api/address";
import { stringOrUndefined } from "../api/json";
import { memberAddress } from "../api/normal";
import { safeText } from "../api/redact";
import { explicitSetting } from "../host/settings";
import { providerType } from "../host/token";
import type { Values } from "../lifecycle/kind";
import { present } from "../text/groups";
import { quote } from "./findings/sentences";
import type { Plan, PlannedResource } from "./input/plan";
import { isPlain } from "./input/values";
import type { Actor, Finding } from "./model";

/** The service of a resource and the member for whom it acts. Undefined values are unknown. */
export type Owner = Readonly<Actor>;

/**
 * The owner of a resource, determined from the settings in a plan.
 *
 * @param isServiceOfRun true if the run's environment sets the service, which takes precedence over the stack's config
 */
export function ownerOf(plan: Plan, { provider }: Pick<PlannedResource, "provider">, isServiceOfRun: boolean): Owner {
  const given = provider === undefined ? undefined : settingsOf(plan, provider);
  if (provider !== undefined && given === undefined) return {};
  const value = (name: string) => plainOf(given === undefined ? plan.settings[name] : given[`outreach:${name}`]);
  const email = value("impersonateEmail");
  const mayBeOverridden = isServiceOfRun && !isExplicit(given, "baseUrl");
  return {
    service: mayBeOverridden ? undefined : serviceOf(value("baseUrl")),
    userId: value("impersonateUserId"),
    email: email === undefined ? undefined : memberAddress(email),
  };
}

/** True if the program sets this on the provider, so that the environment does not override it. */
export function isExplicit(given: Values | undefined, name: string): boolean {
  return (stringOrUndefined(given?.[explicitSetting]) ?? "").split(",").includes(name);
}

/** The member that a declared provider sets; undefined if the stack or the run determines the member. */
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

/** True if a declared provider may act with a different key from its stack's, or at a different service from this one. */
export function actsElsewhere(plan: Plan, { provider }: Pick<PlannedResource, "provider">, service: string): boolean {
  if (provider === undefined) return false;
  const given = settingsOf(plan, provider);
  if (given === undefined || isExplicit(given, "apiKey")) return true;
  return isExplicit(given, "baseUrl") && ownerOf(plan, { provider }, false).service !== service;
}

/** A provider's settings; undefined if the plan does not show them. */
function settingsOf({ resources }: Plan, provider: string): Values | undefined {
  const found = resources.find(({ urn }) => urn === provider);
  return found?.after ?? found?.before;
}

function plainOf(value: unknown): string | undefined {
  const text = stringOrUndefined(value)?.trim();
  return text === undefined || text === "" || !isPlain(text) ? undefined : text;
}

export function serviceOf(address: string | undefined): string | undefined {
  return address === undefined || whyNotAllowed(address) !== undefined ? undefined : normaliseBaseUrl(address);
}

const areDifferent = (left: string | undefined, right: string | undefined) =>
  left !== undefined && right !== undefined && left !== right;

/** False if both are known to be at different services, where equal ids are different objects. */
export function mayBeOneService(left: Owner, right: Owner): boolean {
  return !areDifferent(left.service, right.service);
}

/** False if they are known to act for different members, or at different services. */
export function mayBeOneOwner(left: Owner, right: Owner): boolean {
  const areOthers = areDifferent(left.userId, right.userId) || areDifferent(left.email, right.email);
  return mayBeOneService(left, right) && !areOthers;
}

/**
 * Adds to a finding about a declared provider or one of its resources the provider's member and service, if the plan shows
 * them.
 *
 * @param planned the plan's resources by URN
 * @param isServiceOfRun true if the run's environment sets the service
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
