import { isRecord } from "../api/json";
import { printable, resourceName } from "./about";
import type { Values } from "./declared";
import { isUnknown } from "./unknown";

/** So much of the beginning of a secret counts as the secret: messages shorten long names. */
const tellingLength = 8;
/** A shorter text is hidden only where it is quoted, because it may be part of ordinary words. */
const shortest = 4;
/** What a nested value may have in common with texts of this package: `visitProfile`, `HIRING`. */
const word = /^[A-Za-z_]+$/;

/** The values that the program marks as secret. The engine hands them to a provider in plain text. */
export class Secrets {
  /** What stands in place of each form of a secret. */
  private readonly forms = new Map<string, string>();

  /** Notes the texts in these properties of a resource. */
  add(values: Values, properties: readonly string[], urn: string | undefined): void {
    const name = resourceName(urn);
    const instead = name === "" ? "[secret]" : `[secret] of ${name}`;
    for (const property of properties) {
      const value = values[property];
      for (const text of textsIn(value)) {
        if (text === value || !word.test(text)) this.addText(text, instead);
      }
    }
  }

  private addText(text: string, instead: string): void {
    const escaped = JSON.stringify(text).slice(1, -1);
    const forms = [text, escaped, printable(escaped), encodeURIComponent(text), text.replace(/\s+/g, " ")];
    for (const form of forms) {
      const known = this.forms.get(form);
      // Two resources may hold the same value.
      if (form !== "") this.forms.set(form, known === undefined || known === instead ? instead : "[secret]");
    }
  }

  /** The text without the secrets, or the beginnings of them that a message has shortened. */
  hide(text: string): string {
    // The longest first: a shorter form would leave the rest of a longer one.
    const forms = [...this.forms].sort(([left], [right]) => right.length - left.length);
    return forms.reduce((shown, [form, instead]) => hideForm(shown, form, instead), text);
  }
}

function hideForm(text: string, form: string, instead: string): string {
  if (form.length < shortest) return text.replaceAll(`"${form}"`, instead);
  const head = form.slice(0, tellingLength);
  let shown = "";
  let from = 0;
  for (let at = text.indexOf(head); at >= 0; at = text.indexOf(head, from)) {
    let length = head.length;
    while (length < form.length && text[at + length] === form[length]) length += 1;
    const isQuoted = text[at - 1] === '"' && at > from;
    shown += text.slice(from, isQuoted ? at - 1 : at) + instead;
    from = at + length;
    if (text[from] === "…") from += 1;
    if (isQuoted && text[from] === '"') from += 1;
  }
  return shown + text.slice(from);
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return isUnknown(value) ? [] : [...new Set([value, value.trim()])];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isRecord(value) ? Object.values(value).flatMap(textsIn) : [];
}
