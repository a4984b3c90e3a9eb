import type { Stored } from "./stored.js";

export const stepTypes = [
  "invitation",
  "invitationNote",
  "message",
  "voiceMessage",
  "visitProfile",
  "likePosts",
  "email",
] as const;
export type StepType = (typeof stepTypes)[number];

export const messageModes = ["ai", "same"] as const;
type MessageMode = (typeof messageModes)[number];

export interface CampaignStep {
  type: StepType;
  stepNumber: number;
  /** In days. */
  delayAfterLastStep: number;
  messageMode?: MessageMode;
  message?: string;
  subject?: string;
  note?: string;
  url?: string;
  numberOfPosts?: number;
}

export const tones = ["professional", "direct", "conversational"] as const;
export const goals = ["conversations", "demos"] as const;

export interface Campaign extends Stored {
  userId: number;
  name: string;
  active: boolean;
  excludeFirstDegreeFromCampaigns: boolean;
  splitMessages: boolean;
  isManual: boolean;
  steps: CampaignStep[];
  skipInvitationAfterDays: number;
  language: string | null;
  tone: (typeof tones)[number];
  goal: (typeof goals)[number];
  linkedinSeatId: number | null;
  listIds: number[];
  emailSeatIds: number[];
  createdAt: string;
  updatedAt: string;
}

/** A step that was sent to a contact, or the end of the contact's enrolment. */
export interface CampaignLog extends Stored {
  campaignId: number;
  contactId: number;
  userId: number;
  stepNumber: number;
  type: StepType;
  status: "sent" | EnrolmentEnd;
  seatId: number | null;
  createdAt: string;
}

export type EnrolmentEnd = "finished" | "skipped" | "excluded";

/** The progress of one contact in one campaign. */
export interface Enrolment extends Stored {
  campaignId: number;
  contactId: number;
  status: "running" | EnrolmentEnd;
  /** The index of the next step. */
  stepIndex: number;
  /** Milliseconds since 1970. */
  dueAt: number;
  scheduled: boolean;
  lastStep: { step: CampaignStep; performedAt: string } | null;
  /** Milliseconds since 1970. */
  invitedAt: number | null;
}
