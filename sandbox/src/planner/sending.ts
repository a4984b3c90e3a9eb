import { changeContact } from "../changes/contact.js";
import { DAY } from "../clock.js";
import { type EmailSeat, type NetworkAction, networkActions } from "../objects/account.js";
import type { Campaign } from "../objects/campaign.js";
import { isConnectionRequest } from "../rules/campaignSteps.js";
import type { Service } from "../service.js";
import { answerTo } from "./answers.js";
import { logStep, type ReadyContact, readContact } from "./enrolment.js";
import { Plan } from "./plan.js";
import { isRunning } from "./running.js";
import { countAction, countEmail, type QuotaKind, quotaKind, sentToday } from "./seats.js";
import { textsFor } from "./template.js";

/** The steps of one campaign at one full hour. */
export interface Order {
  campaign: Campaign;
  entries: ReadyContact[];
  /** Remaining actions, by kind. */
  actions: Map<NetworkAction, number>;
  /** Remaining e-mails, by seat. */
  emails: Map<number, number>;
}

/** The steps of every campaign at a full hour: the scheduled steps that its queue lists just before. */
export function ordersOf(service: Service, instant: number): Order[] {
  // At midnight, quotas are reset, but a queue that is read just before uses the rest of the old day's quota.
  const plan = new Plan(service, instant - 1);
  const running = service.store.campaigns.all().filter((campaign) => isRunning(service, campaign));
  // All quotas are divided before anything is sent, because each sent step counts against its seat.
  return running.map((campaign) => orderOf(plan, campaign, instant));
}

/** Inside a transaction: performs steps, in the order of the queue. */
export function carryOut(service: Service, orders: readonly Order[], instant: number): void {
  for (const order of orders) {
    for (const entry of order.entries) send(service, order, entry, instant);
  }
}

function orderOf(plan: Plan, campaign: Campaign, instant: number): Order {
  const actionsLeft = (action: NetworkAction) =>
    plan.networkParts(campaign.linkedinSeatId ?? 0, action, instant).get(campaign.id) ?? 0;
  const actions = new Map(networkActions.map((action) => [action, actionsLeft(action)]));
  const emails = new Map(campaign.emailSeatIds.map((id) => [id, plan.emailParts(id).get(campaign.id) ?? 0]));
  const isEmailLeft = [...emails.values()].some((left) => left > 0);
  // In most hours, most quotas are used up: the steps that wait for them need not be read.
  const isLeft = (kind: QuotaKind) => (kind === "email" ? isEmailLeft : (actions.get(kind) ?? 0) > 0);
  return { campaign, entries: plan.listed(campaign, isLeft), actions, emails };
}

function send(service: Service, order: Order, entry: ReadyContact, instant: number): void {
  const enrolment = service.store.enrolments.get(entry.enrolment.id);
  if (!enrolment) return;
  // The contact may have changed in this hour: by an answer, or by a step of another campaign.
  const ready = readContact(service, order.campaign, enrolment, instant);
  if (!ready?.enrolment.scheduled || ready.step.stepNumber !== entry.step.stepNumber) return;
  const seatId = useSeat(service, order, ready, instant);
  if (seatId !== undefined) recordStep(service, order.campaign, ready, seatId, instant);
}

/** Counts a step against a seat. Returns the seat's id; `undefined` if the campaign has no quota left. */
function useSeat(service: Service, order: Order, { step }: ReadyContact, instant: number): number | undefined {
  const { store } = service;
  const { campaign, actions, emails } = order;
  const kind = quotaKind(step.type);
  if (kind === "email") {
    const seat = emailSeat(service, order, instant);
    if (!seat) return undefined;
    emails.set(seat.id, (emails.get(seat.id) ?? 0) - 1);
    countEmail(store, seat, campaign.id, instant);
    return seat.id;
  }
  const seat = store.linkedinSeats.get(campaign.linkedinSeatId ?? 0);
  const left = actions.get(kind) ?? 0;
  if (!seat || left === 0) return undefined;
  actions.set(kind, left - 1);
  countAction(store, seat, campaign.id, kind, instant);
  return seat.id;
}

/** Among the campaign's seats with an e-mail left, the one that has sent the fewest today. */
function emailSeat(service: Service, { emails }: Order, instant: number): EmailSeat | undefined {
  let fewest: EmailSeat | undefined;
  for (const [id, left] of emails) {
    const seat = service.store.emailSeats.get(id);
    if (!seat || left <= 0 || sentToday(seat, instant) >= seat.dailyQuota) continue;
    if (!fewest || sentToday(seat, instant) < sentToday(fewest, instant)) fewest = seat;
  }
  return fewest;
}

function recordStep(
  service: Service,
  campaign: Campaign,
  { step, enrolment, contact }: ReadyContact,
  seatId: number,
  instant: number,
): void {
  const next = campaign.steps[enrolment.stepIndex + 1];
  service.store.enrolments.put({
    ...enrolment,
    stepIndex: enrolment.stepIndex + 1,
    scheduled: false,
    dueAt: instant + (next?.delayAfterLastStep ?? 0) * DAY,
    lastStep: { step, performedAt: new Date(instant).toISOString() },
    invitedAt: isConnectionRequest(step) ? instant : enrolment.invitedAt,
    answer: enrolment.answer ?? answerTo(service, campaign, contact, step, instant),
  });
  const { stepNumber, type } = step;
  const texts = textsFor(service, campaign, contact, step);
  logStep(service, enrolment, contact, { stepNumber, type, status: "sent", code: null, seatId, texts });
  changeContact(service, contact, { hasStartedCampaign: true });
}
