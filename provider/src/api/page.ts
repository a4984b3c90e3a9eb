import { isRecord, withoutNulls } from "./json";

/** A response that may be one page of a collection. */
export interface ServedPage {
  readonly json: unknown;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One page of a collection. */
export interface Page {
  readonly items: readonly unknown[];
  /** The number of items on all pages, if the service reports it. */
  readonly total?: number;
  readonly totalPages?: number;
  /** True if anything other than these two numbers indicates further pages. */
  readonly hasMore: boolean;
}

/** Keys that hold the items if a listing is an object instead of an array (I). */
const commonKeys = ["data", "items", "results"];
const listingKeys = ["contacts", "members", "seats", "logs", "entries"];

/**
 * Parses one page of a listing. Undefined if the body contains no items array.
 *
 * @param ownKey the items' key that is specific to this listing
 */
export function pageFrom(served: ServedPage, ownKey?: string): Page | undefined {
  const { json } = served;
  const items = itemsIn(json, ownKey);
  if (items === undefined) return undefined;
  const signs = [...signsIn(json), ...headerSigns(served.headers ?? {})];
  return {
    items,
    total: largest(signs, totalNames),
    totalPages: largest(signs, pageTotalNames),
    hasMore: served.status === 206 || signs.some(([name, value]) => showsMore(name, value, items.length)),
  };
}

/** Like `pageFrom`, with `null`s removed from the items. */
export function pageWithoutNulls(served: ServedPage): Page | undefined {
  const page = pageFrom(served);
  return page && { ...page, items: page.items.map(withoutNulls) };
}

/** True if the page indicates that the collection has more items. */
export function isPartial({ items, total = 0, totalPages = 0, hasMore }: Page): boolean {
  return hasMore || total > items.length || totalPages > 1;
}

function itemsIn(json: unknown, ownKey: string | undefined): readonly unknown[] | undefined {
  if (Array.isArray(json)) return json;
  if (!isRecord(json)) return undefined;
  return [...commonKeys, ownKey, ...listingKeys].map((key) => key && json[key]).find(Array.isArray);
}

// The service's pagination is undocumented, so these are the names that services commonly use. They are compared in
// lower case and without separators.
const totalNames = new Set("total totalcount totalitems totalresults totalrecords totalelements totalrows".split(" "));
const pageTotalNames = new Set("totalpages pagecount pages lastpage".split(" "));
/** The number of items on this page, or on all pages. */
const countNames = new Set("count recordcount resultcount itemcount".split(" "));
const lastPageNames = new Set("last islast islastpage complete iscomplete".split(" "));
const nextPageNames = new Set(
  [
    "hasmore hasnext hasnextpage more moreavailable truncated istruncated incompleteresults",
    "next nextpage nextcursor nexttoken nextpagetoken nextlink nexturl nexthref nextpageurl nextoffset nextid",
    "cursor cursornext after continuation continuationtoken odatanextlink",
  ].flatMap((names) => names.split(" ")),
);
/** Objects that contain such names. */
const wrapperNames = new Set("meta metadata pagination paging page pageinfo links cursor cursors".split(" "));

type Sign = readonly [name: string, value: unknown];

function plainKey(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, "");
}

/** Yields the keys and values of the object around the items, and of nested objects that describe the page. */
function* signsIn(json: unknown): Generator<Sign> {
  if (!isRecord(json)) return;
  for (const [key, value] of Object.entries(json)) {
    const name = plainKey(key);
    yield [name, value];
    if (wrapperNames.has(name)) yield* signsIn(value);
  }
}

/** Pagination headers, mapped to the corresponding names in a body. */
function headerSigns(headers: Readonly<Record<string, string>>): Sign[] {
  const isToNext = (part: string) => /^\s*rel\s*=/i.test(part) && /(?<![^\s"'=])next(?![^\s"'])/i.test(part);
  return [
    ["next", headers.link?.split(/[,;]/).some(isToNext)],
    ["next", headers["x-next-page"]],
    ["total", headers["x-total-count"]],
    ["total", headers["x-total"]],
    ["total", headers["content-range"]?.split("/")[1]],
    ["totalpages", headers["x-total-pages"]],
  ];
}

function largest(signs: readonly Sign[], names: ReadonlySet<string>): number | undefined {
  const all = signs.filter(([name]) => names.has(name)).map(([, value]) => asNumber(value));
  // Some services send -1 for an unknown total.
  const known = all.filter((number) => number >= 0);
  return known.sort((left, right) => left - right).at(-1);
}

function showsMore(name: string, value: unknown, items: number): boolean {
  if (lastPageNames.has(name)) return value === false || value === "false";
  if (countNames.has(name)) return asNumber(value) > items;
  if (!nextPageNames.has(name)) return false;
  return refersToPage(value) || (isRecord(value) && !wrapperNames.has(name) && Object.values(value).some(refersToPage));
}

/** True if the value refers to a next page: not null, false, 0 or an empty string. */
function refersToPage(value: unknown): boolean {
  if (typeof value === "string") return !/^\s*(?:null|false|0)?\s*$/.test(value);
  return value === true || (typeof value === "number" && value > 0);
}

/** The value as a number; NaN if it is not one. */
function asNumber(value: unknown): number {
  if (typeof value === "number") return value;
  // Number("") is 0, and a total of 0 would end the listing.
  return typeof value === "string" && /\d/.test(value) ? Number(value) : Number.NaN;
}
