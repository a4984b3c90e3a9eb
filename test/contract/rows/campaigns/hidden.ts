import { expect } from "vitest";
import { step } from "../../../../provider/src/resources/campaign/step";
import { type Case, inFull, inSpecOnly, otherText, steps } from "../stage";

/** Responses that show people, in the list or not, without their campaigns. */
const unreadablePeople: readonly (readonly [string, (list: number) => unknown])[] = [
  ["an answer that is no page", () => ({ people: 5 })],
  ["campaigns that are not told", (list) => [{ id: 1, listId: list }]],
  ["campaigns in another form", (list) => ({ contacts: [{ id: 1, listId: list, campaignStatus: "finished" }] })],
  ["something that is no person", (list) => ({ data: ["somebody", { id: 1, listId: list, campaignStatus: [] }] })],
  ["people of other lists, with more to come", () => ({ data: [{ id: 1, listId: 1, campaignStatus: [] }], total: 9 })],
];

/** Active campaigns that the service does not show on their list. */
export const hidden: readonly Case[] = [
  inFull(
    17,
    "a campaign that a killed run has started on a list is identified by its name, even if a later one hides it",
    async (stage) => {
      const list = await stage.madeList();
      await stage.loseUnlisted("a", stage.campaign(list, { name: "A", active: true }), 500);
      expect(stage.engine.stored("Campaign", "a").id).toMatch(/^pending-/);
      const killed = stage.another();
      await killed.up("b", stage.campaign(list, { name: "B" }));
      const started = (await stage.sandbox.objects()).campaigns.find(({ name }) => name === "A");
      const d = stage.campaign(list, { name: "D", active: true });
      await stage.refuses(stage.another().up("d", d), `by an active campaign (id ${started?.id})`);
    },
  ),
  inFull(17, "an active campaign that a later one hides in its list is found in the records", async (stage) => {
    const list = await stage.madeList();
    const a = await stage.made("a", stage.campaign(list, { name: "A", active: true }));
    await stage.made("b", stage.campaign(list, { name: "B" }));
    await stage.forget();
    const d = stage.campaign(list, { name: "D", active: true });
    await stage.refuses(stage.another().up("d", d), `by an active campaign (id ${a})`);
    await stage.refuses(stage.engine.up("d", d), 'aliases: ["<its old URN>"]');
    expect(await stage.writes()).toEqual([]);
    // Even if its lists were changed since.
    const other = await stage.madeList("other");
    await stage.engine.up("a", stage.campaign(other, { name: "A", active: true }));
    expect((await stage.another().up("d", d)).op).toBe("create");
    const e = stage.campaign(other, { name: "E", active: true });
    await stage.refuses(stage.another().up("e", e), `by an active campaign (id ${a})`);
    // Switched off, it blocks nothing; and the listing of lists is not decisive.
    await stage.sandbox.setActive({ campaignId: a, active: false });
    expect((await stage.another().up("e", e)).op).toBe("create");
  }),
  inFull(
    17,
    "an active campaign with unknown lists is found by the people whom it has reached, or otherwise named",
    async (stage) => {
      const list = await stage.madeList();
      const hidden = await stage.madeByHand(list, { active: true });
      await stage.madeByHand(list, { name: "Later" });
      const d = stage.campaign(list, { name: "D", active: true });
      const { warnings } = await stage.another().up("d", d);
      expect(warnings).toContainEqual(
        expect.stringMatching(`not known which lists these active campaigns use: id ${hidden}\\.`),
      );
      await stage.addPerson(list);
      await stage.sandbox.advance({ days: 2 });
      const again = stage.campaign(list, { name: "Again", active: true });
      await stage.refuses(stage.elsewhere().up("again", again), `shared-list:${hidden}`);
    },
  ),
  inFull(
    17,
    "a list that somebody attached to a recorded campaign in the app is found by its people",
    async (stage) => {
      const [own, list] = [await stage.madeList("own"), await stage.madeList()];
      const a = await stage.made("a", stage.campaign(own, { name: "A", active: true }));
      await stage.patchByHand(`/v1/campaign/${a}`, { listIds: [own, list] });
      await stage.made("b", stage.campaign(list, { name: "B" }));
      await stage.addPerson(list);
      await stage.sandbox.advance({ days: 2 });
      const d = stage.campaign(list, { name: "D", active: true });
      await stage.refuses(stage.engine.up("d", d), `by an active campaign (id ${a})`);
    },
  ),
  inFull(17, "a malformed person hides no other one, whatever the format of the page", async (stage) => {
    const [own, list] = [await stage.madeList("own"), await stage.madeList()];
    const a = await stage.made("a", stage.campaign(own, { name: "A", active: true }));
    await stage.patchByHand(`/v1/campaign/${a}`, { listIds: [own, list] });
    await stage.made("b", stage.campaign(list, { name: "B" }));
    await stage.forget();
    const reached = { id: 2, listId: list, campaignStatus: [{ campaignId: a, status: "running" }] };
    const odd = [
      { id: 1, listId: list, campaignStatus: "finished" },
      { id: 1, listId: list, campaignStatus: [7, { campaign: { id: 4711 }, status: {} }, null] },
      "somebody",
    ];
    const pages = odd.flatMap((other) => [
      { contacts: [other, reached], total: 2 },
      { data: [other, reached] },
      [other, { ...reached, listId: undefined, list: { id: list }, campaignStatus: { campaign: { id: a } } }],
    ]);
    const d = stage.campaign(list, { name: "D", active: true });
    const serve = (body: unknown) => stage.answers("GET /v1/contact", 200, { body });
    for (const body of pages) {
      await serve(body);
      await stage.refuses(stage.another().up("d", d), `by an active campaign (id ${a})`);
    }
    expect(await stage.writes()).toEqual([]);
  }),
  inFull(17, "a start beside campaigns that are missing in the listing causes a warning", async (stage) => {
    const list = await stage.madeList();
    const id = await stage.madeByHand(list, { active: true });
    await stage.madeByHand(list, { name: "Later" });
    const body = { data: [{ id: id + 1, name: "Later", active: false }], hasMore: true };
    await stage.answers("GET /v1/campaign", 200, { body, count: 9 });
    const { warnings } = await stage.another().up("d", stage.campaign(list, { name: "D", active: true }));
    expect(warnings.join()).toContain(
      "lists only some of the campaigns: if one that it leaves out runs on the same list, the same people are written to twice",
    );
  }),
  inFull(17, "no campaign starts while the people of its list cannot be read, and others may use it", async (stage) => {
    const [own, list] = [await stage.madeList("own"), await stage.madeList()];
    await stage.made("a", stage.campaign(own, { name: "A", active: true }));
    const d = stage.campaign(list, { name: "D", active: true });
    await stage.forget();
    for (const status of [500, 503]) {
      await stage.answers("GET /v1/contact", status, { count: 99 });
      await stage.refuses(stage.another().up("d", d), `GET /v1/contact → ${status}`);
      await stage.sandbox.clearFaults();
    }
    expect(await stage.writes()).toEqual([]);
    expect((await stage.another().up("d", d)).op).toBe("create");
  }),
  ...unreadablePeople.map(([what, bodyOf]): Case => {
    return inFull(
      17,
      `if people cannot be read, active campaigns that may use other lists are named: ${what}`,
      async (stage) => {
        const [own, list] = [await stage.madeList("own"), await stage.madeList()];
        const a = await stage.made("a", stage.campaign(own, { name: "A", active: true }));
        const body = bodyOf(list);
        await stage.answers("GET /v1/contact", 200, { body });
        const { warnings } = await stage.another().up("d", stage.campaign(list, { name: "D", active: true }));
        expect(warnings).toContainEqual(
          expect.stringMatching(`not known which lists these active campaigns use: id ${a}\\.`),
        );
      },
    );
  }),
  inFull(17, "a campaign's recorded lists outlast states without them", async (stage) => {
    const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
    const id = await stage.made("q1", stage.campaign(one, { active: true }));
    const other = stage.another();
    await other.upIn("other", "q1", stage.campaign(one, { active: true, adopt: id }));
    await other.up("q1", stage.campaign(one, { active: true, listIds: [one, two] }));
    // Its own state has only one list.
    await stage.engine.refresh("Campaign", "q1");
    await stage.engine.up("q1", stage.campaign(one, { active: true, steps: otherText }));
    await stage.made("hides", stage.campaign(two, { name: "Hides" }));
    const third = stage.campaign(two, { name: "Third", active: true });
    await stage.refuses(stage.another().upIn("third", "third", third), `active campaign (id ${id})`);

    // Removed lists, and lists that the service shows, are not kept.
    await other.refresh("Campaign", "q1");
    const without = { active: true, listIds: [one], steps: otherText };
    expect((await other.up("q1", stage.campaign(one, without))).op).toBe("update");
    expect((await stage.another().upIn("third", "third", third)).op).toBe("create");
  }),
  inFull(17, "a list is attached to a campaign that may have started only if no other one uses it", async (stage) => {
    const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
    const other = await stage.made("other", stage.campaign(two, { name: "Other", active: true }));
    const hide = { kind: "alter", path: "/v1/campaign", set: { active: null } } as const;
    await stage.sandbox.fault({ ...hide, method: "POST" });
    await stage.sandbox.fault({ ...hide, method: "GET", path: "/v1/campaign/*" });
    const id = await stage.made("untold", stage.campaign(one));
    await stage.sandbox.setActive({ campaignId: id, active: true });
    await stage.forget();
    const attached = stage.campaign(one, { listIds: [one, two] });
    await stage.refuses(stage.engine.up("untold", attached), `by an active campaign (id ${other})`);

    // The same if it is off in the state, and one response does not show it.
    const off = await stage.made("off", stage.campaign(one, { name: "Off" }));
    await stage.sandbox.setActive({ campaignId: off, active: true });
    await stage.sandbox.fault({ ...hide, method: "GET", path: `/v1/campaign/${off}` });
    const second = stage.campaign(one, { name: "Off", listIds: [one, two] });
    await stage.refuses(stage.engine.up("off", second), `by an active campaign (id ${other})`);
    expect((await stage.writes()).filter((line) => line.startsWith("PATCH"))).toEqual([]);
  }),
  inSpecOnly(
    17,
    "a campaign that was launched in the app counts as running if its log shows that it has run",
    async (stage) => {
      const list = await stage.madeList();
      const draft = stage.campaign(list, { name: "Draft" });
      const id = await stage.made("draft", draft);
      const d = (...acknowledge: string[]) => stage.campaign(list, { name: "D", active: true, acknowledge });
      await stage.addPerson(list);
      await stage.sandbox.setActive({ campaignId: id, active: true });
      await stage.sandbox.advance({ days: 2 });
      await stage.forget();
      // Another stack knows it from the records; a machine without records from the state.
      const other = stage.another();
      const text = await stage.refusal(other.upIn("other", "d", d()));
      expect(text).toContain(`list ${list} is already used by an active campaign (id ${id})`);
      expect(text).toContain(`acknowledge: ["inactive:${id}"]`);
      const elsewhere = stage.elsewhere();
      await stage.refuses(elsewhere.upAll({ draft, d: d() }), `"shared-list:${id}"`);
      await stage.refuses(stage.elsewhere().upAll({ d: d(), draft }), `"shared-list:${id}"`);
      await stage.refuses(stage.elsewhere().upAll({ d: d() }, "deletes"), `"shared-list:${id}"`);
      const taken = stage.campaign(list, { name: "D", active: true, adopt: 4711 });
      await stage.refuses(other.upIn("other", "taken", taken), `(id ${id})`);
      expect(await stage.writes()).toEqual([]);
      expect((await other.upIn("other", "d", d(`inactive:${id}`))).op).toBe("create");
    },
  ),
  inSpecOnly(17, "a campaign counts as launched in the app if there are too many to read their logs", async (stage) => {
    const list = await stage.madeList();
    const made = async (index: number) => await stage.made(`d${index}`, stage.campaign(list, { name: `D${index}` }));
    const drafts = await Promise.all(Array.from({ length: 20 }, (_, index) => made(index)));
    await stage.forget();
    const active = stage.campaign(list, { name: "New", active: true });
    expect((await stage.engine.preview("new", active)).op).toBe("create");
    const last = await made(20);
    const text = await stage.refusal(stage.engine.up("new", active));
    expect([...drafts, last].filter((id) => text.includes(`"inactive:${id}"`))).toHaveLength(1);
    await stage.forget();
    const acknowledge = [`inactive:${last}`];
    expect((await stage.engine.up("new", { ...active, args: { ...active.args, acknowledge } })).op).toBe("create");
  }),
  inSpecOnly(
    17,
    "a draft with too many former ones to read their logs starts with the codes of one refusal",
    async (stage) => {
      const list = await stage.madeList();
      const draft = (index: number) => [steps[0], step.invitation({ delayAfterLastStep: index }), steps[2]];
      for (let index = 1; index <= 23; index += 1) {
        const before = stage.engine.state.get(stage.engine.urn("Campaign", "q1"))?.id;
        stage.engine.restart({ acknowledge: before === undefined ? [] : [`inactive:${before}`] });
        await stage.engine.up("q1", stage.campaign(list, { steps: draft(index) }));
      }
      const started = () => stage.campaign(list, { steps: draft(23), active: true });
      const present = `inactive:${stage.engine.stored("Campaign", "q1").id}`;
      stage.engine.restart({ acknowledge: [present] });
      const text = await stage.refusal(stage.engine.up("q1", started()));
      expect(text).toContain("only 20 logs are read");
      const codes = [...text.matchAll(/"(inactive:\d+|restart)"/g)].map(([, code]) => String(code));
      stage.engine.restart({ acknowledge: [present, ...codes] });
      expect((await stage.engine.up("q1", started())).op).toBe("replace");
    },
  ),
  inSpecOnly(17, "a refreshed state has the data of a campaign that a machine has not recorded", async (stage) => {
    const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
    const id = await stage.made("q1", stage.campaign(one));
    await stage.engine.destroy("Campaign", "q1");
    // Another machine adopts it again as running, and this one refreshes that state.
    const elsewhere = stage.elsewhere();
    await elsewhere.up("q1", stage.campaign(one, { active: true, adopt: id, listIds: [one, two] }));
    stage.engine.state.set(stage.engine.urn("Campaign", "q1"), elsewhere.stored("Campaign", "q1"));
    await stage.engine.refresh("Campaign", "q1");
    const zed = stage.campaign(two, { name: "Zed", active: true });
    await stage.refuses(stage.another().upIn("other", "zed", zed), `by an active campaign (id ${id})`);
  }),
];
