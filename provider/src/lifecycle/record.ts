import { z } from "zod";
import { pausedIn, type ResourceKind, runningIn, type Values } from "./kind";
import { Refusal } from "./refusal";

/** The shape of the record below. A release that changes it raises this and reads every earlier one. */
export const recordVersion = 1;

/** `upgrades[0]` makes a record of version 2 out of one of version 1, and so on. There is only one version yet. */
const upgrades: readonly ((older: Values) => Values)[] = [];

const pendingSchema = z.object({
  /** When the create was sent, ISO 8601. */
  since: z.string(),
  /** Ids that existed before; undefined where the service has no listing. */
  knownBefore: z.array(z.string()).optional(),
  /** Those that existed too, as far as was known, though the listing left them out. */
  unlistedBefore: z.array(z.string()).optional(),
  /** `twin:none` was acknowledged before the create was sent: it says nothing of what came of it. */
  saidAbsent: z.boolean().optional(),
});

const recordSchema = z.object({
  version: z.literal(recordVersion),
  /** The service's address: an object of one service must never be taken for another's. */
  origin: z.string(),
  /** The user that owns the object, as `/v1/user/me` named it. */
  actingUserId: z.string(),
  /** The properties that the program declares, in no particular order. */
  declared: z.array(z.string()),
  /** The resource that the engine knew this object as when it was last written. */
  urn: z.string().optional(),
  /** True once it was seen running. */
  everActive: z.boolean().optional(),
  /** The program's `restart` has started this object: while it stays in the program, it starts no other. */
  restarted: z.boolean().optional(),
  /** It pauses although that was not asked for, since a limit of the account was reached. */
  pausedByLimit: z.boolean().optional(),
  /** It runs although nobody has asked for it, or an equal one was started beside it: a person decides. */
  unasked: z.boolean().optional(),
  /** When the service was last asked, it had no operation that reads or lists objects of this kind. */
  unseen: z.boolean().optional(),
  /** When it was last changed, the service had no operation for that. */
  unchangeable: z.boolean().optional(),
  /** A create whose answer was lost and is not settled yet. */
  pending: pendingSchema.optional(),
});

/** What the state keeps about an object beside its properties, as the output `recorded`. */
export type Recorded = Readonly<z.infer<typeof recordSchema>>;

/** One text and not an object: the engine and its host pay for every value of a state each time they pass it on. */
export function writtenRecord(record: Recorded): string {
  return JSON.stringify(record);
}

const versionSchema = z.object({ version: z.number().int().min(1) });

/** Reads the record of a state, of this release or of an earlier one. */
export function readRecord(outputs: Values, about: string): Recorded {
  const raw = parsedText(outputs.recorded);
  const current = recordSchema.safeParse(raw);
  if (current.success) return current.data;
  const version = versionSchema.safeParse(raw).data?.version ?? recordVersion;
  if (version > recordVersion) {
    throw new Refusal(
      `${about}: its state was written by a newer release of pulumi-outreach (state version ${version}, this release reads up to ${recordVersion}).`,
      "Upgrade the package in this folder: npm install pulumi-outreach@latest",
    );
  }
  const present = upgrades.slice(version - 1).reduce<unknown>((older, upgrade) => upgrade(valuesOf(older)), raw);
  const parsed = recordSchema.safeParse(present);
  if (!parsed.success) {
    throw new Refusal(
      `${about}: its state does not hold what pulumi-outreach recorded at creation (output "recorded": ${parsed.error.issues[0]?.message ?? "unreadable"}).`,
      "Restore the state from a backup, or let go of the resource with `pulumi state delete <urn>` and take it over again with adopt.",
    );
  }
  return parsed.data;
}

function parsedText(text: unknown): unknown {
  if (typeof text !== "string") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function valuesOf(value: unknown): Values {
  return z.record(z.string(), z.unknown()).safeParse(value).data ?? {};
}

/** The record after this was seen: what runs has run, and is not held back by a limit. */
export function seen(kind: ResourceKind, record: Recorded, values: Values): Recorded {
  const { pausedByLimit, unasked, ...rest } = record;
  const [running, paused] = [runningIn(kind, values), pausedIn(kind, values)];
  return {
    ...rest,
    ...(pausedByLimit === true && paused !== false ? { pausedByLimit } : {}),
    ...(running === true ? { everActive: true } : {}),
    ...(unasked === true && running !== false ? { unasked } : {}),
  };
}

const pendingPrefix = "pending-";

export function isPendingId(id: string): boolean {
  return id.startsWith(pendingPrefix);
}

export function newPendingId(random: string): string {
  return `${pendingPrefix}${random}`;
}
