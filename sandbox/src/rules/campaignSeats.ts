import type { User } from "../objects/account.js";
import type { CampaignStep } from "../objects/campaign.js";
import type { Store } from "../store/store.js";
import { isNetworkStep } from "./campaignSteps.js";

const MOST_EMAIL_SEATS = 100;

export interface SeatChoice {
  linkedinSeatId: number | null;
  emailSeatIds: number[];
}

export function isEmailOnly(steps: CampaignStep[]): boolean {
  return steps.length > 0 && !steps.some(isNetworkStep);
}

export function seatProblems(store: Store, actor: User, steps: CampaignStep[], choice: SeatChoice): string[] {
  const problems: string[] = [];
  const networkSteps = steps.some(isNetworkStep);
  const emailSteps = steps.some((step) => step.type === "email");

  if (choice.linkedinSeatId === null) {
    if (networkSteps) problems.push("linkedinSeatId is required for a campaign with professional-network steps");
  } else if (isEmailOnly(steps)) {
    problems.push("linkedinSeatId is not allowed for an email-only campaign");
  } else if (!isSeatOf(store, actor, choice.linkedinSeatId)) {
    problems.push(`linkedinSeatId ${choice.linkedinSeatId} is not a seat of your organization`);
  }

  const seats = new Set(choice.emailSeatIds);
  if (emailSteps && seats.size === 0) {
    problems.push("emailSeatIds must contain at least one seat for a campaign with email steps");
  }
  if (seats.size > MOST_EMAIL_SEATS) problems.push(`emailSeatIds must contain at most ${MOST_EMAIL_SEATS} seats`);
  if (seats.size > 1 && networkSteps) {
    problems.push("emailSeatIds may contain several seats only when all steps of the campaign are email steps");
  }
  for (const id of seats) {
    if (store.emailSeats.get(id)?.organizationId !== actor.organizationId) {
      problems.push(`emailSeatIds: ${id} is not a seat of your organization`);
    }
  }
  return problems;
}

/** Whether a network seat belongs to the organization of the user. */
export function isSeatOf(store: Store, actor: User, seatId: number): boolean {
  return store.linkedinSeats.get(seatId)?.organizationId === actor.organizationId;
}
