import { z } from "zod";
import { isRecord, withoutNulls } from "./json";
import type { Answer } from "./objects";
import { isObjectId } from "./operation";
import type { ServiceKind } from "./serviceKind";

/** An id as served, number or text, as text. Never rounded: unsafe integers arrive as text (json.ts). */
const id = z.union([
  z.number().int().nonnegative().safe().transform(String),
  z
    .string()
    .trim()
    .regex(/^[\w.:~-]{1,128}$/),
]);

/** The id of an object: one that can stand in an address, and is none of this package's own. */
const objectId = id.refine(isObjectId);

const user = z.looseObject({
  id,
  email: z.string().optional(),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  organizationRole: z.string().optional(),
  isActive: z.boolean().optional(),
});

export type User = z.infer<typeof user>;

const organization = z.looseObject({ id: id.optional(), ownerId: id.optional() });

/** The fields that this package knows and that say something. */
function kept({ answered }: ServiceKind, answer: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [name, { nullable }] of answered) {
    const value = Object.hasOwn(answer, name) ? answer[name] : undefined;
    if (value !== undefined && (value !== null || nullable)) fields[name] = value;
  }
  return fields;
}

/** One object of a kind; undefined where the body is no object with a readable id. */
export function answerFrom(kind: ServiceKind, json: unknown): Answer | undefined {
  for (const candidate of singles(json)) {
    const parsed = objectId.safeParse(candidate.id);
    if (parsed.success) return { ...kept(kind, candidate), id: parsed.data };
  }
  return undefined;
}

/** Some services wrap a single object as they wrap a listing. */
function singles(json: unknown): Readonly<Record<string, unknown>>[] {
  return [json, isRecord(json) ? json.data : undefined].filter(isRecord);
}

/** What the answer has in the place of an id, whatever it is. */
export function servedId(json: unknown): unknown {
  return singles(json)
    .map((candidate) => candidate.id)
    .find((value) => value !== undefined && value !== null);
}

/** True where a create may be answered with this id: a positive whole number that nothing on the way can round. */
export function isNewId(id: string): boolean {
  return /^[1-9]\d*$/.test(id) && Number.isSafeInteger(Number(id));
}

export function userFrom(json: unknown): User | undefined {
  const plain = withoutNulls(json);
  const candidates = isRecord(plain) ? [plain, plain.data, plain.user] : [];
  return candidates.map((candidate) => user.safeParse(candidate)).find((parsed) => parsed.success)?.data;
}

/** The owner of the organization, where the service tells. */
export function ownerFrom(json: unknown): string | undefined {
  const parsed = organization.safeParse(withoutNulls(json));
  return parsed.success ? parsed.data.ownerId : undefined;
}

/** One page of a collection: an array, or an object that holds one and may tell how much there is. */
export interface Page {
  readonly items: readonly unknown[];
  readonly total?: number;
  readonly totalPages?: number;
}

const counts = z.object({
  total: z.number().int().nonnegative().optional().catch(undefined),
  totalPages: z.number().int().nonnegative().optional().catch(undefined),
});

/** Names under which an object that is not a bare array may carry the items of a listing (I). */
const listingKeys = ["data", "items", "results", "contacts", "members", "seats", "logs", "entries"];

/** @param ownKey the name that is particular to what is listed */
export function pageFrom(json: unknown, ownKey?: string): Page | undefined {
  if (Array.isArray(json)) return { items: json };
  if (!isRecord(json)) return undefined;
  const items = (ownKey === undefined ? listingKeys : [ownKey, ...listingKeys])
    .map((key) => json[key])
    .find(Array.isArray);
  if (items === undefined) return undefined;
  const inner = [json, json.meta, json.pagination].filter(isRecord);
  const found = inner.map((candidate) => counts.parse(candidate));
  return {
    items,
    total: found.find(({ total }) => total !== undefined)?.total,
    totalPages: found.find(({ totalPages }) => totalPages !== undefined)?.totalPages,
  };
}

/** What the service says about an error, as it says it; undefined where the body has no words of its own. */
export interface ServiceWords {
  readonly message: string;
  /** The service's own field for it; others are what gateways and proxies write. */
  readonly field: "message" | "other";
}

const errorBody = z.looseObject({
  message: z.union([z.string(), z.array(z.union([z.string(), z.looseObject({})]))]).optional(),
  error: z.union([z.string(), z.looseObject({ message: z.string().optional() })]).optional(),
  detail: z.string().optional(),
});

/** Nobody reads more of what is wrong, and each that is none costs an error of its own. */
const mostMessages = 100;

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

/** True where a 404 says that there is no such operation, and nothing about an object. */
export function isUnknownRoute(message: string): boolean {
  return unknownRoute.test(message) || message.split(/[\n\r]/).some(saysNoRoute);
}

/** `route … not found`. In one expression, it would look from each `route` to the end of the line. */
function saysNoRoute(line: string): boolean {
  const route = line.search(/\broute\b/i);
  return route >= 0 && /\b(not found|matched)/i.test(line.slice(route));
}
