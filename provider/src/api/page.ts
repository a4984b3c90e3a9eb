import { isRecord, withoutNulls } from "./json";

/** An answer that may be one page of a collection. */
export interface ServedPage {
  readonly json: unknown;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One page of a collection. */
export interface Page {
  readonly items: readonly unknown[];
  /** How many items all pages hold, if the service says so. */
  readonly total?: number;
  readonly totalPages?: number;
  /** True if anything but these two numbers shows that the collection holds more than this page. */
  readonly hasMore: boolean;
}

/** Names of the items in a listing that is an object and not an array (I). */
const commonKeys = ["data", "items", "results"];
const listingKeys = ["contacts", "members", "seats", "logs", "entries"];

/**
 * The items of a listing. Undefined if the body contains none.
 *
 * @param ownKey the name of the items that only this kind of listing uses
 */
export function pageFrom(served: ServedPage, ownKey?: string): Page | undefined {
  const { json } = served;
  const items = itemsIn(json, ownKey);
  if (items === undefined) return undefined;
  const told = [...signsIn(json), ...headerSigns(served.headers ?? {})];
  return {
    items,
    total: largest(told, totals),
    totalPages: largest(told, pageTotals),
    hasMore: served.status === 206 || told.some(([name, value]) => showsMore(name, value, items.length)),
  };
}

/** The same with items that hold no `null`s. */
export function pageWithoutNulls(served: ServedPage): Page | undefined {
  const page = pageFrom(served);
  return page && { ...page, items: page.items.map(withoutNulls) };
}

/** True if the page shows that the collection holds more than its items. */
export function isPartial({ items, total = 0, totalPages = 0, hasMore }: Page): boolean {
  return hasMore || total > items.length || totalPages > 1;
}

function itemsIn(json: unknown, ownKey: string | undefined): readonly unknown[] | undefined {
  if (Array.isArray(json)) return json;
  if (!isRecord(json)) return undefined;
  return [...commonKeys, ownKey, ...listingKeys].map((key) => key && json[key]).find(Array.isArray);
}

// No source describes how this service would divide a listing, so the names are those that services use. They are
// compared in lower case and without signs between the words.
const totals = new Set("total totalcount totalitems totalresults totalrecords totalelements totalrows".split(" "));
const pageTotals = new Set("totalpages pagecount pages lastpage".split(" "));
/** The number of items of this page, or of all. */
const counts = new Set("count recordcount resultcount itemcount".split(" "));
const no = new Set("last islast islastpage complete iscomplete".split(" "));
const next = new Set(
  [
    "hasmore hasnext hasnextpage more moreavailable truncated istruncated incompleteresults",
    "next nextpage nextcursor nexttoken nextpagetoken nextlink nexturl nexthref nextpageurl nextoffset nextid",
    "cursor cursornext after continuation continuationtoken odatanextlink",
  ].flatMap((names) => names.split(" ")),
);
/** Objects that hold such names. */
const wrappers = new Set("meta metadata pagination paging page pageinfo links cursor cursors".split(" "));

type Sign = readonly [name: string, value: unknown];

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, "");
}

/** What the object around the items holds, and the objects in it that describe the page. */
function* signsIn(json: unknown): Generator<Sign> {
  if (!isRecord(json)) return;
  for (const [key, value] of Object.entries(json)) {
    const name = plain(key);
    yield [name, value];
    if (wrappers.has(name)) yield* signsIn(value);
  }
}

/** The same from the headers, by the names that the body uses. */
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

function largest(told: readonly Sign[], names: ReadonlySet<string>): number | undefined {
  const all = told.filter(([name]) => names.has(name)).map(([, value]) => amount(value));
  // Some services send -1 for a total that they do not know.
  const known = all.filter((number) => number >= 0);
  return known.sort((left, right) => left - right).at(-1);
}

function showsMore(name: string, value: unknown, items: number): boolean {
  if (no.has(name)) return value === false || value === "false";
  if (counts.has(name)) return amount(value) > items;
  if (!next.has(name)) return false;
  return holds(value) || (isRecord(value) && !wrappers.has(name) && Object.values(value).some(holds));
}

/** False for what names no next page: nothing, 0, an empty text. */
function holds(value: unknown): boolean {
  if (typeof value === "string") return !/^\s*(?:null|false|0)?\s*$/.test(value);
  return value === true || (typeof value === "number" && value > 0);
}

/** NaN for what is no number. */
function amount(value: unknown): number {
  if (typeof value === "number") return value;
  // Number("") is 0, and a total of 0 would end a listing.
  return typeof value === "string" && /\d/.test(value) ? Number(value) : Number.NaN;
}
