import type { KnownCreation } from "../../api/objects";
import { ids } from "../../lifecycle/about";
import { howToAcknowledge, howToConfirm } from "../../lifecycle/acknowledge";
import { knownValue, mayRunNow, type ObjectFacts } from "../../lifecycle/facts";
import { howToNameLost } from "../../lifecycle/lost";
import { Refusal } from "../../lifecycle/refusal";
import { inTurn, say, way } from "../../lifecycle/wayOut";
import { adoptOne, another, howToRename, inApp } from "../../lifecycle/ways";
import { howToMoveFirst, isStillToMove } from "./moves";
import { isOnOneOf, type ListUse, mostLogs, type StartFacts } from "./startFacts";

/** Another active campaign uses these lists. */
export function sharedLists(
  { situation, campaigns: { objects, logs }, isOnlyTold }: StartFacts,
  those: readonly ListUse[],
  namesakes: readonly ObjectFacts[],
): Refusal {
  const { about, acknowledged } = situation;
  const moving = those.filter((use) => isStillToMove(situation, use));
  const uses = those.filter((use) => !moving.includes(use));
  const lists = listsOf(uses);
  if (uses.length === 0) {
    const from = [...new Set(moving.map(({ campaignId }) => campaignId))];
    return new Refusal(
      `${about}: list ${listsOf(moving)} is still used by an active campaign (${ids(from)}), which gives it up in the same change; that has not been sent yet, or has failed.${nothingSent(isOnlyTold)}`,
      howToMoveFirst(situation, moving),
    );
  }
  const campaigns = [...new Set(uses.map(({ campaignId }) => campaignId))];
  // Include what the next guard will require, so that one refusal lists all codes.
  const again = acknowledged.has("restart")
    ? []
    : namesakes.filter(
        ({ id, hasRun }, index) =>
          knownValue(hasRun) === true || index >= mostLogs || (logs.has(id) && logs.get(id) !== false),
      );
  const isBeyond = namesakes.length > mostLogs;
  const isAgainBeside = again.some((each) => !(mayRunNow(each) && campaigns.includes(each.id)));
  const off = [
    ...campaigns.filter((id) => objects.get(id)?.isShownRunning !== true).map((id) => `inactive:${id}`),
    ...(again.length > 0 ? ["restart"] : []),
  ];
  const beside = [...campaigns.map((id) => `shared-list:${id}`), ...(isAgainBeside ? ["restart"] : [])];
  const effect = (isAgain: boolean) =>
    isAgain
      ? ` (a campaign of this name has run on the list${isBeyond ? `, or may have: only ${mostLogs} logs are read` : ""}: its people start again at step 1)`
      : "";
  const switchOff = inApp("switchOff", campaigns, "switch the other campaign off in the app");
  const isOwn = campaigns.some((id) => objects.get(id)?.isOwnStack === true);
  return new Refusal(
    `${about}: list ${lists} is already used by an active campaign (${ids(campaigns)}): the same people would be written to twice.${nothingSent(isOnlyTold)}`,
    ...(isOwn
      ? [
          say`This stack has created it. If it is the same campaign under a new name or parent of the resource: ${howToRename}. If this change takes the list from it: ${way("its resource in the option dependsOn of this one", { do: "dependOn", resources: [] })}.`,
        ]
      : []),
    ...(moving.length > 0 ? [howToMoveFirst(situation, moving)] : []),
    say`${another("listIds", "Use another list")}, or ${inTurn`${switchOff}${off.length === 0 ? "" : inTurn`, and then confirm it${effect(again.length > 0)}: ${howToConfirm(situation, ...off)}`}`}. Or ${isAgainBeside ? `go on regardless${effect(true)}: ` : ""}${howToConfirm(situation, ...beside)}.`,
  );
}

function nothingSent(isOnlyTold: boolean | undefined): string {
  return isOnlyTold === true ? "" : " Nothing was sent.";
}

function listsOf(uses: readonly ListUse[]): string {
  return [...new Set(uses.map(({ listId }) => listId))].join(", ");
}

/** The creation of an active campaign for the same list was interrupted, and it may be running. */
export function lostBeside({ situation: { about }, isOnlyTold }: StartFacts, near: readonly KnownCreation[]): Refusal {
  return new Refusal(
    `${about}: an earlier run was cut off while it created an active campaign for the same list, which may be running: the same people would be written to twice.${nothingSent(isOnlyTold)}`,
    way("Look in the app, and settle that one first, in its own program (adopt: <its id>, or twin:none).", {
      do: "settleOther",
      where: "elsewhere",
    }),
    say`If it is certainly not there: ${howToNameLost(near)}.`,
  );
}

/** The creates of drafts that got no response have no id by which a log would show that somebody has launched one. */
export function lostDrafts({ situation: { about }, listIds }: StartFacts, drafts: readonly KnownCreation[]) {
  const targets = drafts.flatMap((each) => each.targets ?? []).filter((listId) => listIds.includes(listId));
  const which = targets.length === 0 ? "its list" : `list ${[...new Set(targets)].join(", ")}`;
  return {
    warn: `${about}: the creation of another campaign got no response, and it may use ${which}: if it was launched in the app, the same people are written to twice. Look in the app. If it is not there, or if another resource manages it by now: ${howToNameLost(drafts)}.`,
    reach: "starts-sending",
  } as const;
}

/** An equal campaign is active in addition to one accepted as running. */
export function besideTwin({ situation: { about }, ownId, isOnlyTold }: StartFacts, which: readonly string[]): Refusal {
  const all = [...(ownId === undefined ? [] : [ownId]), ...which];
  return new Refusal(
    `${about}: an equal campaign is active beside it (${ids(which)}): the same people are written to twice.${nothingSent(isOnlyTold)}`,
    say`${inApp("switchOff", all, "Switch one of them off in the app")}. Or ${howToAcknowledge(...which.map((id) => `twin:${id}`))}.`,
  );
}

/** A campaign with the same name has been created since the replaced one, and has run on the list or may have done so. */
export function startedSince(facts: StartFacts, since: readonly ObjectFacts[]): Refusal {
  const { about } = facts.situation;
  const all = since.map(({ id }) => id);
  const isKnown = since.some((each) => isOnOneOf(facts, each));
  const shown = isKnown ? [] : [...new Set(since.flatMap(({ shownTargets }) => [...shownTargets]))];
  const code = howToAcknowledge(...all.map((id) => `twin:${id}`));
  // What is shown on another list is not adopted without that list.
  const isPerhapsIts = since.some(({ shownTargets }) => isKnown || shownTargets.size === 0);
  return new Refusal(
    `${about}: a campaign of this name was created after the one that this replaces, and has run ${isKnown ? "on the same list" : "on the same list, or on one that is not known"} (${ids(all)}${shown.length === 0 ? "" : `; the service shows list ${shown.join(", ")}`}): its people would start again at step 1. Nothing was sent.`,
    isPerhapsIts
      ? say`Perhaps an earlier run has made this change, and its state was lost. To take that campaign over: ${adoptOne(all)}.`
      : "Most often another stack has created it for its own list.",
    isPerhapsIts
      ? say`Or go on regardless: ${code}.`
      : say`If it has not run on the same list, or regardless: ${code}.`,
  );
}

/** A campaign with the same name has run on the list. */
export function startsAgain(
  situation: Pick<StartFacts["situation"], "about" | "spent">,
  again: readonly string[],
  { isBeyond }: { readonly isBeyond: boolean },
): Refusal {
  const { about } = situation;
  const unread = isBeyond ? `; only ${mostLogs} logs are read, and the others count as having run` : "";
  return new Refusal(
    `${about}: a campaign of this name has run on the same list, or on one that is not known (${ids(again)}${unread}): its people would start again at step 1. Nothing was sent.`,
    say`If it is the same campaign under a new name or parent of the resource: ${howToRename}. Or ${another("listIds", "use another list")}.`,
    say`Or start it again on purpose: ${howToConfirm(situation, "restart")}.`,
  );
}
