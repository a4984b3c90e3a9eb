import { z } from "zod";
import { readInput } from "./body.js";

const number = z.coerce.number().int().min(1);

/** The part of a listing that a request asks for. */
export const pageFields = { page: number.default(1), limit: number.max(1000).default(20) };

export interface Page {
  page: number;
  limit: number;
}

/** One page of a listing, with the items under the name of their kind. */
export function pageOf<T>(
  name: string,
  items: readonly T[],
  { page, limit }: Page,
  show: (item: T) => unknown,
): object {
  const start = (page - 1) * limit;
  return {
    [name]: items.slice(start, start + limit).map(show),
    total: items.length,
    page,
    limit,
    totalPages: Math.ceil(items.length / limit),
  };
}

/** A listing: an array, unless the request asks for a page. */
export function listing<T>(
  name: string,
  items: readonly T[],
  query: Record<string, unknown>,
  show: (item: T) => unknown,
): unknown {
  if (query.page === undefined && query.limit === undefined) return items.map(show);
  return pageOf(name, items, readInput(z.object(pageFields), query), show);
}
