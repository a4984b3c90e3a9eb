// @ts-check
// Makes the licence texts of a package that was itself bundled from many others short, without leaving anything out: most of
// them are the same paragraphs, word for word.

/** A shorter paragraph takes no more room than a reference to it. */
const shortest = 200;

/**
 * The same text, in which a paragraph that stood before is a reference to that one.
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
