import type { Answer, KnownCreation, Listing } from "../api/objects";
import { isSameName } from "../api/texts";
import { ids } from "./about";
import { howToAcknowledge, isIdleOf, warnAboutIdle } from "./acknowledge";
import { mayAdoptTwin } from "./adoptTwin";
import { areOtherTargets, neededBeside } from "./besideOthers";
import type { CreateSituation } from "./guards";
import { keep } from "./kept";
import { nameIn, type ResourceKind, runningIn, targetsIn, type Values } from "./kind";
import { isHeldHere, refuseRecorded } from "./recordedGuard";
import { Refusal } from "./refusal";
import { isTwin } from "./twins";
import { guardUnlisted } from "./unlisted";
import { type Part, say, way } from "./wayOut";
import { adoptOne, howToRename } from "./ways";

/** The listing before a create. It is read again if others may have created an object of this name meanwhile. */
export function listingBeforeCreate(
  { kind, account, inputs }: CreateSituation,
  about: string,
  fresh = false,
): Promise<Listing | undefined> {
  const unlessMade = { kind: kind.name, name: nameIn(kind, inputs) };
  return account.listing(kind.name, about, fresh ? { fresh } : { unlessMade });
}

/**
 * Refuses a create while the account holds a twin that is not acknowledged. Returns the id of the twin to adopt if the
 * program or the run asks for that. `instead` is the id of the object that the new one replaces.
 */
export async function guardTwins(
  situation: CreateSituation,
  listing: Listing | undefined,
  instead?: string,
): Promise<string | undefined> {
  const { kind, run, account, inputs, about, acknowledged, urn } = situation;
  const name = nameIn(kind, inputs);
  const asked = mayAdoptTwin(run.settings(), inputs);
  const known = await account.records.known(kind.name, name, "sameName");
  if (listing === undefined) {
    run.memory.unseen.add(kind.plural);
    return await guardUnlisted(situation, known, instead);
  }
  if (!listing.whole) {
    run.warn(
      `the service lists only some of the ${kind.plural}: if this run is killed during a create, it may not find the new object again, and an equal ${kind.noun} that is not listed is not noticed`,
    );
  }
  const { id: owner } = await account.actingUser();
  const others = listing.answers.filter(
    ({ id, userId }) =>
      id !== instead &&
      run.memory.object(kind, id).isReleased !== true &&
      (userId === undefined || String(userId) === owner),
  );
  const namesakes = others.filter((answer) => mayBeNamed(nameIn(kind, answer), name));
  const twins = namesakes.filter(
    (answer) => isTwin(kind, answer, inputs) && !worksElsewhere(kind, known, answer.id, inputs),
  );
  const unexpected = twins.filter(({ id }) => !acknowledged.has(`twin:${id}`));
  const [only] = unexpected;
  const isForeign = inputs.adopt !== "twin" && only !== undefined && strangers(known, situation).has(only.id);
  const mayRun = kind.roles.running !== undefined && (only === undefined || runningIn(kind, only) !== false);
  if (asked && only !== undefined && unexpected.length === 1 && !mayRun && !isForeign) return only.id;
  for (const { id } of unexpected) await keep(situation, id);
  if (unexpected.length > 0) throw twinRefusal(situation, unexpected, known);
  // An object that is listed without a name may be the lost one.
  const named = others.filter((answer) => typeof nameIn(kind, answer) === "string");
  const isComplete = listing.whole && named.length === others.length;
  await refuseRecorded(situation, { known, instead, seen: new Set(named.map(({ id }) => id)), isComplete });

  const isTwinOrNone = (value: string) => !/^\d+$/.test(value) || twins.some(({ id }) => id === value);
  warnAboutIdle(situation, inputs, isIdleOf("twin", isTwinOrNone));
  const unlike = namesakes.filter((answer) => !twins.includes(answer));
  if (unlike.length > 0) {
    const which = ids(unlike.map(({ id }) => id));
    run.warn(
      `${about}: the account holds another ${kind.noun} of this name with other content (${which}); this one is created beside it.`,
      urn,
    );
  }
  return undefined;
}

/** Ids of the objects that other stacks have created, as far as runs have recorded it. */
function strangers(known: readonly KnownCreation[], { declarer: { stack } }: CreateSituation): Set<string> {
  return new Set(known.flatMap(({ id, stack: its }) => (id && its !== undefined && its !== stack ? [id] : [])));
}

/** True if runs have recorded only other targets than these for it: the answer itself may not show them. */
export function worksElsewhere(kind: ResourceKind, known: readonly KnownCreation[], id: string, inputs: Values) {
  return areOtherTargets(known.find((each) => each.id === id)?.targets, targetsIn(kind, inputs));
}

function twinRefusal(situation: CreateSituation, twins: readonly Answer[], known: readonly KnownCreation[]): Refusal {
  const { kind, about } = situation;
  const all = twins.map(({ id }) => id);
  const running = twins.filter((answer) => runningIn(kind, answer) === true).map(({ id }) => id);
  const which = all.length === 1 ? "which" : `of which ${ids(running)}`;
  const runs = running.length === 0 ? "" : `, ${which} ${running.length === 1 ? "is" : "are"} active`;
  const recordedOf = (id: string) => known.find((each) => each.id === id);
  const { effects, codes } = neededBeside(
    situation,
    twins.map((answer) => ({ ...recordedOf(answer.id), id: answer.id, running: runningIn(kind, answer) === true })),
  );
  return new Refusal(
    `Creating ${about}: the account already holds the same ${kind.noun}, ${ids(all)}${runs}; nothing was sent.`,
    say`${makerOf(situation, all.map(recordedOf))} To take it over: ${adoptOne(all)}.${byWord(all, running)}`,
    say`To create another one beside it${effects}: ${howToAcknowledge(...codes)}.`,
  );
}

/** How to adopt the only twin without an edit. */
function byWord(all: readonly string[], running: readonly string[]): Part {
  if (all.length > 1) return "";
  const adoptTwin = way("OUTREACH_ADOPT=twin for one run", { do: "adoptTwin" });
  if (running.length === 0) return say` Or ${adoptTwin} (adopt: "twin" in the program).`;
  return way(
    ` Or ${adoptTwin}, once it is switched off in the app (adopt: "twin" in the program).`,
    { do: "inApp", act: "switchOff", ids: running },
    { do: "adoptTwin" },
  );
}

/** Where the twins come from, as far as runs have recorded it, and what to do about that. */
function makerOf(situation: CreateSituation, recorded: readonly (KnownCreation | undefined)[]): Part {
  const own = recorded.filter((each) => each !== undefined && isHeldHere(each, situation));
  if (own.length > 0) return say`This stack has created it. If its resource has another name now: ${howToRename}.`;
  const others = strangers(
    recorded.flatMap((each) => each ?? []),
    situation,
  );
  if (others.size > 0) return "Another stack has created it: use its id here instead of declaring it twice.";
  return "Most often another stack manages it (use its id instead), or a run that was killed created it.";
}

/** Compares the names before anything else: comparing every property in a large account would take long. */
function mayBeNamed(served: unknown, name: unknown): boolean {
  if (typeof served !== "string") return false;
  return typeof name !== "string" || isSameName(served, name);
}
