/** Characters that change how the text around them is shown, or that nobody sees. The joiner of emoji is none of them. */
const hidden = /(?![\n\t\u200d])[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

/** A text with its hidden characters written out, so that a reviewer sees what is sent. */
export function visible(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(hidden, (sign) => `⟨U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟩`);
}

/** A text that is cut to a number of characters, and says how many were left out. */
export function clipped(text: string, most: number): string {
  if (text.length <= most) return text;
  const characters = Array.from(text.slice(0, most));
  // Half of a character that takes two positions is none.
  if (/^[\ud800-\udbff]$/.test(characters.at(-1) ?? "")) characters.pop();
  return `${characters.join("")}… (${text.length - most} more characters)`;
}
