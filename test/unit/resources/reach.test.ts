import { describe, expect, it } from "vitest";
import type { Run } from "../../../provider/src/lifecycle/run";
import type { Stated } from "../../../provider/src/lifecycle/stated";
import {
  inViewOfState,
  knownIds,
  noteAgent,
  noteCampaign,
  noteResting,
  noteUnseen,
  warnAboutAgents,
} from "../../../provider/src/resources/campaign/reach";
import {
  agentsInView,
  type CampaignInView,
  campaignsInView,
  noteReplacement,
  replacedBy,
  replacedLists,
  unseenCampaigns,
} from "../../../provider/src/resources/inView";
import { follow, guarding, urnOf } from "./guarding";

/** One of the program's campaigns on lists 1 and 2, which this run starts. */
const starting = (name: string, changes: Partial<CampaignInView> = {}): CampaignInView => ({
  ...{ urn: urnOf(name), name, listIds: [1, 2], attached: [1, 2], acknowledged: new Set() },
  ...changes,
});
const running = (name: string, changes: Partial<CampaignInView> = {}) =>
  starting(name, { id: "5", attached: [], ...changes });
const acknowledging = (...codes: readonly string[]) => ({ acknowledged: new Set(codes) });

describe("two campaigns in a program that share a list", () => {
  const noting = (...campaigns: readonly CampaignInView[]) => {
    const { run, memory } = guarding();
    return () => {
      for (const campaign of campaigns) follow(noteCampaign(memory, campaign), { run });
    };
  };

  it.each<[string, CampaignInView, CampaignInView]>([
    ["both run already", running("q1"), running("q2", { id: "6" })],
    ["they are the same one", starting("q1"), starting("q1")],
    ["they are the same one under another name", running("q1"), starting("q2", { id: "5" })],
    [
      "it is not the one that is attached",
      running("q1", { listIds: [3] }),
      starting("q2", { listIds: [1, 3], attached: [1] }),
    ],
    ["that is acknowledged", running("q1"), starting("q2", acknowledging("shared-list:5"))],
    ["the other one is acknowledged to be off", running("q1"), starting("q2", acknowledging("inactive:5"))],
    ["the one that runs is checked last", starting("q2", acknowledging("shared-list:5")), running("q1")],
    ["only a refresh has shown the one that runs", running("q1", { isOnlyRead: true }), starting("q2")],
    ["a refresh shows the one that runs afterwards", starting("q2"), running("q1", { isOnlyRead: true })],
  ])("are not refused if %s", (_, first, second) => {
    expect(noting(first, second)).not.toThrow();
  });

  it("are refused once the diff of the one that a refresh has shown keeps the list", () => {
    const [read, taking] = [running("q1", { isOnlyRead: true }), starting("q2")];
    expect(noting(read, taking, running("q1"))).toThrow('list 1, 2 is also used by the active campaign "q1" (id 5)');
    expect(noting(read, taking, running("q1", { listIds: [3] }))).not.toThrow();
  });

  it.each<[string, CampaignInView, CampaignInView]>([
    ["this run starts the second one", running("q1"), starting("q2")],
    ["the one that runs is checked last", starting("q2"), running("q1")],
    ["another code is acknowledged", running("q1"), starting("q2", acknowledging("shared-list:6", "inactive:6"))],
    ["the one that runs acknowledges it", running("q1", acknowledging("shared-list:5")), starting("q2")],
    ["it is one of several", running("q1", { listIds: [2, 9] }), starting("q2")],
  ])("are refused if %s", (_, first, second) => {
    expect(noting(first, second)).toThrow(
      /^campaign "q2": list (1, )?2 is also used by the active campaign "q1" \(id 5\) of this stack: the same people/,
    );
  });

  it("are refused with the code for the one that this run starts", () => {
    const refused = noting(running("q1"), starting("q2"));
    expect(refused).toThrow('If q2 is q1 under a new name: aliases: [{ name: "q1" }] in its options.');
    expect(refused).toThrow('\nOr for q2: acknowledge: ["shared-list:5"] on the resource');
  });

  it("are refused if both are new, and neither can be acknowledged yet", () => {
    const codes = acknowledging("shared-list:undefined", "inactive:undefined");
    expect(noting(starting("q1"), starting("q2", codes))).toThrow(
      /^campaign "q2": list 1, 2 .*\n.*\nOr bring up q1 alone first: then q2 can acknowledge its id/,
    );
  });

  it("are refused if one is pending, with a note about that", () => {
    const pending = starting("q1", { pending: true });
    expect(noting(pending, starting("q2"))).toThrow("of this stack, whose creation is still pending: the same people");
  });
});

describe("agents that fill running campaigns' lists", () => {
  const agent = { name: "Finder", listId: 1, variables: [] };
  const agentUrn = urnOf("finder", "SourceAgent");

  it("cause a warning at the agent if it is checked last", () => {
    const { run, memory, warnings, reaches } = guarding();
    follow(noteCampaign(memory, running("q1")), { run });
    follow(noteAgent(run, "it", agentUrn, agent), { run, urn: agentUrn });
    const text = 'it: its list is used by the running campaign "q1" (id 5), which will write to the people it finds.';
    expect(warnings).toEqual([[text, agentUrn]]);
    expect(reaches).toEqual(["new-people"]);
  });

  it("cause a warning at the campaign if that is checked last", () => {
    const { run, warnings, reaches } = guarding();
    follow(noteAgent(run, "it", agentUrn, agent), { run, urn: agentUrn });
    follow(warnAboutAgents(run, "that", ["5"], [2, 1]), { run, urn: urnOf("q1") });
    const text =
      'that: it is running, and source agent "Finder" begins to fill its list: the people it finds will be written to.';
    expect(warnings).toEqual([[text, urnOf("q1")]]);
    expect(reaches).toEqual(["new-people"]);
  });

  it("cause a warning at either one as well if the service does not show whether the campaign runs", () => {
    const unseen = { urn: urnOf("q1"), id: "5", name: "Q1", listIds: [1, 2] };
    const noting = [
      ({ run }: { run: Run }) => follow(noteUnseen(run, "that", unseen), { run, urn: unseen.urn }),
      ({ run }: { run: Run }) => follow(noteAgent(run, "it", agentUrn, agent), { run, urn: agentUrn }),
    ];
    const warned = (all: typeof noting) => {
      const { run, warnings, reaches } = guarding();
      for (const note of all) note({ run });
      return { warnings, reaches };
    };
    const text =
      'it: it may reach people: its list is used by campaign "Q1" (id 5), and this service does not show whether that is running.';
    expect(warned(noting)).toEqual({ warnings: [[text, agentUrn]], reaches: ["new-people"] });
    const reverse =
      'that: this service does not show whether it is running, and source agent "Finder" begins to fill its list: the people it finds may be written to.';
    expect(warned(noting.reverse())).toEqual({ warnings: [[reverse, unseen.urn]], reaches: ["new-people"] });
  });

  it.each<[string, Partial<Stated>, string[]]>([
    [
      "that runs",
      { is: "running" },
      ['it: its list is used by the running campaign "q1" (id 5), which will write to the'],
    ],
    [
      "that ran and is off",
      { is: "off" },
      ['it: it may reach people: its list is used by campaign "q1" (id 5), and this'],
    ],
    [
      "that has never run",
      { is: "resting" },
      ['it: it may reach people: its list is used by campaign "q1" (id 5), and this'],
    ],
    [
      "that the service showed as running",
      { is: "running", isShown: true },
      ['it: its list is used by the running campaign "q1" (id 5), which will write to the'],
    ],
    ["that the service showed as off", { is: "resting", isShown: true }, []],
    [
      "whose create got no response",
      { is: "pending", id: undefined },
      ['it: its list is used by campaign "q1", whose creation is still pending: that may be running, and may write'],
    ],
  ])("cause one warning, at the agent, if only the state knows a campaign %s", (_, known, texts) => {
    const { run, warnings } = guarding();
    const campaign: Stated = { urn: urnOf("q1"), id: "5", targets: [1], is: "off", ...known };
    const far: Stated = { urn: urnOf("far"), id: "6", targets: [3], is: "running" };
    follow(noteAgent(run, "it", agentUrn, agent, [campaign, far]), { run, urn: agentUrn });
    // The campaign's own diff, which follows unless a target leaves it out.
    if (campaign.is === "running") follow(warnAboutAgents(run, "that", ["5"], [1]), { run });
    else if (campaign.is === "pending") follow(warnAboutAgents(run, "that", [campaign.urn], [1], "mayRun"), { run });
    else if (campaign.isShown !== true) {
      follow(noteUnseen(run, "that", { urn: campaign.urn, id: "5", name: "Q1", listIds: [1] }), { run });
    }
    expect(warnings).toEqual(texts.map((text) => [expect.stringContaining(text), agentUrn]));
  });

  it.each<[string, (run: Run) => void, unknown]>([
    ["its list is of another campaign", (run) => follow(noteCampaign(run.memory, running("q1")), { run }), 3],
    [
      "its list is not known yet",
      (run) => follow(noteCampaign(run.memory, running("q1")), { run }),
      "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
    ],
    [
      "the campaign has yet to be created, which causes its own warning",
      (run) => follow(noteCampaign(run.memory, starting("q1")), { run }),
      1,
    ],
  ])("cause no warning if %s", (_, remember, listId) => {
    const { run, warnings } = guarding();
    remember(run);
    follow(noteAgent(run, "it", agentUrn, { ...agent, listId } as typeof agent), { run, urn: agentUrn });
    follow(warnAboutAgents(run, "that", ["5"], [4]), { run });
    expect(warnings).toEqual([]);
  });
});

describe("a campaign in the state that the program no longer declares", () => {
  const stated: Stated = { urn: urnOf("old"), id: "7", targets: ["1"], is: "running" };
  const lists = { listIds: [1], ranOn: ["1"], attached: [] };
  const noted = { urn: stated.urn, name: "old", ...lists, acknowledged: new Set(), isUnshown: true };
  const inView = (...all: Stated[]) => {
    const { memory } = guarding();
    campaignsInView.of(memory).note(running("q1"));
    return inViewOfState(memory, all);
  };

  it("is noted by its resource's name, because its own may be a secret", () => {
    expect(inView(stated)).toStrictEqual([{ ...noted, id: "7" }]);
    expect(inView({ ...stated, id: undefined, is: "pending" })).toStrictEqual([{ ...noted, pending: true }]);
  });

  it("is not noted if more is known about it", () => {
    expect(inView({ ...stated, urn: urnOf("q1") })).toEqual([]);
    const { memory } = guarding();
    memory.note({ name: "Campaign" }, "7", { isOff: true });
    expect(inViewOfState(memory, [stated, { ...stated, id: "8" }])).toMatchObject([{ id: "8" }]);
  });

  it("is noted as one that may have been switched on, if it is off and the service does not show it", () => {
    const { memory } = guarding();
    const known = { urn: urnOf("known"), id: "6", name: "Known", listIds: [1] };
    unseenCampaigns.of(memory).note(known);
    const off = { ...stated, is: "off" } as const;
    noteResting(memory, [
      stated,
      off,
      { ...off, isShown: true },
      { ...off, id: undefined },
      { ...off, urn: known.urn },
    ]);
    expect([...unseenCampaigns.of(memory).every]).toEqual([
      known,
      expect.objectContaining({ urn: off.urn, id: "7", listIds: [1] }),
    ]);
    const former = { ...off, id: "5", isReplaced: true } as const;
    noteResting(memory, [former]);
    expect([...unseenCampaigns.of(memory).every].map(({ id }) => id)).toEqual(["6", "7", "5"]);
  });
});

it("ids that are known at preview are numbers", () => {
  expect(knownIds([1, "04da6b54-80e4-46f7-96ec-b56ff0331ba9", 2])).toEqual([1, 2]);
  expect(knownIds("04da6b54-80e4-46f7-96ec-b56ff0331ba9")).toEqual([]);
});

describe("the resources in view", () => {
  it("are found once by any of their lists, and only by those of their latest check", () => {
    const { memory } = guarding();
    const inView = campaignsInView.of(memory);
    for (const name of ["q1", "q2"]) inView.note(starting(name));
    const namesOn = (...listIds: number[]) => inView.on(listIds).map(({ name }) => name);
    expect([namesOn(1), namesOn(2, 1), namesOn(3), namesOn()]).toEqual([["q1", "q2"], ["q1", "q2"], [], []]);
    inView.note(starting("q1", { listIds: [2, 3] }));
    expect([namesOn(1), namesOn(3), namesOn(3, 1)]).toEqual([["q2"], ["q1"], ["q1", "q2"]]);
    expect([...inView.every].map(({ name, listIds }) => [name, listIds])).toEqual([
      ["q1", [2, 3]],
      ["q2", [1, 2]],
    ]);
    expect([...agentsInView.of(memory).every]).toEqual([]);
  });

  it("include lists that new ones replace, by the new ones' declaration", () => {
    const { memory } = guarding();
    const [first, second] = [
      { id: "7", name: "Leads" },
      { id: "8", name: "Others" },
    ];
    expect([replacedLists(memory), replacedBy(memory, { name: "New" })]).toEqual([[], undefined]);
    noteReplacement(memory, { name: "New", adopt: 7 }, first);
    noteReplacement(memory, { name: "Newer" }, second);
    expect(replacedBy(memory, { name: "New" })).toEqual(first);
    expect(replacedBy(memory, { name: "Newer", adopt: 9 })).toEqual(second);
    expect(replacedLists(memory)).toEqual(["7", "8"]);
  });
});
