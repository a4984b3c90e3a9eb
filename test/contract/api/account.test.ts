import { type Sandbox, startSandbox } from "pulumi-outreach-sandbox";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "../../../provider/src/api/clock";
import { operations } from "../../../provider/src/api/operation";
import { hasLogs } from "../../../provider/src/resources/campaign/looks";
import { closedAfterTest } from "../../support/closedAfterTest";
import { open } from "../../unit/api/opening";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ rateLimit: false });
});
afterAll(() => sandbox.close());

const key = (): string => sandbox.accounts.owner.apiKeys[0] ?? "";
const owner = (changes: object = {}) => open(sandbox.url, { apiKey: key(), ...changes }).account;

const agent = (listId: string) => ({
  name: "finder",
  listId: Number(listId),
  targetJobTitles: ["Founder"],
  variables: ["a", "b", "c", "d"].map((word) => ({ type: "SEARCH_KEYWORD", value: `"${word}"` })),
});

const campaign = (listId: string) => ({
  name: "first",
  active: false,
  language: "en-US",
  listIds: [Number(listId)],
  linkedinSeatId: sandbox.accounts.owner.linkedinSeats[0]?.id,
  steps: [{ type: "visitProfile" }, { type: "message", messageMode: "same", message: "Hello", delayAfterLastStep: 2 }],
});

async function created(work: Promise<{ status: string }>): Promise<string> {
  const creation = await work;
  if (!("answer" in creation)) throw new Error(JSON.stringify(creation));
  return (creation as { answer: { id: string } }).answer.id;
}

describe("against a complete service", () => {
  test("all three kinds are created, found, listed and changed, and an agent deleted", async () => {
    const account = owner();
    const list = await created(account.create("List", { name: "leads" }, 'list "leads"'));
    const finder = await created(account.create("SourceAgent", agent(list), 'source agent "finder"'));
    const sequence = await created(account.create("Campaign", campaign(list), 'campaign "first"'));

    expect(await account.update("SourceAgent", finder, { name: "other" }, "")).toMatchObject({
      id: finder,
      name: "other",
    });
    expect(await account.update("SourceAgent", finder, { paused: true }, "")).toMatchObject({ paused: true });
    expect(await account.update("Campaign", sequence, { name: "second" }, "")).toMatchObject({ name: "second" });

    const other = owner();
    for (const [kind, id] of [
      ["List", list],
      ["SourceAgent", finder],
      ["Campaign", sequence],
    ] as const) {
      expect(await other.find(kind, id, "")).toMatchObject({ status: "found", answer: { id } });
      expect(await other.find(kind, id, "", { fresh: true })).toMatchObject({ status: "found", answer: { id } });
      expect(await other.listing(kind, "")).toMatchObject({ whole: true, missing: [] });
    }
    expect(await hasLogs(account, "", sequence)).toBe(false);
    expect(await account.remove("SourceAgent", finder, "")).toBe("deleted");
    expect(await account.remove("SourceAgent", finder, "")).toBe("gone");
    expect(await account.find("SourceAgent", finder, "", { fresh: true })).toEqual({ status: "gone" });
  });

  test("a refusal contains the service's own message", async () => {
    const account = owner();
    await expect(account.create("SourceAgent", agent("1"), 'source agent "finder"')).rejects.toThrow(
      /^source agent "finder": could not create the source agent: POST \/v1\/agent → 4\d\d\nthe service answered: /,
    );
  });

  test.each([
    ["status", () => ({ status: "ok" })],
    ["health", () => ({ status: "ok" })],
    ["listEmailSeats", () => sandbox.accounts.owner.emailSeatIds.map((id) => ({ id }))],
    [
      "listOrganizationMembers",
      () => {
        const { owner: key, members, inactive } = sandbox.accounts;
        return [key, ...members, inactive].map(({ userId }) => ({ id: userId }));
      },
    ],
    ["readOrganization", () => ({ ownerId: sandbox.accounts.owner.userId })],
    ["readPermissions", () => expect.arrayContaining(["organization.view", "organization.members.impersonate"])],
    ["listContacts", () => ({ contacts: [], total: 0 })],
    ["readContactHealth", () => ({ status: "ok" })],
  ] as const)("the read %s returns the service's response", async (operation, expected) => {
    expect(await owner().ask(operations[operation], "")).toMatchObject(expected());
  });
});

describe("acting for a member", () => {
  test("objects are the member's own, by id and by e-mail", async () => {
    const member = sandbox.accounts.members[0];
    if (member === undefined) throw new Error("the sandbox has no members");
    const byId = owner({ impersonateUserId: String(member.userId) });
    const byEmail = owner({ impersonateEmail: member.email.toUpperCase() });
    const id = await created(byId.create("List", { name: "hers" }, ""));
    expect(await byEmail.actingUser()).toEqual({ id: String(member.userId) });
    expect((await byEmail.find("List", id, "")).status).toBe("found");
    expect((await owner().find("List", id, "")).status).toBe("gone");
  });

  test.each([
    [
      "a user of another organization",
      () => sandbox.accounts.outsider.userId,
      "is not a member of the key's organization",
    ],
    ["a member who is switched off", () => sandbox.accounts.inactive.userId, "is a deactivated member"],
  ])("%s is refused with the reason", async (_, userId, reason) => {
    const account = owner({ impersonateUserId: String(userId()) });
    await expect(account.create("List", { name: "no" }, "")).rejects.toThrow(`user ${userId()} ${reason}`);
    expect((await sandbox.objects()).lists.map(({ name }) => name)).not.toContain("no");
  });

  test("a key that is not the owner's gets an explanation", async () => {
    const [member, other] = sandbox.accounts.members;
    const account = open(sandbox.url, {
      apiKey: member?.apiKeys[0] ?? "",
      impersonateUserId: String(other?.userId),
    }).account;
    await expect(account.create("List", { name: "no" }, "")).rejects.toThrow("not the owner of the organization");
  });
});

test("with the operations of the specification only, everything is created and nothing is inferred", async () => {
  const bare = closedAfterTest(await startSandbox({ rateLimit: false, specOnly: true }));
  const { account, said } = open(bare.url, { apiKey: bare.accounts.owner.apiKeys[0] ?? "" });
  const list = await created(account.create("List", { name: "leads" }, ""));
  const finder = await created(account.create("SourceAgent", agent(list), ""));
  for (const [kind, id] of [
    ["List", list],
    ["SourceAgent", finder],
  ] as const) {
    expect(await account.listing(kind, "")).toBeUndefined();
    expect(await account.find(kind, id, "")).toEqual({ status: "unreadable" });
  }
  expect(said.warn).toEqual([]);
  expect(await account.update("SourceAgent", finder, { paused: true }, "")).toMatchObject({ paused: true });
  await expect(account.update("SourceAgent", finder, { name: "b" }, "")).rejects.toThrow(
    /^could not change the source agent: PATCH \/v1\/agent\/\d+ → 400\nthe service answered: .*property name should not exist/,
  );
  expect(await account.remove("SourceAgent", finder, "")).toBe("deleted");
  expect(await account.remove("SourceAgent", finder, "")).toBe("gone");
});

test("two machines with one key share nothing, obey the service's 429, and nothing fails", async () => {
  const limited = closedAfterTest(await startSandbox({ rateLimit: { limit: 20, windowSeconds: 1, burst: 0 } }));
  const apiKey = limited.accounts.owner.apiKeys[0] ?? "";
  const machines = [1, 2].map(
    () =>
      open(limited.url, { apiKey, requestsPerMinute: 20, rateWindowSeconds: 1 }, { clock: { ...systemClock } }).account,
  );
  const answers = machines.flatMap((account) =>
    Array.from({ length: 30 }, () => account.ask(operations.listOrganizationMembers, "")),
  );
  expect(await Promise.all(answers)).toHaveLength(60);
  const { requests } = await limited.log({});
  expect(requests.filter(({ status }) => status === 200)).toHaveLength(60);
  expect(requests.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
});
