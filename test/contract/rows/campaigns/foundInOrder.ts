import { expect } from "vitest";
import type { Step } from "../../../support/testStack";
import { type Case, delayed, inFull, otherText, type Stage } from "../stage";
import { launch, shares } from "./inTheApp";

/** A running campaign that the app attaches to the list of two drafts, of which the later one knows who was there before. */
async function twoDrafts(stage: Stage) {
  const [one, two, own] = [await stage.madeList("one"), await stage.madeList("two"), await stage.madeList("own")];
  const q1 = stage.campaign(one, { active: true });
  const follow = (listIds: number[], args = {}) => stage.campaign(two, { name: "Follow-up", listIds, ...args });
  const next = (args = {}) => stage.campaign(two, { name: "Next", steps: otherText, ...args });
  const id = await stage.made("q1", q1);
  const attach = async () => {
    await stage.patchByHand(`/v1/campaign/${id}`, { listIds: [one, two] });
    await stage.addPerson(two);
  };
  const attachToNobody = () => stage.patchByHand(`/v1/campaign/${id}`, { listIds: [one, two] });
  /** A newer campaign comes and goes, so that the list names the later draft again. */
  const winter = async () => {
    const newer = await stage.madeByHand(two, { name: "Winter" });
    await stage.sandbox.deleteCampaign({ campaignId: newer });
  };
  const refused = async (program: Record<string, Step>) => {
    await winter();
    await stage.refuses(stage.elsewhere().upAllRefreshed({ q1, ...program }), shares(id));
  };
  return { one, two, own, q1, follow, next, id, attach, attachToNobody, winter, refused };
}

const newcomer = { firstName: "Bea", lastName: "Li", profileUrl: "https://network.example.com/in/bea" };

type Drafts = Awaited<ReturnType<typeof twoDrafts>>;

/** What the earlier draft has found later is known, whatever becomes of that draft. */
const becomesOf: Readonly<Record<string, (stage: Stage, drafts: Drafts) => Promise<Record<string, Step>>>> = {
  async "moves on with other content"(stage, { q1, own, follow, next }) {
    const moved = follow([own], { steps: delayed });
    await stage.engine.upAll({ q1, follow: moved, next: next() });
    return { follow: moved };
  },
  async "gets other content, and moves on later"(stage, { q1, two, own, follow, next }) {
    await stage.engine.upAll({ q1, follow: follow([two, own], { steps: delayed }), next: next() });
    const moved = follow([own], { steps: delayed });
    await stage.engine.upAll({ q1, follow: moved, next: next() });
    return { follow: moved };
  },
  async "leaves the list by an update"(stage, { q1, own, follow, next }) {
    await stage.engine.upAll({ q1, follow: follow([own]), next: next() });
    return { follow: follow([own]) };
  },
  async "stays with other content"(stage, { q1, two, own, follow, next }) {
    const stays = follow([two, own], { steps: delayed });
    await stage.engine.upAll({ q1, follow: stays, next: next() });
    return { follow: stays };
  },
};

/** Which of an account's drafts has looked last at a list is known without counting its updates. */
export const foundInOrder: readonly Case[] = [
  ...Object.entries(becomesOf).flatMap(([what, becomes]) =>
    ["the later draft", "a new campaign"].map((which) =>
      inFull(17, `what a draft finds after a later one is known if it ${what}: ${which} starts`, async (stage) => {
        const drafts = await twoDrafts(stage);
        const { two, own, q1, follow, next, attach, refused } = drafts;
        await stage.engine.upAll({ q1, follow: follow([two]) });
        await stage.engine.upAll({ q1, follow: follow([two]), next: next() });
        await attach();
        await stage.engine.upAll({ q1, follow: follow([two, own]), next: next() });
        const program = await becomes(stage, drafts);
        const last = stage.campaign(two, { name: "Last", active: true, steps: delayed });
        await refused(
          which === "the later draft"
            ? { ...program, next: next({ active: true }) }
            : { ...program, next: next(), last },
        );
      }),
    ),
  ),
  ...["reverted", "removed and adopted"].map((how) =>
    inFull(17, `what a draft finds after it was ${how} is known`, async (stage) => {
      const { two, own, q1, follow, next, attach, refused } = await twoDrafts(stage);
      await stage.engine.upAll({ q1, follow: follow([two]) });
      await stage.engine.upAll({ q1, follow: follow([two, own]) });
      await stage.engine.upAll({ q1, follow: follow([two, own]), next: next() });
      const adopt = { adopt: Number(stage.engine.stored("Campaign", "follow").id) };
      if (how === "reverted") {
        await stage.engine.upAll({ q1, follow: follow([own], { steps: delayed }), next: next() });
      } else await stage.engine.upAll({ q1, next: next() }, "deletes");
      await stage.engine.upAll({ q1, follow: follow([two, own], adopt), next: next() });
      await attach();
      await stage.engine.upAll({ q1, follow: follow([two], adopt), next: next() });
      await refused({ follow: follow([two], adopt), next: next({ active: true }) });
    }),
  ),
  inFull(17, "what a draft finds is known if the later one was created without the state", async (stage) => {
    const { two, own, q1, follow, next, attach, refused } = await twoDrafts(stage);
    await stage.engine.upAll({ q1, follow: follow([two]) });
    stage.engine.answersState = false;
    await stage.engine.upAll({ q1, follow: follow([two]), next: next() });
    stage.engine.answersState = true;
    await attach();
    await stage.engine.upAll({ q1, follow: follow([two, own]), next: next() });
    await refused({ follow: follow([two, own]), next: next({ active: true }) });
  }),
  ...["alone on its list", "beside a later draft"].map((where) =>
    inFull(17, `what a draft finds by an update without an answer is known, ${where}`, async (stage) => {
      const { two, own, q1, follow, next, attach, winter, id } = await twoDrafts(stage);
      const others: Record<string, Step> = where === "alone on its list" ? {} : { next: next() };
      await stage.engine.upAll({ q1, follow: follow([two]) });
      await stage.engine.upAll({ q1, follow: follow([two]), ...others });
      await attach();
      await stage.answers("PATCH /v1/campaign/*", 504, { when: "after", count: 9 });
      await stage.refusal(stage.engine.upAll({ q1, follow: follow([two, own]), ...others }));
      await stage.sandbox.clearFaults();
      await winter();
      const engine = stage.elsewhere();
      await engine.upAllRefreshed({ q1, follow: follow([two, own]), ...others });
      const starts = follow([two, own], { active: true });
      await stage.refuses(engine.upAllRefreshed({ q1, follow: starts, ...others }), shares(id));
    }),
  ),
  inFull(
    17,
    "what a draft has found is known if it was launched and its new version has other lists",
    async (stage) => {
      const { two, own, q1, follow, next, id, attachToNobody, winter } = await twoDrafts(stage);
      const more = await stage.madeList("more");
      await stage.engine.upAll({ q1, follow: follow([own]) });
      await stage.engine.upAll({ q1, follow: follow([own]), next: next() });
      await attachToNobody();
      await stage.engine.upAll({ q1, follow: follow([own, two]), next: next() });
      const launched = Number(stage.engine.stored("Campaign", "follow").id);
      await launch(stage, own, launched);
      await stage.sandbox.setActive({ campaignId: launched, active: false });
      await stage.engine.upAllRefreshed({ q1, follow: follow([own], { steps: delayed }), next: next() });
      const moved = follow([own, more], { steps: delayed });
      await stage.engine.upAllRefreshed({ q1, follow: moved, next: next() });
      await winter();
      // Her first campaign is the one that starts now.
      await stage.sandbox.addContacts({ userId: 101, contacts: [{ ...newcomer, listId: two }] });
      await stage.refuses(
        stage.elsewhere().upAllRefreshed({ q1, follow: moved, next: next({ active: true }) }),
        shares(id),
      );
    },
  ),
  ...["before", "after"].map((order) =>
    inFull(
      17,
      `what an update without an answer has found counts for a campaign declared ${order} the draft`,
      async (stage) => {
        const { one, two, own, q1, follow, id } = await twoDrafts(stage);
        await stage.engine.upAll({ q1, follow: follow([two]) });
        await stage.patchByHand(`/v1/campaign/${id}`, { listIds: [one, own] });
        await stage.answers("PATCH /v1/campaign/*", 504, { when: "after", count: 9 });
        await stage.refusal(stage.engine.upAll({ q1, follow: follow([two, own]) }));
        await stage.sandbox.clearFaults();
        const starts = stage.campaign(own, { name: "Starts", steps: delayed, active: true });
        const draft = { follow: follow([two, own]) };
        const program = order === "before" ? { q1, starts, ...draft } : { q1, ...draft, starts };
        await stage.refuses(stage.elsewhere().upAll(program), shares(id));
      },
    ),
  ),
  inFull(17, "an update of a draft's lists leaves no doubt who is on them", async (stage) => {
    const { one, two, own, follow, next } = await twoDrafts(stage);
    const elsewhere = await stage.madeList("elsewhere");
    await stage.elsewhere().upAllIn("prod", { same: stage.campaign(elsewhere, { name: "Same" }) });
    const z = stage.campaign(one, { name: "Z" });
    await stage.engine.upAll({ z, follow: follow([two]) });
    await stage.engine.upAll({ z, follow: follow([two]), next: next() });
    const program = { z, follow: follow([two, own]), next: next() };
    await stage.engine.upAll(program);
    const same = stage.campaign(two, { name: "Same" });
    expect((await stage.elsewhere().upAll({ ...program, same })).same).toBe("create");
  }),
  ...["before", "after"].flatMap((order) =>
    [500, 504].map((status) =>
      inFull(
        12,
        `a launch answered with ${status} leaves no id of its own on the list, ${order} others`,
        async (stage) => {
          const list = await stage.madeList();
          const q1 = (args = {}) => stage.campaign(list, args);
          await stage.engine.upAll({ q1: q1() });
          await stage.answers("POST /v1/campaign", status);
          await stage.refuses(stage.engine.upAll({ q1: q1({ active: true }) }), "pulumi up --refresh");
          await stage.sandbox.clearFaults();
          const next = stage.campaign(list, { name: "Next", steps: otherText });
          const program = { q1: q1({ active: true }) };
          await stage.engine.upAllRefreshed(order === "before" ? { next, ...program } : { ...program, next });
          const finder = stage.agent(list);
          expect((await stage.engine.upAll({ ...program, next, finder })).finder).toBe("create");
          const records = ["q1", "next"].map((name) => String(stage.engine.stored("Campaign", name).outputs.recorded));
          expect(records.join()).not.toContain("pending-");
        },
      ),
    ),
  ),
];
