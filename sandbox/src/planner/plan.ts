import type { NetworkAction } from "../objects/account.js";
import type { Campaign } from "../objects/campaign.js";
import type { Service } from "../service.js";
import { type ReadyContact, readyContact } from "./enrolment.js";
import { type Claim, divide, divideEqually, inTurn } from "./quotas.js";
import { isRunning } from "./running.js";
import { allowanceNow, campaignUsage, type QuotaKind, quotaKind, sentByCampaign, sentToday } from "./seats.js";

/** The scheduled steps of a campaign and kind, read on demand. */
interface Line {
  found: ReadyContact[];
  rest: Generator<ReadyContact, undefined>;
}

/**
 * Which scheduled steps campaigns list, and how many of them they may perform, at one instant. It changes nothing and
 * reads the contacts of all of a seat's campaigns in the same way, so that a share does not depend on which queues were
 * read.
 */
export class Plan {
  private readonly lines = new Map<string, Line>();
  private readonly sharesOf = new Map<string, Map<number, number>>();
  private readonly emailPartsOf = new Map<number, Map<number, number>>();

  constructor(
    private readonly service: Service,
    private readonly instant: number,
  ) {}

  /**
   * The queue of a campaign: its scheduled steps in order, capped by its shares of the quotas.
   *
   * @param isWanted selects the quotas whose steps to list; default: all
   */
  listed(campaign: Campaign, isWanted: (kind: QuotaKind) => boolean = () => true): ReadyContact[] {
    if (!isRunning(this.service, campaign)) return [];
    const kinds = new Set(campaign.steps.map(({ type }) => quotaKind(type)));
    return [...kinds]
      .filter(isWanted)
      .flatMap((kind) => this.ready(campaign, kind, this.cap(campaign, kind)))
      .sort((first, second) => first.enrolment.id - second.enrolment.id);
  }

  /** A seat's remaining e-mails today, divided among the active campaigns that use it, by campaign id. */
  emailParts(seatId: number): Map<number, number> {
    const parts = this.emailPartsOf.get(seatId) ?? this.divideEmails(seatId);
    this.emailPartsOf.set(seatId, parts);
    return parts;
  }

  private divideEmails(seatId: number): Map<number, number> {
    const { store } = this.service;
    const seat = store.emailSeats.get(seatId);
    if (!seat) return new Map();
    const remaining = Math.max(0, seat.dailyQuota - sentToday(seat, this.instant));
    const users = store.campaigns
      .all()
      .filter((campaign) => campaign.emailSeatIds.includes(seatId) && isRunning(this.service, campaign));
    const claims = inTurn(users, this.instant).map((campaign) => ({
      campaignId: campaign.id,
      // A larger share than the number of steps makes no difference, and a long queue need not be read to its end.
      wanted: this.ready(campaign, "email", remaining).length,
      had: sentByCampaign(seat, campaign.id, this.instant),
    }));
    return divideEqually(remaining, claims);
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
      campaigns.map((campaign) => ({
        campaignId: campaign.id,
        wanted: this.ready(campaign, action, quota).length,
        had: 0,
      })),
    );
  }

  private campaignsOn(seatId: number): Campaign[] {
    return this.service.store.campaigns.by("seat", seatId).filter((campaign) => isRunning(this.service, campaign));
  }

  /** The first scheduled steps of a kind, up to a limit. */
  private ready(campaign: Campaign, kind: QuotaKind, most: number): ReadyContact[] {
    const key = `${campaign.id} ${kind}`;
    let line = this.lines.get(key);
    if (!line) {
      line = { found: [], rest: this.readyOf(campaign, kind) };
      this.lines.set(key, line);
    }
    while (line.found.length < most) {
      const next = line.rest.next();
      if (next.done) break;
      line.found.push(next.value);
    }
    return line.found.slice(0, most);
  }

  private *readyOf(campaign: Campaign, kind: QuotaKind): Generator<ReadyContact, undefined> {
    const indexes = campaign.steps.flatMap(({ type }, index) => (quotaKind(type) === kind ? [index] : []));
    for (const enrolment of this.service.agenda.queue(campaign.id, indexes)) {
      const found = readyContact(this.service, campaign, enrolment, this.instant);
      if (found?.enrolment.scheduled) yield found;
    }
    return undefined;
  }
}
