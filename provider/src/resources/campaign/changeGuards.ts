import { howToAcknowledge } from "../../lifecycle/acknowledge";
import type * as guard from "../../lifecycle/guards";
import { Refusal } from "../../lifecycle/refusal";
import { replacedLists } from "../inView";
import { knownIds, noteCampaign, warnAboutAgents } from "./reach";
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

function refuseWhileActive({ about, id, olds, news, record, replacing, changes, acknowledged }: DiffSituation): void {
  const isUnseen = record.unseen === true;
  // It was active once, and the service does not show whether it still is.
  const wasActive = replacing && isUnseen && record.everActive === true;
  if (!mayRun(olds, record) && !wasActive) return;
  if (news.active === false && olds.active === true && record.unasked !== true) {
    throw new Refusal(
      `${about}: it is active, and the service has no operation that switches a campaign off.`,
      isUnseen
        ? "Switch it off in the app, and leave `active` out of the program: this service does not show whether it runs."
        : "Switch it off in the app, then run `pulumi refresh`.",
      "Or, if it was switched on in the app: write active: true (or remove active) to accept that it runs.",
    );
  }
  // If the service shows whether it runs, the delete checks that even though it is acknowledged.
  if (!replacing || acknowledged.has(`inactive:${id}`)) return;
  throw new Refusal(
    `${about}: changing ${changedPaths(changes)} replaces it, and it ${mayRun(olds, record) ? "is" : "was"} active: the people in it would be dropped, or written to twice.`,
    isUnseen
      ? `Revert the change; or switch it off in the app, and then confirm it: ${howToAcknowledge(`inactive:${id}`)}.`
      : "Revert the change; or switch it off in the app, run `pulumi refresh`, and then run this again.",
    ...(isUnseen ? [] : [`If this service cannot show that it is off: ${howToAcknowledge(`inactive:${id}`)}.`]),
  );
}

function refuseRestart(situation: DiffSituation): void {
  const { about, id, news, record, replacing, acknowledged, changes } = situation;
  if (replacing && news.active === true && record.unseen === true && !acknowledged.has(`inactive:${id}`)) {
    throw new Refusal(
      `${about}: an active campaign would replace it, and this service has no operation that shows whether the old one runs.`,
      `Look in the app, switch it off there if it runs, then confirm it: ${howToAcknowledge(`inactive:${id}`)}.`,
    );
  }
  if (!replacing || news.active !== true || record.everActive !== true) return;
  if (isRestartSaid(situation)) return;
  throw restart(about, "it was active before", changes.every(isOfActive) && record.unseen !== true, record.restarted);
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
function lookAtReach({ run, about, urn, id, olds, news, record, replacing, acknowledged }: DiffSituation): void {
  if (!mayRun(olds, record) || replacing) return;
  const listIds = knownIds(news.listIds);
  const before = knownIds(olds.listIds);
  const attached = listIds.filter((listId) => !before.includes(listId));
  const replaced = replacedLists(run.memory).filter((listId) => before.includes(Number(listId)));
  if (replaced.length > 0) {
    throw new Refusal(
      `${about}: it is active and uses list ${replaced.join(", ")}, which this run would replace with a new, empty list.`,
      record.unseen === true
        ? "Keep the name of the list: this service shows neither a new name nor whether the campaign is off."
        : "Switch the campaign off in the app and run `pulumi refresh`, or rename the list in the app instead.",
    );
  }
  if (urn !== undefined) {
    noteCampaign(run.memory, { urn, name: String(news.name), id, listIds, attached, acknowledged });
  }
  const unknown = news.listIds !== undefined && (!Array.isArray(news.listIds) || listIds.length < news.listIds.length);
  if (attached.length > 0 || unknown) {
    const which = attached.length === 0 ? "a list" : `list ${attached.join(", ")}`;
    run.warn(`${about}: it is running, and it will write to the people of ${which}, which this update attaches.`, urn);
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
  );
}
