import { hash } from "node:crypto";
import { isRecord } from "../api/json";
import { textForm } from "../api/texts";
import type { Values } from "./declared";

/** A key for the content of inputs, independent of the order of their keys, which the host passes in any order. */
export function fingerprint(inputs: Values): string {
  return hash("sha1", spelled(inputs, asItIs), "base64");
}

const asItIs = (text: string) => text;

/** Writes each text with its length, which avoids escaping: most inputs are long texts. */
function spelled(value: unknown, form: (text: string) => string): string {
  if (typeof value === "string") {
    const text = form(value);
    return `${text.length}:${text}`;
  }
  if (Array.isArray(value)) return `[${value.map((item) => spelled(item, form)).join()}]`;
  if (!isRecord(value)) return String(value);
  let fields = "";
  for (const key of Object.keys(value).sort()) {
    if (value[key] !== undefined) fields += `${spelled(key, asItIs)}=${spelled(value[key], form)},`;
  }
  return `{${fields}}`;
}

/** The content of inputs without `adopt`, which keeps its value in the state while a resource exists. */
export const contentWithoutAdopt = ({ adopt, ...inputs }: Values): string => fingerprint(inputs);

/** The content that determines whether two creates would make twins. Excludes acknowledgements and normalises texts. */
export const madeContent = ({ acknowledge, ...inputs }: Values): string =>
  hash("sha1", spelled(inputs, textForm), "base64");
