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

/** A step that was sent to a contact, an answer to one, or the end of the contact's enrolment. */
export interface CampaignLog extends Stored {
  campaignId: number;
  contactId: number;
  userId: number;
  /** The step that was sent, answered or not executed; `null` if no step was left. */
  stepNumber: number | null;
  type: StepType | null;
  status: "sent" | EnrolmentEnd;
  /** Why the enrolment ended; `null` for a step that was sent. Not served. */
  code: EndCode | null;
  /** The same in words. */
  reason: EndReason | null;
  seatId: number | null;
  /** The texts of a step as the contact received them; `null` if nothing was sent. Not in responses. */
  texts: SentTexts | null;
  createdAt: string;
}

/** The texts of a step with its variables filled in. A message is `null` if the service's AI would write it. */
export interface SentTexts {
  subject?: string;
  message?: string | null;
  note?: string;
  /** The positions in a text of variables without a value. Missing: none. */
  holes?: { subject?: number[]; message?: number[]; note?: number[] };
  /** Variables of the note that were not filled in. Missing: none. */
  unfilled?: string[];
}

export type EnrolmentEnd = "finished" | "skipped" | "excluded" | "answered";

/** Why an enrolment ended, and the words for it. */
export const endReasons = {
  done: "all steps are done",
  notAccepted: "the invitation was not accepted, and no e-mail step follows",
  noProfile: "the contact has no profile on the network",
  noteTooLong: "the note is too long with the contact's values",
  noEmail: "the contact has no e-mail address",
  unsubscribed: "the contact has unsubscribed from e-mails",
  bounced: "the e-mail address has bounced",
  companyBlocked: "the company is on the blocklist",
  excluded: "the contact is excluded from all campaigns",
  answered: "the contact has answered",
  reply: "the contact answered this step",
} as const;

export type EndCode = keyof typeof endReasons;
export type EndReason = (typeof endReasons)[EndCode];

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
  /** The answer that the contact will give to a step; `at` is in milliseconds since 1970. */
  answer: { at: number; stepNumber: number; type: StepType } | null;
}
