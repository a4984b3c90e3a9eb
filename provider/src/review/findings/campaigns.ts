import { sameSet } from "../../kind/comparing";
import type { Finding, Review, ReviewedCampaign } from "../model";
import { successor } from "./program";
import { keeper, listedUpTo, listsWords, place, seatsWords, stepWords, type Teller, tellerOf } from "./sentences";

/** Findings about how one campaign's change affects people. */
export function campaignFindings(when: Review["about"], campaign: ReviewedCampaign): Finding[] {
  const { change } = campaign;
  if (change === "unchanged") return [];
  const teller = tellerOf(when, "campaign", campaign);
  if (when === "drift" && campaign.gone === true) return [gone(teller)];
  return [
    ...sending(teller, campaign),
    ...(isRunningChanged(campaign) ? [...newPeople(teller, campaign), ...runningTexts(teller, campaign)] : []),
    ...aiTexts(teller, campaign),
    ...(change === "replaced" ? [replaced(teller, campaign)] : []),
    ...(change === "deleted" ? [deleted(when, teller, campaign)] : []),
    ...seats(teller, campaign),
  ];
}

/** True for a campaign that sends after the change and did not send before. */
export function startsSending(campaign: ReviewedCampaign): boolean {
  const { running, runs, change } = campaign;
  if (change === "unchanged" || runs === "no" || goesOn(campaign)) return false;
  return change !== "updated" || (running !== "yes" && running !== runs);
}

/** True for a campaign that never sent anything and does not send after this change. */
const neverSends = ({ running, runs, everRan }: ReviewedCampaign) =>
  running === "no" && runs === "no" && everRan === "no";

/** True for a campaign that is adopted without a write. With `twin`, it is created if no equal campaign exists. */
export const isOnlyAdopted = ({ adopts }: Pick<ReviewedCampaign, "adopts">) =>
  adopts !== undefined && adopts !== "twin";

/** True if the campaign may be sending while it is changed. */
const isRunning = ({ running, runs }: ReviewedCampaign) => running !== "no" && runs !== "no";

/** True for a campaign that is not replaced and may be sending, so that it sends to newly attached lists. */
export const isRunningChanged = (campaign: ReviewedCampaign) => campaign.change === "updated" && isRunning(campaign);

function sending({ tell, inTense }: Teller, campaign: ReviewedCampaign): Finding[] {
  const { running, runs, lists, linkedinSeat, emailSeats, change } = campaign;
  if (running !== "no" && runs === "no" && change === "updated") {
    const told = inTense("stops sending", "has stopped sending", "was switched off outside of the program");
    return [tell("notice", "stops-sending", `${told}.`)];
  }
  if (!startsSending(campaign)) return [];
  const whom = listsWords(lists.filter((list) => list.change !== "removed"));
  const lead = campaign.adopts === "twin" ? "is taken over if there is an equal one; otherwise it " : "";
  const [starts, sends] = runs === "unknown" ? ["may start", "may send"] : ["starts", "is sending"];
  const told = inTense(`${lead}${starts} sending:`, `${sends}:`, "was switched on outside of the program: it sends");
  const from = seatsWords(linkedinSeat.after, emailSeats.after);
  return [tell("danger", "starts-sending", `${told} to the people of ${whom}, from ${from}.`)];
}

/** True for an adopted campaign. Without a twin to adopt, an active campaign is created and starts. */
function goesOn(campaign: ReviewedCampaign): boolean {
  const { adopts, runs, hidden: names } = campaign;
  if (adopts !== "twin") return isOnlyAdopted(campaign);
  return runs === "unknown" && !names.includes("active");
}

/** True for a campaign that runs or may run: the state can be out of date. */
const isOrMay = ({ running, runs }: ReviewedCampaign) => (running === "yes" && runs === "yes" ? "is" : "may be");

function newPeople({ tell, inTense }: Teller, campaign: ReviewedCampaign): Finding[] {
  const lead = `${isOrMay(campaign)} running and`;
  const changed = (wanted: "added" | "removed") => {
    const lists = campaign.lists.filter(({ change }) => change === wanted);
    return lists.length === 0 ? undefined : listsWords(lists);
  };
  const [added, removed] = [changed("added"), changed("removed")];
  const findings: Finding[] = [];
  if (added !== undefined) {
    const gets = inTense("gets new people", "got new people", "got new people outside of the program");
    findings.push(tell("danger", "new-people", `${lead} ${gets}: those of ${added}.`, "listIds"));
  }
  const uncertain = campaign.lists.filter(({ mayBeRemoved }) => mayBeRemoved === true);
  if (uncertain.length > 0) {
    const told = `${lead} ${inTense("may get", "may have got", "may have got")} the people of ${listsWords(uncertain)} again: an earlier change, whose outcome is not known, may have removed ${uncertain.length === 1 ? "it" : "them"}.`;
    findings.push(tell("danger", "new-people", told, "listIds"));
  }
  if (removed !== undefined) {
    const told = `${lead} loses ${removed}: what becomes of the people of it who are in the middle of the campaign is not documented.`;
    findings.push(tell("danger", "list-detached", told, "listIds"));
  }
  return findings;
}

function runningTexts({ tell, inTense }: Teller, campaign: ReviewedCampaign): Finding[] {
  // Hidden steps may have been different before.
  const changed = campaign.steps.filter(({ change }) => change !== "same");
  const [first] = changed;
  if (first === undefined) return [];
  const lead = `${isOrMay(campaign)} running and its text`;
  const changes = inTense("changes", "changed", "was changed outside of the program");
  const then = inTense(
    ": people who have not had the step get the new text.",
    ": people who had not had the step get the new text.",
    ".",
  );
  const told = `${lead} ${changes} in ${listedUpTo(changed.map(stepWords))}${then}`;
  return [tell("danger", "running-text", told, place(first))];
}

function aiTexts({ tell, inTense }: Teller, campaign: ReviewedCampaign): Finding[] {
  if (campaign.change === "deleted" || isOnlyAdopted(campaign)) return [];
  // The text may have been approved only because the campaign was not sending.
  const starts = startsSending(campaign);
  const ai = campaign.steps.filter(
    ({ change, mode, modeBefore }) =>
      mode === "ai" &&
      (change === "added" || (change === "changed" && modeBefore !== undefined) || (starts && change !== "removed")),
  );
  const level = campaign.change === "created" && campaign.runs === "no" ? "notice" : "danger";
  return ai.map((step) => {
    const writes = "writes the text for each person; nobody reads it before it is sent.";
    const handed =
      " was handed to the service's AI outside of the program; nobody reads its texts before they are sent.";
    const told = inTense(
      `: the service's AI ${writes}`,
      `: the service's AI now ${writes}`,
      step.change === "same" ? `: the service's AI ${writes}` : handed,
    );
    return tell(level, "ai-text", `, ${stepWords(step)}${told}`, place(step, "messageMode"));
  });
}

function replaced({ tell, inTense }: Teller, campaign: ReviewedCampaign): Finding {
  const { idBefore, everRan, predecessorRan } = campaign;
  const stays = idBefore === undefined ? "the old one stays" : `the old one (id ${idBefore}) stays`;
  const by = `${inTense("is", "was")} replaced by ${successor(campaign, "a new one")}`;
  const lead = campaign.gone === true ? `no longer exists, and ${by}` : `${by}; ${stays} in the account`;
  if (everRan === "no" && predecessorRan === true) {
    const told = `${lead}. It has not run, but one that it had replaced has: the people of that one start again at step 1 when the new one sends. This cannot be undone.`;
    return tell("danger", "restarts", told);
  }
  if (everRan === "no") {
    const told = `${lead}, inactive. As far as is recorded it never ran, so nobody starts again.`;
    return tell("notice", "replaced", told);
  }
  const ran = everRan === "yes" ? "It has run" : "It may have run";
  const told = `${lead}. ${ran}: its people start again at step 1 when the new one sends. This cannot be undone.`;
  return tell("danger", "restarts", told);
}

function gone({ tell }: Pick<Teller, "tell">): Finding {
  return tell("danger", "gone-outside", "no longer exists in the account.");
}

function deleted(when: Review["about"], { tell, inTense }: Teller, campaign: ReviewedCampaign): Finding {
  if (when === "drift") return gone({ tell });
  const told = `${inTense("leaves", "left")} the program. ${remainingWords(campaign)}`;
  return tell(neverSends(campaign) ? "notice" : "danger", "deleted", told);
}

function remainingWords(campaign: ReviewedCampaign): string {
  if (campaign.gone === true) return "It no longer exists in the account.";
  if (campaign.running === "no")
    return "It stays in the account, inactive, and somebody can still switch it on in the app.";
  if (campaign.retained)
    return `It is running or may be, and ${keeper(campaign)} keeps it: it goes on sending, and nothing manages it any more.`;
  return campaign.running === "unknown"
    ? "Whether it is running is not known: if it is, it may go on sending, and nothing manages it any more."
    : "It is running: Pulumi refuses to drop it until it is switched off in the app.";
}

function seats({ tell, inTense }: Teller, campaign: ReviewedCampaign): Finding[] {
  const { change, linkedinSeat, emailSeats } = campaign;
  if (change === "created" || change === "deleted") return [];
  const isSameProfile = linkedinSeat.before === linkedinSeat.after;
  if (isSameProfile && sameSet(emailSeats.before, emailSeats.after)) return [];
  const [before, after] = (["before", "after"] as const).map((side) =>
    seatsWords(linkedinSeat[side], emailSeats[side]),
  );
  const told = `${inTense("will send", "sends")} from ${after} instead of ${before}.`;
  const path = isSameProfile ? "emailSeatIds" : "linkedinSeatId";
  return [tell(neverSends(campaign) ? "notice" : "danger", "seat-changed", told, path)];
}
