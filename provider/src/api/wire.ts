import type { Kind } from "./account";

/**
 * Where a name comes from: S = the service's specification, P = the public description of a service with this same
 * interface, I = inferred in the style of the others. P and I stand in this file and nowhere else.
 */
export type Source = "S" | "P" | "I";

/** What repeating an operation does, which decides whether it may be repeated. */
export type Effect = "read" | "create" | "repeatable";

export interface Operation {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** `{id}` stands for the object's id. */
  readonly path: string;
  readonly source: Source;
  readonly effect: Effect;
  /** For sentences: "could not <attempt>". */
  readonly attempt: string;
}

const read = (path: string, source: Source, attempt: string): Operation => ({
  method: "GET",
  path,
  source,
  effect: "read",
  attempt,
});
const create = (path: string, source: Source, attempt: string): Operation => ({
  method: "POST",
  path,
  source,
  effect: "create",
  attempt,
});
const change = (path: string, source: Source, attempt: string): Operation => ({
  method: "PATCH",
  path,
  source,
  effect: "repeatable",
  attempt,
});

const table = {
  status: read("/", "S", "ask for the service's status"),
  health: read("/health", "S", "ask for the service's health"),

  listLists: read("/v1/list", "P", "list the lists"),
  readList: read("/v1/list/{id}", "P", "read the list"),
  createList: create("/v1/list", "S", "create the list"),

  listSourceAgents: read("/v1/agent", "P", "list the source agents"),
  readSourceAgent: read("/v1/agent/{id}", "P", "read the source agent"),
  createSourceAgent: create("/v1/agent", "S", "create the source agent"),
  pauseSourceAgent: change("/v1/agent/{id}", "S", "pause the source agent"),
  updateSourceAgent: change("/v1/agent/{id}", "P", "change the source agent"),
  deleteSourceAgent: {
    method: "DELETE",
    path: "/v1/agent/{id}",
    source: "S",
    effect: "repeatable",
    attempt: "delete the source agent",
  },
  readSourceAgentLogs: read("/v1/agent/{id}/logs", "S", "read the source agent's run log"),

  listCampaigns: read("/v1/campaign", "P", "list the campaigns"),
  readCampaign: read("/v1/campaign/{id}", "P", "read the campaign"),
  createCampaign: create("/v1/campaign", "S", "create the campaign"),
  updateCampaign: change("/v1/campaign/{id}", "P", "change the campaign"),
  readCampaignLogs: read("/v1/campaign/{id}/logs", "S", "read the campaign's log"),
  /** Reading either queue makes the planner update the contacts that it reads. */
  readCampaignQueue: read("/v1/campaign/{id}/queue", "S", "read the campaign's queue"),
  readCampaignEmailQueue: read("/v1/campaign/{id}/email-queue", "S", "read the campaign's e-mail queue"),

  listEmailSeats: read("/v1/email-seat", "S", "list the e-mail seats"),
  listOrganizationMembers: read("/v1/organization/members", "S", "list the organization's members"),
  readOrganization: read("/v1/organization", "P", "read the organization"),
  readActingUser: read("/v1/user/me", "S", "ask which user the key acts as"),
  readPermissions: read("/v1/user/me/permissions", "P", "read the permissions of the acting user"),

  listContacts: read("/v1/contact", "S", "list the contacts"),
  readContact: read("/v1/contact/{id}", "S", "read the contact"),
  readContactHealth: read("/v1/contact/health", "S", "read the health of the contacts"),
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof table;

/** Every operation that this package knows, and the only place where their paths stand. */
export const operations: Readonly<Record<OperationName, Operation>> = table;

interface Field {
  readonly wire: string;
  readonly source: Source;
  /** The service says with `null` that the object has none; elsewhere a `null` says nothing. */
  readonly nullable?: boolean;
  /** Fields of the objects that the array under this name holds. */
  readonly items?: Fields;
}

/** Wire names by public name. */
type Fields = Readonly<Record<string, Field>>;

/** Fields whose wire name is the public one. */
function named(source: Source, ...names: string[]): Record<string, Field> {
  return Object.fromEntries(names.map((name) => [name, { wire: name, source }]));
}

function nullable(fields: Record<string, Field>): Record<string, Field> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, { ...field, nullable: true }]));
}

const stepFields: Fields = {
  ...named("P", "type"),
  ...named("S", "delayAfterLastStep", "stepNumber", "messageMode", "message", "subject", "note", "url"),
  ...named("S", "numberOfPosts"),
};

const signalFields: Fields = {
  ...named("S", "type", "value", "needsUserToken", "linkedinSeatId"),
  ...named("P", "enabled", "options"),
};

export interface KindOnTheWire {
  readonly noun: string;
  readonly plural: string;
  readonly list: OperationName;
  /** Without it a service may leave out what is not running. */
  readonly listQuery: Readonly<Record<string, string>>;
  readonly read: OperationName;
  readonly create: OperationName;
  readonly fields: Fields;
}

export const kinds: Readonly<Record<Kind, KindOnTheWire>> = {
  List: {
    noun: "list",
    plural: "lists",
    list: "listLists",
    listQuery: {},
    read: "readList",
    create: "createList",
    // The service also answers `user`, which may hold personal data: left out, so that it is neither kept nor logged.
    fields: { ...named("P", "name", "userId", "campaignId", "campaign", "createdAt", "updatedAt") },
  },
  SourceAgent: {
    noun: "source agent",
    plural: "source agents",
    list: "listSourceAgents",
    listQuery: {},
    read: "readSourceAgent",
    create: "createSourceAgent",
    fields: {
      ...named("P", "name", "targetJobTitles", "targetIndustries", "targetLocations", "targetCompanySizes"),
      ...named("P", "targetCompanyTypes", "agentType"),
      ...nullable(named("P", "ignoredCompanies", "mandatoryKeywords", "additionalCriteria")),
      ...named("P", "excludeServiceProviders", "skipIcpFilter", "includeOpenToWorkProfiles", "leadWaterfall"),
      ...nullable(named("P", "minLeadScore", "maxCreditUsage")),
      ...named("P", "userId", "scriptInstalled", "lastRun", "createdAt", "updatedAt"),
      ...nullable(named("S", "listId")),
      ...named("S", "paused"),
      ...named("I", "creditUsage", "scriptId"),
      variables: { wire: "variables", source: "S", nullable: true, items: signalFields },
    },
  },
  Campaign: {
    noun: "campaign",
    plural: "campaigns",
    list: "listCampaigns",
    listQuery: { activeOnly: "false" },
    read: "readCampaign",
    create: "createCampaign",
    fields: {
      ...named("P", "name", "active", "language", "userId", "createdAt", "updatedAt", "tone", "goal", "isManual"),
      ...named("P", "excludeFirstDegreeFromCampaigns", "skipInvitationAfterDays"),
      ...named("S", "listIds", "linkedinSeatId"),
      ...named("I", "emailSeatIds", "splitMessages"),
      steps: { wire: "steps", source: "S", items: stepFields },
    },
  },
};

/** Under which an object that is not a bare array may carry the items of a listing (I). */
export const listingKeys = [
  "data",
  "items",
  "results",
  "lists",
  "agents",
  "campaigns",
  "contacts",
  "members",
  "seats",
  "logs",
  "entries",
];

/** What stands in a state in the place of an id while a create is not settled, or would make another address. */
const noObjectId = /^\s*$|^\.{1,2}$|^0$|^pending-|\p{Surrogate}/u;

/** True where an object may have this id: texts of whatever form, as far as they can stand in an address. */
export function isObjectId(id: string): boolean {
  return !noObjectId.test(id);
}

/** The address of one request, below the service's base address. Throws for an id that no object has. */
export function pathOf(operation: Operation, id?: string): string {
  if (!operation.path.includes("{id}")) return operation.path;
  if (id === undefined || !isObjectId(id)) throw new Error(`${operation.path} needs the id of an object`);
  return operation.path.replace("{id}", encodeURIComponent(id));
}

/** The body of a request from public names. Throws for a field that the table does not know: a mistake of ours. */
export function toWire(kind: Kind, body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { fields, noun } = kinds[kind];
  return Object.fromEntries(
    Object.entries(body)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => {
        const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
        if (field === undefined) throw new Error(`the wire table has no field "${name}" for a ${noun}`);
        return [field.wire, renamedItems(value, field.items, "toWire")];
      }),
  );
}

/** An answer under public names. Fields that the table does not know, or that say nothing, are left out. */
export function fromWire(kind: Kind, answer: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const named: Record<string, unknown> = {};
  for (const [name, { wire, nullable, items }] of Object.entries(kinds[kind].fields)) {
    const value = Object.hasOwn(answer, wire) ? answer[wire] : undefined;
    if (value === undefined || (value === null && nullable !== true)) continue;
    named[name] = renamedItems(value, items, "fromWire");
  }
  return named;
}

/**
 * Steps and signals keep fields that the table does not know: the service adds some to a signal, and wants them back.
 */
function renamedItems(value: unknown, fields: Fields | undefined, direction: "toWire" | "fromWire"): unknown {
  if (fields === undefined || !Array.isArray(value)) return value;
  const names = new Map(
    Object.entries(fields).map(([name, { wire }]) => (direction === "toWire" ? [name, wire] : [wire, name])),
  );
  return value.map((item: unknown) =>
    typeof item !== "object" || item === null || Array.isArray(item)
      ? item
      : Object.fromEntries(Object.entries(item).map(([key, inner]) => [names.get(key) ?? key, inner])),
  );
}
