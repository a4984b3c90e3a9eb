import { z } from "zod";
import type { Values } from "./declared";
import { Refusal } from "./refusal";
import { say, way } from "./wayOut";

/** The version of the record below. A release that changes the record raises it, and still reads all earlier versions. */
export const recordVersion = 1;

/** `upgrades[0]` converts a record from version 1 to version 2, and so on. There is only one version yet. */
const upgrades: readonly ((older: Values) => Values)[] = [];

const pendingSchema = z.object({
  /** When the run gave the create up, ISO 8601, by the machine's clock. */
  since: z.string(),
  /** When the create was on its way, ISO 8601, by the service's clock. Undefined in states of earlier releases. */
  sent: z.object({ from: z.string(), until: z.string() }).optional(),
  /** Ids in the listing before the create; undefined if the service has no complete listing. */
  knownBefore: z.array(z.string()).optional(),
  /** Ids that were known to exist before, but were missing in the listing. */
  unlistedBefore: z.array(z.string()).optional(),
  /** True if a refresh has found that it did not take effect. It stays in the state for the sake of the targets in `ranOn`. */
  isAbsent: z.boolean().optional(),
  /** True if `twin:none` was acknowledged before the create was sent, so that it does not apply to this create. */
  saidAbsent: z.boolean().optional(),
  /** True if the `restart` of the program had counted before the create was sent, or was declared for one that does not run. */
  restartUsed: z.boolean().optional(),
  /** The id by which a code names this create (`twin:none:<sign>`). Undefined in states of earlier releases. */
  sign: z.string().optional(),
});

export const foundSchema = z.object({
  /** Without creates whose outcome is unknown, which have no id of the service. */
  ids: z.array(z.string()).transform((all) => all.filter((id) => !isPendingId(id))),
  /**
   * `attached`: no other objects were on the target at that time. `created`: since its creation, because a run of this stack
   * has created it. Undefined: others may have been.
   */
  all: z.enum(["attached", "created"]).optional(),
  /** By id, how many updates had sent its targets by then, if any; null if that is not known. */
  after: z.record(z.string(), z.number().nullable()).optional(),
  /** Those of `ids` with which it shares the target on purpose, as a person has said. */
  shared: z.array(z.string()).optional(),
  /**
   * Later findings of this stack on the target have higher numbers. Undefined if the state could not be read, and in states of
   * earlier releases.
   */
  order: z.number().optional(),
});

/** The last update that has sent the targets: the object has left all others on which it was found before. */
export const sentSchema = z.object({
  targets: z.array(z.string()),
  /** How many have sent them. Machines' clocks may differ, so a time would not show what came first. */
  count: z.number(),
});

export const sharedForSchema = z.record(z.string(), z.array(z.string()));

export const replacedSchema = z.union([
  /** A digest of its content at that time. */
  z.string(),
  /** The same, with its targets, for one that may contact people and that had not run: it may have been started since. */
  z.object({
    content: z.string(),
    targets: z.array(z.string()),
    foundOn: z.record(z.string(), foundSchema).optional(),
  }),
]);

/** An object that a resource has replaced. */
export type Replaced = Readonly<z.infer<typeof replacedSchema>>;

/** The objects on a target before an object of this stack was attached. */
export type FoundThere = Readonly<z.infer<typeof foundSchema>>;

const recordSchema = z.object({
  version: z.literal(recordVersion),
  /** The service's address. The same id at a different service is a different object. */
  origin: z.string(),
  /** The owner's id, from the response of `/v1/user/me`. */
  actingUserId: z.string(),
  /** A digest of the key and the member in the settings with which the service returned that user. */
  actor: z.string().optional(),
  /** The properties that the program declares, in no particular order. */
  declared: z.array(z.string()),
  /** The resource's URN when the state was last written. */
  urn: z.string().optional(),
  /** Digests of its earlier URNs, which may be in the records of other machines. */
  renamedFrom: z.array(z.string()).optional(),
  /** The resource's name in an exported program, until the state contains a URN. */
  exportedAs: z.string().optional(),
  /**
   * Properties whose values an export inferred, or an adoption took from the program, because the service does not show
   * them, until a change sets them.
   */
  concluded: z.array(z.string()).optional(),
  /** The properties that the program marked as secret at the last create or update. */
  secret: z.array(z.string()).optional(),
  /** The names that `outreach.do-not-contact` added to the declared ones. */
  companies: z.array(z.string()).optional(),
  /** True if it was ever seen running. */
  everActive: z.boolean().optional(),
  /** True if a person has confirmed that it is off, because the service does not show that. */
  saidOff: z.boolean().optional(),
  /** Targets besides its own whose people it has contacted, and those of the objects that it replaces. */
  ranOn: z.array(z.string()).optional(),
  /**
   * Targets besides its own that it may use: those that were known when it was adopted, and that neither a response nor the
   * program has named since.
   */
  mayUse: z.array(z.string()).optional(),
  /** Of its targets, those that the service showed without it when it was adopted, until an update sends them. */
  unattached: z.array(z.string()).optional(),
  /** True if the service paused it on its own, because an account limit was reached. */
  pausedByLimit: z.boolean().optional(),
  /** True if it was adopted as paused, which the service does not show, and no update has sent that. */
  pauseUnsent: z.boolean().optional(),
  /** True if it runs although it is not declared as running, or if an equal object was started. A person must decide. */
  unasked: z.boolean().optional(),
  /** The owner in a response, if it differs from the acting user. */
  ownedBy: z.string().optional(),
  /**
   * True if it may have existed before: it was adopted, possibly because of a setting, imported, or taken by a refresh for the
   * object of a lost create.
   */
  takenOver: z.boolean().optional(),
  /** True if the service had no operation that reads or lists objects of this kind at the last read. */
  unseen: z.boolean().optional(),
  /** When a refresh could not read it for the first time, ISO 8601, if the service showed it before. */
  hiddenSince: z.string().optional(),
  /** True if the service had no operation for the last change. */
  unchangeable: z.boolean().optional(),
  /** Its id if it may contact people, or if the service does not show it and it is identified by its name. */
  id: z.string().optional(),
  /** True if it has contacted people and no longer exists. It stays in the state until a person decides. */
  gone: z.boolean().optional(),
  /**
   * Properties of changes whose outcome is not known, each with the values that were sent and may be the service's by now.
   * Secret values are omitted.
   */
  unsettled: z.record(z.string(), z.array(z.unknown())).optional(),
  /** By target, the objects that were on it when this one was attached, or has sent its targets, and that this one hides. */
  foundOn: z.record(z.string(), foundSchema).optional(),
  sent: sentSchema.optional(),
  /** By the id in a code of the program that lets it share its targets, the targets that it had in the run that added the code. */
  sharedFor: sharedForSchema.optional(),
  /** The objects that the resource has replaced, by id. */
  replaced: z.record(z.string(), replacedSchema).optional(),
  /** A lost create whose outcome is not known yet. */
  pending: pendingSchema.optional(),
  /** By sign, the last lost creates that a person has settled: the id of what each has made; empty if it had no effect. */
  settled: z.record(z.string(), z.string()).optional(),
});

/** The state's data about an object besides its properties, in the output `recorded`. */
export type Recorded = Readonly<z.infer<typeof recordSchema>>;

/** Serializes to a string, because every value in the state costs time in the engine and its host on each call. */
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
  const present = upgrades.slice(version - 1).reduce<unknown>((older, upgrade) => upgrade(asValues(older)), raw);
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

function asValues(value: unknown): Values {
  return z.record(z.string(), z.unknown()).safeParse(value).data ?? {};
}

/** True if the state has the program's value of this property instead of the service's, which may differ. */
export function isConcluded(property: string, { concluded }: Pick<Recorded, "concluded">): boolean {
  return concluded?.includes(property) === true;
}

/** True if the resource has replaced this object, so that none of its later creates has made it. */
export function isReplacedId({ replaced }: Pick<Recorded, "replaced">, id: number): boolean {
  return replaced?.[String(id)] !== undefined;
}

/** The objects that a resource has replaced before they had contacted anybody. */
export function replacedUnrun({ replaced = {} }: Pick<Recorded, "replaced">): string[] {
  return Object.entries(replaced).flatMap(([id, its]) => (typeof its === "string" ? [] : [id]));
}

/**
 * The targets on which the resource's objects have run, as those of its present one: unless only former ones have run, nobody
 * can tell them apart.
 */
export function ownRanOn({ everActive, ranOn, replaced = {} }: Partial<Recorded> = {}): Pick<Recorded, "ranOn"> {
  const isOfFormer = everActive !== true && replacedUnrun({ replaced }).length < Object.keys(replaced).length;
  return ranOn === undefined || isOfFormer ? {} : { ranOn };
}

/** The digest of a replaced object's content. */
export function contentOfReplaced(replaced: Replaced): string {
  return typeof replaced === "string" ? replaced : replaced.content;
}

/** True if the service does not show the object. The record of a lost create has what the service listed before it. */
export function isNotShown({ unseen, pending }: Recorded): boolean {
  return pending === undefined ? unseen === true : pending.knownBefore === undefined;
}

/** True if an adoption has taken this property from the program, and the service shows nothing of the object. */
export function isOnlyConcluded(property: string, record: Pick<Recorded, "concluded" | "unseen">): boolean {
  return record.unseen === true && isConcluded(property, record);
}

const pendingPrefix = "pending-";

export function isPendingId(id: string): boolean {
  return id.startsWith(pendingPrefix);
}

export function newPendingId(random: string): string {
  return `${pendingPrefix}${random}`;
}

/**
 * True if an object in the state runs or may run. An adopted object that was not read may run although no value shows it.
 *
 * @param running the value of the property with the role `running`
 */
export function mayRunAs(running: unknown, record: Recorded | undefined): boolean {
  return running === undefined ? record?.everActive === true : running === true;
}

/** How many updates had sent an object's targets when it was found; null if that is not known. */
export type FoundAfter = number | null;

/** True if an update has taken the target from an object since it was found there. */
export function hasLeft({ sent }: Pick<Recorded, "sent">, target: string, foundAfter: FoundAfter = 0): boolean {
  return sent !== undefined && !sent.targets.includes(target) && foundAfter !== null && foundAfter < sent.count;
}

/** The count of one object in a finding. */
export function foundAfterOf({ after = {} }: Pick<FoundThere, "after">, id: string): FoundAfter {
  return after[id] === undefined ? 0 : after[id];
}

/** Of the findings of one object, the last one, as far as known. Undefined is no finding. */
export function lastFound(...all: readonly (FoundAfter | undefined)[]): FoundAfter {
  return all.includes(null) ? null : Math.max(0, ...all.map((after) => after ?? 0));
}
