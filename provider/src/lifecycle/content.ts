import { hash } from "node:crypto";
import { isRecord } from "../api/json";
import type { Values } from "./kind";

/** A key for the content of inputs, independent of the order of their keys: the host passes them in any order. */
export function fingerprint(inputs: Values): string {
  return hash("sha1", spelled(inputs), "base64");
}

/** Writes each text with its length, so that nothing in it needs escaping: most inputs are long texts. */
function spelled(value: unknown): string {
  if (typeof value === "string") return `${value.length}:${value}`;
  if (Array.isArray(value)) return `[${value.map(spelled).join()}]`;
  if (!isRecord(value)) return String(value);
  let fields = "";
  for (const key of Object.keys(value).sort()) {
    if (value[key] !== undefined) fields += `${spelled(key)}=${spelled(value[key])},`;
  }
  return `{${fields}}`;
}

/** The content of inputs without `adopt`, which keeps the value of the state while a resource exists. */
export const contentWithoutAdopt = ({ adopt, ...inputs }: Values): string => fingerprint(inputs);

/** The content that decides what is created: acknowledgements do not. */
export const madeContent = ({ acknowledge, ...inputs }: Values): string => fingerprint(inputs);
