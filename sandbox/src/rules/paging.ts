import { z } from "zod";
import { readQuery } from "./body.js";

/** An integer in a query, which contains only strings. Only the first of several problems is reported. */
export function wholeNumber({ min, max }: { min?: number; max?: number } = {}) {
  const bound = (number: number) => (min === undefined || number >= min) && (max === undefined || number <= max);
  const range = max === undefined ? `at least ${min ?? 0}` : `from ${min ?? 0} to ${max}`;
  return z.coerce
    .number()
    .refine(Number.isSafeInteger, { message: "must be an integer number", abort: true })
    .refine(bound, { message: `must be ${range}` });
}

/** The requested part of a listing. */
export const pageFields = {
  page: wholeNumber({ min: 1 }).default(1),
  limit: wholeNumber({ min: 1, max: 1000 }).default(20),
};

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
  const { page = "", limit = "" } = query;
  if (page === "" && limit === "") return items.map(show);
  return pageOf(name, items, readQuery(z.object(pageFields), query), show);
}
