/**
 * What a warning tells about people: that somebody may be written to from now on, by somebody else, or once more. These are
 * codes of findings of a review (docs/review.md): one that looks at a preview with such a warning has a finding of that code
 * at the same resource.
 */
export const reaches = [
  "starts-sending",
  "new-people",
  "running-text",
  "deleted",
  "other-key",
  "adopted",
  "changed-outside",
  "do-not-contact",
] as const;

/** The code of a warning about people. */
export type Reach = (typeof reaches)[number];

/** The text of a warning as the engine prints it: the code stands behind it. */
export function warningText(text: string, reach: Reach | undefined): string {
  return reach === undefined ? text : `${text} [${reach}]`;
}

/** The code that stands behind a printed warning. */
export function reachIn(text: string): Reach | undefined {
  const [, code] = /\[([a-z-]+)\]$/.exec(text) ?? [];
  return reaches.find((reach) => reach === code);
}
