import type { CampaignAnswer } from "../../reads/objectShapes";
import { orderedSteps } from "../status/progress";
import type { TodaysText } from "./shapes";

/** What the campaign declares for a step now. What was sent is in no answer of the service. */
export function todaysText(
  campaign: CampaignAnswer | undefined,
  number: number | undefined,
  type: string | undefined,
): TodaysText {
  const step = number === undefined ? undefined : orderedSteps(campaign)[number - 1];
  if (step === undefined || (type !== undefined && step.type !== type)) return { is: "unknown" };
  const { message, subject, note, url, messageMode } = step;
  switch (step.type) {
    case "visitProfile":
    case "invitation":
    case "likePosts":
      return { is: "none" };
    case "invitationNote":
      return textOr({ message: textIn(note) });
    case "voiceMessage":
      return textOr({ url: textIn(url) });
    default:
      if (messageMode === "ai" || (messageMode !== "same" && textIn(message) === undefined)) return { is: "ai" };
      return textOr({ subject: textIn(subject), message: textIn(message) });
  }
}

function textOr(told: Omit<TodaysText, "is">): TodaysText {
  return Object.values(told).some((each) => each !== undefined) ? { is: "today", ...told } : { is: "unknown" };
}

function textIn(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
