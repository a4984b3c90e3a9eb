import { codeOf, hidden, withHidden } from "../text/characters";

/** For texts of which nothing would be visible. */
const blank = new RegExp(String.raw`[${hidden}\p{Z}]`, "gu");

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

const boxed = (character: string) => `<span class="code">${codeOf(character)}</span>`;

/** A text on one line, as the content of an element. Invisible characters stand there by their names. */
export function safeInText(text: string): string {
  return withHidden(escaped(text), boxed);
}

/** A text with its line breaks and tabs, as the content of an element. */
export function safeLines(text: string): string {
  return withHidden(escaped(text.replaceAll("\r\n", "\n")), (character) =>
    character === "\n" || character === "\t" ? character : boxed(character),
  );
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
  return withHidden(escaped(text), (character) => `[${codeOf(character)}]`);
}

/** Whether nothing of a text is visible. */
export function isBlank(text: string): boolean {
  return text.replace(blank, "") === "";
}
