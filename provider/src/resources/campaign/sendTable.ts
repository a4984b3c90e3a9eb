import { declarerOf } from "../../lifecycle/about";
import { addedTargets } from "../../lifecycle/changes";
import { isCreatedAfter } from "../../lifecycle/creationTime";
import type { Outcome, Rule } from "../../lifecycle/decision";
import { isNoUserOf, mayRunNow, type ObjectFacts, textsOf } from "../../lifecycle/facts";
import type { AccountFacts } from "../../lifecycle/observe";
import { runsOrRan } from "../../lifecycle/ranOn";
import { hasLeft, isConcluded } from "../../lifecycle/record";
import type { SendFacts } from "../../lifecycle/sendTable";
import type { UpdateSituation as AnyUpdateSituation } from "../../lifecycle/situation";
import { campaignsInView } from "../inView";
import { perhapsRemoved } from "./changeTable";
import { attachedAgain, mayRun } from "./running";
import type { StartFacts } from "./startFacts";
import { startTable } from "./startTable";
import type { CampaignValues } from "./values";

type UpdateSituation = AnyUpdateSituation<CampaignValues>;
type Sending = Iterable<Outcome<never>>;

/** Rows right before a running campaign gets a list. */
export const sendRules: readonly Rule<SendFacts<CampaignValues>>[] = [
  ...startTable
    .filter(({ atCreate }) => atCreate !== true)
    .map(({ name, decide }) => ({
      name,
      decide: (facts: SendFacts<CampaignValues>) => whenStarting(facts, decide),
    })),
  { name: "attached-again", decide: refuseAttachingAgain },
  { name: "takes-off", decide: warnAboutTaken },
];

/** Applies the rules for starts to changes that attach lists to a running campaign. */
function* whenStarting(
  { situation, found, kinds }: SendFacts<CampaignValues>,
  decide: Rule<StartFacts>["decide"],
): Iterable<Outcome<never>> {
  const { kind, olds, news, id, record, urn } = situation;
  const added = addedTargets(kind, olds, news, record);
  if (added.length === 0 && !areListsSent(situation)) return;
  if (!mayRun(olds, record)) {
    // Unless the service shows it as off: the state may be out of date.
    if (found === undefined) return yield { look: { ask: "itself", kind, id } };
    if (found.status !== "found" || found.answer.active === false) return;
  }
  const campaigns = kinds.get(kind.name);
  if (campaigns === undefined) return yield { look: { ask: "all", kind } };
  const listIds = [...new Set([...added, ...shownOnOthers(situation, campaigns)])];
  if (listIds.length === 0) return;
  const starting = { ...situation, inputs: news, declarer: declarerOf(urn), replaced: record.replaced };
  yield* decide({ situation: starting, campaigns, listIds, ownId: id });
}

/** True if all of its lists are sent, which attaches again what somebody has removed in the app. */
function areListsSent({ changes }: UpdateSituation): boolean {
  return changes.some(({ property }) => property === "listIds");
}

/**
 * The declared lists on which another campaign runs, as the service shows, or has shown before one of this stack hid it there,
 * unless the two share them on purpose.
 */
function shownOnOthers({ kind, id, news, run }: UpdateSituation, { objects }: AccountFacts): string[] {
  const { memory } = run;
  const others = [...objects.values()].filter((each) => each.id !== id && mayRunNow(each));
  const isOn = ({ shownTargets, seenTargets }: ObjectFacts, listId: string) =>
    shownTargets.has(listId) || seenTargets.includes(listId);
  // It is certainly still on a list that names it.
  const own = objects.get(id)?.shownTargets;
  const listIds = textsOf(news.listIds).filter((listId) => own?.has(listId) !== true);
  const notesOf = (each: string) => memory.object(kind, each);
  const isFound = (one: string, other: string, listId: string, those: "ids" | "shared") => {
    const there = notesOf(one).foundOn?.[listId];
    return there?.[those]?.includes(other) === true && !hasLeft(notesOf(other), listId, there.after?.[other]);
  };
  const isFoundByEither = (other: string, listId: string, those: "ids" | "shared") =>
    isFound(id, other, listId, those) || isFound(other, id, listId, those);
  // A code that the state of the other one does not have yet, or of the run.
  const isSaid = (other: string, listId: string) =>
    [...campaignsInView.of(memory).every].some((each) => each.id === other && each.sharedNow?.includes(id) === true) &&
    isFoundByEither(other, listId, "ids");
  const areShared = (other: string, listId: string) =>
    isFoundByEither(other, listId, "shared") || isSaid(other, listId);
  return listIds.filter((listId) => others.some((each) => isOn(each, listId) && !areShared(each.id, listId)));
}

/**
 * Refuses if an earlier change without an outcome may have removed a list whose people have been contacted, or if the service
 * shows that somebody has removed it in the app.
 */
function* refuseAttachingAgain({ situation, kinds }: SendFacts<CampaignValues>): Sending {
  const { kind, run, id, olds, news, record, acknowledged } = situation;
  const removed = perhapsRemoved(situation);
  // The lists that an adoption has taken from the program may never have been attached.
  const mayBeRemoved = areListsSent(situation) && runsOrRan(kind, olds, record) && !isConcluded("listIds", record);
  if ((removed.length === 0 && !mayBeRemoved) || acknowledged.has("restart")) return;
  const campaigns = kinds.get(kind.name);
  if (campaigns === undefined) return yield { look: { ask: "all", kind } };
  const before = textsOf(olds.listIds);
  const own = campaigns.objects.get(id);
  // It has left a list that names one that was there before it, or one of this stack that has not found it there.
  const hasLeftIt = (listId: string) => {
    const named = campaigns.shownOn?.get(listId) ?? "";
    const isFound = record.foundOn?.[listId]?.ids.includes(named) === true;
    // What it has found at a later change may have come after it.
    const isOlder = isCreatedAfter(own?.listed ?? {}, campaigns.objects.get(named)?.listed ?? {});
    const there = run.memory.object(kind, named).foundOn?.[listId];
    const hasComeBack = there?.ids.includes(id) === true;
    return (
      (!hasComeBack && ((isFound && isOlder) || there?.all !== undefined)) ||
      record.replaced?.[named] !== undefined ||
      isNoUserOf({ id }, listId, campaigns)
    );
  };
  const inApp = textsOf(news.listIds).filter((listId) => mayBeRemoved && before.includes(listId) && hasLeftIt(listId));
  const listIds = [...new Set([...removed, ...inApp])];
  if (own !== undefined && !mayRunNow(own)) return;
  const attached = listIds.filter((listId) => own?.shownTargets.has(listId) !== true);
  if (attached.length > 0) yield { refuse: () => attachedAgain(situation, attached) };
}

/** An update sends the lists of the program, so it takes off those that somebody has attached in the app. */
function* warnAboutTaken({ situation, kinds }: SendFacts<CampaignValues>): Sending {
  const { kind, id, olds, news, about, attached = [] } = situation;
  if (!areListsSent(situation)) return;
  // What another row has looked up may be more recent.
  const { shownTargets = [], seenTargets = [] } = kinds.get(kind.name)?.objects.get(id) ?? {};
  const known = [...textsOf(olds.listIds), ...textsOf(news.listIds)];
  const all = new Set([...attached, ...shownTargets, ...seenTargets]);
  const taken = [...all].filter((listId) => !known.includes(listId));
  if (taken.length === 0) return;
  yield {
    warn: `${about}: list ${taken.join(", ")} is attached to it and not in the program: this update takes it off. To attach it again: add it to listIds.`,
  };
}
