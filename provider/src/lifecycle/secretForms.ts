import { safeText } from "../api/redact";
import { longestQuoted, printable } from "./about";

/** Addresses hold no longer texts. */
const longestInAddress = 300;

/** The form in which secrets are searched. Unlike that of NFC, the form of a beginning is the beginning of the form. */
export function searchForm(text: string): string {
  return text.normalize("NFD");
}

/** Every form in which a message shows a text: as it is, on one line, cut, in JSON, in an address. */
export function formsOf(text: string): string[] {
  const lines = [text, text.replace(/\s+/g, " "), safeText(text, Number.POSITIVE_INFINITY)];
  // A cut in the middle of a character leaves a half of it, which no other form holds.
  const shown = [...new Set([...lines, text.slice(0, longestQuoted)])].flatMap((line) => {
    const json = JSON.stringify(line).slice(1, -1);
    return [line, json, printable(json)];
  });
  const addressed = text.length > longestInAddress ? [] : [text, text.normalize("NFC"), text.normalize("NFD")];
  const forms = new Set([...shown, ...addressed.flatMap(inAddress)].map(searchForm));
  return [...forms].filter((form) => form.trim() !== "");
}

function inAddress(text: string): string[] {
  // A half of a character has no form in an address, and encoding it would throw.
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
/** A sign as HTML writes it, or the beginning of one at which a message is shortened. */
const entity = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));|&[#\w]{0,7}(?=…|\.\.\.)/gi;

/** A text with the signs that HTML stands for, and the place of each of them in the text as it was. */
export interface Decoded {
  readonly text: string;
  readonly places: readonly number[];
}

/** Undefined if the text holds no sign of HTML. */
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
