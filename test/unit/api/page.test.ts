import { describe, expect, it } from "vitest";
import { isPartial, pageFrom } from "../../../provider/src/api/page";

const items = [{ id: 1 }, { id: 2 }];
type Around = Readonly<Record<string, unknown>>;
const isCut = (around: Around, headers: Readonly<Record<string, string>> = {}, status = 200) => {
  const page = pageFrom({ json: { items, ...around }, headers, status });
  return page !== undefined && isPartial(page);
};

describe("a page", () => {
  it.each<[string, Around]>([
    ["hasMore", { hasMore: true }],
    ["has_more in meta", { meta: { has_more: true } }],
    ["meta.hasNextPage", { meta: { hasNextPage: true } }],
    ["a word for true", { hasMore: "true" }],
    ["a number for true", { has_more: 1 }],
    ["a next page without its address", { next: true }],
    ["a cursor", { nextCursor: "eyJpZCI6Mn0" }],
    ["a cursor of no further name", { cursor: "eyJpZCI6Mn0" }],
    ["an offset", { pagination: { nextOffset: 2 } }],
    ["the address of the next page", { next: "/v1/list?page=2" }],
    ["a link", { links: { next: "/v1/list?page=2" } }],
    ["a link that is an object", { _links: { next: { href: "/v1/list?page=2" } } }],
    ["a link with more than its address", { next: { templated: false, href: "/v1/list?page=2" } }],
    ["a cursor within another object", { paging: { cursors: { before: "a", after: "b" } } }],
    ["a cursor deep within others", { meta: { pagination: { page: { cursors: { after: "b" } } } } }],
    ["OData", { "@odata.nextLink": "https://api.example.com/v1/list?$skip=2" }],
    ["that it is not the last one", { last: false }],
    ["the same in a word", { isLast: "false" }],
    ["a total", { total: 3 }],
    ["a total that is a string", { meta: { total_count: "3" } }],
    ["a total beyond exact numbers", { total: "12345678901234567890" }],
    ["the larger of two totals", { total: 2, meta: { total: 3 } }],
    ["the larger of two totals, the other way around", { total: 3, meta: { total: 2 } }],
    ["a total beside one that is not a number", { total: "many", meta: { total: 3, totalItems: "some" } }],
    ["a count above its items", { count: 3 }],
    ["several pages", { totalPages: 2 }],
    ["several pages, in other words", { page: { number: 0, totalPages: 2 } }],
  ])("is incomplete if it has %s", (_, around) => {
    expect(isCut(around)).toBe(true);
  });

  it.each<[string, Around]>([
    ["nothing", {}],
    ["no more", { hasMore: false, has_next: false }],
    ["no cursor", { nextCursor: null, cursor: "", next: 0, links: { next: null, self: "/v1/list" } }],
    ["no cursor, in other words", { next_offset: -1, next: { href: null }, pagination: null, page: "1" }],
    ["names of methods", { total: { valueOf: 1, toString: 1 }, next: { after: { valueOf: 1, toString: 1 } } }],
    ["its own number of items", { total: 2, count: 2, totalPages: 1, page: 1, limit: 2 }],
    ["that it is the last one", { last: true, meta: { lastPage: 1 } }],
    ["something else", { next_review: "2026-01-01", owner: { next: "x" }, more_info: "https://example.com" }],
  ])("is complete if it has %s", (_, around) => {
    expect(isCut(around)).toBe(false);
  });

  it.each<[string, Readonly<Record<string, string>>, boolean]>([
    ["a link to the next page", { link: '<https://api.example.com/v1/list?a=1,2;b=3>; rel="next"' }, true],
    ["one among others", { link: '</1>; rel=prev, </3>; title="x"; rel="last next"' }, true],
    ["a link without quotes", { link: "</1>; rel=prev,</3>;rel=next" }, true],
    ["a link with spaces", { link: "</3> ; REL = 'Next' " }, true],
    ["a link of another relation", { link: '</3>; rel="next-archive latest-next"' }, false],
    ["a link with a title about another", { link: '</1>; rel="first"; title="see rel=next"' }, false],
    ["a link to the first page", { link: '</v1/list?rel=next>; rel="first"; title="next"' }, false],
    ["a larger count", { "x-total-count": "3" }, true],
    ["a larger count of many", { "x-total": "12" }, true],
    ["several pages", { "x-total-pages": "2" }, true],
    ["its own count", { "x-total-count": "2", "x-total": "2", "x-total-pages": "1", "x-next-page": "" }, false],
    ["the number of the next page", { "x-next-page": "2" }, true],
    ["a range", { "content-range": "items 0-1/3" }, true],
    ["a range of many", { "content-range": "items 0-1/12" }, true],
    ["a range without a length", { "content-range": "items 0-1" }, false],
    ["a range of unknown length", { "content-range": "items 0-1/*" }, false],
  ])("is judged by its headers: %s", (_, headers, expected) => {
    expect(isCut({}, headers)).toBe(expected);
    const page = pageFrom({ json: items, headers });
    expect(page && isPartial(page)).toBe(expected);
  });

  // A total that is read as smaller than it is would end a listing too early.
  it.each<[unknown, number | undefined]>([
    [0, 0],
    [12, 12],
    ["12", 12],
    ["", undefined],
    [" ", undefined],
    ["1,234", undefined],
    ["many", undefined],
    [-1, undefined],
    [null, undefined],
    [true, undefined],
    [["12"], undefined],
  ])("reports %j items in total: %j", (total, expected) => {
    const page = pageFrom({ json: { items, total, totalPages: total } });
    expect([page?.total, page?.totalPages]).toEqual([expected, expected]);
  });

  it("is incomplete if its status says so", () => {
    expect(isCut({}, {}, 206)).toBe(true);
  });

  it("is not a page without items", () => {
    expect(pageFrom({ json: { total: 3, hasMore: true } })).toBeUndefined();
    expect(pageFrom({ json: "items" })).toBeUndefined();
    expect(pageFrom({ json: null })).toBeUndefined();
    expect(pageFrom({ json: { leads: items } })).toBeUndefined();
    expect(pageFrom({ json: { leads: items } }, "leads")?.items).toEqual(items);
  });
});
