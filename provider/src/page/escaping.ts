import { codeOf, hidden, withHidden } from "../text/characters";

/** Matches characters in texts of which nothing would be visible. */
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

/** Escapes a text for the content of an element, on one line. Invisible characters are replaced by their names. */
export function safeInText(text: string): string {
  return withHidden(escaped(text), boxed);
}

/** Escapes a text for the content of an element, keeping line breaks and tabs. */
export function safeLines(text: string): string {
  return withHidden(escaped(text.replaceAll("\r\n", "\n")), (character) =>
    character === "\n" || character === "\t" ? character : boxed(character),
  );
}

/** Makes every character visible, for changes that consist only of whitespace. */
export function safeBlanks(text: string): string {
  return escaped(text).replace(blank, (character) => {
    if (character === " ") return '<span class="code">space</span>';
    if (character === "\n") return '<span class="code">line break</span>\n';
    if (character === "\t") return '<span class="code">tab</span>';
    return boxed(character);
  });
}

/** Escapes a text for an attribute value in double quotes or the content of a title. */
export function safeInAttribute(text: string): string {
  return withHidden(escaped(text), (character) => `[${codeOf(character)}]`);
}

/** True if nothing of the text is visible. */
export function isBlank(text: string): boolean {
  return text.replace(blank, "") === "";
}
