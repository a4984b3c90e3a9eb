import { howToAcknowledgeForRun, howToConfirm } from "../../lifecycle/acknowledge";
import type * as guard from "../../lifecycle/guards";
import { Refusal } from "../../lifecycle/refusal";
import { type Advice, inTurn, say } from "../../lifecycle/wayOut";
import { commandLine, declare, inApp, revert, undeclare } from "../../lifecycle/ways";
import { replacedLists } from "../inView";
import { noteMove } from "./moves";
import { knownIds, noteCampaign, noteUnseen, warnAboutAgents } from "./reach";
import { isOfActive, isRestartSaid, mayRun, restart } from "./running";
import type { CampaignValues } from "./values";

type DiffSituation = guard.DiffSituation<CampaignValues>;

/** Refuses a planned change that could write to people twice, and warns about one that reaches people. */
export function lookAtChange(situation: DiffSituation): void {
  refuseWhileActive(situation);
  refuseRestart(situation);
  warnAboutReplacement(situation);
  lookAtReach(situation);
  warnAboutTexts(situation);
}

function refuseWhileActive(situation: DiffSituation): void {
  const { about, id, olds, news, record, replacing, changes, acknowledged } = situation;
  const isUnseen = record.unseen === true;
  const isSaidOff = acknowledged.has(`inactive:${id}`);
  if (mayRun(olds, record) && news.active === false && olds.active === true && record.unasked !== true) {
    if (!isUnseen || !isSaidOff) throw cannotSwitchOff(situation);
  }
  // If the service shows whether it runs, the delete checks that even though it is acknowledged.
  if (!replacing) return;
  if (isSaidOff) {
    // A campaign that takes a list from this one may come before the delete of this one.
    if (isUnseen) situation.run.memory.note(situation.kind, id, { isOff: true });
    return;
  }
  if (isUnseen) throw unseenReplaced(situation);
  if (!mayRun(olds, record)) return;
  const { codes, effect } = restartOf(situation);
  const switchOff = inApp("switchOff", [id], "switch it off in the app");
  throw new Refusal(
    `${about}: changing ${changedPaths(changes)} replaces it, and it is active: the people in it would be dropped, or written to twice.`,
    say`${revert("Revert the change")}; or ${inTurn`${switchOff}, run ${commandLine("pulumi refresh")}, and then run this again${codes.length > 0 ? inTurn`${effect} with ${howToSay(situation, codes)}` : ""}`}.`,
    say`If this service cannot show that it is off: ${howToSay(situation, [`inactive:${id}`, ...codes])}.`,
  );
}

function cannotSwitchOff(situation: DiffSituation): Refusal {
  const { about, id, record } = situation;
  return new Refusal(
    `${about}: it is active, and the service has no operation that switches a campaign off.`,
    record.unseen === true
      ? inTurn`${inApp("switchOff", [id], "Switch it off in the app if it runs")}, then confirm it: ${howToConfirm(situation, `inactive:${id}`)}. The state then records that it is off.`
      : inTurn`${inApp("switchOff", [id], "Switch it off in the app")}, then run ${commandLine("pulumi refresh")}.`,
    say`Or, if it was switched on in the app: write ${declare("active", true)} (or ${undeclare("active", "remove active")}) to accept that it runs.`,
  );
}

/** No campaign that the service does not show is replaced before a person has looked: it may run by now. */
function unseenReplaced(situation: DiffSituation): Refusal {
  const { about, id, olds, news, record, changes } = situation;
  const unsendable = changes.filter((change) => change.isUnsendable === true).map(({ path }) => path);
  const why =
    unsendable.length > 0
      ? `this service has no operation that changes ${unsendable.join(", ")}, so that a new campaign would replace it`
      : `changing ${changedPaths(changes)} replaces it`;
  const { codes, effect } = restartOf(situation);
  const confirmed = inTurn`then confirm it${effect}: ${howToSay(situation, [`inactive:${id}`, ...codes])}.`;
  if (mayRun(olds, record) || record.everActive === true) {
    const verb = mayRun(olds, record) ? "is" : "was";
    return new Refusal(
      `${about}: ${why}, and it ${verb} active: the people in it would be dropped, or written to twice.`,
      say`${revert("Revert the change")}; or ${inTurn`${inApp("switchOff", [id], "switch it off in the app")}, and ${confirmed}`}`,
    );
  }
  return new Refusal(
    news.active === true
      ? `${about}: an active campaign would replace it, and this service has no operation that shows whether the old one runs.`
      : `${about}: ${why}, and this service does not show whether it runs.`,
    inTurn`Look in the app, ${inApp("switchOff", [id], "switch it off there if it runs")}, ${confirmed}`,
  );
}

/** The code that the replacement needs as well, so that one refusal prints all of them. */
function restartOf(situation: DiffSituation): { readonly codes: readonly string[]; readonly effect: string } {
  const { olds, news, record } = situation;
  const ran = mayRun(olds, record) || record.everActive === true;
  if (news.active !== true || !ran || isRestartSaid(situation)) return { codes: [], effect: "" };
  return { codes: ["restart"], effect: " (its people start again at step 1)" };
}

/** A `restart` that has started this campaign counts again for a run only. */
function howToSay(situation: DiffSituation, codes: readonly string[]): Advice {
  const isUsed = situation.record.restarted === true && codes.includes("restart");
  return isUsed ? howToAcknowledgeForRun(...codes) : howToConfirm(situation, ...codes);
}

function refuseRestart(situation: DiffSituation): void {
  const { about, id, news, record, replacing, changes } = situation;
  if (!replacing || news.active !== true || record.everActive !== true) return;
  if (isRestartSaid(situation)) return;
  throw restart(
    { about, id },
    "it was active before",
    changes.every(isOfActive) && record.unseen !== true,
    record.restarted,
  );
}

function changedPaths(changes: DiffSituation["changes"]): string {
  const replacing = changes.filter((change) => change.effect !== "update");
  return replacing.map((change) => change.path).join(", ");
}

function warnAboutReplacement({ run, about, urn, replacing, changes }: DiffSituation): void {
  if (!replacing) return;
  run.warn(
    `${about}: changing ${changedPaths(changes)} needs a new campaign; this one stays in the account, inactive.`,
    urn,
  );
}

/** Refuses or warns if this change brings new people to the running campaign. */
function lookAtReach(situation: DiffSituation): void {
  const { run, about, urn, id, olds, news, record, replacing, acknowledged } = situation;
  const listIds = knownIds(news.listIds);
  if (!mayRun(olds, record) && record.unseen === true && !replacing && urn !== undefined) {
    noteUnseen(run, about, { urn, id, name: String(news.name), listIds });
  }
  if (!mayRun(olds, record) || replacing) return;
  const before = knownIds(olds.listIds);
  const attached = listIds.filter((listId) => !before.includes(listId));
  const replaced = replacedLists(run.memory).filter((listId) => before.includes(Number(listId)));
  if (replaced.length > 0) {
    throw new Refusal(
      `${about}: it is active and uses list ${replaced.join(", ")}, which this run would replace with a new, empty list.`,
      record.unseen === true
        ? say`${revert("Keep the name of the list")}: this service shows neither a new name nor whether the campaign is off.`
        : say`${inTurn`${inApp("switchOff", [id], "Switch the campaign off in the app")} and run ${commandLine("pulumi refresh")}`}, or ${inApp("rename", replaced, "rename the list in the app instead")}.`,
    );
  }
  if (urn !== undefined) {
    noteCampaign(run.memory, { urn, name: String(news.name), id, listIds, attached, before, acknowledged });
  }
  const unknown = news.listIds !== undefined && (!Array.isArray(news.listIds) || listIds.length < news.listIds.length);
  const released = news.listIds === undefined || unknown ? [] : before.filter((listId) => !listIds.includes(listId));
  noteMove(situation, { released, attached });
  if (attached.length > 0 || unknown) {
    const which = attached.length === 0 ? "a list" : `list ${attached.join(", ")}`;
    run.warn(
      `${about}: it is running, and it will write to the people of ${which}, which this update attaches.`,
      urn,
      "new-people",
    );
  }
  warnAboutAgents(run, about, urn, listIds);
}

/** Warns that people who have not had a changed step yet get its new text. */
function warnAboutTexts({ run, about, urn, olds, record, replacing, changes }: DiffSituation): void {
  const texts = changes.filter(({ property, effect }) => property === "steps" && effect === "update");
  if (!mayRun(olds, record) || replacing || texts.length === 0) return;
  run.warn(
    `${about}: it is running: people get the new text of ${texts.map(({ path }) => path).join(", ")}, except those who have had that step.`,
    urn,
    "running-text",
  );
}
