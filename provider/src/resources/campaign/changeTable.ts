import { nameDigest } from "../../api/coordination/creations";
import { howToConfirm, sharedNow } from "../../lifecycle/acknowledge";
import type { ChangeFacts as AnyChangeFacts } from "../../lifecycle/changeTable";
import { type Outcome, type Rule, refused } from "../../lifecycle/decision";
import { textsOf } from "../../lifecycle/facts";
import { contactedTargets, hasRunOnAny, runsOrRan } from "../../lifecycle/ranOn";
import { isConcluded, isOnlyConcluded } from "../../lifecycle/record";
import { Refusal } from "../../lifecycle/refusal";
import type * as guard from "../../lifecycle/situation";
import { mayLack } from "../../lifecycle/unsettled";
import { inTurn, say } from "../../lifecycle/wayOut";
import { adoptOne, commandLine, declare, howToKeepOld, inApp, revert, undeclare } from "../../lifecycle/ways";
import { campaignsInView, replacedLists } from "../inView";
import { looks } from "./looks";
import { noteMove } from "./moves";
import { hasRunToo, knownIds, listsInState, noteCampaign, noteUnseen, warnAboutAgents } from "./reach";
import { goesOn, refuseRestart, refuseRestartOfAbsent } from "./restarts";
import { isOfActive, mayRun } from "./running";
import type { CampaignValues } from "./values";

type ChangeFacts = AnyChangeFacts<CampaignValues>;
type ChangeSituation = guard.ChangeSituation<CampaignValues>;
type Changing = Iterable<Outcome<never>>;

/** Rules for planned changes that could contact people twice or reach new people. */
export const changeRules: readonly Rule<ChangeFacts>[] = [
  { name: "switch-off", decide: refuseSwitchOff },
  { name: "replace-active", decide: refuseReplacingActive },
  { name: "restart", decide: refuseRestart },
  { name: "old-campaign", decide: warnAboutReplacement },
  { name: "unseen-reach", decide: noteUnseenReach },
  { name: "replaced-list", decide: refuseReplacedList },
  { name: "new-reach", decide: lookAtReach },
  { name: "running-text", decide: warnAboutTexts },
];

/** The people of campaigns before it would start again. */
export const absentRules: readonly Rule<guard.AbsentSituation<CampaignValues>>[] = [
  { name: "restart", decide: refuseRestartOfAbsent },
];

function* refuseSwitchOff({ situation }: ChangeFacts): Changing {
  const { id, olds, news, record, acknowledged } = situation;
  const isSwitchedOff = news.active === false && olds.active === true && record.unasked !== true;
  if (!mayRun(olds, record) || !isSwitchedOff) return;
  if (record.unseen === true && acknowledged.has(`inactive:${id}`)) {
    // A campaign that takes over its list may be created before the state records it as off.
    return yield* noteOff(situation);
  }
  yield { refuse: () => cannotSwitchOff(situation) };
}

/** If the service shows whether it runs, the delete checks that even if it is acknowledged. */
function* refuseReplacingActive({ situation, hints }: ChangeFacts): Changing {
  const { id, olds, record, replacing, acknowledged } = situation;
  if (!replacing) return;
  const isUnseen = record.unseen === true;
  if (acknowledged.has(`inactive:${id}`)) {
    // A campaign that takes over a list from this one may be created before this one is deleted.
    if (isUnseen) yield* noteOff(situation);
    return;
  }
  if (isUnseen) yield { refuse: () => unseenReplaced({ situation, hints }) };
  if (mayRun(olds, record)) yield { refuse: () => activeReplaced({ situation, hints }) };
}

/** Also if a refresh of this run has read it as running, perhaps under the URN before an alias. */
function* noteOff({ kind, run, urn, id, record }: ChangeSituation): Changing {
  yield {
    note() {
      run.memory.note(kind, id, { isOff: true });
      for (const each of [urn, record.urn]) if (each !== undefined) campaignsInView.of(run.memory).remove(each);
    },
  };
}

type Replacing = Pick<ChangeFacts, "situation" | "hints">;

function activeReplaced({ situation, hints }: Replacing): Refusal {
  const { about, id, changes } = situation;
  const { codes, effect } = restartOf({ situation, hints });
  const switchOff = inApp("switchOff", [id], "switch it off in the app");
  return new Refusal(
    `${about}: changing ${changedPaths(changes)} replaces it, and it is active: the people in it would be dropped, or written to twice.`,
    say`${revert("Revert the change")}; or ${inTurn`${switchOff}, run ${commandLine("pulumi refresh")}, and then run this again${codes.length > 0 ? inTurn`${effect} with ${howToConfirm(situation, ...codes)}` : ""}`}.`,
    say`If this service cannot show that it is off: ${howToConfirm(situation, `inactive:${id}`, ...codes)}.`,
  );
}

function cannotSwitchOff(situation: ChangeSituation): Refusal {
  const { about, id, record } = situation;
  return new Refusal(
    `${about}: it is active, and the service has no operation that switches a campaign off.`,
    record.unseen === true
      ? inTurn`${inApp("switchOff", [id], "Switch it off in the app if it runs")}, then confirm it: ${howToConfirm(situation, `inactive:${id}`)}. The state then records that it is off. If an earlier run has failed to replace it, nothing is recorded: set ${adoptOne([id])} together with the code.`
      : inTurn`${inApp("switchOff", [id], "Switch it off in the app")}, then run ${commandLine("pulumi refresh")}.`,
    say`Or, if it was switched on in the app: write ${declare("active", true)} (or ${undeclare("active", "remove active")}) to accept that it runs.`,
  );
}

/**
 * Refuses to replace a campaign that the service does not return until a person has looked, because it may be running by
 * now.
 */
function unseenReplaced({ situation, hints }: Replacing): Refusal {
  const { about, id, olds, news, record, changes } = situation;
  const unsendable = changes.filter((change) => change.isUnsendable === true).map(({ path }) => path);
  const why =
    unsendable.length > 0
      ? `this service has no operation that changes ${unsendable.join(", ")} (\`pulumi refresh\` checks again), so that a new campaign would replace it`
      : `changing ${changedPaths(changes)} replaces it`;
  const { codes, effect } = restartOf({ situation, hints });
  const asItRuns = news.active === true && changes.every(isOfActive) ? [keptRunning(situation)] : [];
  const confirmed = inTurn`then confirm it${effect}: ${howToConfirm(situation, `inactive:${id}`, ...codes)}.`;
  if (mayRun(olds, record) || record.everActive === true) {
    const verb = mayRun(olds, record) ? "is" : "was";
    return new Refusal(
      `${about}: ${why}, and it ${verb} active: the people in it would be dropped, or written to twice.`,
      say`${revert("Revert the change")}; or ${inTurn`${inApp("switchOff", [id], "switch it off in the app")}, and ${confirmed}`}`,
      ...asItRuns,
    );
  }
  return new Refusal(
    news.active === true
      ? `${about}: an active campaign would replace it, and this service has no operation that shows whether the old one runs.`
      : `${about}: ${why}, and this service does not show whether it runs.`,
    inTurn`Look in the app, ${inApp("switchOff", [id], "switch it off there if it runs")}, ${confirmed}`,
    ...asItRuns,
  );
}

/** How to record that it runs, if nothing else changes: somebody may have switched it on in the app. */
function keptRunning(situation: ChangeSituation) {
  return inTurn`Or, if it was switched on in the app and is to go on: ${howToKeepOld(situation)} and \`pulumi up\`.`;
}

/** The code that the replacement also needs, so that one refusal lists all codes. */
function restartOf({ situation, hints }: Replacing): { readonly codes: readonly string[]; readonly effect: string } {
  const { olds, news, record, acknowledged } = situation;
  // Nobody starts again with another campaign that exists.
  if (typeof hints.adopt === "number") return { codes: [], effect: "" };
  const ran = mayRun(olds, record) || record.everActive === true || hasRunOnAny(record, news.listIds);
  if (news.active !== true || !ran || acknowledged.has("restart")) return { codes: [], effect: "" };
  return { codes: ["restart"], effect: " (its people start again at step 1)" };
}

function changedPaths(changes: ChangeSituation["changes"]): string {
  const replacing = changes.filter((change) => change.effect !== "update");
  return replacing.map((change) => change.path).join(", ");
}

function* warnAboutReplacement({ situation: { about, replacing, changes, record } }: ChangeFacts): Changing {
  if (!replacing) return;
  if (record.gone === true) return yield { warn: `${about}: it no longer exists; this update creates a new one.` };
  yield {
    warn: `${about}: changing ${changedPaths(changes)} needs a new campaign; this one stays in the account, inactive.`,
  };
}

/** It may have been switched on in the app. */
function* noteUnseenReach({ situation }: ChangeFacts): Changing {
  const { run, about, urn, id, olds, news, record, replacing } = situation;
  if (mayRun(olds, record) || record.unseen !== true || replacing || urn === undefined) return;
  const { saidOff: hasRun, ranOn } = record;
  const name = String(news.name);
  const known = { nameDigest: nameDigest(name), listIds: listsInState(news, record), hasRun, ranOn };
  yield* noteUnseen(run, about, { urn, id, name, ...known });
}

function* refuseReplacedList({ situation }: ChangeFacts): Changing {
  const { run, about, id, olds, record } = situation;
  const before = knownIds(olds.listIds);
  const replaced = replacedLists(run.memory).filter((listId) => before.includes(Number(listId)));
  if (!goesOn(situation) || replaced.length === 0) return;
  yield refused(
    `${about}: it is active and uses list ${replaced.join(", ")}, which this run would replace with a new, empty list.`,
    record.unseen === true
      ? say`${revert("Keep the name of the list")}: this service shows neither a new name nor whether the campaign is off.`
      : say`${inTurn`${inApp("switchOff", [id], "Switch the campaign off in the app")} and run ${commandLine("pulumi refresh")}`}, or ${inApp("rename", replaced, "rename the list in the app instead")}.`,
  );
}

/** Checks a change that adds new people to a running campaign. */
function* lookAtReach({ situation }: ChangeFacts): Changing {
  const { kind, run, about, urn, id, olds, news, record, changes, acknowledged, spent } = situation;
  if (!goesOn(situation)) return;
  const listIds = knownIds(news.listIds);
  const before = knownIds(olds.listIds);
  // The lists that an adoption has taken from the program may never have been attached.
  const isOpen = isConcluded("listIds", record) && !kind.same("listIds", olds.listIds, news.listIds);
  const attached = listIds.filter((listId) => isOpen || !before.includes(listId));
  if (urn !== undefined) {
    yield* noteCampaign(run.memory, {
      urn,
      name: String(news.name),
      id,
      listIds: changes.some(({ property }) => property === "listIds") ? listIds : listsInState(news, record),
      attached,
      before: listsInState(olds, record),
      ranOn: contactedTargets(kind, olds, record, true),
      ...(isOnlyConcluded("listIds", record) ? { areConcluded: true } : {}),
      ...{ acknowledged, spent, sharedNow: sharedNow(situation, olds) },
    });
  }
  const unknown = news.listIds !== undefined && (!Array.isArray(news.listIds) || listIds.length < news.listIds.length);
  const areTold = news.listIds !== undefined && !unknown;
  const released = before.filter((listId) => areTold && !listIds.includes(listId));
  yield* noteMove(situation, { released, attached });
  if (attached.length > 0 || unknown) {
    const which = attached.length === 0 ? "a list" : `list ${attached.join(", ")}`;
    yield {
      warn: `${about}: it is running, and it will write to the people of ${which}, which this update attaches.`,
      reach: "new-people",
    };
  }
  const others = ranBefore(situation, attached.map(String));
  if (others.length > 0) yield hasRunToo(about, others, "new-people");
  const removed = perhapsRemoved(situation);
  if (removed.length > 0) {
    const then = acknowledged.has("restart")
      ? "its people start again at step 1"
      : "this update refuses to attach it again";
    yield {
      warn: `${about}: it is running, and an earlier change may have removed list ${removed.join(", ")} from it: if so, ${then}.`,
      reach: "new-people",
    };
  }
  yield* warnAboutAgents(run, about, [id], listIds);
}

/** Other campaigns that, as far as the state shows, have run on one of these lists. */
function ranBefore({ run, id, news, record, acknowledged }: ChangeSituation, attached: readonly string[]): string[] {
  const isMeant = (its: string) => acknowledged.has("restart") && record.replaced?.[its] === undefined;
  const before = [...looks.inRun(run.memory, news.name)].filter((each) => {
    if (each.id === id || acknowledged.has(`shared-list:${each.id}`)) return false;
    const targets = [...(each.ranOn ?? []), ...(each.hasRun === true ? (each.targets ?? []) : [])];
    return (each.sameName !== true || isMeant(each.id)) && targets.some((target) => attached.includes(target));
  });
  return [...new Set(before.map((each) => each.id))];
}

/** The declared lists whose people it may have contacted, and that an earlier change without an outcome may have removed. */
export function perhapsRemoved({ kind, olds, news, record }: ChangeSituation): string[] {
  const attempted = record.unsettled?.listIds;
  if (attempted === undefined || !runsOrRan(kind, olds, record)) return [];
  const isUsed = (listId: string) => [olds.listIds, ...attempted].some((ids) => textsOf(ids).includes(listId));
  return textsOf(news.listIds).filter((listId) => isUsed(listId) && mayLack(attempted, listId));
}

/** Warns that people who have not received a changed step yet will get its new text. */
function* warnAboutTexts({ situation }: ChangeFacts): Changing {
  const texts = situation.changes.filter(
    // A text that the state has is not new.
    ({ property, effect, isUnsettled }) => property === "steps" && effect === "update" && isUnsettled !== true,
  );
  if (!goesOn(situation) || texts.length === 0) return;
  yield {
    warn: `${situation.about}: it is running: with this update, people get the new text of ${texts.map(({ path }) => path).join(", ")}, except those who have had that step.`,
    reach: "running-text",
  };
}
