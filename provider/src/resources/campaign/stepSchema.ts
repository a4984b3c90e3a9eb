import { z } from "zod";
import { aWord, oneOf, strict, text, webAddress, wholeNumber } from "../../kind/schema";
import { wordList } from "../../kind/texts";
import { type StepType, stepTypes } from "./stepTypes";

/** Service specification: Limits. */
export const longestNetworkMessage = 1900;
export const longestNote = 180;
export const longestPremiumNote = 280;

/** Service specification: Campaign step, and Limits. */
export const defaultDelay = 2;
export const defaultNumberOfPosts = 1;

/** All types except `email` use a LinkedIn seat. */
export const networkSteps: ReadonlySet<unknown> = new Set(stepTypes.filter((type) => type !== "email"));
/** Connection requests. A campaign may have at most one. */
export const connectionRequests: ReadonlySet<unknown> = new Set(["invitation", "invitationNote"]);

const timing = {
  delayAfterLastStep: wholeNumber(1, undefined, " of days").optional(),
  // Accepted so that steps can be copied from a response; dropped in the normal form.
  stepNumber: z.number({ error: "must be a number (it is ignored in any case)" }).optional(),
};
const messageModes = ["ai", "same"] as const;
/** The words in a step other than its texts. */
export const stepWords: readonly string[] = [...stepTypes, ...messageModes];
const messageMode = oneOf(messageModes).optional();

function stepOf<Type extends StepType, Shape extends z.ZodRawShape>(type: Type, shape: Shape) {
  return strict(`${aWord(type)} step`, { type: z.literal(type), ...timing, ...shape });
}

const noteText = text({
  what: "the note of the invitation",
  most: longestPremiumNote,
  limit: `at most ${longestNote} characters are allowed, ${longestPremiumNote} with a seat of the premium tier`,
  lines: true,
});

export const stepSchemas = {
  visitProfile: stepOf("visitProfile", {}),
  invitation: stepOf("invitation", {}),
  invitationNote: stepOf("invitationNote", { note: noteText }),
  message: stepOf("message", {
    messageMode,
    message: text({ what: "the text of the message", most: longestNetworkMessage, lines: true }).optional(),
  }),
  voiceMessage: stepOf("voiceMessage", { url: webAddress("the address of the audio file") }),
  likePosts: stepOf("likePosts", { numberOfPosts: wholeNumber(1, 3).optional() }),
  email: stepOf("email", {
    messageMode,
    subject: text({ what: "the subject of the e-mail" }).optional(),
    message: text({ what: "the text of the e-mail", lines: true }).optional(),
  }),
};

const allowedTypes = `one of ${wordList(stepTypes)}`;

export const stepSchema = z.discriminatedUnion(
  "type",
  [
    stepSchemas.visitProfile,
    stepSchemas.invitation,
    stepSchemas.invitationNote,
    stepSchemas.message,
    stepSchemas.voiceMessage,
    stepSchemas.likePosts,
    stepSchemas.email,
  ],
  {
    error: ({ code }) =>
      code === "invalid_union" ? `must be ${allowedTypes}` : "must be a step: an object with a `type`",
  },
);

/** The fields of each step type in the order of writing, without `stepNumber`. */
export const stepFields: ReadonlyMap<unknown, readonly string[]> = new Map(
  stepTypes.map((type) => [type, Object.keys(stepSchemas[type].shape).filter((field) => field !== "stepNumber")]),
);
