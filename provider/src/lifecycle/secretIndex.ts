import { fromHtml } from "./secretForms";

/** A shorter text is hidden only where it is quoted, because it may be part of ordinary words. */
const shortest = 4;
/** A quote of a shorter beginning is probably another text: the name of another object, for example. */
const tellingLength = 8;
const ellipses = ["…", "..."];

/** A form of a secret in a text, or the beginning of one that a message has shortened. */
export interface Found {
  readonly from: number;
  readonly to: number;
  /** What stands in its place. */
  readonly instead: string;
}

/**
 * The forms of all secrets, in sorted order: the forms that share most with a text are the neighbours of its place in
 * that order. A search takes a few steps also among thousands of forms that begin alike.
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
    // Two resources may hold the same value.
    this.insteads.set(form, known === undefined || known === instead ? instead : "[secret]");
    if (known !== undefined) return;
    this.sorted.splice(this.countUpTo(form), 0, form);
    this.heads.add(form.slice(0, shortest));
    this.longest = Math.max(this.longest, form.length);
  }

  /** Every form in the text, the longest from each place on, also in signs of HTML. Those that overlap are one. */
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

  /** The longest form with which the rest begins. */
  private wholeAt(text: string, at: number, rest: string): Found | undefined {
    // A form with which the rest begins comes before it in the order, and what lies between begins so as well.
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

  /** The longest beginning of a form, if the text is shortened there. */
  private partAt(text: string, at: number, rest: string): Found | undefined {
    const place = this.countUpTo(rest);
    const shared = Math.max(...[place - 1, place].map((each) => sharedLength(this.sorted[each] ?? "", rest)));
    const to = at + shared;
    const isCut = shared >= shortest && ellipses.some((sign) => text.startsWith(sign, to));
    const isQuote = shared >= tellingLength && text[at - 1] === '"' && text[to] === '"';
    if (!isCut && !isQuote) return undefined;
    return { from: at, to, instead: this.insteadOfAll(rest.slice(0, shared), place) };
  }

  /** What stands in place of all forms that begin so. They are neighbours. */
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

  /** The number of forms that are at or before this text in the order. */
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

/** In their order, each of them once: what overlaps becomes one. */
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
