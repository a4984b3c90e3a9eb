/**
 * Characters that a reader cannot see, or that change what a reader sees elsewhere: control characters, text direction,
 * letters without a shape, halves of a character. Two joiners are left out: emoji and several scripts are written with
 * them.
 */
const invisible = /[\p{Cc}\p{Cs}\u2028\u2029\u115f\u1160\u3164\uffa0]|(?![\u200c\u200d])\p{Cf}/gu;
const invisibleButLines = /(?![\n\t])[\p{Cc}\p{Cs}\u2028\u2029\u115f\u1160\u3164\uffa0]|(?![\u200c\u200d])\p{Cf}/gu;
/** For texts of which nothing would be visible. */
const blank = /[\p{Cc}\p{Cf}\p{Cs}\p{Z}\u115f\u1160\u3164\uffa0]/gu;

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "`": "&#96;",
};

function escaped(text: string): string {
  return /[&<>"'`]/.test(text) ? text.replace(/[&<>"'`]/g, (character) => entities[character] ?? "") : text;
}

/** The name of a character: `U+202E`. */
function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

const boxed = (character: string) => `<span class="code">${codeOf(character)}</span>`;

/** A text on one line, as the content of an element. Invisible characters stand there by their names. */
export function safeInText(text: string): string {
  return escaped(text).replace(invisible, boxed);
}

/** A text with its line breaks and tabs, as the content of an element. */
export function safeLines(text: string): string {
  return escaped(text.replaceAll("\r\n", "\n")).replace(invisibleButLines, boxed);
}

/** A text of which each character is visible: for a changed run of text that is made of blanks and line breaks. */
export function safeBlanks(text: string): string {
  return escaped(text).replace(blank, (character) => {
    if (character === " ") return '<span class="code">space</span>';
    if (character === "\n") return '<span class="code">line break</span>\n';
    if (character === "\t") return '<span class="code">tab</span>';
    return boxed(character);
  });
}

/** A text as the value of an attribute in double quotes, or as the content of a title. */
export function safeInAttribute(text: string): string {
  return escaped(text).replace(invisible, (character) => `[${codeOf(character)}]`);
}

/** Whether nothing of a text is visible. */
export function isBlank(text: string): boolean {
  return text.replace(blank, "") === "";
}
