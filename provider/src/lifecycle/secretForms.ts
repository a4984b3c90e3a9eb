import { safeText } from "../api/redact";
import { longestQuoted, printable } from "./about";

/** URLs contain no longer texts. */
const longestInAddress = 300;

/** The normal form for searching secrets. Unlike with NFC, the form of a prefix is a prefix of the form. */
export function searchForm(text: string): string {
  return text.normalize("NFD");
}

/** All forms in which a message may show a text: unchanged, on one line, truncated, in JSON, in a URL. */
export function formsOf(text: string): string[] {
  const lines = [text, text.replace(/\s+/g, " "), safeText(text, Number.POSITIVE_INFINITY)];
  // Truncating inside a character leaves a lone surrogate, which no other form contains.
  const shown = [...new Set([...lines, text.slice(0, longestQuoted)])].flatMap((line) => {
    const json = JSON.stringify(line).slice(1, -1);
    return [line, json, printable(json)];
  });
  const addressed = text.length > longestInAddress ? [] : [text, text.normalize("NFC"), text.normalize("NFD")];
  const forms = new Set([...shown, ...addressed.flatMap(inAddress)].map(searchForm));
  return [...forms].filter((form) => form.trim() !== "");
}

function inAddress(text: string): string[] {
  // A lone surrogate cannot be URL-encoded: it would throw.
  const encoded = encodeURIComponent(text.replace(/\p{Cs}/gu, "\ufffd"));
  const lower = encoded.replace(/%[0-9A-F]{2}/g, (sign) => sign.toLowerCase());
  return [encoded, lower].flatMap((form) => [form, form.replaceAll("%20", "+")]);
}

const named: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", " "],
]);
/** An HTML entity, or the start of one at which a message was truncated. */
const entity = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));|&[#\w]{0,7}(?=…|\.\.\.)/gi;

/** A text with HTML entities decoded, and the position of each character in the original text. */
export interface Decoded {
  readonly text: string;
  readonly places: readonly number[];
}

/** Undefined if the text contains no HTML entity. */
export function fromHtml(text: string): Decoded | undefined {
  let decoded = "";
  const places: number[] = [];
  const add = (signs: string, place: (at: number) => number) => {
    for (let at = 0; at < signs.length; at += 1) places.push(place(at));
    decoded += signs;
  };
  let done = 0;
  for (const found of text.matchAll(entity)) {
    const start = done;
    add(text.slice(start, found.index), (at) => start + at);
    add(signOf(found), () => found.index);
    done = found.index + found[0].length;
  }
  if (done === 0) return undefined;
  add(text.slice(done), (at) => done + at);
  places.push(text.length);
  return { text: decoded, places };
}

function signOf([whole, decimal, hexadecimal, name]: RegExpExecArray): string {
  if (!whole.endsWith(";")) return "";
  if (name !== undefined) return named.get(name.toLowerCase()) ?? whole;
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? "", 16) : Number(decimal);
  return code > 0x10ffff ? whole : searchForm(String.fromCodePoint(code));
}
