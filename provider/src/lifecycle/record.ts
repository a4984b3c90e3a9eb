import { z } from "zod";
import type { Values } from "./declared";
import { Refusal } from "./refusal";
import { say, way } from "./wayOut";

/** The version of the record below. A release that changes the record raises it, and still reads every earlier one. */
export const recordVersion = 1;

/** `upgrades[0]` turns a record of version 1 into one of version 2, and so on. There is only one version yet. */
const upgrades: readonly ((older: Values) => Values)[] = [];

const pendingSchema = z.object({
  /** When the create was sent, ISO 8601. */
  since: z.string(),
  /** Ids that the listing held before; undefined if the service has no complete listing. */
  knownBefore: z.array(z.string()).optional(),
  /** Ids that were known to exist before although the listing left them out. */
  unlistedBefore: z.array(z.string()).optional(),
  /** `twin:none` was acknowledged before the create was sent, so it does not count for this create. */
  saidAbsent: z.boolean().optional(),
});

const recordSchema = z.object({
  version: z.literal(recordVersion),
  /** The service's address: the same id at another service is another object. */
  origin: z.string(),
  /** The user that owns the object, as `/v1/user/me` returned it. */
  actingUserId: z.string(),
  /** A digest of the key and the member in the settings for which the service has named that user. */
  actor: z.string().optional(),
  /** The properties that the program declares, in no particular order. */
  declared: z.array(z.string()),
  /** The URN of the resource when the state was last written. */
  urn: z.string().optional(),
  /** Digests of the URNs that it had before: runs on other machines may have recorded the object under one of them. */
  renamedFrom: z.array(z.string()).optional(),
  /** The name of the resource in an exported program, until the state has recorded a URN. */
  exportedAs: z.string().optional(),
  /** Properties whose values an export concluded, because the service does not show them, until a change has set them. */
  concluded: z.array(z.string()).optional(),
  /** The properties that the program marked as secret at the last create or update. */
  secret: z.array(z.string()).optional(),
  /** The names that `outreach.do-not-contact` has added to those that the program declares. */
  companies: z.array(z.string()).optional(),
  /** True if it was ever seen running. */
  everActive: z.boolean().optional(),
  /** The program's `restart` has started this object. The same `restart` does not count for another one. */
  restarted: z.boolean().optional(),
  /** The service paused it without being asked to, because a limit of the account was reached. */
  pausedByLimit: z.boolean().optional(),
  /** It runs although the program did not ask for that, or an equal one was started beside it: a person decides. */
  unasked: z.boolean().optional(),
  /** The user that an answer named as the owner, although the run acted as another one. */
  ownedBy: z.string().optional(),
  /** It existed before this stack had it: it was adopted, also because of a setting, or imported. */
  takenOver: z.boolean().optional(),
  /** At the last read, the service had no operation that reads or lists objects of this kind. */
  unseen: z.boolean().optional(),
  /** At the last change, the service had no operation for it. */
  unchangeable: z.boolean().optional(),
  /** Its id, if the service does not show it, and it may contact people or is told by its name: only the state names it. */
  id: z.string().optional(),
  /** A create whose answer was lost and whose outcome is not known yet. */
  pending: pendingSchema.optional(),
});

/** What the state keeps about an object besides its properties, in the output `recorded`. */
export type Recorded = Readonly<z.infer<typeof recordSchema>>;

/** One text and not an object: every value of a state costs time in the engine and its host on each call. */
export function writtenRecord(record: Recorded): string {
  return JSON.stringify(record);
}

const versionSchema = z.object({ version: z.number().int().min(1) });

/** Reads the record of a state that this release or an earlier one wrote. */
export function readRecord(outputs: Values, about: string): Recorded {
  const raw = parsedText(outputs.recorded);
  const current = recordSchema.safeParse(raw);
  if (current.success) return current.data;
  const version = versionSchema.safeParse(raw).data?.version ?? recordVersion;
  if (version > recordVersion) {
    throw new Refusal(
      `${about}: its state was written by a newer release of pulumi-outreach (state version ${version}, this release reads up to ${recordVersion}).`,
      way("Upgrade the package in this folder: npm install pulumi-outreach@latest", {
        do: "run",
        command: "npm install pulumi-outreach@latest",
      }),
    );
  }
  const present = upgrades.slice(version - 1).reduce<unknown>((older, upgrade) => upgrade(valuesOf(older)), raw);
  const parsed = recordSchema.safeParse(present);
  if (!parsed.success) {
    throw new Refusal(
      `${about}: its state does not hold what pulumi-outreach recorded at creation (output "recorded": ${parsed.error.issues[0]?.message ?? "unreadable"}).`,
      say`${way("Restore the state from a backup", { do: "correct", what: "state" })}, or stop managing the resource with ${way("`pulumi state delete <urn>` and adopt the object again", { do: "run", command: "pulumi state delete" }, { do: "adopt", ids: [] })}.`,
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

const pendingPrefix = "pending-";

export function isPendingId(id: string): boolean {
  return id.startsWith(pendingPrefix);
}

export function newPendingId(random: string): string {
  return `${pendingPrefix}${random}`;
}

/**
 * True if an object of the state runs or may run: one that was adopted unread may run although no value states it.
 *
 * @param running the value of the property with this role
 */
export function mayRunAs(running: unknown, record: Recorded | undefined): boolean {
  return running === undefined ? record?.everActive === true : running === true;
}
