import type { Stored } from "./stored.js";

export interface LeadList extends Stored {
  userId: number;
  name: string;
  /** The campaign that was attached last. */
  campaignId: number | null;
  createdAt: string;
  updatedAt: string;
}
