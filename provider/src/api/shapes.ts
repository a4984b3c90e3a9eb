import { z } from "zod";
import { isRecord, withoutNulls } from "./json";
import type { Answer } from "./objects";
import { isObjectId } from "./operation";
import type { Page } from "./page";
import type { ServiceKind } from "./serviceKind";

/** A served id, number or string, as a string. Never rounded: unsafe integers arrive as strings (json.ts). */
const id = z.union([
  z.number().int().nonnegative().safe().transform(String),
  z
    .string()
    .trim()
    .regex(/^[\w.:~-]{1,128}$/),
]);

/** An object id: usable in a path, and not one of this package's placeholders. */
const objectId = id.refine(isObjectId);

const user = z.looseObject({
  id,
  email: z.string().optional(),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  organizationRole: z.string().optional(),
  isActive: z.boolean().optional(),
  organizationId: id.optional().catch(undefined),
});

export type User = z.infer<typeof user>;

const organization = z.looseObject({ id: id.optional(), ownerId: id.optional() });

/** The fields known to the kind, without absent ones. */
function knownFields({ answered }: ServiceKind, answer: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [name, { nullable }] of answered) {
    const value = Object.hasOwn(answer, name) ? answer[name] : undefined;
    if (value !== undefined && (value !== null || nullable)) fields[name] = value;
  }
  return fields;
}

/** Parses one object of a kind. Undefined if the body is not an object with a readable id. */
export function answerFrom(kind: ServiceKind, json: unknown): Answer | undefined {
  for (const candidate of singleObjects(json)) {
    const parsed = objectId.safeParse(candidate.id);
    if (parsed.success) return { ...knownFields(kind, candidate), id: parsed.data };
  }
  return undefined;
}

/** Some services wrap a single object in `data`, like a listing. */
function singleObjects(json: unknown): Readonly<Record<string, unknown>>[] {
  return [json, isRecord(json) ? json.data : undefined].filter(isRecord);
}

/** The raw value of `id` in a response. */
export function servedId(json: unknown): unknown {
  return singleObjects(json)
    .map((candidate) => candidate.id)
    .find((value) => value !== undefined && value !== null);
}

/** True for an id that a new object can have: a positive safe integer. */
export function isNewId(id: string): boolean {
  return /^[1-9]\d*$/.test(id) && Number.isSafeInteger(Number(id));
}

/** The user in a response. Undefined if there is none. */
export function userFrom(json: unknown): User | undefined {
  const plain = withoutNulls(json);
  const candidates = isRecord(plain) ? [plain, plain.data, plain.user] : [];
  return candidates.map((candidate) => user.safeParse(candidate)).find((parsed) => parsed.success)?.data;
}

/** The id of the organization's owner. Undefined if the response does not contain it. */
export function ownerFrom(json: unknown): string | undefined {
  const parsed = organization.safeParse(withoutNulls(json));
  return parsed.success ? parsed.data.ownerId : undefined;
}

/** The members on a page. Items without a readable id are omitted. */
export function membersIn({ items }: Page): User[] {
  return items.map(userFrom).filter((member) => member !== undefined);
}

/** An error message from the service. */
export interface ServiceWords {
  readonly message: string;
  /** `message` is the service's own field; gateways and proxies use others. */
  readonly field: "message" | "other";
}

const errorBody = z.looseObject({
  message: z.union([z.string(), z.array(z.union([z.string(), z.looseObject({})]))]).optional(),
  error: z.union([z.string(), z.looseObject({ message: z.string().optional() })]).optional(),
  detail: z.string().optional(),
});

/** Further messages are ignored. The limit is needed because each item that is not a string costs a validation error. */
const mostMessages = 100;

/** The message in an error body. Undefined if it contains none. */
export function wordsFrom(json: unknown): ServiceWords | undefined {
  if (!isRecord(json)) return undefined;
  const messages = Array.isArray(json.message) ? json.message.slice(0, mostMessages) : json.message;
  const parsed = errorBody.safeParse(withoutNulls({ ...json, message: messages }));
  if (!parsed.success) return undefined;
  const { message, error, detail } = parsed.data;
  const texts = [
    ...(Array.isArray(message) ? message.filter((item) => typeof item === "string") : [message]),
    typeof error === "object" ? error.message : undefined,
  ].filter((text) => text !== undefined && text.trim() !== "");
  if (texts.length > 0) return { message: texts.join("; "), field: message === undefined ? "other" : "message" };
  const other = typeof error === "string" ? error : detail;
  return other === undefined || other.trim() === "" ? undefined : { message: other, field: "other" };
}

const unknownRoute =
  /^\s*cannot (get|post|put|patch|delete|head|options) |\bno (such )?route\b|\bunknown (route|endpoint|path)\b/i;

/** True if a 404 message is about the operation and not about an object. */
export function isUnknownRoute(message: string): boolean {
  return unknownRoute.test(message) || message.split(/[\n\r]/).some(isRouteNotFound);
}

/** Matches `route … not found`. A single regular expression would search to the end of the line from each `route`. */
function isRouteNotFound(line: string): boolean {
  const route = line.search(/\broute\b/i);
  return route >= 0 && /\b(not found|matched)/i.test(line.slice(route));
}
