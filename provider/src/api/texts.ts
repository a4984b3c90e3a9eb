/**
 * The normal form of a text, independent of the editor or file that it came from: `\n` line endings, no surrounding
 * whitespace. This form is sent to the service, so that reading it back shows no difference.
 */
export function plainText(text: string): string {
  return (text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text).trim();
}

/** The form in which texts of two program versions are compared. */
export function exactForm(text: string): string {
  return plainText(text).normalize("NFC");
}

const plainAscii = /^[\n\x20-\x7e]*$/;
/** Whitespace that `textForm` changes. */
const oddWhitespace = /^ |^\n| $|\n$| {2}| \n|\n /;

/**
 * The form in which a served text is compared with the declared one: composed characters (NFC), whitespace within a
 * line collapsed to single spaces, lines trimmed. Line breaks count, because paragraphs are part of a message.
 */
export function textForm(text: string): string {
  if (plainAscii.test(text) && !oddWhitespace.test(text)) return text;
  return plainText(text)
    .normalize("NFC")
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .trim();
}

/** Matches names that are already in normal form, as most are. */
const normalName = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/;

/**
 * The form in which names are compared: composed characters (NFC) and single spaces for any whitespace. A service may
 * change a name's whitespace or Unicode form when storing it.
 */
export function nameForm(name: string): string {
  return normalName.test(name) ? name : name.normalize("NFC").replace(/\s+/g, " ").trim();
}

/** True if both are the same name, ignoring Unicode form and whitespace. */
export function isSameName(served: unknown, asked: unknown): boolean {
  return typeof served === "string" && nameForm(served) === nameForm(String(asked));
}
