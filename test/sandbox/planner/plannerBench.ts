import type { Contact, SandboxOptions } from "../../../sandbox/src/index.js";
import { Bench, emailSteps } from "../support.js";

export interface QueueEntry {
  contact: { id: number; firstName: string; state: string | null };
  campaign: { id: number };
  campaignStep: { type: string; stepNumber: number; message?: string | null; subject?: string };
  lastContactStep: { type: string; stepNumber: number } | null;
}

export interface CampaignLogEntry {
  contactId: number;
  stepNumber: number | null;
  type: string;
  status: string;
  reason: string | null;
  seatId: number | null;
  createdAt: string;
}

/** A sandbox for tests of the planner, with shortcuts for contacts, campaigns, queues and time. */
export class PlannerBench extends Bench {
  private people = 0;

  /**
   * Names start over: whether a contact accepts an invitation depends on its name. Nobody answers by default, so that
   * contacts get all steps.
   */
  override async start(options: SandboxOptions): Promise<void> {
    this.people = 0;
    await super.start({ answerRate: 0, ...options });
  }

  /** Starts the sandbox; returns the id of a new list, and so many contacts on it. */
  async startWithPeople(
    count: number,
    fields: Record<string, unknown> = {},
    options: SandboxOptions = {},
  ): Promise<[number, ...Contact[]]> {
    await this.start(options);
    const listId = await this.list();
    return [listId, ...(await this.contacts(listId, count, fields))];
  }

  /** Adds contacts to a list. */
  async contacts(listId: number, count: number, fields: Record<string, unknown> = {}): Promise<Contact[]> {
    return this.sandbox.addContacts({
      userId: 101,
      contacts: Array.from({ length: count }, () => {
        this.people += 1;
        return {
          firstName: `Ada${this.people}`,
          lastName: "Byron",
          email: `ada${this.people}@quillworks.example.com`,
          company: "Quillworks",
          profileUrl: `https://network.example.com/in/ada-${this.people}`,
          listId,
          ...fields,
        };
      }),
    });
  }

  /** Creates a campaign and returns its id. */
  async activeCampaign(listId: number, fields: Record<string, unknown> = {}): Promise<number> {
    return (await this.campaign({ active: true, listIds: [listId], ...fields })).id;
  }

  /** Creates a campaign of one e-mail and returns its id. */
  emailCampaign(listId: number, fields: Record<string, unknown> = {}): Promise<number> {
    return this.activeCampaign(listId, { linkedinSeatId: undefined, steps: emailSteps, emailSeatIds: [21], ...fields });
  }

  /** Reads the queue of a campaign. */
  queue(campaignId: number, kind = "queue"): Promise<QueueEntry[]> {
    return this.get(`/v1/campaign/${campaignId}/${kind}`);
  }

  logs(campaignId: number): Promise<CampaignLogEntry[]> {
    return this.get(`/v1/campaign/${campaignId}/logs`);
  }

  contact(id: number): Promise<Record<string, unknown>> {
    return this.get(`/v1/contact/${id}`);
  }

  advance(hours: number): Promise<{ now: string }> {
    return this.sandbox.advance({ hours });
  }
}
