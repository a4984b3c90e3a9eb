import { ids } from "../../lifecycle/about";
import type { Outcome } from "../../lifecycle/decision";
import { hasNeverUsed, knownValue, type ObjectFacts } from "../../lifecycle/facts";
import { hasRunToo } from "./reach";
import { hasRun, isOnOneOf, mostLogs, othersIn, type StartFacts } from "./startFacts";

type Start = Iterable<Outcome<never>>;

/** Those that have run. Beyond the limit no logs are read, and a campaign counts as having run. */
export function* ranAmong(
  facts: StartFacts,
  those: readonly ObjectFacts[],
): Generator<Outcome<never>, readonly ObjectFacts[]> {
  const ran: ObjectFacts[] = [];
  for (const [index, known] of those.entries()) {
    if (index >= mostLogs || (yield* hasRun(facts, known))) ran.push(known);
  }
  return ran;
}

/** Those of its name are refused, unless "restart" is acknowledged, which may be meant for one of them only. */
export function* warnAboutEarlierOnes(facts: StartFacts): Start {
  const { about, acknowledged } = facts.situation;
  const isMeant = ({ id, isNamesake, isOnlyOfPeople }: ObjectFacts) =>
    isNamesake ? acknowledged.has("restart") && !isOfOwn(facts, id) : !(isOnlyOfPeople && isOfOwn(facts, id));
  const before: string[] = [];
  let logs = 0;
  const open: string[] = [];
  for (const known of othersIn(facts).filter((each) => isMeant(each) && isOnOneOf(facts, each))) {
    // Before it has sent anything, its log is empty.
    const isOpen = known.isOnlyOfPeople && known.found?.status === "unreadable";
    const isKnown = isOpen || knownValue(known.hasRun) === true;
    if (!isKnown) logs += 1;
    if (!isKnown && (logs > mostLogs || !(yield* hasRun(facts, known)))) continue;
    (isOpen ? open : before).push(known.id);
  }
  if (before.length > 0) yield hasRunToo(about, before);
  if (open.length > 0) {
    yield {
      warn: `${about}: people of its list were in another campaign (${ids(open)}), and this service does not show whether that still runs: this campaign also writes to people to whom the other one has written. Look in the app, and switch it off before you start this one.`,
      reach: "starts-sending",
    };
  }
  yield* warnAboutGoneDrafts(facts);
  yield* warnAboutHiddenPeople(facts);
}

/** Neither the people of a draft nor its log show any more whether somebody has started it. */
function* warnAboutGoneDrafts(facts: StartFacts): Start {
  const { situation, campaigns } = facts;
  const gone = [...campaigns.objects.values()].filter(
    (each) => !each.isListed && isOfOwn(facts, each.id) && knownValue(each.hasRun) !== true && isOnOneOf(facts, each),
  );
  if (gone.length === 0) return;
  yield {
    warn: `${situation.about}: the service no longer lists ${ids(gone.map(({ id }) => id))}, which this resource had before: if one of them was started in the app, its people get the steps again, from step 1.`,
    reach: "starts-sending",
  };
}

/** True for the resource's present object and its former ones. */
function isOfOwn({ situation: { kind, run, urn, inputs, replaced } }: StartFacts, id: string): boolean {
  return id === run.memory.comparedWith(kind, urn, inputs)?.id || replaced?.[id] !== undefined;
}

/** Only the first people of a long list are read: others of them may have been in a campaign of this name. */
function* warnAboutHiddenPeople(facts: StartFacts): Start {
  const { situation, campaigns, listIds } = facts;
  const read = listIds.filter((listId) => campaigns.users.get(listId)?.areAll === false);
  const isMeant = ({ id }: ObjectFacts) => situation.acknowledged.has("restart") && isOfOwn(facts, id);
  const open = othersIn(facts).filter(
    (each) =>
      each.isNamesake &&
      !isOnOneOf(facts, each) &&
      !isMeant(each) &&
      read.some((listId) => !hasNeverUsed(each, listId, campaigns)),
  );
  const ran = yield* ranAmong(facts, open);
  if (ran.length === 0) return;
  yield {
    warn: `${situation.about}: another campaign of this name (${ids(ran.map(({ id }) => id))}) has run, and not all people of list ${read.join(", ")} could be looked at: those who were in it are written to again.`,
    reach: "starts-sending",
  };
}
