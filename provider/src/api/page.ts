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
  const keys = [...commonKeys, ...(ownKey === undefined ? [] : [ownKey]), ...listingKeys];
  return keys.map((key) => json[key]).find(Array.isArray);
}

// No source describes how this service would divide a listing, so the names are those that services use. They are
// compared in lower case and without signs between the words.
const totals = new Set("total totalcount totalitems totalresults totalrecords totalelements totalrows".split(" "));
const pageTotals = new Set("totalpages pagecount pages lastpage".split(" "));
/** The number of items of this page, or of all. */
const counts = new Set("count recordcount resultcount itemcount".split(" "));
const yes = new Set(
  "hasmore hasnext hasnextpage more moreavailable truncated istruncated incompleteresults".split(" "),
);
const no = new Set("last islast islastpage complete iscomplete".split(" "));
const next = new Set(
  [
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
function signsIn(json: unknown, levels = 3): Sign[] {
  if (!isRecord(json) || levels === 0) return [];
  return Object.entries(json).flatMap(([key, value]): Sign[] => {
    const name = plain(key);
    if (Array.isArray(value)) return [];
    return [[name, value], ...(wrappers.has(name) ? signsIn(value, levels - 1) : [])];
  });
}

/** The same from the headers, by the names that the body uses. */
function headerSigns(headers: Readonly<Record<string, string>>): Sign[] {
  const relations = (headers.link ?? "").split(/[,;]/).map((part) => /^\s*rel\s*=\s*["']?([^"']*)/i.exec(part)?.[1]);
  const isFollowed = relations.some((names) => names?.toLowerCase().split(/\s+/).includes("next") === true);
  return [
    ["next", isFollowed],
    ["next", headers["x-next-page"]],
    ["total", headers["x-total-count"]],
    ["total", headers["x-total"]],
    ["total", /\/(\d+)\s*$/.exec(headers["content-range"] ?? "")?.[1]],
    ["totalpages", headers["x-total-pages"]],
  ];
}

function largest(told: readonly Sign[], names: ReadonlySet<string>): number | undefined {
  let most: number | undefined;
  for (const [name, value] of told) {
    const number = names.has(name) ? amount(value) : undefined;
    if (number !== undefined && number >= (most ?? 0)) most = number;
  }
  return most;
}

function showsMore(name: string, value: unknown, items: number): boolean {
  if (yes.has(name)) return value === true || value === "true";
  if (no.has(name)) return value === false || value === "false";
  if (counts.has(name)) return (amount(value) ?? 0) > items;
  if (!next.has(name)) return false;
  return holds(value) || (isRecord(value) && !wrappers.has(name) && Object.values(value).some(holds));
}

/** False for what names no next page: nothing, 0, an empty text. */
function holds(value: unknown): boolean {
  if (typeof value === "string") return !/^\s*(?:null|false|0)?\s*$/.test(value);
  return value === true || (typeof value === "number" && value > 0);
}

function amount(value: unknown): number | undefined {
  const number = typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}
