import { stringOrUndefined } from "../../api/json";
import type { CampaignAnswer } from "../../reads/objectShapes";
import { orderedSteps } from "../status/progress";
import type { TodaysText } from "./shapes";

/** The campaign's current text for a step. The service does not return the text that was sent. */
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
      return textOrUnknown({ message: stringOrUndefined(note) });
    case "voiceMessage":
      return textOrUnknown({ url: stringOrUndefined(url) });
    default:
      if (messageMode === "ai" || (messageMode !== "same" && stringOrUndefined(message) === undefined))
        return { is: "ai" };
      return textOrUnknown({ subject: stringOrUndefined(subject), message: stringOrUndefined(message) });
  }
}

function textOrUnknown(told: Omit<TodaysText, "is">): TodaysText {
  return Object.values(told).some((each) => each !== undefined) ? { is: "today", ...told } : { is: "unknown" };
}
