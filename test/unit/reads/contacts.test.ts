import { describe, expect, it } from "vitest";
import { countContacts, iterateMatching, readContact, readContacts } from "../../../provider/src/reads/contacts";
import { serve } from "../api/opening";
import { type Handler, json } from "../api/plainService";

/** Responds with pages of this many contacts, formatted by `shape`. */
type Shape = (asked: { page: number; limit: number; items: unknown[]; all: number }) => unknown;

async function servePages(all: number, shape: Shape) {
  const everyone = Array.from({ length: all }, (_, index) => ({ id: index + 1 }));
  const handler: Handler = (received, response) => {
    const query = new URL(received.path, "http://service").searchParams;
    const [page, limit] = [Number(query.get("page")), Number(query.get("limit"))];
    const items = everyone.slice((page - 1) * limit, page * limit);
    json(200, shape({ page, limit, items, all }))(received, response);
  };
  const { account, service } = await serve({ "GET /v1/contact": handler });
  const pagesAsked = () =>
    service.received.flatMap(({ path }) => /page=(\d+)&limit=(\d+)/.exec(path)?.slice(1).join("/") ?? []);
  return { account, service, pagesAsked };
}

const complete: Shape = ({ items, page, limit, all }) => ({
  ...{ contacts: items, total: all, page, limit },
  totalPages: Math.ceil(all / limit),
});
/** Contacts with these ids. */
const contacts = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ id: from + index }));
/** The requests for the first pages of 100 contacts. */
const pages = (count: number) => Array.from({ length: count }, (_, index) => `${index + 1}/100`);

describe("the first contacts", () => {
  it.each<[string, Shape, { found: number; total?: number; isComplete: boolean; asked: string[] }, number?]>([
    ["the pages as documented", complete, { found: 250, total: 250, isComplete: true, asked: pages(3) }],
    ["no more than the limit", complete, { found: 150, total: 250, isComplete: false, asked: pages(2) }, 150],
    ["a limit below a page", complete, { found: 3, total: 250, isComplete: false, asked: ["1/3"] }, 3],
    ["a limit at the very end", complete, { found: 250, total: 250, isComplete: true, asked: pages(3) }, 250],
    [
      "a service that ignores the page",
      ({ limit, all }) => ({ contacts: contacts(1, limit), total: all }),
      { found: 100, total: 250, isComplete: false, asked: pages(2) },
    ],
    [
      "a service that ignores the page and counts two of them",
      ({ limit }) => ({ contacts: contacts(1, limit), totalPages: 2 }),
      { found: 100, isComplete: false, asked: pages(2) },
    ],
    [
      "a service that ignores both and answers with all",
      () => contacts(1, 250),
      { found: 250, isComplete: false, asked: pages(2) },
    ],
    ["the same, beyond the limit", () => contacts(1, 250), { found: 200, isComplete: false, asked: pages(1) }, 200],
    [
      "a service that caps the limit",
      ({ page, all }) => ({ contacts: contacts(page * 50 - 49, page * 50), total: all, totalPages: 5 }),
      { found: 250, total: 250, isComplete: true, asked: pages(5) },
    ],
    ["a service that counts nothing", ({ items }) => items, { found: 250, isComplete: true, asked: pages(4) }],
    [
      "a service that counts the pages alone",
      ({ items }) => ({ data: items, meta: { totalPages: 3 } }),
      { found: 250, isComplete: true, asked: pages(3) },
    ],
    [
      "pages that say that more follows, whatever they count",
      ({ items, page }) => ({ data: items, total: page * 100, hasMore: page < 3 }),
      { found: 250, total: 400, isComplete: false, asked: pages(4) },
    ],
    [
      "a page that is cut",
      (asked) => ({ ...Object(complete(asked)), contacts: asked.page === 2 ? asked.items.slice(0, 60) : asked.items }),
      { found: 210, total: 250, isComplete: false, asked: pages(3) },
    ],
    [
      "contacts that move to the next page meanwhile",
      (asked) => ({ ...Object(complete(asked)), contacts: asked.page === 2 ? contacts(100, 199) : asked.items }),
      { found: 249, total: 250, isComplete: false, asked: pages(3) },
    ],
  ])("are read from %s", async (_, shape, { found, total, isComplete, asked }, most = 1000) => {
    const { account, pagesAsked } = await servePages(250, shape);
    const answer = await readContacts(account, {}, most);
    expect(answer.contacts).toHaveLength(found);
    expect(new Set(answer.contacts.map(({ id }) => id)).size).toBe(found);
    expect([answer.total, answer.isComplete, pagesAsked()]).toEqual([total, isComplete, asked]);
  });

  it("are empty if there are none", async () => {
    const { account } = await servePages(0, complete);
    expect(await readContacts(account, {}, 5)).toEqual({ contacts: [], total: 0, isComplete: true });
  });

  it("are requested with the service's own filters", async () => {
    const { account, service } = await servePages(1, complete);
    await readContacts(account, { search: "a&b", agentId: 4, listId: "5", scoreFrom: 0, intentType: "HIRING" }, 5);
    expect(service.received.at(-1)?.path).toBe(
      "/v1/contact?page=1&limit=5&search=a%26b&agent=4&listId=5&scoreFrom=0&intentType=HIRING",
    );
  });
});

describe("contacts one by one", () => {
  it("cost a page when the previous one is used up, and none after the loop", async () => {
    const { account, pagesAsked } = await servePages(250, complete);
    let count = 0;
    for await (const { id } of iterateMatching(account)) {
      count += 1;
      expect(id).toBe(count);
      expect(pagesAsked()).toHaveLength(Math.ceil(count / 100));
      if (count === 101) break;
    }
    expect(pagesAsked()).toEqual(pages(2));
  });

  it("are counted by one request", async () => {
    const { account, pagesAsked } = await servePages(250, complete);
    expect(await countContacts(account)).toBe(250);
    expect(pagesAsked()).toEqual(["1/1"]);
  });
});

describe("a contact", () => {
  const answered = async (body: unknown) => {
    const { account } = await serve({ "GET /v1/contact/9": json(200, body) });
    return await readContact(account, 9);
  };

  it("keeps unknown fields, and leaves out those of another type", async () => {
    const odd = { email: 4, bounced: "no", total_scoring: "high", campaignStatus: [{ stepNumber: 1 }] };
    expect(await answered({ id: 9, ...odd, labels: ["x"] })).toEqual({ id: 9, labels: ["x"] });
    const wrapped = { data: { id: "a-9", firstName: "Ada", email: null } };
    expect(await answered(wrapped)).toEqual({ id: "a-9", firstName: "Ada" });
  });

  it("keeps its readable campaigns", async () => {
    const runs = { campaignId: 4, status: "running", odd: 1 };
    const campaign = { id: "c-5" };
    expect(await answered({ id: 9, campaignStatus: [runs, "finished", { campaign, status: 3 }] })).toEqual({
      id: 9,
      campaignStatus: [runs, { campaignId: "c-5", campaign }],
    });
    expect(await answered({ id: 9, campaignStatus: "finished" })).toEqual({ id: 9 });
    expect(await answered({ id: 9, campaignStatus: [] })).toEqual({ id: 9, campaignStatus: [] });
  });

  it.each([[{ firstName: "Ada" }], [[{ id: 9 }]], ["text"], [{ id: { of: 9 } }]])(
    "without a readable id is an error: %j",
    async (body) => {
      await expect(answered(body)).rejects.toThrow(
        "could not read the contact: the answer of GET /v1/contact/9 is not readable.",
      );
    },
  );

  it("that cannot be read makes the page an error that names its position", async () => {
    const { account } = await servePages(3, ({ items }) => [...items, { name: "no id" }]);
    await expect(readContacts(account, {}, 10)).rejects.toThrow("is a list whose item 4 is not readable.");
  });
});
