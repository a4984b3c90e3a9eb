import type { Input, OutputInstance } from "@pulumi/pulumi";

// The order matters: if the compiler cannot tell which type was meant, it compares with the last one.
/** A step, or an Output or promise of one. */
export type StepInput = StepPromise | StepOutput | Step;

/**
 * A promise of a step. `type` is declared for the compiler: its error for a wrong type lists the existing ones, and for a
 * step with a known type it compares only with steps of that type.
 */
export interface StepPromise extends Promise<Step> {
  /** Of the step, once it is known. */
  readonly type?: object;
}

/** An Output of a step; see `StepPromise`. */
export interface StepOutput extends OutputInstance<Step> {
  /** Of the step, once it is known. */
  readonly type?: object;
}

/** Fields that every step of a campaign may have. */
export interface StepTiming {
  /**
   * Days to wait after the previous step: a whole number of at least 1. Default 2. Changing it replaces the campaign.
   * Service specification: Campaign step, `delayAfterLastStep`.
   */
  delayAfterLastStep?: Input<number>;
  /**
   * Accepted but ignored, so that steps copied from a response of the service work: the service numbers steps by their
   * order. Service specification: Campaign step, `stepNumber`.
   */
  stepNumber?: Input<number>;
}

/** Looks at the contact's profile. Needs a LinkedIn seat. Service specification: Campaign step. */
export interface VisitProfileStep extends StepTiming {
  /** Type of a profile visit. */
  type: "visitProfile";
}

/**
 * Asks the contact to connect, without a note. Needs a LinkedIn seat. At most one connection request in a campaign, and
 * none of this type after a `message` or `voiceMessage`. Service specification: Campaign step; step ordering rules 1,
 * 2.
 */
export interface InvitationStep extends StepTiming {
  /** Type of a connection request without a note. */
  type: "invitation";
}

/**
 * Asks the contact to connect, with a note. Needs a LinkedIn seat. At most one connection request in a campaign.
 * Service specification: Campaign step; step ordering rule 1.
 */
export interface InvitationNoteStep extends InvitationNoteContent {
  /** Type of a connection request with a note. */
  type: "invitationNote";
}

/** The content of a connection request with a note. */
export interface InvitationNoteContent extends StepTiming {
  /**
   * Required. At most 180 characters, 280 with a premium seat (list these in the setting `premiumSeats`). Changing it
   * replaces the campaign. Service specification: Campaign step, `note`.
   */
  note: Input<string>;
}

/** A message sent as written. Needs a LinkedIn seat. Service specification: Campaign step, `messageMode`. */
export interface SameMessageStep extends MessageContent {
  /** This step is a message on the professional network. */
  type: "message";
}

/** The content of a message sent as written. */
export interface MessageContent extends StepTiming {
  /** `same`, which is also the default: your text is never passed to the AI. Changed in place. */
  messageMode?: Input<"same">;
  /**
   * Required. At most 1900 characters. May contain `[FirstName]`, `[LastName]`, `[Company]`, `[JobTitle]`,
   * `[SenderFirstName]`, `[SenderName]`, `[SenderFullName]`, `[SenderCompany]`; one without a value is removed. Changed in
   * place. Service specification: Campaign step, `message`.
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
  /** Required for a step without a text. Changed in place. Service specification: Campaign step, `messageMode`. */
  messageMode: Input<"ai">;
}

/** The content of a message written by the service's AI. */
export interface AiMessageContent extends StepTiming {
  /** `ai`. May be omitted: `step.message` adds it. */
  messageMode?: Input<"ai">;
  /** None: the AI writes it. */
  message?: undefined;
}

// The AI variant first, here and below: for a value that matches neither, the compiler's error compares with the last one,
// which has a text.
/** A message on the professional network: your text, or one that the service's AI writes for each contact. */
export type MessageStep = AiMessageStep | SameMessageStep;

/** Sends a recorded message. Needs a LinkedIn seat. Service specification: Campaign step. */
export interface VoiceMessageStep extends VoiceMessageContent {
  /** Type of a voice message. */
  type: "voiceMessage";
}

/** The content of a voice message. */
export interface VoiceMessageContent extends StepTiming {
  /**
   * Required. URL of the audio file. Changing it replaces the campaign. Service specification: Campaign step, `url`.
   */
  url: Input<string>;
}

/** Likes the contact's latest posts. Needs a LinkedIn seat. Service specification: Campaign step. */
export interface LikePostsStep extends LikePostsContent {
  /** Type of a step that likes posts. */
  type: "likePosts";
}

/** The content of a step that likes posts. */
export interface LikePostsContent extends StepTiming {
  /**
   * How many posts: a whole number from 1 to 3. Default 1. Changing it replaces the campaign.
   * Service specification: Campaign step, `numberOfPosts`.
   */
  numberOfPosts?: Input<number>;
}

/** An e-mail sent as written. Needs an e-mail seat. Service specification: Campaign step, `messageMode`. */
export interface SameEmailStep extends EmailContent {
  /** This step is an e-mail. */
  type: "email";
}

/** The content of an e-mail sent as written. */
export interface EmailContent extends StepTiming {
  /** `same`, which is also the default: your text is never passed to the AI. Changed in place. */
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
  /** Required for a step without a text. Changed in place. Service specification: Campaign step, `messageMode`. */
  messageMode: Input<"ai">;
}

/** The content of an e-mail written by the service's AI. */
export interface AiEmailContent extends StepTiming {
  /** `ai`. May be omitted: `step.email` adds it. */
  messageMode?: Input<"ai">;
  /** None: the AI writes it. */
  subject?: undefined;
  /** None: the AI writes it. */
  message?: undefined;
}

/** An e-mail: your text, or one that the service's AI writes for each contact. */
export type EmailStep = AiEmailStep | SameEmailStep;

/** A step of a campaign, distinguished by `type`. The constructors in `step` return these objects. */
export type Step =
  | VisitProfileStep
  | InvitationStep
  | InvitationNoteStep
  | MessageStep
  | VoiceMessageStep
  | LikePostsStep
  | EmailStep;

/** True if one of these keys is present: the program then intends to send a text, even if the value is undefined. */
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
/** The type of `step`. It is named so that the error for a misspelt constructor does not list all of them. */
export interface StepConstructors extends StepFunctions {}

/** Constructors of campaign steps. Each returns a plain object, which can also be written as a literal. */
export const step: StepConstructors = stepConstructors;
