import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "../../../provider/src/api/clock";
import { closedAfterTest } from "../../support/closedAfterTest";
import { temporaryFolder } from "../../support/folders";
import { describeWithPostgres, startPostgres } from "../../support/postgres";
import { TestStack } from "../../support/testStack";
import { type Stage, stageOn } from "../rows/stage";

let stage: Stage;
let sandbox: Stage["sandbox"];
let folder: string;
beforeEach(async () => {
  stage = await stageOn("full");
  sandbox = stage.sandbox;
  folder = temporaryFolder();
});

const machine = (name: string, coordination?: string, beforeCreate = async () => {}) =>
  new TestStack(
    { ...stage.settings, requestTimeoutSeconds: 2, waitBudgetSeconds: 30, coordination },
    {
      clock: { ...systemClock },
      run: { id: name, label: `1@${name}` },
      cacheFolder: join(folder, name),
      beforeCreate,
    },
  );

const outcomes = async (...ups: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(ups)).map((up) => (up.status === "fulfilled" ? "done" : String(up.reason)));

/** Both have checked before either has created. */
const slowly = (path: string) =>
  sandbox.fault({ method: "POST", path, kind: "delay", when: "before", milliseconds: 400, count: 2 });

describe("two processes of one machine", () => {
  const process = (name: string, beforeCreate = async () => {}) =>
    new TestStack(
      { ...stage.settings, requestTimeoutSeconds: 2, waitBudgetSeconds: 30 },
      {
        clock: { ...systemClock },
        run: { id: name, label: `1@${name}` },
        cacheFolder: join(folder, "one"),
        beforeCreate,
      },
    );

  test("(one creates a list after the other has listed): the other lists again, and creates no second one", async () => {
    const [base, leads] = [await stage.madeList("base"), stage.list({ name: "Leads" })];
    let creates = 0;
    const one = process("one", async () => {
      creates += 1;
      // It has listed the lists for its first one, and is about to create the campaign.
      if (creates === 2) await process("other").upIn("other", "theirs", leads);
    });
    const program = { first: stage.list({ name: "First" }), q1: stage.campaign(base), leads };
    await stage.refuses(one.upAll(program), "the account already holds the same list");
    expect((await sandbox.objects()).lists.filter(({ name }) => name === "Leads")).toHaveLength(1);
  });

  test("(one attaches a list to a running campaign while the other starts one on it): one is refused", async () => {
    const [own, list] = [await stage.madeList("own"), await stage.madeList()];
    const [one, other] = [process("one"), process("other")];
    const q1 = (listIds: readonly number[]) => stage.campaign(own, { name: "Q1", active: true, listIds });
    await one.up("q1", q1([own]));
    const busy = { kind: "delay", when: "before", milliseconds: 400 } as const;
    await sandbox.fault({ ...busy, method: "POST", path: "/v1/campaign" });
    await sandbox.fault({ ...busy, method: "PATCH", path: "/v1/campaign/*" });
    const ended = await outcomes(
      one.up("q1", q1([own, list])),
      other.up("q2", stage.campaign(list, { name: "Q2", active: true })),
    );
    expect(ended.filter((end) => end === "done")).toHaveLength(1);
    expect(ended.find((end) => end !== "done")).toContain(`list ${list} is already used by an active campaign`);
  });
});

describe("two machines that share nothing", () => {
  test("create one active campaign at the same moment: it fails, recorded, and both ids are named", async () => {
    const list = await stage.madeList();
    await slowly("/v1/campaign");
    const [one, other] = [machine("one"), machine("other")];
    const campaign = stage.campaign(list, { active: true });
    const ended = await outcomes(one.up("q1", campaign), other.up("q1", campaign));
    const { campaigns } = await sandbox.objects();
    const ids = campaigns.map(({ id }) => String(id));
    expect(ids).toHaveLength(2);
    const failures = ended.filter((end) => end !== "done");
    expect(failures.length).toBeGreaterThan(0);
    for (const failure of failures) {
      expect(failure).toMatch(/created and is active.*another run created the same one at the same time/);
      for (const id of ids) expect(failure).toContain(id);
      expect(failure).toContain("outreach:coordination");
    }
    // The states have the real ids: nothing is lost, and the next up can update the objects.
    expect(new Set([one, other].map((each) => each.stored("Campaign", "q1").id))).toEqual(new Set(ids));
    const failed = [one, other].filter((each) => each.stored("Campaign", "q1").initErrors?.length === 1);
    expect(failed.length).toBeGreaterThan(0);
    // While both run, each run that has detected it fails.
    const text = (engine: TestStack) => stage.refusal(engine.up("q1", campaign));
    for (const each of failed) expect(await text(each)).toMatch(/already used by an active|active beside it/);
    const [kept, off] = failed.length > 1 ? failed : [failed[0], [one, other].find((each) => !failed.includes(each))];
    await sandbox.setActive({ campaignId: Number(off?.stored("Campaign", "q1").id), active: false });
    expect((await kept?.up("q1", campaign))?.op).toBe("update");
    expect((await kept?.up("q1", campaign))?.op).toBe("same");
  });

  test("start two campaigns on one list at the same moment: one of them reports it", async () => {
    const list = await stage.madeList();
    await slowly("/v1/campaign");
    const [one, other] = [machine("one"), machine("other")];
    const ended = await outcomes(
      one.up("q1", stage.campaign(list, { name: "Q1", active: true })),
      other.up("q2", stage.campaign(list, { name: "Q2", active: true })),
    );
    const { campaigns } = await sandbox.objects();
    const ids = campaigns.map(({ id }) => String(id));
    expect(ids).toHaveLength(2);
    const said = [...ended.filter((end) => end !== "done"), ...one.warnings, ...other.warnings].filter((line) =>
      /another run started (one on the same list|a campaign) at the same time/.test(line),
    );
    expect(said.length).toBeGreaterThan(0);
    for (const line of said) expect(ids.some((id) => line.includes(id))).toBe(true);
    expect(new Set([one.stored("Campaign", "q1").id, other.stored("Campaign", "q2").id])).toEqual(new Set(ids));
  });

  test("start two campaigns on one list while a response is lost: the one that finds its campaign reports it", async () => {
    const list = await stage.madeList();
    const one = machine("one", undefined, async () => {
      await machine("other").up("q2", stage.campaign(list, { name: "Q2", active: true }));
      await sandbox.fault({ kind: "reset", when: "after", method: "POST", path: "/v1/campaign" });
    });
    const { warnings } = await one.up("q1", stage.campaign(list, { name: "Q1", active: true }));
    const [theirs, own] = (await sandbox.objects()).campaigns.map(({ id }) => String(id));
    expect(one.stored("Campaign", "q1").id).toBe(own);
    expect(warnings.join("\n")).toContain(`that equals it, id ${own}, was adopted`);
    expect(warnings.join("\n")).toContain(`another run started a campaign at the same time (id ${theirs})`);
  });

  test("list again before each create that starts to send: nothing is sent beside objects that were created meanwhile", async () => {
    const [list, next] = [await stage.madeList(), await stage.madeList("next")];
    const second = stage.campaign(next, { name: "Second", active: true });
    let meanwhile = async () => void (await machine("other").up("second", second));
    const one = machine("one", undefined, async () => {
      await meanwhile();
      meanwhile = async () => {};
    });
    const program = { first: stage.campaign(list, { active: true }), second };
    await stage.refuses(one.upAll(program), "the account already holds the same campaign");
    expect((await sandbox.objects()).campaigns).toHaveLength(2);
  });

  test.each([
    ["fails", { status: 400 }, /could not list the campaigns: GET \/v1\/campaign → 400/],
    [
      "is gone",
      { status: 404, body: { statusCode: 404, message: "Cannot GET /v1/campaign" } },
      /does not list campaigns/,
    ],
  ])("report that they could not check if the listing %s when the first one looks again", async (_, fault, why) => {
    const list = await stage.madeList();
    const one = machine("one", undefined, async () => {
      await sandbox.fault({ kind: "status", method: "GET", path: "/v1/campaign", count: 9, ...fault });
    });
    const { op, warnings } = await one.up("q1", stage.campaign(list, { active: true }));
    expect(op).toBe("create");
    expect(warnings.join("\n")).toContain("it could not be checked whether another machine created the same one");
    expect(warnings.join("\n")).toMatch(why);
  });

  test("do not look again if the service lists nothing, nor say that they could not", async () => {
    const list = await stage.madeList();
    await sandbox.configure({ specOnly: true });
    const { op, warnings } = await machine("one").up("q1", stage.campaign(list, { active: true }));
    expect(op).toBe("create");
    expect(warnings.join("\n")).not.toContain("could not be checked");
  });

  test("do not mistake an acknowledged twin for one that was created meanwhile", async () => {
    const list = await stage.madeList();
    const campaign = (args = {}) => stage.campaign(list, { active: true, ...args });
    const other = machine("other");
    await other.up("q1", campaign());
    const { id } = other.stored("Campaign", "q1");
    await sandbox.fault({ kind: "omit", path: "/v1/campaign", ids: [Number(id)] });
    const acknowledge = [`twin:${id}`, `shared-list:${id}`];
    const { op, warnings } = await machine("one").up("q1", campaign({ acknowledge }));
    expect([op, warnings.join("\n")]).toEqual(["create", expect.not.stringContaining("at the same time")]);
  });

  test("look before and after an active create, and only before an inactive one", async () => {
    const list = await stage.madeList();
    const reads = async () => (await sandbox.log()).requests.filter(({ path }) => path === "/v1/campaign").length;
    const one = machine("one");
    const before = await reads();
    await one.up("q1", stage.campaign(list, { active: false }));
    expect((await reads()) - before).toBe(2);
    await one.up("q2", stage.campaign(list, { name: "Fintech Q2", active: true }));
    expect((await reads()) - before).toBe(2 + 3);
  });

  test("create one list at the same moment: reported at the end of the run", async () => {
    await slowly("/v1/list");
    const [one, other] = [machine("one"), machine("other")];
    expect(await outcomes(one.up("leads", stage.list()), other.up("leads", stage.list()))).toEqual(["done", "done"]);
    const said = [...(await one.end()), ...(await other.end())];
    const { lists } = await sandbox.objects();
    expect(lists).toHaveLength(2);
    expect(said).toHaveLength(2);
    for (const { id } of lists) expect(said.join("\n")).toContain(String(id));
    expect(said[0]).toMatch(
      /another run created the same one at the same time: id \d+\. Keep one; outreach:coordination/,
    );
  });

  test.each([
    [3, 0],
    [4, 1],
  ])("with a limit of %d requests, of which three are used: %d warnings, and nobody waits", async (limit, warnings) => {
    const one = new TestStack(
      { ...stage.settings, requestsPerMinute: limit, waitBudgetSeconds: 120 },
      { clock: { ...systemClock }, run: { id: "one", label: "1@one" }, cacheFolder: join(folder, "one") },
    );
    await one.up("leads", stage.list());
    const response = await fetch(new URL("/v1/list", sandbox.url), {
      method: "POST",
      headers: { authorization: `Bearer ${stage.settings.apiKey}`, "content-type": "application/json" },
      body: JSON.stringify(stage.list().args),
    });
    expect(response.status).toBe(201);
    expect(await one.end()).toHaveLength(warnings);
  });

  test("print nothing if nobody else created anything", async () => {
    const one = machine("one");
    await one.upAll({ leads: stage.list(), others: stage.list({ name: "Others" }) });
    expect(await one.end()).toEqual([]);
  });
});

describeWithPostgres("two machines that share a database", () => {
  test("create everything once: the second finds the first one's objects", async () => {
    const server = closedAfterTest(await startPostgres());
    const list = await stage.madeList();
    for (const path of ["/v1/campaign", "/v1/list"]) await slowly(path);
    const [one, other] = [machine("one", server.url), machine("other", server.url)];
    const campaign = stage.campaign(list, { active: true });
    const ended = await outcomes(
      one.upAll({ leads: stage.list({ name: "New" }), q1: campaign }),
      other.upAll({ leads: stage.list({ name: "New" }), q1: campaign }),
    );
    const { campaigns, lists } = await sandbox.objects();
    expect(campaigns.filter(({ name }) => name === "Fintech Q1")).toHaveLength(1);
    expect(lists.filter(({ name }) => name === "New")).toHaveLength(1);
    expect(ended.filter((end) => end === "done")).toHaveLength(1);
    expect(ended.join("\n")).toMatch(/the account already holds the same list, id \d+/);
    expect([...(await one.end()), ...(await other.end())]).toEqual([]);
  });
});
