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
export function ownerOf(
  { resources, settings }: Plan,
  { provider }: Pick<PlannedResource, "provider">,
  isServiceOfRun: boolean,
): Owner {
  const explicit = provider === undefined ? undefined : resources.find(({ urn }) => urn === provider);
  if (provider !== undefined && explicit === undefined) return {};
  const given = explicit === undefined ? undefined : (explicit.after ?? explicit.before);
  const value = (name: string) => plainOf(given === undefined ? settings[name] : given[`outreach:${name}`]);
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
