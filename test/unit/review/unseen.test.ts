import { describe, expect, it } from "vitest";
import { reviewMarkdown } from "../../../provider/src/review/output/markdown";
import {
  agentStep,
  agentValues,
  campaignOutputs,
  campaignValues,
  listStep,
  newAgent,
  newList,
  ofKind,
  previewOf,
  secret,
  type Told,
  unknown,
  updateOf,
  urnOf,
  withMessage,
} from "../../support/review/previews";
import { campaign, codes, off, on, review } from "../../support/review/reviewing";

const findingsOf = (steps: readonly Told[]) =>
  review(previewOf(steps))
    .findings.filter(({ code }) => !code.startsWith("content:"))
    .map(({ level, code, text }) => `${level} ${code}: ${text}`);
const leftOut = (steps: readonly Told[]) => review(previewOf(steps)).leftOut.join("\n");
const made = (values: Told["after"], more: Partial<Told> = {}) => campaign({ op: "create", after: values, ...more });
const leads = urnOf(ofKind("List"), "fintech");
/** A campaign that sends to the program's list. */
const onList = (active: boolean) =>
  made(campaignValues({ listIds: [unknown], ...(active ? { active } : {}) }), {
    id: undefined,
    dependencies: { listIds: [leads] },
  });

describe("an object that may be taken over, or created", () => {
  it("a campaign with adopt: twin and active: true starts if there is no equal one", () => {
    expect(findingsOf([made({ ...on, adopt: "twin" }), listStep()])).toEqual([
      "danger starts-sending: Campaign “Fintech Q1” is taken over if there is an equal one; otherwise it starts sending: to the people of the list “Fintech founders”, from LinkedIn seat 7.",
      "notice adopted: Campaign “Fintech Q1” takes over the one equal object in the account as it is, or creates it if there is none. Nothing is written to what is taken over; if it is running, it goes on.",
    ]);
    expect(codes([made({ ...off, active: unknown, adopt: "twin" })])).toContain("danger starts-sending");
    expect(codes([made({ ...off, active: secret, adopt: "twin" })])).toContain("danger starts-sending");
    expect(codes([made({ ...off, adopt: "twin" })])).toEqual(["notice adopted"]);
  });

  it.each<[string, Told["after"], string]>([
    ["by its id", { name: "Founders", adopt: 12 }, "the list “Founders”"],
    [
      "as a twin",
      { name: "Founders", adopt: "twin" },
      "the list “Founders”, which is taken over with its people if it exists",
    ],
    ["by an id that is secret", { name: "Founders", adopt: secret }, "the list “Founders”"],
    ["by an id that is known later", { name: "Founders", adopt: unknown }, "the list “Founders”"],
    ["by nothing", { name: "Founders" }, "the new list “Founders”"],
  ])("a list that is taken over %s is not called new", (_, values, words) => {
    const [text] = findingsOf([newList({ after: values }), onList(true)]);
    expect(text).toBe(
      `danger starts-sending: Campaign “Fintech Q1” starts sending: to the people of ${words}, from LinkedIn seat 7.`,
    );
  });

  it.each([
    ["secret", secret],
    ["known later", unknown],
  ])("a list whose id is %s is not called new", (_, id) => {
    const [text] = findingsOf([made(campaignValues({ active: true, listIds: [id] }))]);
    expect(text).toContain("to the people of a list that cannot be shown here, from");
  });

  it("an agent for a list that is taken over may reach the campaigns that use it", () => {
    const agent = newAgent({ after: agentValues({ listId: unknown }), dependencies: { listId: [leads] } });
    const sends: Told = { ...made(on), op: "same", before: on, outputs: campaignOutputs(on, true) };
    for (const adopt of [5, "twin"]) {
      const list = newList({ after: { name: "Founders", adopt } });
      expect(codes([list, agent, sends])).toEqual(["danger new-people", "notice adopted"]);
    }
    expect(codes([newList({ after: { name: "Founders" } }), agent, sends])).toEqual([]);
  });

  it("is listed as unknown: who else uses it", () => {
    for (const adopt of [12, "twin", secret]) {
      expect(leftOut([newList({ after: { name: "Founders", adopt } })])).toContain(
        "List “Founders” may have existed before: who else fills it, and which running campaigns of other programs or of the app use it, is not known here.",
      );
    }
    const foreign = "List 5 is no resource of this program: who else fills it";
    expect(leftOut([made(on)])).toContain(foreign);
    expect(leftOut([newAgent()])).toContain(foreign);
    expect(leftOut([made(on), listStep()])).not.toContain("who else fills it");
    expect(leftOut([newList({ after: { name: "Founders" } }), onList(true)])).not.toContain("who else fills it");
  });
});

describe("a list that existed before and gets an agent", () => {
  const note =
    "List “Fintech founders” existed before, and an agent of this change fills it: who else fills it, and which running campaigns of other programs or of the app use it, is not known here.";
  const at = (listId: number, more = {}) => agentValues({ listId, ...more });
  const paused = at(5, { paused: true });
  const created = { op: "create", before: undefined, id: undefined };
  const named = (agent: Partial<Told>, list: Partial<Told> = {}) =>
    review(previewOf([listStep(list), agentStep(agent)])).leftOut.includes(note);

  it.each<[string, Partial<Told>]>([
    ["created", created],
    ["created, and whether it is paused is secret", { ...created, after: at(5, { paused: secret }) }],
    ["replaced", { op: "replace" }],
    ["resumed", { op: "update", before: paused, outputs: paused, after: at(5, { paused: false }) }],
    ["moved to it", { op: "update", before: at(6), outputs: at(6), after: at(5) }],
    ["widened", { op: "update", after: at(5, { targetJobTitles: ["CEO", "CTO"] }) }],
  ])("is listed as unknown, if the agent is %s", (_, agent) => {
    expect(named(agent)).toBe(true);
    const renamed = { op: "update", before: { name: "Fintech founders", acknowledge: ["rename"] } };
    expect(named(agent, renamed)).toBe(true);
  });

  it.each<[string, Partial<Told>]>([
    ["does not change", {}],
    ["is paused", { op: "update", after: paused }],
    ["is created paused", { ...created, after: paused }],
    ["leaves the program", { op: "delete", after: undefined }],
    ["moves away", { op: "update", after: at(6), outputs: at(5) }],
  ])("is not named, if the agent %s", (_, agent) => {
    expect(named(agent)).toBe(false);
  });
});

describe("a list that an earlier run has taken over", () => {
  const values = { name: "Founders", adopt: 5 };
  const list = listStep({ before: values, after: values });
  const note =
    "List “Founders” was taken over by an earlier run: whom it holds besides the people that this program has brought, who else fills it, and which running campaigns of other programs or of the app use it, is not known here.";

  it("may contain people whom the program has not added, as every output says", () => {
    const reviewed = review(previewOf([made(on), list]));
    expect(reviewed.leftOut).toContain(note);
    expect(reviewMarkdown(reviewed)).toContain("was taken over by an earlier run");
    expect(leftOut([newAgent(), list])).toContain(note);
  });

  it("is treated the same if only that run's settings did it, and if it was imported", () => {
    const own = { name: "Founders" };
    const recorded = (more: object) => ({ ...own, recorded: JSON.stringify({ version: 1, ...more }) });
    const bySetting = listStep({ before: own, outputs: recorded({ takenOver: true }), after: own });
    expect(review(previewOf([made(on), bySetting])).leftOut).toContain(note);
    const agent = newAgent();
    expect(leftOut([agent, bySetting])).toContain(note);
    expect(leftOut([agent, bySetting])).not.toContain("existed before, and an agent of this change fills it");
    const created = listStep({ before: own, outputs: recorded({}), after: own });
    expect(leftOut([made(on), created])).not.toContain("taken over");
    const renamed: Told = { ...bySetting, op: "replace", after: { name: "New" } };
    expect(leftOut([made(on), renamed])).not.toContain("taken over");
  });

  it("is not named if no change uses it, or if the program has created it", () => {
    expect(leftOut([made(on), listStep()])).not.toContain("taken over");
    expect(leftOut([{ ...made(on), op: "same", before: on }, list])).not.toContain("taken over");
    expect(leftOut([made(campaignValues({ listIds: [6], active: true })), list])).not.toContain("taken over");
  });
});

describe("a service that does not show campaigns", () => {
  const unseen = (values: Record<string, unknown>, everActive = false) => {
    const outputs = campaignOutputs(values, false, everActive);
    return { ...outputs, recorded: JSON.stringify({ ...JSON.parse(String(outputs.recorded)), unseen: true }) };
  };
  const rests = (more: Partial<Told> = {}) =>
    campaign({ op: "same", before: off, outputs: unseen(off), after: off, ...more });

  it.each([
    ["is not declared", off],
    ["is declared false", campaignValues({ active: false })],
  ])("does not show whether one is running, if active %s", (_, values) => {
    const told = rests({ op: "update", before: values, outputs: unseen(values), after: { ...values, name: "Q2" } });
    const nothing = { running: "unknown", runs: "unknown", everRan: "unknown" };
    expect(review(previewOf([told])).campaigns).toMatchObject([nothing]);
  });

  it("may reach people by an agent for the list of such a campaign", () => {
    const agent = newAgent();
    expect(findingsOf([rests(), listStep(), agent])).toEqual([
      "danger new-people: Source agent “Finder” may reach people: it brings new ones to campaign “Fintech Q1”, and whether all of these send is not known.",
    ]);
  });

  it("shows no more about one that is taken over as switched off: only the program states that", () => {
    const agent = newAgent();
    const adopted = (adopt: unknown) => made(campaignValues({ adopt, active: false }));
    for (const adopt of [9, "twin", unknown, secret]) {
      expect(findingsOf([adopted(adopt), listStep(), agent])).toContain(
        "danger new-people: Source agent “Finder” may reach people: it brings new ones to campaign “Fintech Q1”, and whether all of these send is not known.",
      );
      expect(review(previewOf([adopted(adopt)])).campaigns[0]).toMatchObject({ runs: "unknown" });
    }
    expect(codes([made(campaignValues({ active: false })), listStep(), agent])).toEqual([]);
  });

  it("reports after the adoption whether the service has shown it", () => {
    const values = campaignValues({ adopt: 9, active: false });
    const done = (outputsAfter: Record<string, unknown>) =>
      review(updateOf([{ op: "create", name: "q1", id: "9", after: values, outputsAfter }])).campaigns;
    expect(done(unseen(values))).toMatchObject([{ runs: "unknown" }]);
    expect(done(campaignOutputs(values, false))).toMatchObject([{ runs: "no" }]);
  });

  it("may reach people by another list or text", () => {
    expect(codes([rests({ op: "update", after: campaignValues({ listIds: [5, 6] }) })])).toEqual(["danger new-people"]);
    const text = withMessage("Another text, which is longer");
    expect(codes([rests({ op: "update", after: text })])).toEqual(["danger running-text"]);
  });

  it("may continue to send after it has left the program, or was replaced", () => {
    expect(findingsOf([rests({ op: "delete", after: undefined })])).toEqual([
      "danger deleted: Campaign “Fintech Q1” leaves the program. Whether it is running is not known: if it is, it may go on sending, and nothing manages it any more.",
    ]);
    const [text] = findingsOf([rests({ op: "replace" })]);
    expect(text).toMatch(/^danger restarts: .* It may have run:/);
  });

  it("still creates an inactive one", () => {
    expect(review(previewOf([made(off), rests({ name: "q2" })])).campaigns[0]).toMatchObject({ runs: "no" });
  });
});
