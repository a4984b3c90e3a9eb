import type { Stored } from "./stored.js";

export const contactStates = ["finished", "paused", "1stnetwork", "excluded", "answered"] as const;
type ContactState = (typeof contactStates)[number];

export const contactFits = ["qualified", "unknown", "out-of-scope"] as const;

interface PersonalizedMessage {
  stepNumber: number;
  content: string;
}

export interface Contact extends Stored {
  userId: number;
  agentId: number | null;
  listId: number | null;
  firstName: string;
  lastName: string;
  email: string | null;
  phone: string | null;
  company: string | null;
  companySize: string | null;
  companyUrl: string | null;
  website: string | null;
  industry: string | null;
  jobTitle: string | null;
  positionDates: string | null;
  location: string | null;
  profileUrl: string | null;
  profileId: string | null;
  profileBaseline: string | null;
  linkedinIdentifier: string | null;
  picture: string | null;
  openToWork: boolean;
  note: string | null;
  user_note: string | null;
  intent: string | null;
  intent_type: string | null;
  intent_keyword: string | null;
  intent_scoring: number | null;
  scoring: number | null;
  total_scoring: number | null;
  score_reasoning: string | null;
  fit: (typeof contactFits)[number];
  state: ContactState | null;
  unsubscribed: boolean;
  bounced: boolean;
  blocked: boolean;
  redListed: boolean;
  emailEnriched: boolean;
  phoneEnriched: boolean;
  readyForCampaign: boolean;
  hasStartedCampaign: boolean;
  personalizedMessages: PersonalizedMessage[];
  /** 1 is a direct connection on the network. Not in responses. */
  connectionDegree: number;
  createdAt: string;
  updatedAt: string;
}
