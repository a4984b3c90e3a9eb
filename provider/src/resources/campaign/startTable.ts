import type { KnownCreation } from "../../api/objects";
import { declarerOf, ids } from "../../lifecycle/about";
import { idleCodes, isIdleOf } from "../../lifecycle/acknowledge";
import { type AdoptFacts, adopted } from "../../lifecycle/adoptFacts";
import { type CreateFacts, isOfResource } from "../../lifecycle/createFacts";
import type { Outcome, Rule } from "../../lifecycle/decision";
import { isElsewhere, textsOf } from "../../lifecycle/facts";
import { targetsIn } from "../../lifecycle/kind";
import { refuseByAgent } from "../../lifecycle/launch";
import { isNamed, isSaidLost, lostOf } from "../../lifecycle/lost";
import { isTwin } from "../../lifecycle/twins";
import { pendingDrafts } from "../inView";
import { ranAmong, warnAboutEarlierOnes } from "./earlierOnes";
import {
  askPeople,
  isItself,
  isSharedOn,
  isSpokenOf,
  type ListUse,
  launchedOn,
  lostOn,
  madeSince,
  mayBeLaunchedOn,
  mostLogs,
  namesakesOn,
  othersOf,
  type StartFacts,
  saidOffOf,
  usesOf,
} from "./startFacts";
import { besideTwin, lostBeside, lostDrafts, sharedLists, startedSince, startsAgain } from "./startRefusals";
import { nothingToCheckWith, suppressedPeople, uncheckedPeople } from "./suppressedRefusals";
import type { CampaignValues } from "./values";

type Start = Iterable<Outcome<never>>;

/** Rows before a running campaign gets a list, and before an active one is created; `atCreate`: only before the latter. */
export const startTable: readonly (Rule<StartFacts> & { readonly atCreate?: true })[] = [
  { name: "launch", decide: refuseLaunch },
  { name: "shared-list", decide: refuseSharedLists },
  { name: "lost-beside", decide: refuseLostBeside },
  { name: "hidden-lists", decide: warnAboutHiddenLists },
  { name: "restart", decide: refuseStartingAgain },
  { name: "started-since", decide: refuseAfterUnseenStart, atCreate: true },
  { name: "suppressed", decide: refuseSuppressed },
  { name: "ran-before", decide: warnAboutEarlierOnes },
];

/** Rows before an existing object is accepted as running. */
export const acceptTable: readonly Rule<StartFacts>[] = [
  { name: "shared-list", decide: refuseSharedLists },
  { name: "lost-beside", decide: refuseLostBeside },
  { name: "hidden-lists", decide: warnAboutHiddenLists },
  { name: "beside-twin", decide: refuseBesideTwin },
];

/**
 * Refusals before a campaign is accepted as running. If the program does not declare that it runs, they are warnings,
 * because nothing is sent and the user can check the campaign afterwards.
 */
export const acceptRules: readonly Rule<AdoptFacts<CampaignValues>>[] = [
  { name: "accepted-as-running", decide: refuseAccepting },
];

function* refuseAccepting(facts: AdoptFacts<CampaignValues>): Start {
  const { situation, id, kinds, found } = facts;
  const { kind, inputs } = situation;
  const isOnlyTold = inputs.active === undefined;
  if (inputs.active === false) return;
  if (isOnlyTold && found === undefined) yield { look: { ask: "itself", kind, id } };
  if (isOnlyTold && (found?.status === "gone" || adopted(facts).active !== true)) return;
  const campaigns = kinds.get(kind.name);
  if (campaigns === undefined) return yield { look: { ask: "all", kind } };
  const start = { situation, campaigns, listIds: textsOf(inputs.listIds), ownId: id, isTakenOver: true, isOnlyTold };
  for (const { decide } of acceptTable) {
    for (const outcome of decide(start)) {
      if (!isOnlyTold || !("refuse" in outcome)) yield outcome;
      else return yield { warn: outcome.refuse().message, reach: "adopted" };
    }
  }
}

/** The rows that campaigns add to creates. */
export const createRules: readonly Rule<CreateFacts<CampaignValues>>[] = startTable.map(({ name, decide }) => ({
  name,
  decide: ({ situation, account }) =>
    situation.inputs.active === true
      ? decide({ situation, campaigns: account, listIds: textsOf(situation.inputs.listIds) })
      : [],
}));

function* refuseLaunch({ situation, listIds, ownId }: StartFacts): Start {
  yield* refuseByAgent(situation, {
    ...{ lists: listIds, through: ownId === undefined ? [] : [ownId] },
    effect: `it would start to write to the people of ${listIds.length === 1 ? "list" : "lists"} ${listIds.join(", ")}`,
  });
}

function* refuseSharedLists(facts: StartFacts): Start {
  const { uses } = yield* usesOf(facts.campaigns, facts.listIds);
  const isLeftOut = (id: string) => isItself(facts, id) || isSpokenOf(facts, id);
  const all = [...uses, ...(yield* launchedOn(facts.campaigns, facts.listIds, isLeftOut))];
  const isSpoken = (use: ListUse) => isSpokenOf(facts, use.campaignId) || isSharedOn(facts, use);
  const unspoken = othersOf(facts, all).filter((use) => !isSpoken(use));
  yield { saidOff: saidOffOf(facts, all) };
  // A campaign that already runs does not start anything.
  const isStart = facts.isTakenOver !== true;
  // Nobody is asked only to find another reason.
  if (unspoken.length === 0) return isStart ? yield* askPeople(facts.campaigns, facts.listIds) : undefined;
  const again = isStart ? yield* namesakesOn(facts) : [];
  yield { refuse: () => sharedLists(facts, unspoken, again) };
}

/** Refuses if an active campaign on these lists has an interrupted create, so that it may be running. */
function* refuseLostBeside(facts: StartFacts): Start {
  const { run, acknowledged, declarer } = facts.situation;
  // The adopted campaign may come from this stack's lost create with this name or for this resource.
  const isOwn = (each: KnownCreation) =>
    facts.isTakenOver === true &&
    lostOf([each], declarer).length > 0 &&
    (each.sameName || (each.resource !== undefined && each.resource === declarer.resource));
  const isOpen = (each: KnownCreation) => !isOwn(each) && !isSettled(facts, each);
  const lost = lostOn(facts.campaigns, facts.listIds).filter(isOpen);
  const near = lost.filter((each) => each.running === true);
  // A plain "twin:none" in the program applies to this resource's own create, not to others.
  const ofRun = new Set(run.settings().acknowledge);
  const isSaid = (each: KnownCreation) => isNamed(each, acknowledged) || isSaidLost(each, ofRun);
  if (!near.every(isSaid)) yield { refuse: () => lostBeside(facts, near) };
  // A plain "twin:none" of the run overrides this refusal, but does not settle creates of other resources.
  yield { settle: lost.filter((each) => isNamed(each, acknowledged)) };
  // The preview has named those that are in the state.
  const named = new Set([...pendingDrafts.of(run.memory)].map((urn) => declarerOf(urn).resource));
  const isKnown = ({ resource }: KnownCreation) => resource !== undefined && named.has(resource);
  const drafts = lost.filter((each) => each.running !== true && !isSaid(each) && !isKnown(each));
  if (drafts.length > 0) yield lostDrafts(facts, drafts);
}

/** True if the rule for lost creates settles it, because it belongs to this resource and is acknowledged as ineffective. */
function isSettled({ situation, ownId }: StartFacts, each: KnownCreation): boolean {
  const isOfStack = lostOf([each], situation.declarer).length > 0;
  const isOwn = ownId === undefined && each.sameName && isOfStack && isOfResource(each, situation);
  return isOwn && !isNamed(each, situation.acknowledged) && isSaidLost(each, situation.acknowledged);
}

function* warnAboutHiddenLists(facts: StartFacts): Start {
  const { situation, ownId } = facts;
  const { uses, hidden } = yield* usesOf(facts.campaigns, facts.listIds);
  const unknown = hidden.filter((id) => !isItself(facts, id) && !isSpokenOf(facts, id));
  if (unknown.length > 0) {
    yield {
      warn: `it is not known which lists these active campaigns use: ${ids(unknown)}. If one of them uses a list of a campaign that starts now, the same people are written to twice: look in the app.`,
      reach: "starts-sending",
      underStack: true,
    };
  }
  const { listing, kind } = facts.campaigns;
  if (listing?.whole === false) {
    yield {
      warn: `${situation.about}: the service lists only some of the ${kind.plural}: if one that it leaves out runs on the same list, the same people are written to twice: look in the app.`,
      reach: "starts-sending",
    };
  }
  // For an update only the added lists were checked, so a code may apply to the others.
  if (ownId !== undefined) return;
  const isShared = (id: string) =>
    othersOf(facts, uses).some(({ campaignId }) => campaignId === id) || mayBeLaunchedOn(facts, id);
  for (const warn of idleCodes(situation, situation.inputs, isIdleOf("shared-list", isShared))) yield { warn };
}

/**
 * Refuses if a campaign with the same name has run on these lists, as after a rename of the resource. The new one would
 * start with step 1 for people who have already received that step.
 */
function* refuseStartingAgain(facts: StartFacts): Start {
  const { situation } = facts;
  if (situation.acknowledged.has("restart")) return;
  const those = yield* namesakesOn(facts);
  const again = (yield* ranAmong(facts, those)).map(({ id }) => id);
  if (again.length > 0) yield { refuse: () => startsAgain(situation, again, { isBeyond: those.length > mostLogs }) };
}

/** "restart" is acknowledged for the people of the replaced campaign, not for those of one that was created since. */
function* refuseAfterUnseenStart(facts: StartFacts): Start {
  const since = yield* ranAmong(facts, madeSince(facts, yield* namesakesOn(facts)));
  if (since.length > 0) yield { refuse: () => startedSince(facts, since) };
}

/** Refuses if these lists contain or may contain people who must not be contacted. Last, because of its many requests. */
function* refuseSuppressed(facts: StartFacts): Start {
  const { situation, campaigns, listIds } = facts;
  const { kind, run, inputs, about } = situation;
  if (run.settings().checkSuppressed !== true) return;
  const { doNotContact: file } = run.memory.hintsFor(kind, inputs);
  if (file === undefined) return yield { refuse: () => nothingToCheckWith(situation) };
  for (const listId of listIds) {
    const people = campaigns.suppressed.get(listId);
    if (people === undefined) yield { look: { ask: "suppressed", kind, of: listId, file } };
    else if ("problem" in people) yield { refuse: () => uncheckedPeople(situation, listId, people.problem) };
    else if (people.found > 0) yield { refuse: () => suppressedPeople(situation, listId, people) };
    else if (people.untold > 0) {
      yield {
        warn: `${about}: of ${people.untold} of the people of list ${listId}, the service shows neither an e-mail address nor a profile nor a company: whether they are not to be contacted is not known.`,
        reach: "starts-sending",
      };
    }
  }
}

/** Refuses if an equal campaign is active that may use the same lists. */
function* refuseBesideTwin(facts: StartFacts): Start {
  const { kind, inputs, acknowledged } = facts.situation;
  const isAllowed = (id: string) => acknowledged.has(`twin:${id}`) || acknowledged.has(`shared-list:${id}`);
  const twins = [...facts.campaigns.objects.values()].filter(
    (each) =>
      each.listed?.active === true &&
      each.id !== facts.ownId &&
      !isAllowed(each.id) &&
      isTwin(kind, each.listed, inputs) &&
      !isElsewhere(each, targetsIn(kind, inputs), facts.campaigns),
  );
  if (twins.length > 0)
    yield {
      refuse: () =>
        besideTwin(
          facts,
          twins.map(({ id }) => id),
        ),
    };
}
