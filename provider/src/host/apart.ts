import type * as pulumi from "@pulumi/pulumi";
import { memberAddress } from "../api/normal";
import type { Settings } from "../api/settings";
import { describe } from "../lifecycle/about";
import { madeContent } from "../lifecycle/content";
import type { DeclaredKind, Values } from "../lifecycle/declared";
import { programError } from "./programError";

/** A resource of the program whose inputs and provider settings are known. */
export interface Comparable {
  readonly kind: DeclaredKind;
  readonly name: string;
  readonly inputs: Values;
  readonly settings: Settings;
  readonly acknowledged: ReadonlySet<string>;
  /** Undefined if this run will create it. */
  readonly id: unknown;
}

/**
 * Throws if two resources of one kind under two providers would manage the same object, become twins, or both run on
 * the same targets.
 */
export function assertNoConflict(one: Comparable, other: Comparable): void {
  const { kind, settings, inputs } = one;
  if (settings.origin !== other.settings.origin) return;
  if (one.id !== undefined && String(one.id) === String(other.id)) throw heldTwiceError(one, other);
  for (const [adopter, manager] of [
    [one, other],
    [other, one],
  ] as const) {
    const { adopt } = adopter.inputs;
    const managed = manager.id ?? manager.inputs.adopt;
    if (typeof adopt === "number" && String(managed) === String(adopt)) {
      throw managedTwiceError(kind, adopter.name, adopt, manager.name);
    }
  }
  // Both exist, so the combination was allowed earlier.
  if (one.id !== undefined && other.id !== undefined) return;
  const [fresh, standing] = one.id === undefined ? [one, other] : [other, one];
  const isAcknowledged = (...heads: readonly string[]) =>
    acknowledges(one, other, heads) || acknowledges(other, one, heads);
  const sameUser = actingUserKey(settings) === actingUserKey(other.settings);
  if (sameUser && madeContent(inputs) === madeContent(other.inputs) && !isAcknowledged("twin"))
    throw equalsError(fresh, standing);
  if (sharesTargets(one, other) && !isAcknowledged("shared-list", "inactive"))
    throw sharedTargetsError(fresh, standing);
}

/** True if the first resource is new and acknowledges the other one by id. */
function acknowledges({ id, acknowledged }: Comparable, other: Comparable, heads: readonly string[]): boolean {
  const known = other.id ?? (typeof other.inputs.adopt === "number" ? other.inputs.adopt : undefined);
  return id === undefined && known !== undefined && heads.some((head) => acknowledged.has(`${head}:${String(known)}`));
}

/**
 * Identifies the acting user of these settings. Two keys of one user count as different, because only the service knows
 * their user.
 */
function actingUserKey({ apiKey, impersonateUserId, impersonateEmail }: Settings): string {
  if (impersonateUserId !== undefined) return `user ${impersonateUserId}`;
  return impersonateEmail === undefined ? `key ${apiKey}` : `member ${memberAddress(impersonateEmail)}`;
}

function sharesTargets(one: Comparable, other: Comparable): boolean {
  const { running, targets } = one.kind.roles;
  if (running === undefined || targets === undefined) return false;
  if (one.inputs[running] !== true || other.inputs[running] !== true) return false;
  const [its, others] = [one, other].map(({ inputs }) => {
    const ids = inputs[targets.property];
    return new Set(Array.isArray(ids) ? ids.map((id) => JSON.stringify(id)) : []);
  });
  return [...(its ?? [])].some((id) => others?.has(id) === true);
}

export function managedTwiceError({ noun }: DeclaredKind, name: string, id: unknown, other: string): pulumi.RunError {
  return programError(
    `${describe(noun, name)}: ${noun} ${String(id)} is already managed by ${other} of this program, under another provider, and an object can be managed only once.`,
    `Remove adopt: ${String(id)} from one of the two, or correct the id.`,
  );
}

/**
 * Two resources in the state manage one object. Deleting the resource that adopted it would delete the other one's object.
 */
function heldTwiceError({ kind: { noun }, name, id }: Comparable, other: Comparable): pulumi.RunError {
  return programError(
    `${describe(noun, name)}: the state holds ${noun} ${String(id)} for ${other.name} of this program as well, under another provider, and an object can be managed only once.`,
    `Stop managing it in one of the two: \`pulumi state delete <its urn>\` first, and then remove that resource from the program. Without the first step, its delete may reach the object.`,
  );
}

function equalsError({ kind, name }: Comparable, other: Comparable): pulumi.RunError {
  return programError(
    `${describe(kind.noun, name)}: it equals ${other.name} of this program, which another provider creates for the same user, in every property, so creating it would look like creating that one twice.`,
    `Make them differ, or remove one. If both are wanted: bring up ${other.name} alone, then write acknowledge: ["twin:<its id>"] on this one.`,
  );
}

function sharedTargetsError({ kind, name }: Comparable, other: Comparable): pulumi.RunError {
  return programError(
    `${describe(kind.noun, name)}: ${other.name} of this program, under another provider, is active on the same ${kind.roles.targets?.noun}: the same people would be written to twice.`,
    `Use another ${kind.roles.targets?.noun}, or leave one of the two inactive. Or bring up ${other.name} alone first: then ${name} can acknowledge its id (shared-list:<its id>).`,
  );
}
