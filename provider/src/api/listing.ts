import type { Answer, Listing } from "./objects";
import { pageFrom, type ServedPage } from "./page";
import type { ServiceKind } from "./serviceKind";
import { answerFrom } from "./shapes";

/** The result of reading a kind's collection once. */
export interface Collected {
  readonly answers: readonly Answer[];
  /** False if there is any sign of further items, or if an item could not be read. */
  readonly whole: boolean;
}

/** Reads one page. Resolves to `undefined` if the service has no such operation. */
export type FetchPage = (page: number | undefined) => Promise<ServedPage | undefined>;

/** No account has more pages. The limit stops the run from reading forever if a service repeats its pages. */
const mostPages = 1000;

/** Reads a collection to its end. Undefined if the first response contains no list of items. */
export async function collect(kind: ServiceKind, fetch: FetchPage): Promise<Collected | undefined> {
  const answers = new Map<string, Answer>();
  let whole = true;
  let total: number | undefined;
  /** Set if a page has indicated that more follow, but not how many. */
  let isFollowed = false;
  for (let number = 1; number <= mostPages; number++) {
    const served = await fetch(number === 1 ? undefined : number);
    const page = served && pageFrom(served, kind.listingKey);
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
    const isCounted =
      (page.totalPages !== undefined && number < page.totalPages) || (total !== undefined && answers.size < total);
    isFollowed ||= page.hasMore && !isCounted;
    const isNew = answers.size > before;
    const isLast = !isCounted && !page.hasMore;
    if (isLast && (isNew || number === 1 || (total !== undefined && answers.size >= total))) break;
    // A page without new items: the service ignores the parameter, or items moved during the reading.
    if (!isNew || number === mostPages) {
      whole = false;
      break;
    }
  }
  if (total !== undefined && answers.size < total) whole = false;
  // The service's pagination is undocumented, so pages may have been skipped. Only a total proves that the listing is
  // complete.
  if (isFollowed) whole = false;
  return { answers: [...answers.values()], whole };
}

/** A change of one object by this run. */
interface Write {
  readonly mark: number;
  /** Undefined for a deletion. */
  readonly answer: Answer | undefined;
  /** The mark of the creation, if this run created the object. */
  readonly createdAt: number | undefined;
}

/** Objects by id, in the order of the collection. */
class OrderedAnswers {
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

  /** Copying a plain array is cheap, which matters because each of thousands of creates reads it. */
  all(): readonly Answer[] {
    return this.answers.slice();
  }
}

/** The objects of one kind as this run knows them: one reading of the collection, updated by this run's writes. */
export class KnownObjects {
  /** Incremented by every write, to determine which writes a reading may have missed. */
  private mark = 0;
  private readonly writes = new Map<string, Write>();
  private read: { readonly answers: OrderedAnswers; readonly whole: boolean } | undefined;
  /** Ids of all objects that were seen and have not been found gone since. */
  private readonly known = new Set<string>();
  /** Known ids that are missing from the collection. */
  private readonly missing = new Set<string>();
  /** Ids of objects that were changed without a response that shows them, with the mark of the change. */
  private readonly unsure = new Map<string, number>();

  /** Returns a mark. Pass it to `finishReading` with the result of a reading that is sent after this call. */
  startReading(): number {
    return this.mark;
  }

  /** Applies the result of a reading, and keeps the writes that it may have missed. */
  finishReading(startedAt: number, collected: Collected): void {
    const answers = new OrderedAnswers();
    for (const answer of collected.answers) answers.set(answer);
    // The service may have responded before applying these writes.
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

  /** This run created the object: it belongs to the collection. */
  created(answer: Answer): void {
    this.note(answer.id, answer, this.mark + 1);
    this.known.add(answer.id);
    this.missing.delete(answer.id);
    this.read?.answers.set(answer);
  }

  /** The object was read by id, or changed with a response that shows it. */
  seen(answer: Answer): void {
    this.note(answer.id, answer, this.writes.get(answer.id)?.createdAt);
    this.known.add(answer.id);
    if (this.read === undefined) return;
    // An object missing from the collection is not added: `missing` reports the gap.
    if (this.read.answers.has(answer.id)) this.read.answers.set(answer);
    else this.missing.add(answer.id);
  }

  /** The object was changed, and no response has shown it since. */
  changedUnseen(id: string): void {
    this.mark += 1;
    this.unsure.set(id, this.mark);
  }

  /** An object may have been created without a response: the next caller must read the collection again. */
  distrust(): void {
    this.read = undefined;
  }

  /** The object no longer exists. */
  gone(id: string): void {
    this.note(id, undefined, undefined);
    this.known.delete(id);
    this.missing.delete(id);
    this.read?.answers.delete(id);
  }

  /** The object's current values. Undefined if they are not known. */
  get(id: string): Answer | undefined {
    return this.unsure.has(id) ? undefined : this.read?.answers.get(id);
  }

  /** True if the collection has not been read, or contains an object whose values are not known. */
  get stale(): boolean {
    return this.read === undefined || this.unsure.size > 0;
  }

  /** True if the collection was read to its end. */
  get isWhole(): boolean {
    return this.read?.whole === true;
  }

  /** True if the collection contains this object. */
  has(id: string): boolean {
    return this.read?.answers.has(id) === true;
  }

  /** A copy of the ids of all known objects. */
  ids(): ReadonlySet<string> {
    return new Set(this.known);
  }

  /** True if this run has found the object gone. */
  isGone(id: string): boolean {
    const write = this.writes.get(id);
    return write !== undefined && write.answer === undefined;
  }

  /** The listing as currently known. */
  listing(): Listing {
    return { answers: this.read?.answers.all() ?? [], whole: this.read?.whole ?? false, missing: [...this.missing] };
  }

  private note(id: string, answer: Answer | undefined, createdAt: number | undefined): void {
    this.mark += 1;
    this.unsure.delete(id);
    this.writes.set(id, { mark: this.mark, answer, createdAt });
  }
}
