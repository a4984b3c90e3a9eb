import type { Account } from "../api/account";
import { isObjectId } from "../api/operation";
import { canRun, kindNames } from "../everyKind";
import { type Kind, kinds } from "../kinds";
import { quoted } from "../lifecycle/about";
import type { Recorded } from "../lifecycle/record";
import { Refusal } from "../lifecycle/refusal";
import { counted } from "../text/words";

/** A source agent or a campaign in the state of a stack. */
export interface StatedObject {
  readonly kind: Known["kind"];
  /** Name of its resource. */
  readonly resource: string;
  /** Undefined if its create got no response. */
  readonly id: string | undefined;
  readonly name: string | undefined;
  /** True if the campaign is switched off in the state. */
  readonly isOff: boolean;
  /** Undefined if it is not readable in the state. */
  readonly owner: Pick<Recorded, "origin" | "actingUserId"> | undefined;
}

/** Reads the state of a stack. If there is none, throws a Refusal that explains why and how to select a stack. */
export type ReadState = () => Promise<readonly StatedObject[]>;

/** An object known from a state or a record, which the service does not list. */
export interface Known {
  readonly kind: Kind;
  readonly id: string;
  /** Undefined if it is known only from a record, since records contain no names. */
  readonly name: string | undefined;
  /** False if it was off when last seen. */
  readonly running: boolean;
}

/** The acting user's objects in the stack's state and the records of runs, for a service without listings. */
export interface KnownObjects {
  /** Objects from the state first. */
  readonly objects: readonly Known[];
  /** Sentences about missing information. */
  readonly gaps: readonly string[];
}

/** Reads known objects. Throws a Refusal if there is no state and the records are empty. */
export async function readKnown(account: Account, readState: ReadState): Promise<KnownObjects> {
  const { id: actingUserId } = await account.actingUser();
  const { origin } = account.settings;
  const [state, recorded] = await Promise.all([stateOrReason(readState), readRecords(account)]);
  const stated = "reason" in state ? [] : state;
  // If the owner is unknown, assume the acting user: pausing an agent can be undone.
  const isOwn = ({ owner }: StatedObject) =>
    owner === undefined || (owner.origin === origin && owner.actingUserId === actingUserId);
  const own = stated.filter(isOwn);
  const objects = new Map<string, Known>();
  for (const { kind, id, name, isOff } of own) {
    if (id !== undefined && isObjectId(id)) mergeInto(objects, { kind, id, name, running: !isOff });
  }
  for (const each of recorded.objects) mergeInto(objects, each);
  if ("reason" in state && objects.size === 0 && recorded.unanswered.length === 0) {
    throw new Refusal(
      "could not list the source agents: this service has no operation that lists them, and runs have recorded none.",
      firstSentence(state.reason),
    );
  }
  const gaps = [
    ...("reason" in state ? [`only what runs have recorded is known. ${firstSentence(state.reason)}`] : []),
    ...lostCreatesSentences(own, recorded.unanswered),
    ...skippedObjectsSentences(
      stated.filter((each) => !isOwn(each)),
      origin,
    ),
  ];
  return { objects: [...objects.values()], gaps };
}

function firstSentence({ lines }: Refusal): string {
  const text = lines.join(" ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

async function stateOrReason(readState: ReadState): Promise<readonly StatedObject[] | { readonly reason: Refusal }> {
  try {
    return await readState();
  } catch (error) {
    if (error instanceof Refusal) return { reason: error };
    throw error;
  }
}

/** Merges an object into the map. It counts as running if either source shows it running. */
function mergeInto(objects: Map<string, Known>, object: Known): void {
  const key = `${object.kind} ${object.id}`;
  const before = objects.get(key);
  const running = before === undefined ? object.running : object.running || before.running;
  objects.set(key, { ...object, name: before?.name ?? object.name, running });
}

async function readRecords(account: Account) {
  const parts = await Promise.all(kindNames.filter(canRun).map((kind) => recordedOf(account, kind)));
  return {
    objects: parts.flatMap(({ objects }) => objects),
    unanswered: parts.flatMap(({ kind, unanswered: count }) => Array<Known["kind"]>(count).fill(kind)),
  };
}

/** What runs have recorded about one kind so far, newest first. */
export async function recordedOf(account: Account, kind: Known["kind"]) {
  const recorded = [...(await account.records.known(kind, "", "all"))].reverse();
  const objects = recorded.flatMap(({ id, running, released }): Known[] => {
    // What a run lets go of is deleted, unless the service cannot: a campaign stays in the account.
    const isGone = kinds[kind].operations.delete !== undefined && released === true;
    return id === undefined || isGone ? [] : [{ kind, id, name: undefined, running: running !== false }];
  });
  return { kind, objects, unanswered: recorded.filter(({ id }) => id === undefined).length };
}

/**
 * A sentence about creates whose responses were lost, so that their ids are unknown. State and records contain the same
 * ones.
 */
function lostCreatesSentences(own: readonly StatedObject[], recorded: readonly Known["kind"][]): string[] {
  return kindNames.filter(canRun).flatMap((kind) => {
    const names = own.filter((each) => each.kind === kind && (each.id === undefined || !isObjectId(each.id)));
    const count = Math.max(names.length, recorded.filter((each) => each === kind).length);
    if (count === 0) return [];
    const { noun, plural } = kinds[kind];
    const called =
      names.length === 0 ? "" : ` (${names.map(({ name, resource }) => quoted(name ?? resource)).join(", ")})`;
    const which =
      count === 1 ? `the create of a ${noun}${called} was` : `the creates of ${count} ${plural}${called} were`;
    return [`${which} not answered, so the service may have it under an id that nobody knows: look in the app.`];
  });
}

/** Sentences about skipped objects: one run acts for one user, and ids of another service refer to different objects. */
function skippedObjectsSentences(others: readonly StatedObject[], origin: string): string[] {
  const counts = new Map<string, number>();
  for (const { owner } of others) {
    if (owner === undefined) continue;
    const isElsewhere = owner.origin !== origin;
    const where = isElsewhere
      ? `of the service at ${owner.origin}, which this run does not use`
      : `of user ${owner.actingUserId}`;
    const advice = isElsewhere ? "nothing was sent for them" : `run the command again with --as ${owner.actingUserId}`;
    const what = `${where}: ${advice}.`;
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  return [...counts].map(([what, count]) => `the state also holds ${counted(count, "object")} ${what}`);
}
