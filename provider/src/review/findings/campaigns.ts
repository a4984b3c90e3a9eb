import { sameSet } from "../../kind/comparing";
import type { Finding, Review, ReviewedCampaign } from "../model";
import { successor } from "./program";
import {
  about,
  called,
  capital,
  enumeration,
  inTense,
  keeper,
  listsWords,
  place,
  seatsWords,
  stepWords,
} from "./sentences";

type About = Review["about"];

/** What a change of one campaign does to people. */
export function campaignFindings(when: About, campaign: ReviewedCampaign): Finding[] {
  if (campaign.change === "unchanged") return [];
  return [
    ...sending(when, campaign),
    ...newPeople(when, campaign),
    ...runningTexts(when, campaign),
    ...aiTexts(when, campaign),
    ...replaced(when, campaign),
    ...deleted(when, campaign),
    ...seats(when, campaign),
  ];
}

/** True for a campaign that sends from now on, and did not before. */
export function startsSending(campaign: ReviewedCampaign): boolean {
  const { running, runs, change } = campaign;
  if (change === "unchanged" || runs === "no" || goesOn(campaign)) return false;
  return change !== "updated" || (running !== "yes" && running !== runs);
}

/** True for a campaign of which nobody has ever got anything, and nobody will by this change. */
const neverSends = ({ running, runs, everRan }: ReviewedCampaign) =>
  running === "no" && runs === "no" && everRan === "no";

/** True for one that is taken over as it is: nothing is written to it. A twin may turn out not to exist. */
export const isOnlyAdopted = ({ adopts }: Pick<ReviewedCampaign, "adopts">) =>
  adopts !== undefined && adopts !== "twin";

/** True if the campaign may be sending while it is changed. */
const isRunning = ({ running, runs }: ReviewedCampaign) => running !== "no" && runs !== "no";

/** True for one that stays the same campaign, and may be sending: it gets what is attached to it. */
export const isRunningChanged = (campaign: ReviewedCampaign) => campaign.change === "updated" && isRunning(campaign);

function sending(when: About, campaign: ReviewedCampaign): Finding[] {
  const { running, runs, lists, linkedinSeat, emailSeats, change } = campaign;
  const its = called("campaign", campaign);
  if (running !== "no" && runs === "no" && change === "updated") {
    const off = inTense(when, {
      planned: `${its} stops sending.`,
      done: `${its} has stopped sending.`,
      drift: `${its} was switched off outside of the program.`,
    });
    return [about(campaign, "notice", "stops-sending", capital(off))];
  }
  if (!startsSending(campaign)) return [];
  const whom = listsWords(lists.filter((list) => list.change !== "removed"));
  const from = seatsWords(linkedinSeat.after, emailSeats.after);
  const text = inTense(when, {
    planned: `${its} ${campaign.adopts === "twin" ? "is taken over if there is an equal one; otherwise it " : ""}${runs === "unknown" ? "may start" : "starts"} sending: to the people of ${whom}, from ${from}.`,
    done: `${its} ${runs === "unknown" ? "may send" : "is sending"}: to the people of ${whom}, from ${from}.`,
    drift: `${its} was switched on outside of the program: it sends to the people of ${whom}, from ${from}.`,
  });
  return [about(campaign, "danger", "starts-sending", capital(text))];
}

/** True for a campaign that is taken over as it is. One that is created if there is no twin starts if it is active. */
function goesOn(campaign: ReviewedCampaign): boolean {
  const { adopts, runs, hidden: names } = campaign;
  if (adopts !== "twin") return isOnlyAdopted(campaign);
  return runs === "unknown" && !names.includes("active");
}

/** A running campaign that the state does not show as such may still run. */
const isOrMay = ({ running, runs }: ReviewedCampaign) => (running === "yes" && runs === "yes" ? "is" : "may be");

function newPeople(when: About, campaign: ReviewedCampaign): Finding[] {
  if (!isRunningChanged(campaign)) return [];
  const its = called("campaign", campaign);
  const added = campaign.lists.filter(({ change }) => change === "added");
  const removed = campaign.lists.filter(({ change }) => change === "removed");
  const findings: Finding[] = [];
  if (added.length > 0) {
    const text = inTense(when, {
      planned: `${its} ${isOrMay(campaign)} running and gets new people: those of ${listsWords(added)}.`,
      done: `${its} ${isOrMay(campaign)} running and got new people: those of ${listsWords(added)}.`,
      drift: `${its} ${isOrMay(campaign)} running and got new people outside of the program: those of ${listsWords(added)}.`,
    });
    findings.push(about(campaign, "danger", "new-people", capital(text), "listIds"));
  }
  if (removed.length > 0) {
    const text = `${its} ${isOrMay(campaign)} running and loses ${listsWords(removed)}: what becomes of the people of it who are in the middle of the campaign is not documented.`;
    findings.push(about(campaign, "danger", "list-detached", capital(text), "listIds"));
  }
  return findings;
}

function runningTexts(when: About, campaign: ReviewedCampaign): Finding[] {
  if (!isRunningChanged(campaign)) return [];
  // Steps that cannot be shown may have been other ones.
  const changed = campaign.steps.filter(({ change }) => change !== "same");
  if (changed.length === 0) return [];
  const its = called("campaign", campaign);
  const [first] = changed;
  const which = enumeration(changed.map(stepWords));
  const text = inTense(when, {
    planned: `${its} ${isOrMay(campaign)} running and its text changes in ${which}: people who have not had the step get the new text.`,
    done: `${its} ${isOrMay(campaign)} running and its text changed in ${which}: people who had not had the step get the new text.`,
    drift: `${its} ${isOrMay(campaign)} running and its text was changed outside of the program in ${which}.`,
  });
  return [about(campaign, "danger", "running-text", capital(text), first && place(first))];
}

function aiTexts(when: About, campaign: ReviewedCampaign): Finding[] {
  if (campaign.change === "deleted" || isOnlyAdopted(campaign)) return [];
  // Whoever approved the text may have done so because the campaign did not send.
  const starts = startsSending(campaign);
  const ai = campaign.steps.filter(
    ({ change, mode, modeBefore }) =>
      mode === "ai" &&
      (change === "added" || (change === "changed" && modeBefore !== undefined) || (starts && change !== "removed")),
  );
  const level = campaign.change === "created" && campaign.runs === "no" ? "notice" : "danger";
  return ai.map((step) => {
    const its = `${capital(called("campaign", campaign))}, ${stepWords(step)}`;
    const text = inTense(when, {
      planned: `${its}: the service's AI writes the text for each person; nobody reads it before it is sent.`,
      done: `${its}: the service's AI now writes the text for each person; nobody reads it before it is sent.`,
      drift:
        step.change === "same"
          ? `${its}: the service's AI writes the text for each person; nobody reads it before it is sent.`
          : `${its} was handed to the service's AI outside of the program; nobody reads its texts before they are sent.`,
    });
    return about(campaign, level, "ai-text", text, place(step, "messageMode"));
  });
}

function replaced(when: About, campaign: ReviewedCampaign): Finding[] {
  if (campaign.change !== "replaced") return [];
  const its = called("campaign", campaign);
  const stays = campaign.idBefore === undefined ? "the old one stays" : `the old one (id ${campaign.idBefore}) stays`;
  const lead = `${its} ${when === "planned" ? "is" : "was"} replaced by ${successor(campaign, "a new one")}`;
  if (campaign.everRan === "no") {
    const text = `${lead}; ${stays} in the account, inactive. As far as is recorded it never ran, so nobody starts again.`;
    return [about(campaign, "notice", "replaced", capital(text))];
  }
  const ran = campaign.everRan === "yes" ? "It has run" : "It may have run";
  const text = `${lead}; ${stays} in the account. ${ran}: its people start again at step 1 when the new one sends. This cannot be undone.`;
  return [about(campaign, "danger", "restarts", capital(text))];
}

function deleted(when: About, campaign: ReviewedCampaign): Finding[] {
  if (campaign.change !== "deleted") return [];
  const its = called("campaign", campaign);
  if (when === "drift") {
    return [about(campaign, "danger", "gone-outside", capital(`${its} no longer exists in the account.`))];
  }
  const leaves = when === "planned" ? "leaves the program" : "left the program";
  const isKept = campaign.retained && campaign.running !== "no";
  const rest = isKept
    ? `It is running or may be, and ${keeper(campaign)} keeps it: it goes on sending, and nothing manages it any more.`
    : campaign.running === "no"
      ? "It stays in the account, inactive, and somebody can still switch it on in the app."
      : campaign.running === "unknown"
        ? "Whether it is running is not known: if it is, it may go on sending, and nothing manages it any more."
        : "It is running: Pulumi refuses to drop it until it is switched off in the app.";
  const level = neverSends(campaign) ? "notice" : "danger";
  return [about(campaign, level, "deleted", capital(`${its} ${leaves}. ${rest}`))];
}

function seats(when: About, campaign: ReviewedCampaign): Finding[] {
  const { change, linkedinSeat, emailSeats } = campaign;
  if (change === "created" || change === "deleted") return [];
  const isSameProfile = linkedinSeat.before === linkedinSeat.after;
  if (isSameProfile && sameSet(emailSeats.before, emailSeats.after)) return [];
  const its = capital(called("campaign", campaign));
  const before = seatsWords(linkedinSeat.before, emailSeats.before);
  const after = seatsWords(linkedinSeat.after, emailSeats.after);
  const text =
    when === "planned"
      ? `${its} will send from ${after} instead of ${before}.`
      : `${its} sends from ${after} instead of ${before}.`;
  const level = neverSends(campaign) ? "notice" : "danger";
  return [about(campaign, level, "seat-changed", text, isSameProfile ? "emailSeatIds" : "linkedinSeatId")];
}
