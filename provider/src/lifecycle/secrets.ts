import { isRecord } from "../api/json";
import { resourceName } from "./about";
import type { Values } from "./declared";
import { formsOf, searchForm } from "./secretForms";
import { SecretIndex } from "./secretIndex";
import { isUnknown } from "./unknown";

const ellipsis = /…|\.\.\./y;

/** The values that the program marks as secret. The engine passes them to providers in plain text. */
export class Secrets {
  private readonly index = new SecretIndex();
  /** The replacements for each value; every operation adds the same ones again. */
  private readonly added = new Map<string, Set<string>>();

  /**
   * Adds the texts in these properties of a resource.
   *
   * @param words this package's words that may occur in a value, which reveal nothing
   */
  add(
    values: Values,
    properties: readonly string[],
    urn: string | undefined,
    words: ReadonlySet<string> = new Set(),
  ): void {
    const name = resourceName(urn);
    const instead = name === "" ? "[secret]" : `[secret] of ${name}`;
    for (const property of properties) {
      const value = values[property];
      for (const text of textsIn(value)) {
        if (text === value || !words.has(text)) this.addText(text, instead);
      }
    }
  }

  private addText(text: string, instead: string): void {
    const added = this.added.get(text) ?? new Set();
    if (added.has(instead)) return;
    this.added.set(text, added.add(instead));
    for (const form of formsOf(text)) this.index.add(form, instead);
  }

  /** Removes secrets, and prefixes of them in truncated messages, from a text. */
  hide(text: string): string {
    if (this.index.isEmpty) return text;
    const plain = searchForm(text);
    const all = this.index.find(plain);
    if (all.length === 0) return text;
    let shown = "";
    let done = 0;
    for (const { from, to, instead } of all) {
      const isQuoted = plain[from - 1] === '"' && from > done;
      ellipsis.lastIndex = to;
      const end = to + (ellipsis.exec(plain)?.[0].length ?? 0);
      const isClosed = plain[end] === '"';
      // If the secret is only the start of a quoted text, keep the quotation marks.
      const isWhole = isQuoted && (isClosed || end > to);
      shown += plain.slice(done, isWhole ? from - 1 : from) + instead;
      done = isWhole && isClosed ? end + 1 : end;
    }
    return (shown + plain.slice(done)).normalize("NFC");
  }
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return isUnknown(value) ? [] : [...new Set([value, value.trim()])];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isRecord(value) ? Object.values(value).flatMap(textsIn) : [];
}
