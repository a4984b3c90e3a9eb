import { normaliseBaseUrl, whyNotAllowed } from "../api/address";
import type { Values } from "../lifecycle/kind";
import type { Plan, PlannedResource } from "./input/plan";
import { isPlain } from "./input/values";
import type { Actor } from "./model";
import { textOf } from "./values";

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
function isExplicit(given: Values | undefined, name: string): boolean {
  return (textOf(given?.["outreach:explicit"]) ?? "").split(",").includes(name);
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
