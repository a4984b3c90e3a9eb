import { fromHtml } from "./secretForms";

/** A shorter text is hidden only in quotes, because it may be part of ordinary words. */
const shortest = 4;
/** A quoted shorter prefix is probably a different text, for example another object's name. */
const tellingLength = 8;
const ellipses = ["…", "..."];

/** An occurrence of a form of a secret, or of a prefix of one in a truncated message. */
export interface Found {
  readonly from: number;
  readonly to: number;
  /** The replacement text. */
  readonly instead: string;
}

/**
 * The forms of all secrets in sorted order: the forms with the longest common prefix with a text are next to its position.
 * A search takes few steps, even among thousands of forms with the same prefix.
 */
export class SecretIndex {
  private readonly sorted: string[] = [];
  private readonly insteads = new Map<string, string>();
  private readonly heads = new Set<string>();
  private longest = 0;

  get isEmpty(): boolean {
    return this.sorted.length === 0;
  }

  add(form: string, instead: string): void {
    const known = this.insteads.get(form);
    // Two resources may have the same value.
    this.insteads.set(form, known === undefined || known === instead ? instead : "[secret]");
    if (known !== undefined) return;
    this.sorted.splice(this.countUpTo(form), 0, form);
    this.heads.add(form.slice(0, shortest));
    this.longest = Math.max(this.longest, form.length);
  }

  /** Finds all forms in the text, also as HTML entities; the longest at each position. Overlapping ones are merged. */
  find(text: string): Found[] {
    const found = this.findIn(text);
    const { text: decoded, places } = fromHtml(text) ?? {};
    if (decoded === undefined || places === undefined) return united(found);
    const inHtml = this.findIn(decoded).map(({ from, to, instead }) => {
      return { from: places[from] ?? 0, to: places[to] ?? text.length, instead };
    });
    return united([...found, ...inHtml].sort((left, right) => left.from - right.from || right.to - left.to));
  }

  private findIn(text: string): Found[] {
    const all: Found[] = [];
    for (let at = 0; at < text.length; at += 1) {
      const found = this.findAt(text, at);
      if (found !== undefined) all.push(found);
    }
    return all;
  }

  private findAt(text: string, at: number): Found | undefined {
    if (text[at - 1] !== '"' && !this.heads.has(text.slice(at, at + shortest))) return undefined;
    const rest = text.slice(at, at + this.longest);
    const whole = this.wholeAt(text, at, rest);
    const part = this.partAt(text, at, rest);
    return part !== undefined && part.to > (whole?.to ?? 0) ? part : whole;
  }

  /** The longest form that the rest starts with. */
  private wholeAt(text: string, at: number, rest: string): Found | undefined {
    // A form that is a prefix of the rest sorts before it, and everything in between has the same prefix.
    for (let beginning = rest; beginning !== ""; ) {
      const form = this.sorted[this.countUpTo(beginning) - 1];
      if (form === undefined) return undefined;
      const shared = sharedLength(form, beginning);
      const to = at + form.length;
      const isLong = form.normalize("NFC").length >= shortest;
      if (shared === form.length && (isLong || (text[at - 1] === '"' && text[to] === '"'))) {
        return { from: at, to, instead: this.insteads.get(form) ?? "[secret]" };
      }
      beginning = beginning.slice(0, Math.min(shared, form.length - 1));
    }
    return undefined;
  }

  /** The longest prefix of a form, if the text is truncated there. */
  private partAt(text: string, at: number, rest: string): Found | undefined {
    const place = this.countUpTo(rest);
    const shared = Math.max(...[place - 1, place].map((each) => sharedLength(this.sorted[each] ?? "", rest)));
    const to = at + shared;
    const isCut = shared >= shortest && ellipses.some((sign) => text.startsWith(sign, to));
    const isQuote = shared >= tellingLength && text[at - 1] === '"' && text[to] === '"';
    if (!isCut && !isQuote) return undefined;
    return { from: at, to, instead: this.insteadOfAll(rest.slice(0, shared), place) };
  }

  /** The replacement for all forms with this prefix, which are adjacent. */
  private insteadOfAll(beginning: string, place: number): string {
    const [next, ...others] = [
      this.beginningSo(beginning, place, 1),
      this.beginningSo(beginning, place - 1, -1),
    ].flat();
    return others.reduce(either, next ?? "[secret]");
  }

  private beginningSo(beginning: string, start: number, step: 1 | -1): string[] {
    const insteads = new Set<string>();
    for (let at = start; insteads.size < 2; at += step) {
      const form = this.sorted[at];
      if (form?.startsWith(beginning) !== true) break;
      insteads.add(this.insteads.get(form) ?? "[secret]");
    }
    return [...insteads];
  }

  /** The number of forms that sort before or equal to this text. */
  private countUpTo(text: string): number {
    let from = 0;
    let to = this.sorted.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.sorted[middle] ?? "") <= text) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}

/** Sorts occurrences and merges overlapping ones. */
function united(found: readonly Found[]): Found[] {
  const all: Found[] = [];
  for (const each of found) {
    const last = all.at(-1);
    if (last === undefined || each.from >= last.to) all.push(each);
    else if (each.to > last.to) {
      all[all.length - 1] = { from: last.from, to: each.to, instead: either(last.instead, each.instead) };
    }
  }
  return all;
}

function either(left: string, right: string): string {
  return left === right ? left : "[secret]";
}

function sharedLength(left: string, right: string): number {
  let length = 0;
  while (length < left.length && left[length] === right[length]) length += 1;
  return length;
}
