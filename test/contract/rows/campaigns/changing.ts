import { expect } from "vitest";
import { step } from "../../../../provider/src/resources/campaign/step";
import { type Case, delayed, inBoth, inFull, inSpecOnly, otherText, perMode, steps } from "../stage";

const [visit, invite, message] = steps;
/** The changes that replace it; the second argument is its original value. */
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

/** How a campaign is changed: in place, by a new campaign, or not at all. */
export const changing: readonly Case[] = [
  inBoth(9, "without `active` it is created inactive, and the flag is not managed", async (stage) => {
    const list = await stage.madeList();
    await stage.forget();
    const id = await stage.made("q1", stage.campaign(list));
    expect(await stage.writes()).toEqual(["POST /v1/campaign"]);
    expect((await stage.storedCampaign(id)).active).toBe(false);
    await stage.sandbox.setActive({ campaignId: id, active: true });
    expect(await stage.engine.refresh("Campaign", "q1")).toEqual([]);
    expect((await stage.engine.preview("q1", stage.campaign(list))).op).toBe("same");
  }),
  perMode(10, "name, lists and content change in place, also while it runs", {
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
        expect((await stage.engine.preview(name, changed)).op).toBe("same");
        expect(await stage.engine.refresh("Campaign", name)).toEqual([]);
      }
    },
    async specOnly(stage) {
      const list = await stage.madeList();
      const other = await stage.madeList("other");
      for (const changes of [{ name: "Fintech Q2" }, { steps: otherText }, { listIds: [other] }]) {
        const id = await stage.made(
          `q${Object.keys(changes)}`,
          stage.campaign(list, { name: `${Object.keys(changes)}` }),
        );
        const changed = (acknowledge?: string[]) =>
          stage.campaign(list, { name: `${Object.keys(changes)}`, ...changes, acknowledge });
        await stage.forget();
        await stage.refuses(
          () => stage.engine.preview(`q${Object.keys(changes)}`, changed()),
          "this service has no operation that changes ",
          "so that a new campaign would replace it, and this service does not show whether it runs",
          `acknowledge: ["inactive:${id}"]`,
        );
        expect(await stage.writes()).toEqual([]);
        const { op } = await stage.engine.up(`q${Object.keys(changes)}`, changed([`inactive:${id}`]));
        expect(op).toBe("replace");
        expect(await stage.writes()).toEqual(["POST /v1/campaign"]);
      }
    },
  }),
  inFull(10, "a subject that does not change is an error that names the replacement", async (stage) => {
    await stage.sandbox.configure({ subjectIsPatched: false });
    const list = await stage.madeList();
    const id = await stage.made("mails", stage.campaign(list, mail("One")));
    const text = await stage.refusal(stage.engine.up("mails", stage.campaign(list, mail("Two"))));
    expect(text).toContain(`(id ${id}): the service accepted the change and left steps[0].subject as before`);
    expect(text).toContain(`pulumi up --replace '${stage.engine.urn("Campaign", "mails")}'`);

    // If it also starts to run, that is reported first.
    const set = { active: true };
    await stage.sandbox.fault({ kind: "alter", method: "PATCH", path: "/v1/campaign/*", set });
    const [first, ...others] = (await stage.refusal(stage.engine.up("mails", stage.campaign(list, mail("Two"))))).split(
      "\n",
    );
    expect(first).toContain(`it is running now (id ${id})`);
    expect(others.join()).toContain("left steps[0].subject as before");
    expect((await stage.engine.refresh("Campaign", "mails")).length).toBe(0);

    const replaced = stage.campaign(list, mail("Two"), { replace: true });
    expect((await stage.engine.up("mails", replaced)).op).toBe("replace");
    expect((await stage.engine.preview("mails", stage.campaign(list, mail("Two")))).op).toBe("same");
  }),
  ...replacing.map(
    ([what, before, after]): Case =>
      inBoth(11, `${what} needs a new campaign; the old one stays in the account, inactive`, async (stage) => {
        const { list, id } = await stage.madeCampaign(before);
        // If the service does not show it, a person has to check first, see below.
        const acknowledge = { full: undefined, specOnly: [`inactive:${id}`] }[stage.mode];
        const changed = stage.campaign(list, { ...before, ...after, acknowledge });
        const preview = await stage.engine.preview("q1", changed);
        expect(preview.op).toBe("replace");
        expect(preview.warnings.join()).toContain(
          `campaign "Fintech Q1" (id ${id}): changing ${Object.keys(after)[0]}`,
        );
        expect(preview.warnings.join()).toContain("needs a new campaign; this one stays in the account, inactive");
        await stage.forget();
        await stage.engine.up("q1", changed);
        expect(await stage.writes()).toEqual(["POST /v1/campaign"]);
        expect((await stage.sandbox.objects()).campaigns).toMatchObject([{ id, active: false }, { active: false }]);
        expect((await stage.engine.preview("q1", changed)).op).toBe("same");
      }),
  ),
  inFull(10, "a response that does not show the change proves nothing", async (stage) => {
    const { list, id } = await stage.madeCampaign();
    const [visit, invite] = steps;
    const edited = stage.campaign(list, { steps: [visit, invite, { type: "message", message: "Mine" }] });
    await stage.answers("PATCH /v1/campaign/*", 200, { body: { id } });
    await stage.refuses(stage.engine.up("q1", edited), "left steps[2].message as before");
    expect((await stage.engine.up("q1", edited)).op).toBe("update");
  }),
  inFull(
    10,
    "a change with an empty response is retried if its effect is unknown, and nothing is recorded without a response",
    async (stage) => {
      const [one, two] = [await stage.madeList("one"), await stage.madeList("two")];
      const id = await stage.made("q1", stage.campaign(one));
      const moved = stage.campaign(two);
      const empty = { kind: "empty", method: "PATCH", path: "/v1/campaign/*", when: "before", status: 201 } as const;
      await stage.sandbox.fault({ ...empty, count: 50 });
      await stage.refuses(stage.engine.up("q1", moved), "the answer is empty");
      expect(stage.engine.stored("Campaign", "q1").outputs.listIds).toEqual([one]);
      await stage.sandbox.clearFaults();
      await stage.sandbox.fault({ ...empty, count: 2 });
      expect((await stage.engine.up("q1", moved)).op).toBe("update");
      expect((await stage.storedCampaign(id)).listIds).toEqual([two]);
    },
  ),
  inBoth(11, "e-mail seats need a new campaign", async (stage) => {
    const { list, id } = await stage.madeCampaign(mail("One"));
    const acknowledge = { full: undefined, specOnly: [`inactive:${id}`] }[stage.mode];
    const changed = stage.campaign(list, { ...mail("One"), emailSeatIds: [21, 22], acknowledge });
    expect((await stage.engine.preview("q1", changed)).op).toBe("replace");
  }),
  inSpecOnly(11, "a campaign that the service does not show is replaced once a person has checked", async (stage) => {
    const { list, id } = await stage.madeCampaign();
    // Somebody launches it in the app.
    await stage.sandbox.setActive({ campaignId: id, active: true });
    await stage.forget();
    const longer = stage.campaign(list, { steps: [...steps, step.message({ message: "One more" })] });
    const text = await stage.refusal(() => stage.engine.preview("q1", longer));
    expect(text).toContain("changing steps replaces it, and this service does not show whether it runs");
    expect(text).toContain(`acknowledge: ["inactive:${id}"]`);
    expect(await stage.refusal(stage.engine.up("q1", stage.campaign(list, {}, { replace: true })))).toContain(
      "a new campaign would replace it, and this service has no operation that shows whether the old one runs",
    );
    expect(await stage.writes()).toEqual([]);
  }),
  inBoth(11, "the first refusal of a replacement lists all its codes", async (stage) => {
    const { list, id } = await stage.madeCampaign({ active: true });
    const changed = (acknowledge?: string[]) => stage.campaign(list, { active: true, steps: delayed, acknowledge });
    const text = await stage.refusal(() => stage.engine.preview("q1", changed()));
    expect(text).toContain("(its people start again at step 1)");
    expect(text).toContain(`acknowledge: ["inactive:${id}", "restart"]`);
    await stage.sandbox.setActive({ campaignId: id, active: false });
    await stage.forget();
    expect((await stage.engine.up("q1", changed([`inactive:${id}`, "restart"]))).op).toBe("replace");
    expect(await stage.writes()).toEqual(["POST /v1/campaign"]);
  }),
];
