import { Buffer } from "node:buffer";
import { acted } from "../text/characters";

const terminalSequence =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\^_])|\u009b[0-?]*[ -/]*[@-~]/g;

/** Everything that can forge a line. What has no shape stays for those who name it. */
const unsafeCharacter = new RegExp(String.raw`[${acted}\p{Cf}\p{Cs}]+`, "gu");

/** The length to which a message shortens a name that the program has given. */
export const longestName = 80;

/** Foreign text as one line that is safe in a terminal: no control or direction characters, limited in length. */
export function safeText(text: string, longest = 500): string {
  // Cut first, because a foreign text may be megabytes long.
  const plain = text
    .slice(0, longest * 8)
    .replace(terminalSequence, "")
    .replace(unsafeCharacter, " ")
    .replace(/\s+/g, " ")
    .trim();
  const characters = Array.from(plain);
  return characters.length > longest ? `${characters.slice(0, longest - 1).join("")}…` : plain;
}

/** A text without the sequences that colour it in a terminal. */
export function withoutColours(text: string): string {
  return text.replace(terminalSequence, "");
}

/** Returns a function that removes a secret from a text, in every form in which it may be quoted. */
export function redactor(secret: string): (text: string) => string {
  // A shorter text is no key, and its removal would damage ordinary words.
  if (secret.length < 4) return (text) => text;
  const bytes = Buffer.from(secret, "utf8");
  const forms = new Set([
    secret,
    encodeURIComponent(secret),
    encodeURIComponent(secret).toLowerCase(),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString("base64"),
    bytes.toString("base64").replace(/=+$/, ""),
    bytes.toString("base64url"),
    bytes.toString("hex"),
  ]);
  // The longest first: a shorter form would leave the rest of a longer one.
  const ordered = [...forms].sort((left, right) => right.length - left.length);
  return (text) => ordered.reduce((result, form) => result.split(form).join("[key]"), text);
}

/** Foreign text that is safe to show. The secret is removed before the text is cut, so that no part of it is left. */
export function foreignText(text: string, redact: (text: string) => string, longest?: number): string {
  return redact(safeText(redact(text.slice(0, 20_000)), longest));
}
