import type { Page } from "./page";

/** Contacts that one request asks for: the service answers with 20 by default. */
export const contactsPerPage = 100;

/** No account has more pages, and a service that repeats its pages must not keep a run busy without end. */
const mostPages = 10_000;

/** A page of contacts whose items are read. */
export interface ContactPage<T> extends Page {
  readonly items: readonly T[];
}

/** The new contacts of one page. */
export interface Progress<T> {
  readonly found: readonly T[];
  /** How many contacts match, if the service says so. */
  readonly total: number | undefined;
}

/** How a reading of pages has ended. */
export interface End {
  /** How many contacts match, if the service says so. */
  readonly total?: number;
  /** True if the service has shown that these are all. */
  readonly isComplete: boolean;
}

/** New contacts of each page; a page is asked for when the one before is used up. `read` gives undefined for no page. */
export async function* contactPages<T>(
  read: (page: number, limit: number) => Promise<ContactPage<T> | undefined>,
  idOf: (contact: T) => string | undefined,
  most: number,
): AsyncGenerator<Progress<T>, End, undefined> {
  const seen = new Set<string>();
  let total: number | undefined;
  let isReadable = true;
  for (let number = 1; number <= mostPages; number++) {
    const page = await read(number, Math.min(contactsPerPage, most));
    if (page === undefined) break;
    total = page.total ?? total;
    const left = most - seen.size;
    const found = page.items.filter((contact) => {
      const id = idOf(contact);
      if (id === undefined) isReadable = false;
      return id !== undefined && !seen.has(id) && seen.add(id);
    });
    yield { found: found.slice(0, left), total };
    const isAll = total !== undefined && seen.size >= total;
    // Without a total, only the number of pages or an empty page shows that nothing follows.
    const isLast = page.totalPages !== undefined ? number >= page.totalPages : page.items.length === 0;
    if (found.length > left) return { total, isComplete: false };
    // A service that ignores the parameter repeats a page in place of the last one.
    const isRepeated = page.items.length > 0 && found.length === 0;
    if ((isAll || (isLast && !isRepeated)) && !page.hasMore) {
      return { total, isComplete: isReadable && (isAll || total === undefined) };
    }
    // A page without anything new: the service ignores the parameter.
    if (found.length === left || found.length === 0) break;
  }
  return { total, isComplete: false };
}
