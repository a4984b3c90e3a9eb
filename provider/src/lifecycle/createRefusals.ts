import type { KnownCreation } from "../api/objects";
import { ids, nameOf, resourceName } from "./about";
import { howToAcknowledge } from "./acknowledge";
import { neededBeside } from "./besideOthers";
import { isHeldHere, isOfResource, type Listed, type Namesake } from "./createFacts";
import type { ObjectFacts } from "./facts";
import { isItsName, type Other, runningIn } from "./kind";
import { codeOf, codesOfLost, isOfOtherStack } from "./lost";
import type { LostBeside } from "./lostBeside";
import type { StatedNamesake } from "./namesakes";
import { ownCode } from "./pending";
import { Refusal } from "./refusal";
import type { CreateSituation } from "./situation";
import { type Advice, inTurn, type Part, say, way } from "./wayOut";
import { adoptFound, adoptOne, commandLine, howToKeep, howToRename } from "./ways";

const useItsId = way("use its id here instead of declaring it twice", { do: "undeclareResource" });

export function twinRefusal(situation: CreateSituation, twins: readonly Listed[], beside: readonly Other[]): Refusal {
  const { kind, about } = situation;
  const all = twins.map(({ id }) => id);
  const running = twins.filter(({ answer }) => runningIn(kind, answer) === true).map(({ id }) => id);
  const which = all.length === 1 ? "which" : `of which ${ids(running)}`;
  const runs = running.length === 0 ? "" : `, ${which} ${running.length === 1 ? "is" : "are"} active`;
  const { effects, codes } = neededBeside(
    situation,
    twins.map(({ id, answer, recorded }) => ({ ...recorded, id, running: runningIn(kind, answer) === true })),
    [],
    beside,
  );
  return new Refusal(
    `Creating ${about}: the account already holds the same ${kind.noun}, ${ids(all)}${runs}; nothing was sent.`,
    say`${makerOf(situation, twins)} ${howToAdopt(situation, twins, running)}`,
    say`To create another one beside it${effects}: ${howToAcknowledge(...codes)}.`,
  );
}

/** The service shows none of the objects that it showed before. */
export function hiddenNow({ kind, about }: Pick<CreateSituation, "kind" | "about">): Refusal {
  return new Refusal(
    `Creating ${about}: this service showed ${kind.plural} before and shows none now, so existing ${kind.plural} cannot be found. Nothing was sent.`,
    say`This is usually an outage: ${way("run this again later", { do: "run", command: "pulumi up" })}. It no longer counts as one a day after ${commandLine("pulumi refresh")} has recorded it.`,
  );
}

/** What the service shows on other targets only is not adopted without these. */
function howToAdopt({ kind }: CreateSituation, twins: readonly Listed[], running: readonly string[]): Part {
  const all = twins.map(({ id }) => id);
  const { targets } = kind.roles;
  const values = [...new Set(twins.flatMap(({ shownElsewhere }) => shownElsewhere))];
  if (targets === undefined || !twins.every(({ shownElsewhere }) => shownElsewhere.length > 0)) {
    return say`To take it over: ${adoptOne(all)}.${orAdoptTwin(all, running)}`;
  }
  const which = `${targets.noun} ${values.join(", ")}`;
  const also = way(`add ${which} to ${targets.property}`, { do: "declareAlso", property: targets.property, values });
  return say`The service shows that it uses ${which}. To take it over: ${inTurn`${also}, and write ${adoptOne(all)}`}.`;
}

/** How to adopt the only twin without editing the program. */
function orAdoptTwin(all: readonly string[], running: readonly string[]): Part {
  if (all.length > 1) return "";
  const adoptTwin = way("OUTREACH_ADOPT=twin for one run", { do: "adoptTwin" });
  if (running.length === 0) return say` Or ${adoptTwin} (adopt: "twin" in the program).`;
  return way(
    ` Or ${adoptTwin}, once it is switched off in the app (adopt: "twin" in the program).`,
    { do: "inApp", act: "switchOff", ids: running },
    { do: "adoptTwin" },
  );
}

/** Where the twins come from, as far as recorded, and what to do about it. */
function makerOf(situation: CreateSituation, twins: readonly Listed[]): Part {
  if (twins.some(({ recorded }) => recorded !== undefined && isHeldHere(recorded, situation))) {
    return say`This stack has created it. If its resource has another name or parent now: ${howToRename}.`;
  }
  return twins.some(({ recorded }) => isOfOtherStack(recorded, situation.declarer))
    ? "Another stack has created it: use its id here instead of declaring it twice."
    : "Most often another stack manages it (use its id instead), or a run that was killed created it.";
}

/**
 * The refusal for objects that this stack has created and no resource manages. One refusal covers everything in the
 * records.
 */
export function refusedHeld(
  situation: CreateSituation,
  held: readonly ObjectFacts[],
  lost: readonly KnownCreation[],
  twins: readonly Namesake[],
  running: readonly Other[],
): Refusal {
  const { kind, about } = situation;
  const all = held.map(({ id }) => id);
  const others = twins.filter(({ id }) => !all.includes(id));
  const { effects, codes } = neededBeside(
    situation,
    [...held.map(({ id, recorded }) => ({ ...recorded, id })), ...others],
    lost.length > 0 ? lostCodes(situation, lost) : [],
    running,
  );
  const absent =
    lost.length > 0
      ? `, once you have seen in the app that another create of this name, which was cut off, had no effect`
      : "";
  return new Refusal(
    `Creating ${about}: an earlier run of this stack has created a ${kind.noun} of this name (${ids(all)}), and this stack has not stopped managing it since: that run was killed before the state recorded it, or the resource has another name or parent now. Nothing was sent.`,
    say`If the resource has another name or parent now: ${howToRename}. To take it over: ${adoptOne(all)}.`,
    say`To create another one beside it${effects}${absent}: ${howToAcknowledge(...codes)}.`,
  );
}

/**
 * The codes that acknowledge that none of these has taken effect. `twin:none` alone applies only to this stack's creates.
 */
function lostCodes(situation: CreateSituation, lost: readonly KnownCreation[]): string[] {
  return lost.every((each) => isOfResource(each, situation)) ? codesOfLost(lost, situation) : lost.map(codeOf);
}

/**
 * The refusal for a create with this name, by this or another resource, whose outcome is unknown: only a person can check.
 * A code on this resource does not settle a create of another one, unless it names exactly that create.
 */
export function refusedLost(situation: CreateSituation, lost: readonly KnownCreation[]): Refusal {
  const {
    kind: { noun },
    about,
    acknowledged,
    spent,
  } = situation;
  const hasOwn = lost.some((each) => isOfResource(each, situation));
  const isForeign = lost.every((each) => isOfOtherStack(each, situation.declarer));
  const owner = isForeign ? "another stack" : "another resource";
  const what = hasOwn ? "it" : `a ${noun} of this name for ${owner}`;
  const where = hasOwn ? "" : " on the resource that it belongs to, or on this one if that resource now has this name";
  const used = isForeign ? say` If its stack manages it: ${useItsId}.` : "";
  return new Refusal(
    `Creating ${about}: an earlier run was cut off while it created ${what}, so it may exist; this service cannot list every ${noun}. Nothing was sent.`,
    say`Look in the app. If it is there: ${adoptFound}${where}.${used}`,
    say`If it is certainly not there: ${howToAcknowledge(...lostCodes(situation, lost))}.${acknowledged.has("twin:none") || spent?.has("twin:none") === true ? ' The acknowledged "twin:none" was written before the create was sent and does not count.' : ""}`,
  );
}

/** The refusal for an object that runs have recorded but the service does not return. */
export function recordedTwins(
  situation: CreateSituation,
  twins: readonly Namesake[],
  running: readonly Other[],
): Refusal {
  const { kind, about, declarer } = situation;
  const all = twins.map(({ id }) => id);
  const free = twins.filter(({ isManaged }) => !isManaged);
  const isOther = free.some(({ stack, released }) => stack !== declarer.stack && released !== true);
  const where = isOther
    ? "Another stack has created it: use its id here instead of declaring it twice."
    : "A stack has stopped managing it, and it stayed in the account.";
  const common = kind.roles.targets === undefined ? "" : ` for the same ${kind.roles.targets.noun}`;
  const { effects, codes } = neededBeside(situation, twins, [], running);
  return new Refusal(
    `Creating ${about}: runs have recorded a ${kind.noun} of this name${common} (${ids(all)}), which this service does not show. Nothing was sent.`,
    free.length === 0
      ? say`Another resource of this program manages it: ${useItsId}.`
      : say`${where} To take it over: ${adoptOne(free.map(({ id }) => id))}.${byWord(situation, twins)}`,
    say`To create another one beside it${effects}: ${howToAcknowledge(...codes)}.`,
  );
}

/** The refusal for an object in the state that belongs to another resource and that the service does not return. */
export function statedTwins(
  situation: CreateSituation,
  twins: readonly Pick<StatedNamesake, "id" | "urn">[],
  first: Pick<StatedNamesake, "urn">,
  running: readonly Other[],
): Refusal {
  const { kind, about, urn } = situation;
  const all = twins.map(({ id }) => id);
  const { effects, codes } = neededBeside(situation, twins, [], running);
  // Of a kind that is more than its name, only those count whose resources the program declares as well.
  const isDeclared = !isItsName(kind);
  const which = isDeclared ? `the same ${kind.noun}` : `a ${kind.noun} of this name`;
  const renamed =
    urn === undefined
      ? say`If its resource has another name or parent now: ${howToRename}.`
      : howToKeep(first.urn, urn);
  return new Refusal(
    `Creating ${about}: the state holds ${which} for ${resourceName(first.urn)} (${ids(all)}), which this service does not show. Nothing was sent.`,
    isDeclared
      ? say`The program declares both: ${useItsId}, or ${way("make them differ", { do: "differ", from: nameOf(first.urn) })}.`
      : say`${renamed} If the program declares both: ${useItsId}.`,
    say`To create another one beside it${effects}: ${howToAcknowledge(...codes)}.`,
  );
}

/** The refusal for what the creates of other resources may have made, which got no response. */
export function statedLost(
  { kind, about, urn }: Pick<CreateSituation, "kind" | "about" | "urn">,
  lost: readonly LostBeside[],
): Refusal {
  const owners = lost.map((each) => resourceName(each.urn)).join(", ");
  const [{ urn: first = "" } = {}] = lost;
  const codes = lost.map(({ pending }) => ownCode(pending));
  return new Refusal(
    `Creating ${about}: the creation of the same ${kind.noun} for ${owners} got no response and is still pending, so it may exist. Nothing was sent.`,
    say`Look in the app. If it is there: ${adoptFound}. If it is certainly not there: ${howToAcknowledge(...codes)}.`,
    say`${urn === undefined ? say`If the resource has another name or parent now: ${howToRename}.` : howToKeep(first, urn)} If the program declares both: ${way("make them differ", { do: "differ", from: nameOf(first) })}, or ${way("remove one", { do: "undeclareResource" })}.`,
  );
}

/** The refusal for an object that this resource has replaced, and that the service does not return. */
export function replacedTwins(
  situation: CreateSituation,
  twins: readonly string[],
  running: readonly Other[],
): Refusal {
  const { kind, about } = situation;
  const others = twins.map((id) => ({ id }));
  const { effects, codes } = neededBeside(situation, others, [], running);
  return new Refusal(
    `Creating ${about}: this resource has replaced the same ${kind.noun} before (${ids(twins)}), which stayed in the account; this service does not show it. Nothing was sent.`,
    say`To take it over again: ${adoptOne(twins)}.`,
    say`To create another one beside it${effects}: ${howToAcknowledge(...codes)}.`,
  );
}

/** How to adopt it without editing the program, if it is certainly the intended one. */
function byWord({ declarer }: CreateSituation, [only, ...more]: readonly Namesake[]): Advice | "" {
  if (only === undefined || more.length > 0) return "";
  const isForeign = only.released !== true && only.stack !== declarer.stack;
  if (isForeign) return "";
  if (only.running !== true) return say` Or ${way("OUTREACH_ADOPT=twin for one run", { do: "adoptTwin" })}.`;
  const codes = [`inactive:${only.id}`];
  return way(
    ` Or OUTREACH_ADOPT=twin OUTREACH_ACKNOWLEDGE=${codes.join(",")} for one run, once it is switched off in the app.`,
    { do: "inApp", act: "switchOff", ids: [only.id] },
    { do: "adoptTwin" },
    { do: "acknowledge", codes, at: "run" },
  );
}

/** The refusal for `adopt: "twin"` without exactly one matching object. */
export function notOne({ kind, about }: CreateSituation, namesakes: readonly Namesake[]): Refusal {
  const all = namesakes.map(({ id }) => id);
  return new Refusal(
    `Creating ${about}: adopt: "twin" takes over the one equal ${kind.noun}, and which of those that runs have recorded (${ids(all)}) it is cannot be determined; this service does not show them. Nothing was sent.`,
    say`Look in the app. If it is there: ${adoptFound}. To create another one beside them: ${howToAcknowledge(...all.map((id) => `twin:${id}`))}.`,
  );
}

/** The refusal for `adopt: "twin"` if neither the service nor the records show a matching object. */
export function noTwinKnown({ kind, about }: CreateSituation): Refusal {
  return new Refusal(
    `Creating ${about}: adopt: "twin" looks for an equal ${kind.noun}, and this service has no operation that lists any; nothing was sent.`,
    say`Runs have recorded none of this name either. Look in the app. If it is there: ${adoptFound}. If it is certainly not there: ${howToAcknowledge("twin:none")}.`,
  );
}
