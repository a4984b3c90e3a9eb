/** Every type of a step. Service specification: Campaign step. */
export const stepTypes = [
  "visitProfile",
  "invitation",
  "invitationNote",
  "message",
  "voiceMessage",
  "likePosts",
  "email",
] as const;
/** The type of a step. */
export type StepType = (typeof stepTypes)[number];
