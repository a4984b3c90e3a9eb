/**
 * The source of an operation or a field: S = the service's specification, P = the public description of a service with
 * the same interface, I = inferred from the others.
 */
export type Source = "S" | "P" | "I";

/** Whether an operation may be repeated: reads and repeatable ones may, creates may not. */
export type Effect = "read" | "create" | "repeatable";

/** One operation of the service. */
export interface Operation {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** `{id}` stands for the object's id. */
  readonly path: string;
  readonly source: Source;
  readonly effect: Effect;
  /** For messages: "could not <attempt>". */
  readonly attempt: string;
  /** True if a success must carry a body: without one, nothing confirms what was read or changed. */
  readonly answersObject: boolean;
  /** True if the status alone is the answer, so that the body need not be JSON. */
  readonly isWordless?: boolean;
  /** What to do about a refusal, if the default advice (correct and try again) is not enough. */
  readonly advice?: string;
}

type More = Partial<Pick<Operation, "answersObject" | "isWordless" | "advice">>;

/** A GET. */
export const reads = (path: string, source: Source, attempt: string, more: More = {}): Operation => ({
  ...{ method: "GET", path, source, effect: "read", attempt, answersObject: true },
  ...more,
});
/** A POST that creates an object. An answer without a body counts as lost, so that the object is looked for. */
export const creates = (path: string, source: Source, attempt: string, more: More = {}): Operation => ({
  ...{ method: "POST", path, source, effect: "create", attempt, answersObject: false },
  ...more,
});
/** A PATCH. */
export const changes = (path: string, source: Source, attempt: string, more: More = {}): Operation => ({
  ...{ method: "PATCH", path, source, effect: "repeatable", attempt, answersObject: true },
  ...more,
});
/** A DELETE. */
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

/** Placeholders for the id of a pending create, and values that would change the address of a request. */
const noObjectId = /^\s*$|^\.{1,2}$|^0$|^pending-|\p{Surrogate}/u;

/** True if an object may have this id: any string that can be part of an address. */
export function isObjectId(id: string): boolean {
  return !noObjectId.test(id);
}

/** The path of one request, below the base address. Throws for an id that no object can have. */
export function pathOf(operation: Operation, id?: string): string {
  if (!operation.path.includes("{id}")) return operation.path;
  if (id === undefined || !isObjectId(id)) throw new Error(`${operation.path} needs the id of an object`);
  return operation.path.replace("{id}", encodeURIComponent(id));
}
