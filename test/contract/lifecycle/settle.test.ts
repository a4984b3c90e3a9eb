import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Creation } from "../../../provider/src/api/objects";
import { declarerOf } from "../../../provider/src/lifecycle/about";
import { lostOf } from "../../../provider/src/lifecycle/lost";
import { RunMemory } from "../../../provider/src/lifecycle/memory";
import type { Recorded } from "../../../provider/src/lifecycle/record";
import { fewLooks, findLost, type Sought, settlePending, whatExisted } from "../../../provider/src/lifecycle/settle";
import { listKind } from "../../../provider/src/resources/listKind";
import { sourceAgentKind } from "../../../provider/src/resources/sourceAgent/kind";
import { type Sandbox, startSandbox } from "../../../sandbox/src/index";
import { closedAfterTest } from "../../support/closedAfterTest";
import { open } from "../../unit/api/opening";

const urn = "urn:pulumi:dev::project::outreach:List::leads";
const start = new Date("2026-03-01T12:00:00.000Z");
/** Twice the request time-out. */
const quiet = 10_000;

let sandbox: Sandbox;
beforeEach(async () => {
  // Its objects are created at the time at which the creates of these tests are sent.
  sandbox = closedAfterTest(await startSandbox({ rateLimit: false, startTime: start.toISOString() }));
});

/** A process that looks for a lost list: its sleeps are recorded, and something may happen meanwhile. */
function aProcess(now = start, meanwhile: () => Promise<unknown> = async () => undefined, name = "one") {
  const apiKey = sandbox.accounts.owner.apiKeys[0] ?? "";
  const settings = { apiKey, requestTimeoutSeconds: quiet / 2000 };
  const { account } = open(sandbox.url, settings, { run: { id: name, label: `${name}@here` } });
  const slept: number[] = [];
  const sleep = async (milliseconds: number) => {
    slept.push(milliseconds);
    await meanwhile();
  };
  const run = {
    settings: () => account.settings,
    ...{ account: () => account, warn: () => undefined, now: () => now, random: () => "", sleep },
    memory: new RunMemory(),
  };
  const sought: Sought = {
    ...{ kind: listKind, run, account, inputs: { name: "Leads" }, about: 'list "Leads"' },
    declarer: declarerOf(urn),
  };
  const lost = async () => lostOf(await account.records.known("List", "Leads", "sameName"), declarerOf(urn)).length;
  const create = (name = "Leads") => account.create("List", { name }, `list "${name}"`, declarerOf(urn));
  return { account, sought, slept, lost, create };
}

function pendingSince(since: Date, more: Partial<Recorded["pending"]> = { knownBefore: [] }): Recorded {
  const { url: origin, accounts } = sandbox;
  const pending = { since: since.toISOString(), ...more };
  return { version: 1, origin, actingUserId: String(accounts.owner.userId), declared: ["name"], urn, pending };
}

const idOf = (creation: Creation) => ("answer" in creation ? creation.answer.id : undefined);

/** Loses the response to the next create of a list. */
const lose = (when: "before" | "after") => sandbox.fault({ kind: "reset", when, method: "POST", path: "/v1/list" });

describe("right after the response to a create was lost", () => {
  it("the object is looked up three times, at growing intervals", async () => {
    const { sought, slept } = aProcess();
    const found = await findLost(sought, { listed: new Set(), unlisted: new Set() });
    expect(found).toMatchObject({ status: "unclear", why: expect.stringContaining("proves nothing this soon") });
    expect(slept).toEqual([500, 2000]);
  });

  it("it is looked up twice if the response refuses without proof", async () => {
    const { sought, slept } = aProcess();
    await findLost(sought, { listed: new Set(), unlisted: new Set() }, fewLooks);
    expect(slept).toEqual([500]);
  });

  it("it is not looked up again once it is found", async () => {
    const { create, sought, slept, lost } = aProcess();
    await lose("after");
    await create();
    expect(await lost()).toBe(1);
    const found = await findLost(sought, { listed: new Set(), unlisted: new Set() });
    expect(found.status).toBe("found");
    expect(slept).toEqual([]);
    expect(await lost()).toBe(0);
  });

  it("an object that another stack's create may have made is not mistaken for it, until that create is settled", async () => {
    const other = aProcess(start, undefined, "two");
    const theirs = { ...declarerOf("urn:pulumi:prod::project::outreach:List::leads") };
    await lose("after");
    await other.account.create("List", { name: "Leads" }, 'list "Leads"', theirs);
    const { sought } = aProcess();
    const before = { listed: new Set<string>(), unlisted: new Set<string>() };
    expect(await findLost(sought, before)).toMatchObject({
      status: "unclear",
      why: expect.stringContaining("may be it, or what another stack has created under this name"),
    });
    const [open] = (await other.account.records.known("List", "Leads", "sameName")).filter(
      ({ id }) => id === undefined,
    );
    if (open === undefined) throw new Error("the other create is not recorded");
    await other.account.records.settle([open], "refused");
    expect(await findLost(sought, before)).toMatchObject({ status: "found" });
  });

  it("nothing can be determined without a listing from before the create", async () => {
    const { account, sought } = aProcess();
    const listing = await account.listing("List", "");
    if (listing === undefined) throw new Error("the sandbox lists nothing");
    expect(whatExisted(listing)).toEqual({ listed: new Set(), unlisted: new Set() });
    expect(whatExisted({ ...listing, missing: ["5"] })).toEqual({ listed: new Set(), unlisted: new Set(["5"]) });
    expect(whatExisted({ ...listing, whole: false })).toBeUndefined();
    expect(whatExisted(undefined)).toBeUndefined();
    expect(await findLost(sought, undefined)).toMatchObject({
      status: "unclear",
      why: "the lists that existed before are not all known",
    });
  });
});

describe("a pending create that is not listed", () => {
  it.each([
    ["is absent at once when its request can no longer arrive", quiet, []],
    ["is looked for again when its request can no longer arrive", quiet - 1, [1]],
    ["is given the whole time right after it was sent", 0, [quiet]],
    ["is given the whole time if the clock was set back", -1, [quiet]],
  ])("%s", async (_, age, slept) => {
    const own = aProcess(new Date(start.getTime() + age));
    await lose("before");
    await own.create();
    expect(await own.lost()).toBe(1);
    expect(await settlePending(own.sought, pendingSince(start))).toEqual({ status: "absent" });
    expect(own.slept).toEqual(slept);
    // Other resources and later runs are no longer affected.
    expect(await own.lost()).toBe(0);
  });

  it("is found if its request arrives during the wait", async () => {
    const other = aProcess();
    const { sought } = aProcess(start, () => other.create());
    expect(await settlePending(sought, pendingSince(start))).toMatchObject({ status: "found" });
  });

  it("is not missing while the listing lacks existing objects", async () => {
    const { create, sought, slept } = aProcess(new Date(start.getTime() + quiet));
    const before = idOf(await create("Before"));
    await sandbox.fault({ kind: "omit", path: "/v1/list", newest: 1, count: 9 });
    const known = pendingSince(start, { knownBefore: [String(before)] });
    expect(await settlePending(sought, known)).toMatchObject({
      status: "unclear",
      why: expect.stringContaining("lacks objects that are known to exist"),
    });
    expect(slept).toEqual([]);
  });

  it("is not missing while it is unknown whether unlisted objects were deleted", async () => {
    const { account, sought } = aProcess(new Date(start.getTime() + quiet));
    vi.spyOn(account, "find").mockRejectedValue(new Error("no connection"));
    const lost = await settlePending(sought, pendingSince(start, { knownBefore: ["1"] }));
    expect(lost.status).toBe("unclear");
  });

  it.each([
    ["is absent if ten objects that the listing lacks are deleted", 10, "absent"],
    ["is not absent if the listing lacks more than ten objects", 11, "unclear"],
  ])("%s", async (_, count, status) => {
    const { sought } = aProcess(new Date(start.getTime() + quiet));
    const knownBefore = Array.from({ length: count }, (_each, index) => `${index + 1}`);
    const find = vi.spyOn(sought.account, "find");
    expect((await settlePending(sought, pendingSince(start, { knownBefore }))).status).toBe(status);
    for (const [, , , options] of find.mock.calls) expect(options).toEqual({ fresh: true });
  });
});

describe("a pending create", () => {
  it("is the one new object that equals it", async () => {
    const { create, sought, lost, slept } = aProcess();
    const [listed, unlisted] = [idOf(await create()), idOf(await create())];
    await lose("after");
    await create();
    const record = pendingSince(start, { knownBefore: [String(listed)], unlistedBefore: [String(unlisted)] });
    const { lists } = await sandbox.objects();
    expect(await settlePending(sought, record)).toMatchObject({
      status: "found",
      answer: { id: String(lists.at(-1)?.id) },
    });
    expect([await lost(), slept]).toEqual([0, []]);
  });

  it.each<[string, string | undefined, string]>([
    ["is none that another run has created for another resource", urn.replace("leads", "others"), "absent"],
    ["is none that another run has created for no recorded resource", undefined, "absent"],
    ["is the one of this resource, although a run that was killed has found it before", urn, "found"],
  ])("%s", async (_, ofResource, status) => {
    const { account } = aProcess(start, undefined, "another");
    await account.create("List", { name: "Leads" }, "", declarerOf(ofResource));
    const { sought } = aProcess(new Date(start.getTime() + quiet));
    expect(await settlePending(sought, pendingSince(start))).toMatchObject({ status });
  });

  it("stays open if another stack's create with its name has no outcome", async () => {
    const other = aProcess(start, undefined, "another");
    await lose("after");
    await other.account.create("List", { name: "Leads" }, "", declarerOf(urn.replace("dev", "prod")));
    const [theirs] = (await sandbox.objects()).lists;
    const { sought } = aProcess(new Date(start.getTime() + quiet));
    expect(await settlePending(sought, pendingSince(start))).toMatchObject({
      status: "unclear",
      why: expect.stringMatching(`^id ${theirs?.id} may be it, or what another stack has created under this name`),
    });
  });

  it("is not an object that its resource has released", async () => {
    const { account, create } = aProcess(start, undefined, "another");
    const id = String(idOf(await create()));
    await account.records.remember("List", id, "Leads", { ...declarerOf(urn), released: true });
    const { sought } = aProcess(new Date(start.getTime() + quiet));
    expect(await settlePending(sought, pendingSince(start))).toEqual({ status: "absent" });
  });

  it("stays open if several new objects equal it", async () => {
    const other = aProcess();
    const ids = [idOf(await other.create()), idOf(await other.create())];
    const { sought, lost, create } = aProcess();
    await lose("before");
    await create();
    expect(await settlePending(sought, pendingSince(start))).toEqual({
      status: "unclear",
      why: `several new objects equal it (ids ${ids.join(", ")})`,
    });
    expect(await lost()).toBe(1);
  });

  it("stays open if a new object with its name differs from it", async () => {
    const other = aProcess();
    const listId = Number(idOf(await other.create()));
    const variables = ["a", "b", "c", "d"].map((word) => ({ type: "SEARCH_KEYWORD", value: `"${word}"` }));
    const agent = { name: "Finder", listId, targetJobTitles: ["Founder"], variables };
    const made = idOf(await other.account.create("SourceAgent", agent, ""));
    const { sought } = aProcess();
    const inputs = { ...agent, targetJobTitles: ["Chief executive"] };
    expect(await settlePending({ ...sought, kind: sourceAgentKind, inputs }, pendingSince(start))).toEqual({
      status: "unclear",
      why: `a new one of this name differs from it (id ${made})`,
    });
  });

  it.each<[string, Sought["kind"], object, object]>([
    ["a list", listKind, {}, {}],
    ["an agent", sourceAgentKind, { listId: 1 }, { paused: false }],
  ])("is not an object of which only a different name is shown: %s", async (_, kind, declared, shown) => {
    const { account, sought } = aProcess(new Date(start.getTime() + quiet));
    const answers = [{ id: "9", name: "Others", ...shown }];
    vi.spyOn(account, "listing").mockResolvedValue({ answers, whole: true, missing: [] });
    const inputs = { name: "Leads", ...declared };
    expect(await settlePending({ ...sought, kind, inputs }, pendingSince(start))).toEqual({ status: "absent" });
  });

  it("stays open if the state does not record which objects existed before", async () => {
    const { sought } = aProcess();
    const unclear = async (record: Recorded) => {
      const lost = await settlePending(sought, record);
      return lost.status === "unclear" ? lost.why : lost.status;
    };
    expect(await unclear({ ...pendingSince(start), pending: undefined })).toContain("does not record which objects");
    expect(await unclear(pendingSince(start, {}))).toBe("the lists that existed before are not all known");
  });

  it("stays open if it is unknown what other runs have created", async () => {
    const { account, sought } = aProcess(new Date(start.getTime() + quiet));
    vi.spyOn(account.records, "elsewhere").mockRejectedValue(new Error("the database is locked"));
    expect(await settlePending(sought, pendingSince(start))).toEqual({
      status: "unclear",
      why: "it is not known what other runs have created",
    });
  });

  it("stays open if the lookup fails", async () => {
    const { sought } = aProcess();
    await sandbox.fault({ kind: "status", status: 400, method: "GET", path: "/v1/list", count: 9 });
    const lost = await settlePending(sought, pendingSince(start));
    expect(lost).toMatchObject({ status: "unclear", why: expect.stringMatching(/^looking for it failed \(.*400/) });
    expect(lost).not.toHaveProperty("canBeLooked");
  });

  it("can only be found by a person if the service does not list its kind", async () => {
    await sandbox.configure({ specOnly: true });
    const { sought } = aProcess();
    expect(await settlePending(sought, pendingSince(start))).toEqual({
      status: "unclear",
      why: "this service does not list lists",
      canBeLooked: false,
    });
  });
});
