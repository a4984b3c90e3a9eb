import { expect } from "vitest";
import { step } from "../../../provider/src/resources/step";
import { type Case, type Stage, steps } from "./stage";

const [visit, invite, message] = steps;
const delayed = [visit, step.invitation({ delayAfterLastStep: 4 }), message];

/** A campaign that was started by the program and switched off in the app since. */
async function onceActive(stage: Stage, list: number): Promise<number> {
  const id = await stage.made("q1", stage.campaign(list, { active: true }));
  await stage.sandbox.setActive({ campaignId: id, active: false });
  await stage.engine.refresh("Campaign", "q1");
  return id;
}

/** What replaces it, by what is changed; the second argument is what it is created with. */
const replacing: readonly (readonly [string, Record<string, unknown>, Record<string, unknown>])[] = [
  ["the number of steps", {}, { steps: steps.slice(0, 2) }],
  ["the order of steps", {}, { steps: [invite, visit, message] }],
  ["a type", {}, { steps: [step.likePosts(), invite, message] }],
  ["a delay", {}, { steps: delayed }],
  ["a note", { steps: [step.invitationNote({ note: "Hello" })] }, { steps: [step.invitationNote({ note: "Hi" })] }],
  [
    "an address",
    { steps: [step.voiceMessage({ url: "https://files.example.com/a.mp3" })] },
    { steps: [step.voiceMessage({ url: "https://files.example.com/b.mp3" })] },
  ],
  [
    "a number of posts",
    { steps: [step.likePosts({ numberOfPosts: 1 })] },
    { steps: [step.likePosts({ numberOfPosts: 3 })] },
  ],
  ["the LinkedIn seat", {}, { linkedinSeatId: 8 }],
  ["the language", { language: "en-US" }, { language: "fr-FR" }],
];

const mail = (subject: string, text = "Hi [FirstName]") => ({
  linkedinSeatId: undefined,
  emailSeatIds: [21],
  steps: [step.email({ subject, message: text })],
});

/** A campaign that somebody ran for a day; nothing of the stack has seen it. */
async function ranUnseen(stage: Stage): Promise<{ id: number; list: number }> {
  const list = await stage.madeList();
  const id = await stage.made("q1", stage.campaign(list));
  await stage.addPerson(list);
  await stage.sandbox.setActive({ campaignId: id, active: true });
  await stage.sandbox.advance({ days: 2 });
  await stage.sandbox.setActive({ campaignId: id, active: false });
  await stage.forget();
  return { id, list };
}

export const campaigns: readonly Case[] = [
  {
    row: 9,
    what: "without `active` it is created inactive, and the flag is not managed",
    async both(stage) {
      const list = await stage.madeList();
      await stage.forget();
      const id = await stage.made("q1", stage.campaign(list));
      expect(await stage.writes()).toEqual(["POST /v1/campaign"]);
      expect((await stage.storedCampaign(id)).active).toBe(false);
      await stage.sandbox.setActive({ campaignId: id, active: true });
      expect(await stage.engine.refresh("Campaign", "q1")).toEqual([]);
      expect(stage.engine.preview("q1", stage.campaign(list)).op).toBe("same");
    },
  },
  {
    row: 9,
    what: "launched in the app, it is recorded, and every guard respects it",
    async full(stage) {
      const list = await stage.madeList();
      const id = await stage.made("q1", stage.campaign(list));
      await stage.sandbox.setActive({ campaignId: id, active: true });
      await stage.engine.refresh("Campaign", "q1");
      expect(stage.engine.stored("Campaign", "q1").outputs).toMatchObject({
        active: true,
        recorded: expect.stringContaining('"everActive":true'),
      });
      const text = await stage.refusal(() => stage.engine.preview("q1", stage.campaign(list, { steps: delayed })));
      expect(text).toContain(`(id ${id}): changing steps[1].delayAfterLastStep replaces it, and it is active`);
    },
    async specOnly(stage) {
      const list = await stage.madeList();
      const id = await stage.made("q1", stage.campaign(list));
      await stage.sandbox.setActive({ campaignId: id, active: true });
      await stage.engine.refresh("Campaign", "q1");
      // Nobody can see it: the old one is let go with a warning that says so.
      const { op, warnings } = await stage.engine.up("q1", stage.campaign(list, { steps: delayed }));
      expect(op).toBe("replace");
      expect(warnings.join()).toContain("does not tell whether somebody has switched it on since");
    },
  },
  {
    row: 10,
    what: "name, lists and content change in place, also while it runs",
    async full(stage) {
      const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
      for (const active of [false, true]) {
        const name = `q-${active}`;
        const id = await stage.made(name, stage.campaign(active ? two : one, { name, active }));
        await stage.forget();
        const changed = stage.campaign(active ? two : one, {
          name: `${name} renamed`,
          active,
          steps: [visit, invite, step.message({ message: "Good day [FirstName]" })],
        });
        expect((await stage.engine.up(name, changed)).op).toBe("update");
        expect(await stage.writes()).toEqual(["PATCH /v1/campaign/ID"]);
        const stored = await stage.storedCampaign(id);
        expect(stored).toMatchObject({ name: `${name} renamed`, active });
        expect(stored.steps[2]?.message).toBe("Good day [FirstName]");
        expect(stage.engine.preview(name, changed).op).toBe("same");
        expect(await stage.engine.refresh("Campaign", name)).toEqual([]);
      }
    },
    async specOnly(stage) {
      const list = await stage.madeList();
      await stage.made("q1", stage.campaign(list));
      await stage.forget();
      const text = await stage.refusal(stage.engine.up("q1", stage.campaign(list, { name: "Fintech Q2" })));
      expect(text).toContain("this service has no operation that changes name (`pulumi refresh` asks again)");
      expect(text).toContain(`\`pulumi up --replace '${stage.engine.urn("Campaign", "q1")}'\``);
      expect(await stage.writes()).toEqual([]);
    },
  },
  {
    row: 10,
    what: "a subject that does not change is an error that names the replacement",
    async full(stage) {
      await stage.sandbox.configure({ subjectIsPatched: false });
      const list = await stage.madeList();
      const id = await stage.made("mails", stage.campaign(list, mail("One")));
      const text = await stage.refusal(stage.engine.up("mails", stage.campaign(list, mail("Two"))));
      expect(text).toContain(`(id ${id}): the service accepted the change and left steps[0].subject as before`);
      expect(text).toContain(`pulumi up --replace '${stage.engine.urn("Campaign", "mails")}'`);

      // Where it begins to run as well, that is said first.
      const set = { active: true };
      await stage.sandbox.fault({ kind: "alter", method: "PATCH", path: "/v1/campaign/*", set });
      const [first, ...others] = (
        await stage.refusal(stage.engine.up("mails", stage.campaign(list, mail("Two"))))
      ).split("\n");
      expect(first).toContain(`it is running now (id ${id})`);
      expect(others.join()).toContain("left steps[0].subject as before");
      expect((await stage.engine.refresh("Campaign", "mails")).length).toBe(0);

      const replaced = stage.campaign(list, mail("Two"), { replace: true });
      expect((await stage.engine.up("mails", replaced)).op).toBe("replace");
      expect(stage.engine.preview("mails", stage.campaign(list, mail("Two"))).op).toBe("same");
    },
  },
  ...replacing.map(
    ([what, before, after]): Case => ({
      row: 11,
      what: `${what} needs a new campaign; the old one stays in the account, inactive`,
      async both(stage) {
        const list = await stage.madeList();
        const id = await stage.made("q1", stage.campaign(list, before));
        const changed = stage.campaign(list, { ...before, ...after });
        const preview = stage.engine.preview("q1", changed);
        expect(preview.op).toBe("replace");
        expect(preview.warnings.join()).toContain(
          `campaign "Fintech Q1" (id ${id}): changing ${Object.keys(after)[0]}`,
        );
        expect(preview.warnings.join()).toContain("needs a new campaign; this one stays in the account, inactive");
        await stage.forget();
        await stage.engine.up("q1", changed);
        expect(await stage.writes()).toEqual(["POST /v1/campaign"]);
        expect((await stage.sandbox.objects()).campaigns).toMatchObject([{ id, active: false }, { active: false }]);
        expect(stage.engine.preview("q1", changed).op).toBe("same");
      },
    }),
  ),
  {
    row: 10,
    what: "an answer that does not show the change proves nothing",
    async full(stage) {
      const list = await stage.madeList();
      const id = await stage.made("q1", stage.campaign(list));
      const [visit, invite] = steps;
      const edited = stage.campaign(list, { steps: [visit, invite, { type: "message", message: "Mine" }] });
      await stage.sandbox.fault({ kind: "status", method: "PATCH", path: "/v1/campaign/*", status: 200, body: { id } });
      expect(await stage.refusal(stage.engine.up("q1", edited))).toContain("left steps[2].message as before");
      expect((await stage.engine.up("q1", edited)).op).toBe("update");
    },
  },
  {
    row: 10,
    what: "an empty answer to a change that nothing shows is repeated, and nothing is recorded without one",
    async full(stage) {
      const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
      const id = await stage.made("q1", stage.campaign(one));
      const moved = stage.campaign(two);
      const empty = { kind: "empty", method: "PATCH", path: "/v1/campaign/*", when: "before", status: 201 } as const;
      await stage.sandbox.fault({ ...empty, count: 50 });
      expect(await stage.refusal(stage.engine.up("q1", moved))).toContain("the answer is empty");
      expect(stage.engine.stored("Campaign", "q1").outputs.listIds).toEqual([one]);
      await stage.sandbox.clearFaults();
      await stage.sandbox.fault({ ...empty, count: 2 });
      expect((await stage.engine.up("q1", moved)).op).toBe("update");
      expect((await stage.storedCampaign(id)).listIds).toEqual([two]);
    },
  },
  {
    row: 11,
    what: "e-mail seats need a new campaign",
    async both(stage) {
      const list = await stage.madeList();
      await stage.made("q1", stage.campaign(list, mail("One")));
      const changed = stage.campaign(list, { ...mail("One"), emailSeatIds: [21, 22] });
      expect(stage.engine.preview("q1", changed).op).toBe("replace");
    },
  },
  {
    row: 12,
    what: "active: true takes the place of a campaign that never was",
    async full(stage) {
      const list = await stage.madeList();
      const id = await stage.made("q1", stage.campaign(list, { active: false }));
      expect(stage.engine.preview("q1", stage.campaign(list, { active: true })).op).toBe("replace");
      await stage.engine.up("q1", stage.campaign(list, { active: true }));
      expect((await stage.sandbox.objects()).campaigns).toMatchObject([{ id, active: false }, { active: true }]);
    },
    async specOnly(stage) {
      const list = await stage.madeList();
      const id = await stage.made("q1", stage.campaign(list, { active: false }));
      await stage.forget();
      const text = await stage.refusal(stage.engine.up("q1", stage.campaign(list, { active: true })));
      expect(text).toContain("an active campaign would take its place, and this service has no operation that tells");
      expect(text).toContain(`acknowledge: ["inactive:${id}"]`);
      expect(await stage.writes()).toEqual([]);
      const { op, warnings } = await stage.engine.up(
        "q1",
        stage.campaign(list, { active: true, acknowledge: [`inactive:${id}`] }),
      );
      expect(op).toBe("replace");
      expect(warnings.join()).toContain(`taken to be inactive on a person's word (inactive:${id})`);
    },
  },
  {
    row: 12,
    what: "switched on in the app, a refresh is all it takes",
    async full(stage) {
      const list = await stage.madeList();
      const id = await stage.made("q1", stage.campaign(list, { active: false }));
      await stage.sandbox.setActive({ campaignId: id, active: true });
      expect(await stage.engine.refresh("Campaign", "q1")).toEqual(["active"]);
      expect(stage.engine.preview("q1", stage.campaign(list, { active: true })).op).toBe("same");
      expect(stage.engine.preview("q1", stage.campaign(list)).op).toBe("update");
    },
  },
  {
    row: 13,
    what: "an active one in the place of one that was ever active is refused at preview",
    async full(stage) {
      const list = await stage.madeList();
      const id = await onceActive(stage, list);
      const text = await stage.refusal(() => stage.engine.preview("q1", stage.campaign(list, { active: true })));
      expect(text).toContain(`(id ${id}): an active campaign would take its place, and it was active before`);
      expect(text).toContain(
        "Switch it on in the app, keep active: true in the program, and run `pulumi up --refresh`",
      );
      expect(text).toContain('acknowledge: ["restart"] on the resource, or OUTREACH_ACKNOWLEDGE=restart');
      // The first way out.
      await stage.sandbox.setActive({ campaignId: id, active: true });
      expect((await stage.engine.upRefreshed("q1", stage.campaign(list, { active: true }))).op).toBe("same");
    },
  },
  {
    row: 13,
    what: "the word restart lifts it, in the program and for a run",
    async full(stage) {
      const list = await stage.madeList();
      await onceActive(stage, list);
      const changed = stage.campaign(list, { active: true, steps: delayed });
      const text = await stage.refusal(() => stage.engine.preview("q1", changed));
      expect(text).toContain("Take the change back, or make it with active: false");
      stage.engine.restart({ acknowledge: ["restart"] });
      expect(stage.engine.preview("q1", changed).op).toBe("replace");
      stage.engine.restart();
      const acknowledged = stage.campaign(list, { active: true, steps: delayed, acknowledge: ["restart"] });
      expect((await stage.engine.up("q1", acknowledged)).op).toBe("replace");
      expect(stage.engine.preview("q1", acknowledged).warnings.join()).toContain(
        'acknowledge "restart" matches nothing (any more); remove it',
      );
    },
  },
  {
    row: 13,
    what: "what only its log shows is refused when it runs, and so is a log that cannot be read",
    async full(stage) {
      const { id, list } = await ranUnseen(stage);
      const started = stage.campaign(list, { active: true });
      const text = await stage.refusal(stage.engine.up("q1", started));
      expect(text).toContain(`(id ${id}): an active campaign would take its place, and its log shows that it has run`);
      expect(text).toContain("Switch it on in the app, keep active: true");
      // The old one, switched on, would say other things.
      const changed = stage.campaign(list, { active: true, steps: steps.slice(0, 2) });
      expect(await stage.refusal(stage.engine.up("q1", changed))).toContain("Take the change back, or make it with");
      await stage.sandbox.fault({ kind: "status", path: "/v1/campaign/*/logs", status: 403 });
      expect(await stage.refusal(stage.engine.up("q1", started))).toContain("its log cannot be read");
      expect(await stage.writes()).toEqual([]);
      expect(stage.engine.stored("Campaign", "q1").id).toBe(String(id));
    },
    async specOnly(stage) {
      const { id, list } = await ranUnseen(stage);
      const started = stage.campaign(list, { active: true, acknowledge: [`inactive:${id}`] });
      const text = await stage.refusal(stage.engine.up("q1", started));
      expect(text).toContain(`(id ${id}): an active campaign would take its place, and its log shows that it has run`);
      await stage.sandbox.fault({ kind: "status", path: "/v1/campaign/*/logs", status: 403 });
      expect(await stage.refusal(stage.engine.up("q1", started))).toContain("its log cannot be read");
      expect(await stage.writes()).toEqual([]);
      expect(stage.engine.stored("Campaign", "q1").id).toBe(String(id));
    },
  },
  {
    row: 14,
    what: "active: false on a running one fails at preview; off in the app and refreshed, it is in order",
    async full(stage) {
      const list = await stage.madeList();
      const id = await stage.made("q1", stage.campaign(list, { active: true }));
      const text = await stage.refusal(() => stage.engine.preview("q1", stage.campaign(list, { active: false })));
      expect(text).toContain(`campaign "Fintech Q1" (id ${id}): it is active`);
      expect(text).toContain("Switch it off in the app, then run `pulumi refresh`");
      expect(text).toContain("write active: true (or remove active)");
      await stage.sandbox.setActive({ campaignId: id, active: false });
      expect(await stage.engine.refresh("Campaign", "q1")).toEqual(["active"]);
      expect(stage.engine.preview("q1", stage.campaign(list, { active: false })).op).toBe("same");
    },
    async specOnly(stage) {
      const list = await stage.madeList();
      const id = await stage.made("q1", stage.campaign(list, { active: true }));
      const text = await stage.refusal(() => stage.engine.preview("q1", stage.campaign(list, { active: false })));
      expect(text).toContain(`campaign "Fintech Q1" (id ${id}): it is active`);
      expect(stage.engine.preview("q1", stage.campaign(list)).op).toBe("update");
      // To replace it: a person's word that it is off, and that its people may begin anew.
      const changed = (...acknowledge: string[]) =>
        stage.campaign(list, { active: true, steps: steps.slice(0, 2), acknowledge });
      expect(await stage.refusal(() => stage.engine.preview("q1", changed()))).toContain(`inactive:${id}`);
      expect(await stage.refusal(() => stage.engine.preview("q1", changed(`inactive:${id}`)))).toContain("restart");
      expect((await stage.engine.up("q1", changed(`inactive:${id}`, "restart"))).op).toBe("replace");
    },
  },
  {
    row: 14,
    what: "anything that replaces a running one fails at preview",
    async both(stage) {
      const list = await stage.madeList();
      const id = await stage.made("q1", stage.campaign(list, { active: true }));
      await stage.forget();
      const changed = stage.campaign(list, { active: true, steps: delayed, acknowledge: ["restart"] });
      const text = await stage.refusal(() => stage.engine.preview("q1", changed));
      expect(text).toContain(`(id ${id}): changing steps[1].delayAfterLastStep replaces it, and it is active`);
      expect(text).toContain("Take the change back");
    },
  },
  {
    row: 14,
    what: "forced past diff, a running one is kept by the delete, before anything is created",
    async full(stage) {
      const list = await stage.madeList();
      const id = await stage.made("q1", stage.campaign(list, { active: true }));
      await stage.forget();
      const text = await stage.refusal(
        stage.engine.up("q1", stage.campaign(list, { active: true }, { replace: true })),
      );
      expect(text).toContain(`Deleting campaign "Fintech Q1" (id ${id}): it is active`);
      expect(await stage.writes()).toEqual([]);
      // Switched off, its people still must not start again.
      await stage.sandbox.setActive({ campaignId: id, active: false });
      const again = stage.campaign(list, { active: true }, { replace: true });
      expect(await stage.refusal(stage.engine.up("q1", again))).toContain("it was active before");
      const inactive = stage.campaign(list, { active: false }, { replace: true });
      expect((await stage.engine.up("q1", inactive)).op).toBe("replace");
    },
    async specOnly(stage) {
      const list = await stage.madeList();
      const id = await stage.made("q1", stage.campaign(list, { active: true }));
      await stage.forget();
      const again = stage.campaign(list, { active: true }, { replace: true });
      const text = await stage.refusal(stage.engine.up("q1", again));
      expect(text).toContain("it was active, and this service has no operation that tells whether it still is");
      stage.engine.restart({ acknowledge: [`inactive:${id}`] });
      expect(await stage.refusal(stage.engine.up("q1", again))).toContain("it was active before");
      expect(await stage.writes()).toEqual([]);
      stage.engine.restart({ acknowledge: [`inactive:${id}`, "restart"] });
      expect((await stage.engine.up("q1", again)).op).toBe("replace");
    },
  },
  {
    row: 14,
    what: "a replacement with retainOnDelete is refused at preview; forced, the twin guard holds",
    async full(stage) {
      const list = await stage.madeList();
      const id = await stage.made("q1", stage.campaign(list));
      const retained = { retainOnDelete: true };
      const text = await stage.refusal(() =>
        stage.engine.preview("q1", stage.campaign(list, { steps: delayed }, retained)),
      );
      expect(text).toContain("with retainOnDelete the old one is never looked at");
      expect(text).toContain("Remove retainOnDelete");
      const forced = stage.campaign(list, {}, { ...retained, replace: true });
      expect(await stage.refusal(stage.engine.up("q1", forced))).toContain(`already holds the same campaign, id ${id}`);
    },
    async specOnly(stage) {
      const list = await stage.madeList();
      await stage.made("q1", stage.campaign(list));
      const changed = stage.campaign(list, { steps: delayed }, { retainOnDelete: true });
      expect(await stage.refusal(() => stage.engine.preview("q1", changed))).toContain("Remove retainOnDelete");
    },
  },
  {
    row: 15,
    what: "a deleted inactive campaign leaves the state and stays in the account, with a warning",
    async full(stage) {
      const list = await stage.madeList();
      const id = await stage.made("q1", stage.campaign(list));
      await stage.forget();
      const warnings = await stage.engine.destroy("Campaign", "q1");
      expect(warnings).toEqual([
        `campaign "Fintech Q1" (id ${id}): the service has no operation that deletes a campaign. It leaves the state and stays in the account.`,
      ]);
      expect(await stage.writes()).toEqual([]);
    },
    async specOnly(stage) {
      const list = await stage.madeList();
      const id = await stage.made("q1", stage.campaign(list));
      const warnings = (await stage.engine.destroy("Campaign", "q1")).join("\n");
      expect(warnings).toContain(
        `(id ${id}): it was created inactive; this service does not tell whether somebody has switched it on since`,
      );
      expect(warnings).toContain("It leaves the state and stays in the account");
    },
  },
  {
    row: 16,
    what: "a running campaign is not deleted",
    async full(stage) {
      const list = await stage.madeList();
      const id = await stage.made("q1", stage.campaign(list));
      // The state does not know.
      await stage.sandbox.setActive({ campaignId: id, active: true });
      const text = await stage.refusal(stage.engine.destroy("Campaign", "q1"));
      expect(text).toContain(`Deleting campaign "Fintech Q1" (id ${id}): it is active`);
      expect(text).toContain("Switch it off in the app");
      expect(text).toContain(`\`pulumi state delete '${stage.engine.urn("Campaign", "q1")}'\``);
      await stage.sandbox.setActive({ campaignId: id, active: false });
      expect(await stage.engine.destroy("Campaign", "q1")).toHaveLength(1);
    },
    async specOnly(stage) {
      const list = await stage.madeList();
      const id = await stage.made("q1", stage.campaign(list, { active: true }));
      const text = await stage.refusal(stage.engine.destroy("Campaign", "q1"));
      expect(text).toContain("it was active, and this service has no operation that tells whether it still is");
      expect(text).toContain(`OUTREACH_ACKNOWLEDGE=inactive:${id} for one run`);
      expect(text).toContain("pulumi state delete");
      stage.engine.restart({ acknowledge: [`inactive:${id}`] });
      expect((await stage.engine.destroy("Campaign", "q1")).join()).toContain("on a person's word");
    },
  },
  {
    row: 17,
    what: "a second active campaign on a list is refused when it would be created",
    async full(stage) {
      const list = await stage.madeList();
      const other = await stage.made("q1", stage.campaign(list, { active: true }));
      await stage.forget();
      const second = (acknowledge?: string[]) => stage.campaign(list, { name: "Second", active: true, acknowledge });
      const text = await stage.refusal(stage.engine.up("q2", second()));
      expect(text).toContain(`campaign "Second": list ${list} is already worked by an active campaign (id ${other})`);
      expect(text).toContain(
        `acknowledge: ["shared-list:${other}"] on the resource, or OUTREACH_ACKNOWLEDGE=shared-list:${other}`,
      );
      expect(await stage.writes()).toEqual([]);
      expect(await stage.refusal(stage.engine.up("q2", second([`shared-list:${other + 1}`])))).toContain(
        "already worked",
      );
      expect((await stage.engine.up("q2", second([`shared-list:${other}`]))).op).toBe("create");
      // A third one has to name both.
      await stage.sandbox.configure({ campaignCarriesLists: true });
      const third = await stage.refusal(stage.engine.up("q3", stage.campaign(list, { name: "Third", active: true })));
      expect(third).toContain(`acknowledge: ["shared-list:`);
      expect(third).toContain(`OUTREACH_ACKNOWLEDGE=shared-list:`);
      expect(third.match(/shared-list:\d+/g)).toHaveLength(4);
    },
    async specOnly(stage) {
      const list = await stage.madeList();
      const other = stage.another();
      await other.up("theirs", stage.campaign(list, { active: true }));
      const second = stage.campaign(list, { name: "Second", active: true });
      // What runs on this machine have recorded tells it; a machine that shares nothing with it sees nothing.
      const text = await stage.refusal(stage.engine.up("q2", second));
      expect(text).toContain(`acknowledge: ["shared-list:${other.stored("Campaign", "theirs").id}"]`);
      expect((await stage.elsewhere().up("q2", second)).op).toBe("create");
    },
  },
  {
    row: 17,
    what: "an acknowledged list that nobody shares is a warning",
    async full(stage) {
      const list = await stage.madeList();
      const { warnings } = await stage.engine.up(
        "q1",
        stage.campaign(list, { active: true, acknowledge: ["shared-list:5"] }),
      );
      expect(warnings.join()).toContain('acknowledge "shared-list:5" matches nothing (any more); remove it');
    },
  },
  {
    row: 17,
    what: "two active campaigns of one program on one known list fail at preview, at the second",
    async both(stage) {
      const list = await stage.madeList();
      const program = {
        q1: stage.campaign(list, { active: true }),
        q2: stage.campaign(list, { name: "Second", active: true }),
      };
      const text = await stage.refusal(() => stage.engine.previewAll(program));
      expect(text).toContain(
        `campaign "Second": list ${list} is also worked by the active campaign "Fintech Q1" of this stack`,
      );
      expect(text).toContain("bring up q1 alone first");
      const id = await stage.made("q1", program.q1);
      expect(await stage.refusal(() => stage.engine.previewAll(program))).toContain(
        `acknowledge: ["shared-list:${id}"]`,
      );
      const acknowledged = {
        ...program,
        q2: stage.campaign(list, { name: "Second", active: true, acknowledge: [`shared-list:${id}`] }),
      };
      await stage.engine.upAll(acknowledged);
      // Both run now: nothing new happens, so nothing is refused, whoever comes first.
      expect(stage.engine.previewAll({ q2: acknowledged.q2, q1: acknowledged.q1 })).toEqual({ q1: "same", q2: "same" });
    },
  },
  {
    row: 17,
    what: "where preview could not know the list, the second one is refused when it would be created",
    async both(stage) {
      const list = await stage.madeList();
      const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
      const second = { name: "Second", active: true };
      expect(
        stage.engine.previewAll({
          q1: stage.campaign(list, { active: true, listIds: [unknown] }),
          q2: stage.campaign(list, { ...second, listIds: [unknown] }),
        }),
      ).toEqual({ q1: "create", q2: "create" });
      await stage.engine.up("q1", stage.campaign(list, { active: true }));
      const text = await stage.refusal(() =>
        stage.engine.previewAll({ q1: stage.campaign(list, { active: true }), q2: stage.campaign(list, second) }),
      );
      expect(text).toContain("shared-list:");
    },
  },
  {
    row: 17,
    what: "a list attached to an active campaign while another active one works it",
    async full(stage) {
      const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
      const other = await stage.made("q1", stage.campaign(one, { active: true }));
      await stage.made("q2", stage.campaign(two, { name: "Second", active: true }));
      const attached = (acknowledge?: string[]) =>
        stage.campaign(two, { name: "Second", active: true, listIds: [one, two], acknowledge });
      await stage.forget();
      const text = await stage.refusal(stage.engine.up("q2", attached()));
      expect(text).toContain(`list ${one} is already worked by an active campaign (id ${other})`);
      expect(await stage.writes()).toEqual([]);
      const inProgram = { q1: stage.campaign(one, { active: true }), q2: attached() };
      expect(await stage.refusal(() => stage.engine.previewAll(inProgram))).toContain(`shared-list:${other}`);
      expect((await stage.engine.up("q2", attached([`shared-list:${other}`]))).op).toBe("update");
    },
  },
  {
    row: 18,
    what: "a list attached to a running campaign is said at preview",
    async specOnly(stage) {
      const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
      await stage.made("q1", stage.campaign(one, { active: true }));
      const attached = stage.campaign(one, { active: true, listIds: [one, two] });
      expect(await stage.refusal(() => stage.engine.preview("q1", attached))).toContain(
        "no operation that changes listIds",
      );
    },
    async full(stage) {
      const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
      const id = await stage.made("q1", stage.campaign(one, { active: true }));
      const { warnings } = stage.engine.preview("q1", stage.campaign(one, { active: true, listIds: [one, two] }));
      expect(warnings.join()).toContain(`(id ${id}): it is running, and the people of list ${two}, attached now`);
      const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
      expect(
        stage.engine.preview("q1", stage.campaign(one, { active: true, listIds: [one, unknown] })).warnings.join(),
      ).toContain("the people of a list, attached now, will be written to");
    },
  },
  {
    row: 18,
    what: "an agent made on, pointed at or resumed on the list of a running campaign is said at preview",
    async both(stage) {
      const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
      const q1 = stage.campaign(one, { active: true });
      const id = await stage.made("q1", q1);
      const said = (program: Parameters<typeof stage.engine.previewAll>[0]) => {
        stage.engine.previewAll(program);
        return stage.engine.warnings.join("\n");
      };
      const created = { finder: stage.agent(one), q1 };
      expect(said(created)).toContain(`(id ${id}): it is running, and source agent "Finder" begins to fill its list`);
      expect(said({ finder: stage.agent(one, { name: "Find\u202eer" }), q1 })).toContain(
        'source agent "Find\\u202eer" begins',
      );
      expect(said({ q1, finder: stage.agent(one) })).toContain(
        `source agent "finder": its list is worked by the running campaign "Fintech Q1" (id ${id})`,
      );
      expect(said({ q1, finder: stage.agent(one, { paused: true }) })).not.toContain("running");
      if (stage.mode === "specOnly") return;
      await stage.made("finder", stage.agent(two, { paused: true }));
      expect(said({ finder: stage.agent(one, { paused: true }), q1 })).toContain("begins to fill its list");
      await stage.made("paused", stage.agent(one, { name: "Paused", paused: true }));
      expect(said({ paused: stage.agent(one, { name: "Paused", paused: false }), q1 })).toContain(
        'source agent "Paused" begins to fill its list',
      );
      expect(said({ paused: stage.agent(one, { name: "Paused", paused: true }), q1 })).toBe("");
    },
  },
  {
    row: 18,
    what: "the same with another stack's campaign is said when it happens",
    async full(stage) {
      const list = await stage.madeList();
      const other = stage.another();
      await other.up("theirs", stage.campaign(list, { active: true }));
      const { warnings } = await stage.engine.up("finder", stage.agent(list));
      expect(warnings.join()).toContain(
        `the people it finds enter a running campaign (id ${other.stored("Campaign", "theirs").id})`,
      );
    },
  },
];
