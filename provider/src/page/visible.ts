import { codeOf, start, withHidden } from "../text/characters";

/** Writes out the hidden characters of a text, so that a reviewer sees what is sent. */
export function visible(text: string): string {
  return withHidden(text.replace(/\r\n?/g, "\n"), (sign) =>
    sign === "\n" || sign === "\t" ? sign : `⟨${codeOf(sign)}⟩`,
  );
}

/** Truncates a text to a number of characters and adds how many were omitted. */
export function clipped(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${start(text, most)}… (${text.length - most} more characters)`;
}
