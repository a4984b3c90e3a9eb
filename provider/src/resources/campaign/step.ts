import type { Input, OutputInstance } from "@pulumi/pulumi";

// In this order, for a compiler that cannot tell which of them was meant compares with the last one.
/** A step, now or later. */
export type StepInput = StepPromise | StepOutput | Step;

/**
 * A step that is known later. `type` is here for the compiler: its error on a wrong one names those that there are, and its
 * error on a step of a known type compares with the steps of that type alone.
 */
export interface StepPromise extends Promise<Step> {
  /** Of the step, once it is known. */
  readonly type?: object;
}

/** A step that the engine knows later, as for `StepPromise`. */
export interface StepOutput extends OutputInstance<Step> {
  /** Of the step, once it is known. */
  readonly type?: object;
}

/** What every step of a campaign may say. */
export interface StepTiming {
  /**
   * Days to wait after the step before this one: a whole number of at least 1. Default 2. Changing it replaces the
   * campaign. Service specification: Campaign step, `delayAfterLastStep`.
   */
  delayAfterLastStep?: Input<number>;
  /**
   * Accepted and dropped, so that steps copied from an answer of the service work: the service numbers steps by
   * their order. Service specification: Campaign step, `stepNumber`.
   */
  stepNumber?: Input<number>;
}

/** Looks at the contact's profile. Needs a LinkedIn seat. Service specification: Campaign step. */
export interface VisitProfileStep extends StepTiming {
  /** This step is a visit of the profile. */
  type: "visitProfile";
}

/**
 * Asks the contact to connect, without a note. Needs a LinkedIn seat. At most one connection request in a campaign, and
 * none of this type after a `message` or `voiceMessage`. Service specification: Campaign step; step ordering rules 1,
 * 2.
 */
export interface InvitationStep extends StepTiming {
  /** This step is a connection request without a note. */
  type: "invitation";
}

/**
 * Asks the contact to connect, with a note. Needs a LinkedIn seat. At most one connection request in a campaign.
 * Service specification: Campaign step; step ordering rule 1.
 */
export interface InvitationNoteStep extends InvitationNoteContent {
  /** This step is a connection request with a note. */
  type: "invitationNote";
}

/** What a connection request with a note holds. */
export interface InvitationNoteContent extends StepTiming {
  /**
   * Required. At most 180 characters, 280 with a seat of the premium tier (say which seats are with the setting
   * `premiumSeats`). Changing it replaces the campaign. Service specification: Campaign step, `note`.
   */
  note: Input<string>;
}

/** A message that is sent as written. Needs a LinkedIn seat. Service specification: Campaign step, `messageMode`. */
export interface SameMessageStep extends MessageContent {
  /** This step is a message on the professional network. */
  type: "message";
}

/** What a message holds that is sent as written. */
export interface MessageContent extends StepTiming {
  /** `same`, also where it is left out: a text is never handed to the AI. Changed in place. */
  messageMode?: Input<"same">;
  /**
   * Required. At most 1900 characters. May hold `[FirstName]`, `[LastName]`, `[Company]`, `[JobTitle]`, `[SenderFirstName]`,
   * `[SenderName]`, `[SenderFullName]`, `[SenderCompany]`; one without a value is removed. Changed in place.
   * Service specification: Campaign step, `message`.
   */
  message: Input<string>;
}

/**
 * A message that the service's AI writes for each contact. Needs a LinkedIn seat.
 * Service specification: Campaign step, `messageMode`.
 */
export interface AiMessageStep extends AiMessageContent {
  /** This step is a message on the professional network. */
  type: "message";
  /** Must be written out where there is no text. Changed in place. Service specification: Campaign step, `messageMode`. */
  messageMode: Input<"ai">;
}

/** What a message holds that the service's AI writes. */
export interface AiMessageContent extends StepTiming {
  /** `ai`, also where it is left out: `step.message` adds it. */
  messageMode?: Input<"ai">;
  /** None: the AI writes it. */
  message?: undefined;
}

// The AI's first, and so below: an error about what neither accepts compares with the last one, which has a text.
/** A message on the professional network: your text, or one that the service's AI writes for each contact. */
export type MessageStep = AiMessageStep | SameMessageStep;

/** Sends a recorded message. Needs a LinkedIn seat. Service specification: Campaign step. */
export interface VoiceMessageStep extends VoiceMessageContent {
  /** This step is a voice message. */
  type: "voiceMessage";
}

/** What a voice message holds. */
export interface VoiceMessageContent extends StepTiming {
  /**
   * Required. URL of the audio file. Changing it replaces the campaign. Service specification: Campaign step, `url`.
   */
  url: Input<string>;
}

/** Likes the contact's latest posts. Needs a LinkedIn seat. Service specification: Campaign step. */
export interface LikePostsStep extends LikePostsContent {
  /** This step is likes of posts. */
  type: "likePosts";
}

/** What a step that likes posts holds. */
export interface LikePostsContent extends StepTiming {
  /**
   * How many posts: a whole number from 1 to 3. Default 1. Changing it replaces the campaign.
   * Service specification: Campaign step, `numberOfPosts`.
   */
  numberOfPosts?: Input<number>;
}

/** An e-mail that is sent as written. Needs an e-mail seat. Service specification: Campaign step, `messageMode`. */
export interface SameEmailStep extends EmailContent {
  /** This step is an e-mail. */
  type: "email";
}

/** What an e-mail holds that is sent as written. */
export interface EmailContent extends StepTiming {
  /** `same`, also where it is left out: a text is never handed to the AI. Changed in place. */
  messageMode?: Input<"same">;
  /**
   * Required. The subject line; the variables of `message` work here too. Changed in place.
   * Service specification: Campaign step, `subject`.
   */
  subject: Input<string>;
  /**
   * Required. The text, of any length, with the variables of a network message. Changed in place.
   * Service specification: Campaign step, `message`.
   */
  message: Input<string>;
}

/**
 * An e-mail that the service's AI writes for each contact. Needs an e-mail seat.
 * Service specification: Campaign step, `messageMode`.
 */
export interface AiEmailStep extends AiEmailContent {
  /** This step is an e-mail. */
  type: "email";
  /** Must be written out where there is no text. Changed in place. Service specification: Campaign step, `messageMode`. */
  messageMode: Input<"ai">;
}

/** What an e-mail holds that the service's AI writes. */
export interface AiEmailContent extends StepTiming {
  /** `ai`, also where it is left out: `step.email` adds it. */
  messageMode?: Input<"ai">;
  /** None: the AI writes it. */
  subject?: undefined;
  /** None: the AI writes it. */
  message?: undefined;
}

/** An e-mail: your text, or one that the service's AI writes for each contact. */
export type EmailStep = AiEmailStep | SameEmailStep;

/** One step of a campaign, told apart by `type`. The constructors in `step` write these objects. */
export type Step =
  | VisitProfileStep
  | InvitationStep
  | InvitationNoteStep
  | MessageStep
  | VoiceMessageStep
  | LikePostsStep
  | EmailStep;

/** True if one of these keys is present: the program then wants to send a text, even if its value is undefined. */
function isWritten<Same extends object>(content: Same | object, ...keys: (keyof Same & string)[]): content is Same {
  return keys.some((key) => key in content);
}

const stepConstructors = {
  /** Looks at the contact's profile. Needs `linkedinSeatId` on the campaign. */
  visitProfile(timing: StepTiming = {}): VisitProfileStep {
    return { ...timing, type: "visitProfile" };
  },

  /**
   * Asks the contact to connect, without a note. Needs `linkedinSeatId`. At most one connection request in a
   * campaign, and not after a message or voice message: both are refused at preview.
   */
  invitation(timing: StepTiming = {}): InvitationStep {
    return { ...timing, type: "invitation" };
  },

  /**
   * Asks the contact to connect, with a note of at most 180 characters (280 with a premium seat). Needs
   * `linkedinSeatId`. At most one connection request in a campaign.
   */
  invitationNote(content: InvitationNoteContent): InvitationNoteStep {
    return { ...content, type: "invitationNote" };
  },

  /**
   * With `message`: that text, at most 1900 characters, is sent as written. Without: the service's AI writes one for
   * each contact. Needs `linkedinSeatId`. A `message` whose value turns out to be missing is an error, never AI text.
   */
  message(content: AiMessageContent | MessageContent = {}): MessageStep {
    if (isWritten<MessageContent>(content, "message")) {
      return { ...content, type: "message", messageMode: content.messageMode ?? "same" };
    }
    return { ...content, type: "message", messageMode: content.messageMode ?? "ai" };
  },

  /** Sends the recording at `url`. Needs `linkedinSeatId`. */
  voiceMessage(content: VoiceMessageContent): VoiceMessageStep {
    return { ...content, type: "voiceMessage" };
  },

  /** Likes the contact's latest posts: `numberOfPosts` of 1 to 3, default 1. Needs `linkedinSeatId`. */
  likePosts(content: LikePostsContent = {}): LikePostsStep {
    return { ...content, type: "likePosts" };
  },

  /**
   * With `subject` and `message`: that e-mail is sent as written. Without both: the service's AI writes one for each
   * contact. Needs `emailSeatIds`. One of the two without the other is an error, never AI text.
   */
  email(content: AiEmailContent | EmailContent = {}): EmailStep {
    if (isWritten<EmailContent>(content, "message", "subject")) {
      return { ...content, type: "email", messageMode: content.messageMode ?? "same" };
    }
    return { ...content, type: "email", messageMode: content.messageMode ?? "ai" };
  },
};

type StepFunctions = typeof stepConstructors;
/** What `step` holds. It has a name so that an error on a misspelt constructor does not print them all. */
export interface StepConstructors extends StepFunctions {}

/** Constructors of campaign steps. Each returns a plain object, which can as well be written out. */
export const step: StepConstructors = stepConstructors;
