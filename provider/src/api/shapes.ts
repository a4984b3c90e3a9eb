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

/** The id of an object: it can be part of an address, and is no placeholder of this package. */
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

/** The fields that the kind knows, without those that are absent. */
function kept({ answered }: ServiceKind, answer: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [name, { nullable }] of answered) {
    const value = Object.hasOwn(answer, name) ? answer[name] : undefined;
    if (value !== undefined && (value !== null || nullable)) fields[name] = value;
  }
  return fields;
}

/** One object of a kind. Undefined if the body is no object with a readable id. */
export function answerFrom(kind: ServiceKind, json: unknown): Answer | undefined {
  for (const candidate of singles(json)) {
    const parsed = objectId.safeParse(candidate.id);
    if (parsed.success) return { ...kept(kind, candidate), id: parsed.data };
  }
  return undefined;
}

/** Some services wrap a single object in `data`, as they wrap a listing. */
function singles(json: unknown): Readonly<Record<string, unknown>>[] {
  return [json, isRecord(json) ? json.data : undefined].filter(isRecord);
}

/** The value of `id` in the answer, of any form. */
export function servedId(json: unknown): unknown {
  return singles(json)
    .map((candidate) => candidate.id)
    .find((value) => value !== undefined && value !== null);
}

/** True for an id that a new object can have: a positive integer that no JSON parser rounds. */
export function isNewId(id: string): boolean {
  return /^[1-9]\d*$/.test(id) && Number.isSafeInteger(Number(id));
}

/** The user of an answer. Undefined if it contains none. */
export function userFrom(json: unknown): User | undefined {
  const plain = withoutNulls(json);
  const candidates = isRecord(plain) ? [plain, plain.data, plain.user] : [];
  return candidates.map((candidate) => user.safeParse(candidate)).find((parsed) => parsed.success)?.data;
}

/** The owner of the organization. Undefined if the answer does not name one. */
export function ownerFrom(json: unknown): string | undefined {
  const parsed = organization.safeParse(withoutNulls(json));
  return parsed.success ? parsed.data.ownerId : undefined;
}

/** The members of a page. An item without a readable id is left out. */
export function membersIn({ items }: Page): User[] {
  return items.map(userFrom).filter((member) => member !== undefined);
}

/** The message of an error, as served. */
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

/** More messages are not read, and each item that is no string costs a validation error. */
const mostMessages = 100;

/** The message in the body of an error. Undefined if it contains none. */
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

/** True if the message of a 404 is about the operation, and not about an object. */
export function isUnknownRoute(message: string): boolean {
  return unknownRoute.test(message) || message.split(/[\n\r]/).some(saysNoRoute);
}

/** `route … not found`. One regular expression for both would search to the end of the line from each `route`. */
function saysNoRoute(line: string): boolean {
  const route = line.search(/\broute\b/i);
  return route >= 0 && /\b(not found|matched)/i.test(line.slice(route));
}
