import type { Clock } from "./clock.js";
import type { Organization, User } from "./objects/account.js";
import type { Contact } from "./objects/contact.js";
import type { Behaviour } from "./options.js";
import type { Agenda } from "./planner/agenda.js";
import { ServiceError } from "./serviceError.js";
import type { Store } from "./store/store.js";

/** The state that all parts of the service share. */
export interface Service {
  store: Store;
  clock: Clock;
  agenda: Agenda;
  /** `configure` replaces it while the service runs. */
  behaviour: Behaviour;
  /** Inside a transaction: called for each contact that is created or changed. */
  onContact(contact: Contact, event: "created" | "updated"): void;
}

/** A request of an identified user. */
export interface Call {
  actor: User;
  params: Record<string, string>;
  query: Record<string, unknown>;
  body: unknown;
}

/** One operation of the service. */
export interface Route {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  path: string;
  /** Whether the operation is in the specification, or only in the description of a service with the same interface. */
  source: "specification" | "description";
  status?: number;
  handle(call: Call): unknown;
}

/** The result of an operation whose response has no body. */
export const nothing = Symbol("nothing");

export function organizationOf(service: Service, user: User): Organization {
  const organization = service.store.organizations.get(user.organizationId);
  if (!organization) throw new Error(`User ${user.id} has no organization`);
  return organization;
}

/** The numeric id in the path of a request. */
export function idOf(call: Call, name = "id"): number {
  const text = call.params[name] ?? "";
  if (!/^\d+$/.test(text)) throw new ServiceError(400, "Validation failed (numeric string is expected)");
  return Number(text);
}
