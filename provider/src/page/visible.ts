import { codeOf, start, withHidden } from "../text/characters";

/** A text with its hidden characters written out, so that a reviewer sees what is sent. */
export function visible(text: string): string {
  return withHidden(text.replace(/\r\n?/g, "\n"), (sign) =>
    sign === "\n" || sign === "\t" ? sign : `⟨${codeOf(sign)}⟩`,
  );
}

/** A text that is cut to a number of characters, and says how many were left out. */
export function clipped(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${start(text, most)}… (${text.length - most} more characters)`;
}
