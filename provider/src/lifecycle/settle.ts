import { areGone } from "../api/gone";
import type { Answer, KnownCreation, Listing } from "../api/objects";
import { safeText } from "../api/redact";
import { isSameName } from "../api/texts";
import { causeOf, declarerOf } from "./about";
import { areOtherTargets, servedIds } from "./facts";
import { nameIn, targetsIn } from "./kind";
import { isOfOtherStack, settleLost } from "./lost";
import type { Recorded } from "./record";
import { createdWhen, type Sending, sendingOf, unequalLeeway } from "./sending";
import type { CreateSituation } from "./situation";
import { isTwin, provesIdentity } from "./twins";

/** The result of looking for an object whose create got no response. */
export type Lost =
  | { readonly status: "found"; readonly answer: Answer }
  /** A complete listing, read after the request could no longer arrive, does not contain it. */
  | { readonly status: "absent" }
  /** `canBeLooked` is false if the service cannot list such objects, so that only a person can check. */
  | { readonly status: "unclear"; readonly why: string; readonly canBeLooked?: false };

/** Waits in milliseconds between looks right after the loss: a service may list a new object with a delay. */
const looks = [0, 500, 2000];
/** The waits after a response that refuses the create without proof, so that an object is unlikely to exist. */
export const fewLooks = [0, 500];

/** The ids that existed before the create was sent: those in the listing, and those missing from it. */
export interface Before {
  readonly listed: ReadonlySet<string>;
  readonly unlisted: ReadonlySet<string>;
}

/** Undefined if a new object cannot be recognised, because the service cannot list objects or the listing is incomplete. */
export function whatExisted(listing: Listing | undefined): Before | undefined {
  if (listing === undefined || !listing.whole) return undefined;
  return { listed: new Set(listing.answers.map(({ id }) => id)), unlisted: new Set(listing.missing) };
}

/** An object whose create was sent, with the data to look for it. */
export type Sought = Pick<CreateSituation, "kind" | "run" | "account" | "inputs" | "about" | "declarer"> & {
  readonly sending?: Sending;
};

/**
 * Looks for the object right after the response was lost. Absence proves nothing yet, because the request may still arrive.
 */
export async function findLost(
  sought: Sought,
  before: Before | undefined,
  pauses: readonly number[] = looks,
): Promise<Exclude<Lost, { status: "absent" }>> {
  const { kind, run, account } = sought;
  let last: Lost = { status: "unclear", why: "it is not known whether it took effect" };
  for (const pause of pauses) {
    if (pause > 0) await run.sleep(pause);
    last = await look(sought, before);
    if (last.status !== "found") continue;
    account.noteCreated(kind.name, last.answer.id);
    return last;
  }
  return last.status === "absent"
    ? { status: "unclear", why: "no such object is listed yet, which proves nothing this soon" }
    : last;
}

/** Looks for the object of a pending resource, whose create was sent in an earlier run. */
export async function settlePending(pendingOne: Omit<Sought, "declarer" | "sending">, record: Recorded): Promise<Lost> {
  const { kind, run, account, inputs } = pendingOne;
  const pending = record.pending;
  if (pending === undefined)
    return { status: "unclear", why: "the state does not record which objects existed before" };
  // An earlier run has looked, or asked a person. What equals it by now is another one's.
  if (pending.isAbsent === true) return { status: "absent" };
  const sought = { ...pendingOne, declarer: declarerOf(record.urn), sending: sendingOf(pending) };
  const { knownBefore, unlistedBefore } = pending;
  const before = knownBefore && { listed: new Set(knownBefore), unlisted: new Set(unlistedBefore) };
  const settled = async (lost: Lost): Promise<Lost> => {
    if (lost.status === "found") await settleLost(kind, account, inputs, record, { id: lost.answer.id });
    if (lost.status === "absent") await settleLost(kind, account, inputs, record, "refused");
    return lost;
  };
  const result = await look(sought, before);
  if (result.status !== "absent") return await settled(result);
  // The request may still arrive, so only a look well after its timeout can prove absence.
  const quiet = 2 * account.settings.requestTimeoutSeconds * 1000;
  const age = run.now().getTime() - Date.parse(pending.since);
  if (age >= quiet) return await settled(result);
  // If the clock was set back since, the age is unknown.
  await run.sleep(age >= 0 ? quiet - age : quiet);
  return await settled(await look(sought, before));
}

async function look(sought: Sought, before: Before | undefined): Promise<Lost> {
  const { kind, account, inputs, about } = sought;
  const listing = await account
    .listing(kind.name, `looking for ${about}`, { fresh: true })
    .catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))));
  if (listing instanceof Error) return { status: "unclear", why: `looking for it failed (${causeOf(listing)})` };
  if (listing === undefined) {
    return { status: "unclear", why: `this service does not list ${kind.plural}`, canBeLooked: false };
  }
  if (before === undefined) {
    return { status: "unclear", why: `the ${kind.plural} that existed before are not all known` };
  }
  const others = await createdForOthers(sought).catch(() => undefined);
  if (others === undefined) return { status: "unclear", why: "it is not known what other runs have created" };
  const isNew = (id: string) => !before.listed.has(id) && !before.unlisted.has(id) && !others.ids.has(id);
  const fresh = listing.answers.filter(({ id }) => isNew(id));
  const equal = fresh.filter((answer) => isTwin(kind, answer, inputs));
  const [only] = equal;
  if (equal.length > 1) {
    const ids = equal.map((answer) => answer.id).join(", ");
    return { status: "unclear", why: `several new objects equal it (ids ${ids})` };
  }
  if (only !== undefined && others.mayHaveMadeIt) {
    return {
      status: "unclear",
      why: `id ${only.id} may be it, or what another stack has created under this name: no run has recorded what became of that create`,
    };
  }
  if (only !== undefined) {
    const why = whyOfOthers(sought, only);
    if (why !== undefined) return { status: "unclear", why };
    return provesIdentity(kind, only)
      ? { status: "found", answer: only }
      : {
          status: "unclear",
          why: `id ${only.id} may be it, but the service does not return its ${kind.identifying.join(", ")}`,
        };
  }
  const alike = fresh.filter((answer) => isSameName(nameIn(kind, answer), nameIn(kind, inputs)));
  if (alike.length > 0) {
    const ids = alike.map(({ id }) => id).join(", ");
    return { status: "unclear", why: `a new one of this name differs from it (id ${ids})` };
  }
  const renamed = inAnotherForm(sought, others, fresh);
  if (renamed.length > 0) {
    const ids = renamed.map(({ id }) => id).join(", ");
    return { status: "unclear", why: `a new one equals it in all but the name (id ${ids})` };
  }
  const meanwhile = madeMeanwhile(sought, others, fresh);
  if (meanwhile.length > 0) {
    const ids = meanwhile.map(({ id }) => id).join(", ");
    return {
      status: "unclear",
      why: `a new one that was created at the same time may be it, renamed or edited since (id ${ids})`,
    };
  }
  const listed = new Set(listing.answers.map(({ id }) => id));
  const lacking = [...listing.missing, ...before.listed].filter((id) => !listed.has(id));
  return listing.whole && (await areGone(account, kind.name, lacking, `looking for ${sought.about}`))
    ? { status: "absent" }
    : { status: "unclear", why: "the listing lacks objects that are known to exist, so it proves nothing" };
}

/** Objects created by other runs. */
interface Others {
  /** Excludes this resource's own objects: a run may have found this one and ended before the state recorded it. */
  readonly ids: ReadonlySet<string>;
  /** The same, also for this run's own creates and for objects that runs have only read or adopted. */
  readonly recorded: ReadonlySet<string>;
  /** True if another stack's create with this name has no outcome. */
  readonly mayHaveMadeIt: boolean;
}

async function createdForOthers({ kind, account, inputs, declarer }: Sought): Promise<Others> {
  const elsewhere = await account.records.elsewhere(kind.name);
  const { stack, resource } = declarer;
  const known = await account.records.known(kind.name, nameIn(kind, inputs), "all");
  const all = known.flatMap(({ id }) => id ?? []);
  if (stack === undefined) return { ids: elsewhere, recorded: new Set(all), mayHaveMadeIt: false };
  const isOwn = (each: KnownCreation) => resource !== undefined && each.resource === resource;
  const own = known.filter((each) => isOwn(each) && each.released !== true);
  const ownIds = new Set(own.map(({ id }) => id));
  return {
    ids: new Set([...elsewhere].filter((id) => !ownIds.has(id))),
    recorded: new Set(all.filter((id) => !ownIds.has(id))),
    mayHaveMadeIt: known.some((each) => each.id === undefined && each.sameName && isOfOtherStack(each, declarer)),
  };
}

/** New objects that equal it except for the name, which a service may store in its own form. Excludes recorded ones. */
function inAnotherForm({ kind, inputs }: Sought, { recorded }: Others, fresh: readonly Answer[]): Answer[] {
  const name = nameIn(kind, inputs);
  const { name: nameField } = kind.roles;
  const tellsMore = (answer: Answer) =>
    Object.keys(kind.observed(answer, inputs)).some((key) => key !== nameField && inputs[key] !== undefined);
  const isAlike = (answer: Answer) => isTwin(kind, { ...answer, [nameField]: String(name) }, inputs);
  return fresh.filter(
    (answer) => !recorded.has(answer.id) && tellsMore(answer) && isAlike(answer) && provesIdentity(kind, answer),
  );
}

/** Why an equal object is probably not the one of this create; undefined if it may be, or if its creation time is unknown. */
function whyOfOthers({ sending }: Sought, answer: Answer): string | undefined {
  const when = sending === undefined ? "unshown" : createdWhen(answer, sending);
  if (when !== "before" && when !== "after") return undefined;
  const made = safeText(String(answer.createdAt), 40);
  return `id ${answer.id} equals it, but was created long ${when} the create was sent (at ${made}), so somebody else may have made it`;
}

/**
 * For a kind that contacts people: new objects that were created while this create was sent, that may have its targets, and
 * that no resource or other run is known to have made. Somebody may have changed its name and content since, so each may be
 * it.
 */
function madeMeanwhile(
  { kind, run, inputs, sending }: Sought,
  { recorded }: Others,
  fresh: readonly Answer[],
): Answer[] {
  if (kind.reaches === undefined || sending === undefined) return [];
  return fresh.filter((answer) => {
    if (recorded.has(answer.id) || createdWhen(answer, sending, unequalLeeway) !== "meanwhile") return false;
    if (areOtherTargets(servedIds(targetsIn(kind, answer)), targetsIn(kind, inputs))) return false;
    const { manager, adopter, reads = 0, isAsked } = run.memory.object(kind, answer.id);
    return manager === undefined && adopter === undefined && reads === 0 && isAsked !== true;
  });
}
