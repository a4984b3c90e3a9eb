import type { KnownCreation } from "../../api/objects";
import { ids } from "../../lifecycle/about";
import { howToAcknowledge, howToConfirm, isIdleOf, warnAboutIdle } from "../../lifecycle/acknowledge";
import type { CreateSituation as AnyCreateSituation, Meanwhile, Shown } from "../../lifecycle/guards";
import { howToNameLost, isNamed, isSaidLost, lostOf } from "../../lifecycle/lost";
import { Refusal } from "../../lifecycle/refusal";
import { worksElsewhere } from "../../lifecycle/twinGuard";
import { isTwin } from "../../lifecycle/twins";
import { inTurn, say, way } from "../../lifecycle/wayOut";
import { another, howToRename, inApp } from "../../lifecycle/ways";
import {
  type Around,
  activeUses,
  type Campaigns,
  hasLogs,
  type KnownCampaign,
  type ListUse,
  stateOf,
  textsOf,
} from "./known";
import { haveMoved, howToMoveFirst, isStillToMove } from "./moves";
import type { CampaignValues } from "./values";

type CreateSituation = AnyCreateSituation<CampaignValues>;

/**
 * Before a campaign starts to write to the people of these lists: refuses if another active campaign uses one of them,
 * or if a campaign of this name has run on one of them.
 *
 * @param ownId id of the campaign that the lists are attached to; undefined if it is yet to be created
 */
export async function guardLists(
  situation: CreateSituation,
  listIds: readonly string[],
  ownId?: string,
): Promise<void> {
  const campaigns = await refuseSharedLists(situation, listIds, ownId);
  await refuseStartingAgain(situation, listIds, campaigns, ownId);
}

function aroundOf({ account, run, inputs, declarer }: CreateSituation, about: string): Around {
  return { account, memory: run.memory, about, name: inputs.name, declarer };
}

export async function refuseSharedLists(
  situation: CreateSituation,
  listIds: readonly string[],
  ownId?: string,
  isTakenOver = false,
): Promise<Campaigns> {
  const { run, about, acknowledged, inputs, declarer, instead } = situation;
  // Before a create, the listing was read a moment ago.
  const fresh = ownId !== undefined || haveMoved(situation.kind, run, listIds);
  const around = { ...aroundOf(situation, `checking the lists of ${about}`), fresh };
  const { uses, hidden, campaigns } = await activeUses(around, listIds);
  const others = uses.filter(({ campaignId }) => campaignId !== ownId && campaignId !== instead);
  const shown = campaigns.shownActive;
  const unspoken = others.filter(({ campaignId }) => !isSpokenOf(campaignId, acknowledged, shown));
  if (unspoken.length > 0)
    throw sharedLists(situation, unspoken, campaigns, namesakesOn(situation, listIds, campaigns, ownId));
  // The adopted campaign may be the lost create of this stack under this name, or for this resource.
  const isOfStack = (each: KnownCreation) => lostOf([each], declarer).length > 0;
  const isOwn = (each: KnownCreation) =>
    isTakenOver && isOfStack(each) && (each.sameName || (each.resource ?? "") === declarer.resource);
  await refuseLost(situation, listIds, { ...campaigns, lost: campaigns.lost.filter((each) => !isOwn(each)) });
  const unknown = hidden.filter((id) => id !== ownId && id !== instead && !isSpokenOf(id, acknowledged, shown));
  if (unknown.length > 0) {
    run.warn(
      `it is not known which lists these active campaigns use: ${ids(unknown)}. If one of them uses a list of a campaign that starts now, the same people are written to twice: look in the app.`,
      undefined,
      "starts-sending",
    );
  }
  // For an update only the added lists were checked, so a code may apply to the others.
  if (ownId === undefined) {
    const isShared = (id: string) => others.some(({ campaignId }) => campaignId === id);
    warnAboutIdle(situation, inputs, isIdleOf("shared-list", isShared));
  }
  return campaigns;
}

/** True if sharing the list is acknowledged, or that the other one is off and the service does not show it active. */
function isSpokenOf(id: string, acknowledged: ReadonlySet<string>, shownActive: ReadonlySet<string>): boolean {
  return acknowledged.has(`shared-list:${id}`) || (acknowledged.has(`inactive:${id}`) && !shownActive.has(id));
}

function sharedLists(
  situation: CreateSituation,
  those: readonly ListUse[],
  { all, isSeen }: Campaigns,
  namesakes: readonly KnownCampaign[],
): Refusal {
  const { about, acknowledged } = situation;
  const moving = those.filter((use) => isStillToMove(situation, use));
  const uses = those.filter((use) => !moving.includes(use));
  const lists = listsOf(uses);
  if (uses.length === 0) {
    const from = [...new Set(moving.map(({ campaignId }) => campaignId))];
    return new Refusal(
      `${about}: list ${listsOf(moving)} is still used by an active campaign (${ids(from)}), which gives it up in the same change; that has not been sent yet, or has failed. Nothing was sent.`,
      howToMoveFirst(situation, moving),
    );
  }
  const campaigns = [...new Set(uses.map(({ campaignId }) => campaignId))];
  // What is known of the next guard already: one refusal prints all codes.
  const again = acknowledged.has("restart") ? [] : namesakes.filter(({ ran }) => ran);
  const isAgainBeside = again.some(({ id, active }) => !(active && campaigns.includes(id)));
  const off = [...(isSeen ? [] : campaigns.map((id) => `inactive:${id}`)), ...(again.length > 0 ? ["restart"] : [])];
  const beside = [...campaigns.map((id) => `shared-list:${id}`), ...(isAgainBeside ? ["restart"] : [])];
  const effect = (isAgain: boolean) =>
    isAgain ? " (a campaign of this name has run on the list: its people start again at step 1)" : "";
  const switchOff = inApp("switchOff", campaigns, "switch the other campaign off in the app");
  const isOwn = all.some(({ id, ownStack }) => ownStack && campaigns.includes(id));
  return new Refusal(
    `${about}: list ${lists} is already used by an active campaign (${ids(campaigns)}): the same people would be written to twice. Nothing was sent.`,
    ...(isOwn
      ? [
          say`This stack has created it. If it is the same campaign under a new name of the resource: ${howToRename}. If this change takes the list from it: ${way("its resource in the option dependsOn of this one", { do: "dependOn", resources: [] })}.`,
        ]
      : []),
    ...(moving.length > 0 ? [howToMoveFirst(situation, moving)] : []),
    say`${another("listIds", "Use another list")}, or ${inTurn`${switchOff}${off.length === 0 ? "" : inTurn`, and then confirm it${effect(again.length > 0)}: ${howToConfirm(situation, ...off)}`}`}. Or ${isAgainBeside ? `go on regardless${effect(true)}: ` : ""}${howToAcknowledge(...beside)}.`,
  );
}

function listsOf(uses: readonly ListUse[]): string {
  return [...new Set(uses.map(({ listId }) => listId))].join(", ");
}

/** Refuses if a creation of an active campaign on these lists was cut off, because that campaign may run. */
async function refuseLost(
  { run, account, about, acknowledged }: CreateSituation,
  listIds: readonly string[],
  { lost }: Campaigns,
): Promise<void> {
  const near = lost.filter((each) => each.targets?.some((listId) => listIds.includes(listId)) !== false);
  if (near.length === 0) return;
  // A plain "twin:none" in the program is about this resource's own creation, so it does not count here.
  const ofRun = new Set(run.settings().acknowledge);
  const isSaid = (each: KnownCreation) => isNamed(each, acknowledged) || isSaidLost(each, ofRun);
  if (near.every(isSaid)) {
    // A plain "twin:none" of the run lifts this refusal, but settles no create of other resources.
    await account.records.settle(
      near.filter((each) => isNamed(each, acknowledged)),
      "refused",
    );
    return;
  }
  throw new Refusal(
    `${about}: an earlier run was cut off while it created an active campaign for the same list, which may be running: the same people would be written to twice. Nothing was sent.`,
    way("Look in the app, and settle that one first, in its own program (adopt: <its id>, or twin:none).", {
      do: "settleOther",
      where: "elsewhere",
    }),
    say`If it is certainly not there: ${howToNameLost(near)}.`,
  );
}

/** Refuses if an equal campaign is active whose lists may be the same. */
export async function refuseBesideTwin(
  { kind, account, about, inputs, acknowledged }: CreateSituation,
  ownId: string,
): Promise<void> {
  const listing = await account.listing("Campaign", `looking for twins of ${about}`);
  const known = await account.records.known("Campaign", inputs.name, "sameName");
  const isAllowed = (id: string) => acknowledged.has(`twin:${id}`) || acknowledged.has(`shared-list:${id}`);
  const twins = (listing?.answers ?? []).filter(
    (answer) =>
      answer.id !== ownId &&
      answer.active === true &&
      !isAllowed(answer.id) &&
      isTwin(kind, answer, inputs) &&
      !worksElsewhere(kind, known, answer.id, inputs),
  );
  if (twins.length === 0) return;
  const which = twins.map(({ id }) => id);
  throw new Refusal(
    `${about}: an equal campaign is active beside it (${ids(which)}): the same people are written to twice. Nothing was sent.`,
    say`${inApp("switchOff", [ownId, ...which], "Switch one of them off in the app")}. Or ${howToAcknowledge(...which.map((id) => `twin:${id}`))}.`,
  );
}

/** At most this many logs are read to find out whether campaigns have run. */
const mostLogs = 20;

/** The campaigns that may have run before this one. */
function othersIn(
  { acknowledged, instead }: CreateSituation,
  all: readonly KnownCampaign[],
  ownId: string | undefined,
): KnownCampaign[] {
  return all.filter(
    ({ id, active }) => id !== instead && id !== ownId && !(active && acknowledged.has(`shared-list:${id}`)),
  );
}

/** True if the campaign is known to use one of these lists, or to have run on one that it has given up since. */
function isOnOneOf(listIds: readonly string[], known: KnownCampaign): boolean {
  return listIds.some((listId) => known.listIds.has(listId) || known.ranOn.has(listId));
}

/** Those of this name that use one of these lists, have run on one, or may do so. */
function namesakesOn(
  situation: CreateSituation,
  listIds: readonly string[],
  { all }: Pick<Campaigns, "all">,
  ownId: string | undefined,
): KnownCampaign[] {
  return othersIn(situation, all, ownId).filter(
    (each) => each.sameName && (!each.areAllLists || isOnOneOf(listIds, each)),
  );
}

/**
 * Refuses to start a campaign if one of the same name has run on its lists, as after a rename of the resource: it would
 * begin with step 1 for people who have had that step.
 */
async function refuseStartingAgain(
  situation: CreateSituation,
  listIds: readonly string[],
  { all }: Campaigns,
  ownId: string | undefined,
): Promise<void> {
  const { run, about, acknowledged, urn } = situation;
  if (acknowledged.has("restart")) return;
  const around = aroundOf(situation, `checking what ran before ${about}`);
  const hasRun = async (known: KnownCampaign): Promise<boolean> => {
    // People have had its steps even if it no longer exists.
    if (known.ran) return true;
    if (!known.isListed && (await stateOf(around, known)) === "gone") return false;
    return (await hasLogs(around, known.id)) !== false;
  };
  const others = othersIn(situation, all, ownId);
  const again: string[] = [];
  const namesakes = namesakesOn(situation, listIds, { all }, ownId);
  for (const [index, known] of namesakes.entries()) {
    // Beyond the limit no log is read: the campaign counts as one that has run.
    if (index >= mostLogs || (await hasRun(known))) again.push(known.id);
  }
  if (again.length > 0) {
    throw new Refusal(
      `${about}: a campaign of this name has run on the same list, or on one that is not known (${ids(again)}): its people would start again at step 1. Nothing was sent.`,
      say`If it is the same campaign under a new name of the resource: ${howToRename}. Or ${another("listIds", "use another list")}.`,
      say`Or start it again on purpose: ${howToAcknowledge("restart")}.`,
    );
  }
  const before: string[] = [];
  let logs = 0;
  for (const known of others.filter((each) => !each.sameName && isOnOneOf(listIds, each))) {
    if (!known.ran) logs += 1;
    if (known.ran || (logs <= mostLogs && (await hasRun(known)))) before.push(known.id);
  }
  if (before.length === 0) return;
  run.warn(
    `${about}: another campaign has run on its list (${ids(before)}): this campaign also writes to people to whom the other one has written.`,
    urn,
    "starts-sending",
  );
}

/** The problem if another machine started one on the same list at the same time; warns if that is not certain. */
export async function startedMeanwhile(
  { run, account, about, acknowledged, inputs, urn }: CreateSituation,
  others: readonly Shown<CampaignValues>[],
): Promise<Meanwhile | undefined> {
  const started = others.filter((other) => other.active !== false && !acknowledged.has(`shared-list:${other.id}`));
  if (started.length === 0) return undefined;
  const own = textsOf(inputs.listIds);
  // A failed listing is no error: it only leaves the lists unknown.
  const lists = await account.listing("List", `checking the lists of ${about}`, { fresh: true }).catch(() => undefined);
  const latest = new Set(lists?.answers.filter((list) => own.includes(list.id)).map((list) => String(list.campaignId)));
  const isOnOwn = (other: Shown<CampaignValues>) =>
    latest.has(other.id) || textsOf(other.listIds).some((listId) => own.includes(listId));
  const [shared, unsure] = [started.filter(isOnOwn), started.filter((other) => other.listIds === undefined)];
  if (shared.length > 0) {
    const its = shared.map((other) => other.id);
    return { problem: `another run started one on the same list at the same time: ${ids(its)}`, ids: its };
  }
  if (unsure.length > 0) {
    const which = ids(unsure.map((other) => other.id));
    run.warn(
      `${about}: another run started a campaign at the same time (${which}), perhaps on the same list: look in the app.`,
      urn,
      "starts-sending",
    );
  }
  return undefined;
}
