import type { NetworkAction } from "../objects/account.js";
import type { Campaign } from "../objects/campaign.js";
import type { Service } from "../service.js";
import { type ReadyContact, readyContact } from "./enrolment.js";
import { type Claim, divide, divideEqually, inTurn } from "./quotas.js";
import { allowanceNow, campaignUsage, type QuotaKind, quotaKind, sentByCampaign, sentToday } from "./seats.js";

/**
 * Which scheduled steps campaigns list, and how many of them they may perform, at one instant. It changes nothing and
 * reads the contacts of all campaigns of a seat alike, so that a share does not depend on which queues were read.
 */
export class Plan {
  private readonly scheduled = new Map<number, ReadyContact[]>();
  private readonly counts = new Map<number, Map<QuotaKind, number>>();
  private readonly sharesOf = new Map<string, Map<number, number>>();
  private readonly emailPartsOf = new Map<number, Map<number, number>>();

  constructor(
    private readonly service: Service,
    private readonly instant: number,
  ) {}

  /** The queue of a campaign: its scheduled steps in order, capped by its shares of the quotas. */
  listed(campaign: Campaign): ReadyContact[] {
    if (!campaign.active) return [];
    const left = new Map<QuotaKind, number>();
    return this.scheduledOf(campaign).filter(({ step }) => {
      const kind = quotaKind(step.type);
      const remaining = left.get(kind) ?? this.cap(campaign, kind);
      left.set(kind, remaining - 1);
      return remaining > 0;
    });
  }

  /** The e-mails that remain today on a seat, divided among the active campaigns that use it, by campaign id. */
  emailParts(seatId: number): Map<number, number> {
    const parts = this.emailPartsOf.get(seatId) ?? this.divideEmails(seatId);
    this.emailPartsOf.set(seatId, parts);
    return parts;
  }

  private divideEmails(seatId: number): Map<number, number> {
    const { store } = this.service;
    const seat = store.emailSeats.get(seatId);
    if (!seat) return new Map();
    const users = store.campaigns.all().filter(({ active, emailSeatIds }) => active && emailSeatIds.includes(seatId));
    const claims = inTurn(users, this.instant).map((campaign) => ({
      campaignId: campaign.id,
      wanted: this.count(campaign, "email"),
      had: sentByCampaign(seat, campaign.id, this.instant),
    }));
    return divideEqually(Math.max(0, seat.dailyQuota - sentToday(seat, this.instant)), claims);
  }

  /**
   * The actions that each campaign of a network seat may perform at an instant, at most those that this plan lists.
   *
   * @returns the actions by campaign id
   */
  networkParts(seatId: number, action: NetworkAction, instant: number): Map<number, number> {
    const seat = this.service.store.linkedinSeats.get(seatId);
    const allowance = seat ? allowanceNow(seat, action, instant) : 0;
    if (!seat || allowance === 0) return new Map();
    const campaigns = inTurn(this.campaignsOn(seatId), instant);
    const shares = this.shares(seatId, action);
    const claims: Claim[] = campaigns.map((campaign) => ({
      campaignId: campaign.id,
      wanted: shares.get(campaign.id) ?? 0,
      had: campaignUsage(seat, campaign.id, instant)[action],
    }));
    return divide(allowance, claims);
  }

  private cap(campaign: Campaign, kind: QuotaKind): number {
    if (kind === "email") {
      const parts = campaign.emailSeatIds.map((seatId) => this.emailParts(seatId).get(campaign.id) ?? 0);
      return parts.reduce((sum, part) => sum + part, 0);
    }
    return this.shares(campaign.linkedinSeatId ?? 0, kind).get(campaign.id) ?? 0;
  }

  /** The shares of the seat's whole daily quota: today's actions are not subtracted. */
  private shares(seatId: number, action: NetworkAction): Map<number, number> {
    const key = `${seatId} ${action}`;
    const shares = this.sharesOf.get(key) ?? this.divideQuota(seatId, action);
    this.sharesOf.set(key, shares);
    return shares;
  }

  private divideQuota(seatId: number, action: NetworkAction): Map<number, number> {
    const quota = this.service.store.linkedinSeats.get(seatId)?.quotas[action] ?? 0;
    const campaigns = inTurn(this.campaignsOn(seatId), this.instant);
    return divide(
      quota,
      campaigns.map((campaign) => ({ campaignId: campaign.id, wanted: this.count(campaign, action), had: 0 })),
    );
  }

  private campaignsOn(seatId: number): Campaign[] {
    return this.service.store.campaigns.by("seat", seatId).filter(({ active }) => active);
  }

  private count(campaign: Campaign, kind: QuotaKind): number {
    let counts = this.counts.get(campaign.id);
    if (!counts) {
      counts = new Map();
      for (const { step } of this.scheduledOf(campaign)) {
        const its = quotaKind(step.type);
        counts.set(its, (counts.get(its) ?? 0) + 1);
      }
      this.counts.set(campaign.id, counts);
    }
    return counts.get(kind) ?? 0;
  }

  private scheduledOf(campaign: Campaign): ReadyContact[] {
    let ready = this.scheduled.get(campaign.id);
    if (!ready) {
      ready = [];
      for (const enrolment of this.service.store.enrolments.by("campaign", campaign.id)) {
        if (!enrolment.scheduled) continue;
        const found = readyContact(this.service, campaign, enrolment, this.instant);
        if (found?.enrolment.scheduled) ready.push(found);
      }
      this.scheduled.set(campaign.id, ready);
    }
    return ready;
  }
}
