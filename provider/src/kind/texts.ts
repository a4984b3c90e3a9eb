/** Characters as people count them: Unicode code points, so that an emoji of one code point is one. */
export function codePoints(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const pair = code >= 0xd800 && code <= 0xdbff && index + 1 < text.length;
    if (pair && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00) index++;
    count++;
  }
  return count;
}

/** Formats `[a, b]` as "`a`, `b`". */
export function wordList(words: readonly string[]): string {
  return words.map((word) => `\`${word}\``).join(", ");
}
