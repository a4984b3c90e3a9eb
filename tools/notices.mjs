// @ts-check
// Shortens the licence texts of a package that was itself bundled from many others, without omitting anything: most of
// their paragraphs are identical.

/** A shorter paragraph takes no more space than a reference to it. */
const shortest = 200;

/**
 * The same text, in which each repeated paragraph is replaced by a reference to the first one.
 * @param {string} text
 */
export function condensed(text) {
  const paragraphs = text.split(/\n[> ]*\n/);
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const each of paragraphs) counts.set(wordsOf(each), (counts.get(wordsOf(each)) ?? 0) + 1);
  /** @type {Map<string, number>} */
  const numbers = new Map();
  const shown = paragraphs.map((paragraph) => {
    const words = wordsOf(paragraph);
    if (words.length < shortest || counts.get(words) === 1) return paragraph;
    const number = numbers.get(words);
    if (number !== undefined) return `> [${number}]`;
    numbers.set(words, numbers.size + 1);
    return `> [${numbers.size}]\n${paragraph}`;
  });
  if (numbers.size === 0) return text;
  return `A number in brackets alone stands for the paragraph that begins with this number.\n\n${shown.join("\n\n")}`;
}

/**
 * A paragraph without its quotation marks and line breaks.
 * @param {string} paragraph
 */
export function wordsOf(paragraph) {
  return paragraph.replace(/^>/gm, " ").replace(/\s+/g, " ").trim();
}
