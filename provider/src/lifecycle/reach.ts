/**
 * Codes of warnings about people who may be contacted for the first time, by someone else, or again. They are codes of
 * review findings (docs/review.md): a review of a preview with such a warning has a finding with that code for the same
 * resource.
 */
export const reaches = [
  "starts-sending",
  "new-people",
  "running-text",
  "deleted",
  "other-key",
  "adopted",
  "changed-outside",
  "gone-outside",
  "do-not-contact",
] as const;

/** The code of a warning about people. */
export type Reach = (typeof reaches)[number];

/** The text of a warning as printed by the engine, followed by the code. */
export function warningText(text: string, reach: Reach | undefined): string {
  return reach === undefined ? text : `${text} [${reach}]`;
}

/** The code at the end of a printed warning. */
export function reachIn(text: string): Reach | undefined {
  const [, code] = /\[([a-z-]+)\]$/.exec(text) ?? [];
  return reaches.find((reach) => reach === code);
}
