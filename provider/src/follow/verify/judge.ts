import { safeText } from "../../api/redact";
import { counted } from "../../text/words";
import type { Entry, SeenCampaign } from "./entries";
import { titleOf } from "./match";
import type { Deviation } from "./model";
import { ruleFor, rules } from "./rules";
import type { SeatDay } from "./seatDays";
import type { StepShare } from "./skips";

/** Steps sent since then that no declared campaign contains. Undefined if the declared steps are unknown. */
export function undeclaredSteps({ entries, declared }: SeenCampaign, since: number): readonly Entry[] | undefined {
  const sent = (entries ?? []).filter(({ what, at }) => what === "sent" && at >= since);
  if (declared === undefined) return sent;
  const { steps } = declared;
  return (
    steps &&
    sent.filter(({ step, type }) => {
      if (step === undefined) return type !== undefined && !steps.some((each) => each.type === type);
      const wanted = steps[step - 1];
      return wanted === undefined || (type !== undefined && wanted.type !== type);
    })
  );
}

/** The deviation of a campaign, by the first rule that applies. */
export function judgeCampaign(campaign: SeenCampaign, since: number): Deviation | undefined {
  const { declared, served, isGone, member } = campaign;
  const strange = undeclaredSteps(campaign, since) ?? [];
  const rule = ruleFor(rules.campaign, {
    isDeclared: declared !== undefined,
    isToRun: declared?.active === true,
    isActive: served?.active,
    isGone,
    undeclaredSteps: strange.length,
  });
  if (rule === undefined) return undefined;
  const about = titleOf({ ...campaign, id: campaign.id === "" ? undefined : campaign.id });
  return {
    ...{ code: rule.code, about, member, campaignId: campaign.id === "" ? undefined : campaign.id },
    ...campaignTexts(rule.code, campaign, strange),
  };
}

function campaignTexts(
  code: (typeof rules.campaign)[number]["code"],
  { id, declared, served, isGone }: SeenCampaign,
  strange: readonly Entry[],
): Pick<Deviation, "text" | "todo"> {
  const sent = counted(strange.length, "step");
  switch (code) {
    case "undeclared-campaign":
      return {
        text: `it runs, and nothing declares it. It has sent ${sent} since then.`,
        todo: "Switch it off in the app, or take it into a program with `adopt`.",
      };
    case "undeclared-step":
      return declared === undefined
        ? {
            text: `it is not declared, and has sent ${sent} since then. ${served?.active === false ? "It is off now." : "Whether it is running is unknown."}`,
            todo: "Find out in the app who switched it on.",
          }
        : {
            text: `it has sent ${sent} since then that the program does not declare: ${stepWords(strange)}.`,
            todo: "Compare its steps in the app with the program.",
          };
    case "not-running":
      return {
        text: `the program says active: true, and ${isGone ? "the account does not have it" : "it is off"}.`,
        todo: isGone ? missingCampaignTodo(id) : "Switch it on in the app, or remove active: true from the program.",
      };
  }
}

/** A campaign without an id in the promise has not been created yet. */
function missingCampaignTodo(id: string): string {
  return id === ""
    ? "Apply the plan, or compare with the state of the stack."
    : "`pulumi refresh` takes it out of the state; the next plan creates it anew, and its people start again.";
}

function stepWords(entries: readonly Entry[]): string {
  const words = entries.map(({ step, type }) => `${step ?? "?"} ${safeText(type ?? "", 40)}`.trimEnd());
  return [...new Set(words)].slice(0, 5).join(", ");
}

/** The rule that a seat's day breaks if somebody waited. Whether somebody did is checked only if it makes a difference. */
export function ruleIfWaited({ sent, quota }: SeatDay) {
  return ruleFor(rules.seat, { sent, quota, hasWaiting: true });
}

/** The deviation of a seat on the days to which one rule applies. */
export function seatDeviation(code: (typeof rules.seat)[number]["code"], found: readonly SeatDay[]): Deviation[] {
  const [first] = found;
  if (first === undefined) return [];
  const { seatId, channel } = first;
  const days = found.map(({ day }) => day);
  const on = days.length === 1 ? `on ${days[0]}` : `on ${days.length} days (${days.slice(0, 5).join(", ")})`;
  const about = seatTitle({ seatId, channel });
  const base = { code, about, seatId, days };
  if (code === "stopped-seat") {
    return [
      {
        ...base,
        text: `it sent nothing ${on}, and people waited for it all day.`,
        todo: "See in the app whether it is still connected, and what its launch hours and quotas are.",
      },
    ];
  }
  const { allowed, got } = largestGap(found);
  const limit =
    channel === "email"
      ? `its quota allows the campaign ${allowed}`
      : `it sent ${allowed} of this kind on two days of the week before`;
  return [
    {
      ...base,
      text: `people waited for it all day, and it sent less than it may ${on}: ${got}, and ${limit}.`,
      todo:
        channel === "email"
          ? "See in the app why it sends less, and which campaigns of others use it."
          : "See in the app whether its quotas or launch hours were changed. If that was meant, it counts after a week.",
    },
  ];
}

function largestGap(found: readonly SeatDay[]): { readonly allowed: number; readonly got: number } {
  const gaps = found.flatMap(({ quota }) => quota ?? []);
  const [largest] = gaps.toSorted((left, right) => right.allowed - right.got - (left.allowed - left.got));
  return largest ?? { allowed: 0, got: 0 };
}

/** The deviation of one step of a campaign. */
export function judgeShare(campaign: SeenCampaign, share: StepShare): Deviation | undefined {
  const rule = ruleFor(rules.step, share);
  if (rule === undefined) return undefined;
  const { step, type, since, before, reasons } = share;
  const why = reasons.slice(0, 3).map(({ reason, people }) => `${people} ${safeText(reason, 120)}`);
  return {
    ...{ code: rule.code, about: titleOf(campaign), member: campaign.member, campaignId: campaign.id },
    text: `at step ${step}${type === undefined ? "" : ` ${safeText(type, 40)}`}, ${since.count} of ${since.of} people were skipped since then (${percentOf(since)}), and ${before.count} of ${before.of} before (${percentOf(before)}): ${why.join("; ")}.`,
    todo: "See in the app which people came in, and what they lack.",
  };
}

function percentOf({ count, of }: StepShare["since"]): string {
  return `${Math.round((100 * count) / Math.max(1, of))} %`;
}

export function seatTitle({ seatId, channel }: Pick<SeatDay, "seatId" | "channel">): string {
  return `${channel === "email" ? "e-mail" : "LinkedIn"} seat ${safeText(seatId, 40)}`;
}
