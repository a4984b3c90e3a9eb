import { Buffer } from "node:buffer";
import { acted } from "../text/characters";

const terminalSequence =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it matches the control characters to remove
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\^_])|\u009b[0-?]*[ -/]*[@-~]/g;

/** Characters that could forge a line. Shapeless ones are kept for messages that name them. */
const unsafeCharacter = new RegExp(String.raw`[${acted}\p{Cf}\p{Cs}]+`, "gu");

/** The length to which messages truncate names from the program. */
export const longestNameShown = 80;

/**
 * Foreign text as one line that is safe in a terminal: without control and direction characters, truncated to `longest`.
 */
export function safeText(text: string, longest = 500): string {
  // Truncate first, because foreign text may be megabytes long.
  const plain = text
    .slice(0, longest * 8)
    .replace(terminalSequence, "")
    .replace(unsafeCharacter, " ")
    .replace(/\s+/g, " ")
    .trim();
  const characters = Array.from(plain);
  return characters.length > longest ? `${characters.slice(0, longest - 1).join("")}…` : plain;
}

/** Removes terminal colour sequences. */
export function withoutColours(text: string): string {
  return text.replace(terminalSequence, "");
}

/** Returns a function that removes a secret from text, in every encoding in which it may be quoted. */
export function redactor(secret: string): (text: string) => string {
  // A shorter string is not a key, and removing it would damage ordinary words.
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
  // Longest first, because replacing a shorter form would leave the rest of a longer one.
  const ordered = [...forms].sort((left, right) => right.length - left.length);
  return (text) => ordered.reduce((result, form) => result.split(form).join("[key]"), text);
}

/** Foreign text that is safe to show. The secret is removed before truncation, so that no part of it remains. */
export function foreignText(text: string, redact: (text: string) => string, longest?: number): string {
  return redact(safeText(redact(text.slice(0, 20_000)), longest));
}
