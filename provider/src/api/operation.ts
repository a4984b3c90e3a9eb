/**
 * The source of an operation or a field: S = the service's specification, P = the public description of a service with
 * the same interface, I = inferred from these two.
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
  /** For messages of the form "could not <attempt>". */
  readonly attempt: string;
  /** True if a success response must have a body, because nothing else confirms what was read or changed. */
  readonly answersObject: boolean;
  /** True if only the status matters, so that the body need not be JSON. */
  readonly isWordless?: boolean;
  /** What to do about a refusal, if not the default (correct and try again). */
  readonly advice?: string;
}

type OperationOptions = Partial<Pick<Operation, "answersObject" | "isWordless" | "advice">>;

/** A GET. */
export const reads = (path: string, source: Source, attempt: string, more: OperationOptions = {}): Operation => ({
  ...{ method: "GET", path, source, effect: "read", attempt, answersObject: true },
  ...more,
});
/** A POST that creates an object. A response without a body counts as lost, so the object is looked for. */
export const creates = (path: string, source: Source, attempt: string, more: OperationOptions = {}): Operation => ({
  ...{ method: "POST", path, source, effect: "create", attempt, answersObject: false },
  ...more,
});
/** A PATCH. */
export const changes = (path: string, source: Source, attempt: string, more: OperationOptions = {}): Operation => ({
  ...{ method: "PATCH", path, source, effect: "repeatable", attempt, answersObject: true },
  ...more,
});
/** A DELETE. */
export const deletes = (path: string, source: Source, attempt: string, more: OperationOptions = {}): Operation => ({
  ...{ method: "DELETE", path, source, effect: "repeatable", attempt, answersObject: false },
  ...more,
});

/** Operations that do not belong to a kind. */
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

/** Placeholder ids of pending creates, and values that would change a request's path. */
const noObjectId = /^\s*$|^\.{1,2}$|^0$|^pending-|\p{Surrogate}/u;

/** True if an object may have this id: any string that can be a path segment. */
export function isObjectId(id: string): boolean {
  return !noObjectId.test(id);
}

/** The path of a request, below the base address. Throws for an invalid id. */
export function pathOf(operation: Operation, id?: string): string {
  if (!operation.path.includes("{id}")) return operation.path;
  if (id === undefined || !isObjectId(id)) throw new Error(`${operation.path} needs the id of an object`);
  return operation.path.replace("{id}", encodeURIComponent(id));
}
