import type { Contact, SandboxOptions } from "../../../sandbox/src/index.js";
import { Bench, emailSteps, networkSteps } from "../support.js";

export interface QueueEntry {
  contact: { id: number; firstName: string; state: string | null };
  campaign: { id: number };
  campaignStep: { type: string; stepNumber: number; message?: string | null; subject?: string };
  lastContactStep: { type: string; stepNumber: number } | null;
}

export interface CampaignLogEntry {
  contactId: number;
  type: string;
  status: string;
  seatId: number | null;
}

/** A bench with what most tests of the planner need: contacts, campaigns, and time that passes. */
export class PlannerBench extends Bench {
  private people = 0;

  /** Names begin anew: whether a contact accepts an invitation follows from its name. */
  override async start(options: SandboxOptions): Promise<void> {
    this.people = 0;
    await super.start(options);
  }

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

  async campaign(listId: number, fields: Record<string, unknown> = {}): Promise<number> {
    const { id } = await this.create("/v1/campaign", {
      name: "First contact",
      active: true,
      listIds: [listId],
      linkedinSeatId: 7,
      steps: networkSteps,
      ...fields,
    });
    return id;
  }

  emailCampaign(listId: number, fields: Record<string, unknown> = {}): Promise<number> {
    return this.campaign(listId, { linkedinSeatId: undefined, steps: emailSteps, emailSeatIds: [21], ...fields });
  }

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
