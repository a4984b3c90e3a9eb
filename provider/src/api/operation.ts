/**
 * Where an operation or a field comes from: S = the service's specification, P = the public description of a service
 * with this same interface, I = inferred in the style of the others.
 */
export type Source = "S" | "P" | "I";

/** What repeating an operation does, which decides whether it may be repeated. */
export type Effect = "read" | "create" | "repeatable";

/** One operation of the service. */
export interface Operation {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** `{id}` stands for the object's id. */
  readonly path: string;
  readonly source: Source;
  readonly effect: Effect;
  /** For sentences: "could not <attempt>". */
  readonly attempt: string;
  /** A success carries a body: without it, nothing confirms what was read or changed. */
  readonly answersObject: boolean;
  /** The status alone is the answer, so a body that is no JSON is fine. */
  readonly isWordless?: boolean;
  /** What to do about a refusal, where there is more to say than that it must be corrected. */
  readonly advice?: string;
}

type More = Partial<Pick<Operation, "answersObject" | "isWordless" | "advice">>;

export const reads = (path: string, source: Source, attempt: string, more: More = {}): Operation => ({
  ...{ method: "GET", path, source, effect: "read", attempt, answersObject: true },
  ...more,
});
/** An answer without a body is looked at by whatever settles lost creates. */
export const creates = (path: string, source: Source, attempt: string, more: More = {}): Operation => ({
  ...{ method: "POST", path, source, effect: "create", attempt, answersObject: false },
  ...more,
});
export const changes = (path: string, source: Source, attempt: string, more: More = {}): Operation => ({
  ...{ method: "PATCH", path, source, effect: "repeatable", attempt, answersObject: true },
  ...more,
});
export const deletes = (path: string, source: Source, attempt: string, more: More = {}): Operation => ({
  ...{ method: "DELETE", path, source, effect: "repeatable", attempt, answersObject: false },
  ...more,
});

/** Operations that belong to no kind of object. */
export const operations = {
  status: reads("/", "S", "ask for the service's status", { answersObject: false, isWordless: true }),
  health: reads("/health", "S", "ask for the service's health", { answersObject: false, isWordless: true }),

  listEmailSeats: reads("/v1/email-seat", "S", "list the e-mail seats"),
  listOrganizationMembers: reads("/v1/organization/members", "S", "list the organization's members"),
  readOrganization: reads("/v1/organization", "P", "read the organization"),
  readActingUser: reads("/v1/user/me", "S", "ask which user the key acts as"),
  readPermissions: reads("/v1/user/me/permissions", "P", "read the permissions of the acting user"),

  listContacts: reads("/v1/contact", "S", "list the contacts"),
  readContact: reads("/v1/contact/{id}", "S", "read the contact"),
  readContactHealth: reads("/v1/contact/health", "S", "read the health of the contacts"),
} as const satisfies Record<string, Operation>;

/** Values that stand in a state in place of an id while a create is not settled, or that would make another address. */
const noObjectId = /^\s*$|^\.{1,2}$|^0$|^pending-|\p{Surrogate}/u;

/** True if an object may have this id: texts of whatever form, as far as they can stand in an address. */
export function isObjectId(id: string): boolean {
  return !noObjectId.test(id);
}

/** The address of one request, below the service's base address. Throws for an id that no object has. */
export function pathOf(operation: Operation, id?: string): string {
  if (!operation.path.includes("{id}")) return operation.path;
  if (id === undefined || !isObjectId(id)) throw new Error(`${operation.path} needs the id of an object`);
  return operation.path.replace("{id}", encodeURIComponent(id));
}
