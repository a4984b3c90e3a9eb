/**
 * The normal form of a text, independent of the editor or file that it came from: line ends as `\n`, no surrounding
 * blanks. This form is sent to the service, so that reading it back shows no difference.
 */
export function plainText(text: string): string {
  return (text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text).trim();
}

/** The form in which the texts of two versions of a program are compared. */
export function exactForm(text: string): string {
  return plainText(text).normalize("NFC");
}

const isPlainAscii = /^[\n\x20-\x7e]*$/;
/** Blanks that `textForm` changes. */
const oddBlanks = /^ |^\n| $|\n$| {2}| \n|\n /;

/**
 * The form in which a served text is compared with the declared one: composed characters (NFC), single spaces in place of
 * any blanks within a line, none around a line. Line ends count: paragraphs are part of a message.
 */
export function textForm(text: string): string {
  if (isPlainAscii.test(text) && !oddBlanks.test(text)) return text;
  return plainText(text)
    .normalize("NFC")
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .trim();
}

/** Names that are already in the form of `nameForm`, which most are. */
const isPlain = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/;

/**
 * The form in which names are compared: composed characters (NFC), and single spaces in place of any blanks. A service
 * may store a name with other blanks, or in another Unicode form, than it was sent in.
 */
export function nameForm(name: string): string {
  return isPlain.test(name) ? name : name.normalize("NFC").replace(/\s+/g, " ").trim();
}

/** True if both are the same name: Unicode forms and blanks do not count. */
export function isSameName(served: unknown, asked: unknown): boolean {
  return typeof served === "string" && nameForm(served) === nameForm(String(asked));
}
