import type { Answer, Listing } from "./objects";
import type { ServiceKind } from "./serviceKind";
import { answerFrom, pageFrom } from "./shapes";

/** What one reading of a kind's collection has brought. */
export interface Collected {
  readonly answers: readonly Answer[];
  /** False where the service itself said that there is more, or an item could not be read. */
  readonly whole: boolean;
}

/** One page as sent: `undefined` where the service has no such operation. */
export type FetchPage = (page: number | undefined) => Promise<unknown>;

/** No account has more, and a service that pages in circles must not keep a run for ever. */
const mostPages = 1000;

/** Reads a collection to its end. Undefined where the first answer holds no items at all. */
export async function collect(kind: ServiceKind, fetch: FetchPage): Promise<Collected | undefined> {
  const answers = new Map<string, Answer>();
  let whole = true;
  let total: number | undefined;
  for (let number = 1; number <= mostPages; number++) {
    const page = pageFrom(await fetch(number === 1 ? undefined : number), kind.listingKey);
    if (page === undefined) {
      if (number === 1) return undefined;
      whole = false;
      break;
    }
    const before = answers.size;
    for (const item of page.items) {
      const answer = answerFrom(kind, item);
      if (answer === undefined) whole = false;
      else answers.set(answer.id, answer);
    }
    total = page.total ?? total;
    const more =
      (page.totalPages !== undefined && number < page.totalPages) || (total !== undefined && answers.size < total);
    if (!more) break;
    // A page that brings nothing new: the service does not page by this name, or items moved while we read.
    if (answers.size === before || number === mostPages) {
      whole = false;
      break;
    }
  }
  if (total !== undefined && answers.size < total) whole = false;
  return { answers: [...answers.values()], whole };
}

interface Write {
  readonly mark: number;
  /** Undefined for a deletion. */
  readonly answer: Answer | undefined;
  /** When it was created here, by the same count. */
  readonly createdAt: number | undefined;
}

/** Objects in the order of the collection, each by its id. */
class Ordered {
  private readonly places = new Map<string, number>();
  private readonly answers: Answer[] = [];

  set(answer: Answer): void {
    const place = this.places.get(answer.id);
    if (place !== undefined) this.answers[place] = answer;
    else this.places.set(answer.id, this.answers.push(answer) - 1);
  }

  get(id: string): Answer | undefined {
    const place = this.places.get(id);
    return place === undefined ? undefined : this.answers[place];
  }

  delete(id: string): void {
    const place = this.places.get(id);
    if (place === undefined) return;
    this.answers.splice(place, 1);
    this.places.clear();
    for (const [index, answer] of this.answers.entries()) this.places.set(answer.id, index);
  }

  has(id: string): boolean {
    return this.places.has(id);
  }

  ids(): Iterable<string> {
    return this.places.keys();
  }

  /** A copy of a plain array costs next to nothing, which matters where each of thousands of creates looks at it. */
  all(): readonly Answer[] {
    return this.answers.slice();
  }
}

/**
 * All objects of one kind as far as this run knows them: one reading of the collection, kept true by our own writes.
 */
export class KnownObjects {
  /** Grows with every write, so that a reading can tell which writes it may have missed. */
  private mark = 0;
  private readonly writes = new Map<string, Write>();
  private read: { readonly answers: Ordered; readonly whole: boolean } | undefined;
  /** Every id that was seen to exist and not seen to go. */
  private readonly known = new Set<string>();
  /** Those of the known ones that the collection leaves out. */
  private readonly missing = new Set<string>();
  /** Ids of objects that were changed without an answer that shows them, and when. */
  private readonly unsure = new Map<string, number>();

  /** To be asked before a reading is sent, and given back with what it brought. */
  startReading(): number {
    return this.mark;
  }

  finishReading(startedAt: number, collected: Collected): void {
    const answers = new Ordered();
    for (const answer of collected.answers) answers.set(answer);
    // The service may have answered before it did these.
    for (const [id, write] of this.writes) {
      if (write.mark <= startedAt) continue;
      if (write.answer === undefined) answers.delete(id);
      else if (answers.has(id) || (write.createdAt ?? 0) > startedAt) answers.set(write.answer);
    }
    for (const [id, mark] of this.unsure) if (mark <= startedAt) this.unsure.delete(id);
    for (const id of answers.ids()) this.known.add(id);
    this.missing.clear();
    for (const id of this.known) if (!answers.has(id)) this.missing.add(id);
    this.read = { answers, whole: collected.whole };
  }

  /** Our create has made it: it belongs to the collection. */
  created(answer: Answer): void {
    this.note(answer.id, answer, this.mark + 1);
    this.known.add(answer.id);
    this.missing.delete(answer.id);
    this.read?.answers.set(answer);
  }

  /** It was read by its id, or changed with an answer that shows it. */
  seen(answer: Answer): void {
    this.note(answer.id, answer, this.writes.get(answer.id)?.createdAt);
    this.known.add(answer.id);
    if (this.read === undefined) return;
    // What the collection leaves out stays out of it: the gap is what makes the listing partial.
    if (this.read.answers.has(answer.id)) this.read.answers.set(answer);
    else this.missing.add(answer.id);
  }

  /** It was changed, and what it looks like now is not known. */
  changedUnseen(id: string): void {
    this.mark += 1;
    this.unsure.set(id, this.mark);
  }

  /** Something may have been made that nobody told us of: what was read is not the collection any more. */
  distrust(): void {
    this.read = undefined;
  }

  gone(id: string): void {
    this.note(id, undefined, undefined);
    this.known.delete(id);
    this.missing.delete(id);
    this.read?.answers.delete(id);
  }

  get(id: string): Answer | undefined {
    return this.unsure.has(id) ? undefined : this.read?.answers.get(id);
  }

  /** True where the collection was never read, or holds an object of which we do not know what it looks like. */
  get stale(): boolean {
    return this.read === undefined || this.unsure.size > 0;
  }

  /** True where the collection was read to its end. */
  get isWhole(): boolean {
    return this.read?.whole === true;
  }

  /** True where the collection holds it. */
  has(id: string): boolean {
    return this.read?.answers.has(id) === true;
  }

  /** Every id that was seen to exist and not seen to go, as of now. */
  ids(): ReadonlySet<string> {
    return new Set(this.known);
  }

  /** True where this run has seen it go. */
  isGone(id: string): boolean {
    const write = this.writes.get(id);
    return write !== undefined && write.answer === undefined;
  }

  listing(): Listing {
    return { answers: this.read?.answers.all() ?? [], whole: this.read?.whole ?? false, missing: [...this.missing] };
  }

  private note(id: string, answer: Answer | undefined, createdAt: number | undefined): void {
    this.mark += 1;
    this.unsure.delete(id);
    this.writes.set(id, { mark: this.mark, answer, createdAt });
  }
}

/** True where the service shows the name that was asked for; blanks around it may have gone. */
export function isSameName(served: unknown, asked: unknown): boolean {
  return typeof served === "string" && served.trim() === String(asked).trim();
}
