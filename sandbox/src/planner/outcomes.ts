import type { Campaign, CampaignLog, EndReason, EnrolmentEnd } from "../objects/campaign.js";
import { isConnectionRequest } from "../rules/campaignSteps.js";
import type { Service } from "../service.js";
import { hasAccepted } from "./invitation.js";

/** The outcome of one step of a campaign. */
export interface StepOutcome {
  stepNumber: number;
  sent: number;
  /** Contacts that replied to this step. A step that was not sent has none. */
  replied: number;
  /** Contacts that accepted the invitation; `null` for other steps. */
  accepted: number | null;
  skipped: number;
}

/** The outcome of a campaign. */
export interface CampaignOutcome {
  sent: number;
  /**
   * Contacts that replied to a step of this campaign, without replies to other campaigns and contacts that a person
   * marked.
   */
  replied: number;
  /** By step, in their order. */
  steps: StepOutcome[];
  /** Why contacts left, most frequent first. Each ended enrolment counts once, with its current state. */
  ends: { status: EnrolmentEnd; reason: EndReason; count: number }[];
}

/** Whether an entry of the log is a reply to a step of its campaign. */
export function isReply({ code }: Pick<CampaignLog, "code">): boolean {
  return code === "reply";
}

export function outcomeOf(service: Service, campaign: Campaign): CampaignOutcome {
  const steps = campaign.steps.map((step): StepOutcome => {
    const { stepNumber } = step;
    return { stepNumber, sent: 0, replied: 0, accepted: isConnectionRequest(step) ? 0 : null, skipped: 0 };
  });
  const invitation = steps.find(({ accepted }) => accepted !== null);
  const outcome: CampaignOutcome = { sent: 0, replied: 0, steps, ends: [] };
  const lastEnds = new Map<number, CampaignLog>();
  for (const log of service.store.campaignLogs.by("campaign", campaign.id)) {
    const step = log.stepNumber === null ? undefined : steps[log.stepNumber - 1];
    if (log.status === "sent") {
      outcome.sent += 1;
      if (step) step.sent += 1;
      continue;
    }
    lastEnds.set(log.contactId, log);
    if (isReply(log)) {
      outcome.replied += 1;
      if (step) step.replied += 1;
    }
    if (step && log.status === "skipped") step.skipped += 1;
  }
  const ends = new Map<string, CampaignOutcome["ends"][number]>();
  for (const enrolment of service.store.enrolments.by("campaign", campaign.id)) {
    const contact = service.store.contacts.get(enrolment.contactId);
    if (invitation && contact && hasAccepted(campaign, enrolment, contact, service.clock.now())) {
      invitation.accepted = (invitation.accepted ?? 0) + 1;
    }
    const { status } = enrolment;
    const reason = lastEnds.get(enrolment.contactId)?.reason;
    if (status === "running" || !reason) continue;
    const end = ends.get(`${status} ${reason}`) ?? { status, reason, count: 0 };
    end.count += 1;
    ends.set(`${status} ${reason}`, end);
  }
  outcome.ends = [...ends.values()].sort((first, second) => second.count - first.count);
  return outcome;
}
