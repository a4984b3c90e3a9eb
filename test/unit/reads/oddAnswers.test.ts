import { describe, expect, it } from "vitest";
import type { Account } from "../../../provider/src/api/account";
import { readOrganization } from "../../../provider/src/cli/organization";
import { countPeople } from "../../../provider/src/cli/review/live";
import { readContent } from "../../../provider/src/export/read";
import { Refusal } from "../../../provider/src/lifecycle/refusal";
import { contactIn } from "../../../provider/src/reads/contactShape";
import { readContactPage } from "../../../provider/src/reads/contacts";
import { readEmailSeats, readMembers } from "../../../provider/src/reads/people";
import { hasLogs } from "../../../provider/src/resources/campaign/looks";
import { campaignsOfPeople } from "../../../provider/src/resources/campaign/people";
import { readPlan } from "../../../provider/src/review/input/read";
import { campaignValues, previewOf } from "../../support/review/previews";
import { campaign } from "../../support/review/reviewing";
import { serve } from "../api/opening";
import { type Handler, json } from "../api/plainService";

/** A service with one odd listing. */
async function serving(odd: string, body: unknown, headers: Record<string, string> = {}): Promise<Account> {
  const answer: Handler = (received, response) => {
    // Pages of contacts are read to the end.
    const isFurther = /\/contact.*[?&]page=(?!1&)/.test(received.path);
    json(200, isFurther ? [] : body, headers)(received, response);
  };
  const emails = { id: 9, name: "Mails", steps: [{ type: "email", messageMode: "ai" }] };
  const { account } = await serve({
    ...{ "GET /v1/list": json(200, []), "GET /v1/agent": json(200, []), "GET /v1/campaign": json(200, [emails]) },
    [`GET ${odd}`]: answer,
  });
  return account;
}

const plan = readPlan({
  source: "test",
  text: previewOf([campaign({ op: "create", before: undefined, after: campaignValues({ listIds: [5] }) })]),
});

type Understood = "whole" | "part" | "unreadable";

/** The result of a reader that throws for incomplete responses. */
async function refused(reading: Promise<unknown>): Promise<Understood> {
  try {
    await reading;
    return "whole";
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.message.includes("a part") ? "part" : "unreadable";
  }
}

const whole = (is: boolean | undefined) => (is === true ? "whole" : "not whole");

interface User {
  readonly asks: string;
  understand(account: Account): Promise<Understood | "not whole">;
  /** Reads only the first page, whose people represent all. */
  readonly isSample?: true;
}

/** Every consumer of a listing. */
const users: Record<string, User> = {
  getEmailSeats: { asks: "/v1/email-seat", understand: (account) => refused(readEmailSeats(account)) },
  getOrganizationMembers: { asks: "/v1/organization/members", understand: (account) => refused(readMembers(account)) },
  "the command members": {
    asks: "/v1/organization/members",
    async understand(account) {
      const unreadable = "no readable id";
      const warnings = await readOrganization(account).then(
        (read) => read.warnings.join(),
        (error: unknown) => {
          if (!(error instanceof Refusal)) throw error;
          return unreadable;
        },
      );
      if (warnings.includes(unreadable)) return "unreadable";
      return /there are more|service counts/.test(warnings) ? "part" : "whole";
    },
  },
  "the command export": {
    asks: "/v1/email-seat",
    understand: async (account) => whole((await readContent(account)).emailSeats !== undefined),
  },
  "the life cycle, of the objects of a kind": {
    asks: "/v1/list",
    understand: async (account) => whole((await account.listing("List", "").catch(() => undefined))?.whole),
  },
  "the life cycle, of the people of a list": {
    asks: "/v1/contact",
    understand: async (account) => whole((await campaignsOfPeople(account, "", "5")).areAll),
    isSample: true,
  },
};

const one = { id: 1, name: "One", listId: 5, campaignStatus: [] };

/** Formats of responses with one object, or with a part of several. */
const answers: readonly (readonly [string, Understood, unknown, Record<string, string>?])[] = [
  ["an array", "whole", [one]],
  ["data", "whole", { data: [one] }],
  ["items with their number", "whole", { items: [one], total: 1, page: 1, totalPages: 1 }],
  ["a number in another object", "whole", { results: [one], meta: { total: 1 } }],
  ["a next page that is null", "whole", { data: [one], next: null, hasMore: false }],
  ["a total that is not known", "whole", { data: [one], total: -1 }],
  ["a sign of more", "part", { data: [one], hasMore: true }],
  ["a cursor", "part", { data: [one], pagination: { nextCursor: "abc" } }],
  ["a larger total", "part", { data: [one], total: 3 }],
  ["more pages", "part", { data: [one], totalPages: 2 }],
  ["a link to the next page", "part", [one], { link: '</v1/x?page=2>; rel="next"' }],
  ["a larger total in a header", "part", [one], { "x-total-count": "3" }],
  ["nothing", "unreadable", {}],
  ["a text", "unreadable", "none"],
  ["null", "unreadable", null],
  ["an object in place of the items", "unreadable", { data: { total: 0 } }],
  ["an item without an id", "unreadable", [{ name: "One" }]],
  ["an item that is a text", "unreadable", ["one"]],
  ["an item that is null", "unreadable", [null]],
];

describe.each(Object.entries(users))("a page of a listing, for %s", (_, { asks, understand, isSample }) => {
  const rows = answers.map(([what, meant, body, headers]) => ({ what, meant, body, headers }));
  it.each(rows)("$what: $meant", async ({ meant, body, headers }) => {
    const expected = meant === "part" && isSample === true ? "whole" : meant;
    const understood = await understand(await serving(asks, body, headers));
    expect(understood).toBe(understood === "not whole" && expected !== "whole" ? "not whole" : expected);
  });
});

describe("a log", () => {
  it.each<[string, boolean | undefined, unknown]>([
    ["an array with an entry", true, [{ stepNumber: 1 }]],
    ["an entry that cannot be read", true, ["sent"]],
    ["none, and a sign of more", true, { logs: [], hasMore: true }],
    ["none, and a total", true, { data: [], total: 3 }],
    ["an empty array", false, []],
    ["an empty page", false, { logs: [], total: 0 }],
    ["no page", undefined, {}],
    ["a text", undefined, "none"],
  ])("with %s: %s", async (_, expected, body) => {
    expect(await hasLogs(await serving("/v1/campaign/9/logs", body), "", "9")).toBe(expected);
  });
});

describe("a contact, for functions, webhooks and the review", () => {
  it.each<[string, object | undefined, unknown]>([
    ["a number as id", { id: 1 }, { id: 1 }],
    ["a string as id", { id: "a1" }, { id: "a1" }],
    ["spaces around the id", undefined, { id: " a1 " }],
    ["a state of another type", { id: 1, state: undefined }, { id: 1, state: { name: "paused" } }],
    ["unknown fields", { id: 1, mood: "good" }, { id: 1, mood: "good" }],
    ["no id", undefined, { state: "finished" }],
    ["an id that is none", undefined, { id: "../x" }],
    ["a string instead of it", undefined, "somebody"],
    ["nothing in place of it", undefined, null],
  ])("%s", async (_, expected, served) => {
    if (expected === undefined) expect(contactIn(served)).toBeUndefined();
    else expect(contactIn(served)).toEqual(expected);
    const account = await serving("/v1/contact", [served]);
    const page = refused(readContactPage(account, { listId: 5 }, 1));
    expect(await page).toBe(expected === undefined ? "unreadable" : "whole");
    const { counts, leftOut } = await countPeople(account, plan);
    expect(counts.get("5")?.people).toBe(expected === undefined ? undefined : 1);
    expect(leftOut.length > 0).toBe(expected === undefined || "state" in expected);
  });
});
