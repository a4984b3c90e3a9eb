import type { Page } from "./page";

/** The page size of each request. The service's default is 20. */
export const contactsPerPage = 100;

/** No account has more pages. The limit stops the run from reading forever if a service repeats its pages. */
const mostPages = 10_000;

/** A page of contacts with parsed items. */
export interface ContactPage<T> extends Page {
  readonly items: readonly T[];
}

/** The contacts of one page that no earlier page contained. */
export interface Progress<T> {
  readonly found: readonly T[];
  /** How many contacts match, if the service reports it. */
  readonly total: number | undefined;
}

/** How reading the pages ended. */
export interface End {
  /** How many contacts match, if the service reports it. */
  readonly total?: number;
  /** True if the service has shown that these are all. */
  readonly isComplete: boolean;
}

/**
 * Yields the new contacts of each page, and requests a page when the previous one is consumed. `read` returns undefined
 * if the response is not a page.
 */
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
    // A service that ignores the parameter returns the same page again.
    const isRepeated = page.items.length > 0 && found.length === 0;
    if ((isAll || (isLast && !isRepeated)) && !page.hasMore) {
      return { total, isComplete: isReadable && (isAll || total === undefined) };
    }
    // A page without new contacts means that the service ignores the parameter.
    if (found.length === left || found.length === 0) break;
  }
  return { total, isComplete: false };
}
