import { afterEach, describe, expect, it } from "vitest";
import { countContacts, iterateMatching, readContact, readContacts } from "../../../provider/src/reads/contacts";
import { open } from "../api/opening";
import { type Handler, json, me, type PlainService, plainService } from "../api/plainService";

let service: PlainService;
afterEach(() => service.close());

/** Responds with pages of this many contacts, formatted by `shape`. */
type Shape = (asked: { page: number; limit: number; items: unknown[]; all: number }) => unknown;

async function serve(all: number, shape: Shape) {
  const everyone = Array.from({ length: all }, (_, index) => ({ id: index + 1 }));
  const handler: Handler = (received, response) => {
    const query = new URL(received.path, "http://service").searchParams;
    const [page, limit] = [Number(query.get("page")), Number(query.get("limit"))];
    const items = everyone.slice((page - 1) * limit, page * limit);
    json(200, shape({ page, limit, items, all }))(received, response);
  };
  service = await plainService({ ...me, "GET /v1/contact": handler });
  return open(service.origin).account;
}
const pagesAsked = () =>
  service.received.flatMap(({ path }) => /page=(\d+)&limit=(\d+)/.exec(path)?.slice(1).join("/") ?? []);

const complete: Shape = ({ items, page, limit, all }) => ({
  ...{ contacts: items, total: all, page, limit },
  totalPages: Math.ceil(all / limit),
});
const ids = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe("the first contacts", () => {
  it.each<[string, Shape, number, { found: number; total?: number; isComplete: boolean; asked: string[] }]>([
    [
      "the pages as documented",
      complete,
      1000,
      { found: 250, total: 250, isComplete: true, asked: ["1/100", "2/100", "3/100"] },
    ],
    ["no more than the limit", complete, 150, { found: 150, total: 250, isComplete: false, asked: ["1/100", "2/100"] }],
    ["a limit below a page", complete, 3, { found: 3, total: 250, isComplete: false, asked: ["1/3"] }],
    [
      "a limit at the very end",
      complete,
      250,
      { found: 250, total: 250, isComplete: true, asked: ["1/100", "2/100", "3/100"] },
    ],
    [
      "a service that ignores the page",
      ({ limit, all }) => ({ contacts: ids(1, limit).map((id) => ({ id })), total: all }),
      1000,
      { found: 100, total: 250, isComplete: false, asked: ["1/100", "2/100"] },
    ],
    [
      "a service that ignores the page and counts two of them",
      ({ limit }) => ({ contacts: ids(1, limit).map((id) => ({ id })), totalPages: 2 }),
      1000,
      { found: 100, isComplete: false, asked: ["1/100", "2/100"] },
    ],
    [
      "a service that ignores both and answers with all",
      () => ids(1, 250).map((id) => ({ id })),
      1000,
      { found: 250, isComplete: false, asked: ["1/100", "2/100"] },
    ],
    [
      "the same, beyond the limit",
      () => ids(1, 250).map((id) => ({ id })),
      200,
      { found: 200, isComplete: false, asked: ["1/100"] },
    ],
    [
      "a service that caps the limit",
      ({ page, all }) => ({
        contacts: ids(page * 50 - 49, page * 50).map((id) => ({ id })),
        total: all,
        totalPages: 5,
      }),
      1000,
      { found: 250, total: 250, isComplete: true, asked: ["1/100", "2/100", "3/100", "4/100", "5/100"] },
    ],
    [
      "a service that counts nothing",
      ({ items }) => items,
      1000,
      { found: 250, isComplete: true, asked: ["1/100", "2/100", "3/100", "4/100"] },
    ],
    [
      "a service that counts the pages alone",
      ({ items }) => ({ data: items, meta: { totalPages: 3 } }),
      1000,
      { found: 250, isComplete: true, asked: ["1/100", "2/100", "3/100"] },
    ],
    [
      "pages that say that more follows, whatever they count",
      ({ items, page }) => ({ data: items, total: page * 100, hasMore: page < 3 }),
      1000,
      { found: 250, total: 400, isComplete: false, asked: ["1/100", "2/100", "3/100", "4/100"] },
    ],
    [
      "a page that is cut",
      (asked) => ({ ...Object(complete(asked)), contacts: asked.page === 2 ? asked.items.slice(0, 60) : asked.items }),
      1000,
      { found: 210, total: 250, isComplete: false, asked: ["1/100", "2/100", "3/100"] },
    ],
    [
      "contacts that move to the next page meanwhile",
      (asked) => ({
        ...Object(complete(asked)),
        contacts: asked.page === 2 ? ids(100, 199).map((id) => ({ id })) : asked.items,
      }),
      1000,
      { found: 249, total: 250, isComplete: false, asked: ["1/100", "2/100", "3/100"] },
    ],
  ])("are read from %s", async (_, shape, most, { found, total, isComplete, asked }) => {
    const answer = await readContacts(await serve(250, shape), {}, most);
    expect(answer.contacts).toHaveLength(found);
    expect(new Set(answer.contacts.map(({ id }) => id)).size).toBe(found);
    expect([answer.total, answer.isComplete, pagesAsked()]).toEqual([total, isComplete, asked]);
  });

  it("are empty if there are none", async () => {
    expect(await readContacts(await serve(0, complete), {}, 5)).toEqual({ contacts: [], total: 0, isComplete: true });
  });

  it("are requested with the service's own filters", async () => {
    const account = await serve(1, complete);
    await readContacts(account, { search: "a&b", agentId: 4, listId: "5", scoreFrom: 0, intentType: "HIRING" }, 5);
    expect(service.received.at(-1)?.path).toBe(
      "/v1/contact?page=1&limit=5&search=a%26b&agent=4&listId=5&scoreFrom=0&intentType=HIRING",
    );
  });
});

describe("contacts one by one", () => {
  it("cost a page when the previous one is used up, and none after the loop", async () => {
    const account = await serve(250, complete);
    let count = 0;
    for await (const { id } of iterateMatching(account)) {
      count += 1;
      expect(id).toBe(count);
      expect(pagesAsked()).toHaveLength(Math.ceil(count / 100));
      if (count === 101) break;
    }
    expect(pagesAsked()).toEqual(["1/100", "2/100"]);
  });

  it("are counted by one request", async () => {
    expect(await countContacts(await serve(250, complete))).toBe(250);
    expect(pagesAsked()).toEqual(["1/1"]);
  });
});

describe("a contact", () => {
  const answered = async (body: unknown) => {
    service = await plainService({ ...me, "GET /v1/contact/9": json(200, body) });
    return await readContact(open(service.origin).account, 9);
  };

  it("keeps unknown fields, and leaves out those of another type", async () => {
    const odd = {
      id: 9,
      email: 4,
      bounced: "no",
      total_scoring: "high",
      campaignStatus: [{ stepNumber: 1 }],
      labels: ["x"],
    };
    expect(await answered(odd)).toEqual({ id: 9, labels: ["x"] });
    await service.close();
    expect(await answered({ data: { id: "a-9", firstName: "Ada", email: null } })).toEqual({
      id: "a-9",
      firstName: "Ada",
    });
  });

  it("keeps its readable campaigns", async () => {
    const campaignStatus = [
      { campaignId: 4, status: "running", odd: 1 },
      "finished",
      { campaign: { id: "c-5" }, status: 3 },
    ];
    expect(await answered({ id: 9, campaignStatus })).toEqual({
      id: 9,
      campaignStatus: [
        { campaignId: 4, status: "running", odd: 1 },
        { campaignId: "c-5", campaign: { id: "c-5" } },
      ],
    });
    await service.close();
    expect(await answered({ id: 9, campaignStatus: "finished" })).toEqual({ id: 9 });
    await service.close();
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
    const account = await serve(3, ({ items }) => [...items, { name: "no id" }]);
    await expect(readContacts(account, {}, 10)).rejects.toThrow("is a list whose item 4 is not readable.");
  });
});
