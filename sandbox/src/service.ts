import type { Clock } from "./clock.js";
import type { Organization, User } from "./objects/account.js";
import type { Contact } from "./objects/contact.js";
import type { Behaviour } from "./options.js";
import { ServiceError } from "./serviceError.js";
import type { Store } from "./store/store.js";

/** What every part of the service works with. */
export interface Service {
  store: Store;
  clock: Clock;
  /** May be changed while the service runs. */
  behaviour: Behaviour;
  /** Told about every contact that came to be or changed, after the change is kept. */
  onContact(contact: Contact, event: "created" | "updated"): void;
}

/** A request that is known to be somebody's. */
export interface Call {
  actor: User;
  params: Record<string, string>;
  query: Record<string, unknown>;
  body: unknown;
}

export interface Route {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  path: string;
  /** Whether the specification itself has it, or only the description of a service with the same interface. */
  source: "specification" | "description";
  status?: number;
  handle(call: Call): unknown;
}

/** An answer without a body. */
export const nothing = Symbol("nothing");

export function organizationOf(service: Service, user: User): Organization {
  const organization = service.store.organizations.get(user.organizationId);
  if (!organization) throw new Error(`User ${user.id} has no organization`);
  return organization;
}

export function idOf(call: Call, name = "id"): number {
  const text = call.params[name] ?? "";
  if (!/^\d+$/.test(text)) throw new ServiceError(400, "Validation failed (numeric string is expected)");
  return Number(text);
}
