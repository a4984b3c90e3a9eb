import { describe, expect, it } from "vitest";
import {
  agentStep,
  agentValues,
  campaignOutputs,
  campaignValues,
  listStep,
  ofKind,
  previewOf,
  secret,
  type Told,
  unknown,
  urnOf,
  withMessage,
} from "../../support/review/previews";
import { campaign, codes, off, on, review } from "../../support/review/reviewing";

const running = (after: Told["after"], more: Partial<Told> = {}): Told =>
  campaign({ before: on, outputs: campaignOutputs(on, true), after, ...more });
const resting = (after: Told["after"], more: Partial<Told> = {}): Told =>
  campaign({ before: off, outputs: campaignOutputs(off, false), after, ...more });

const rows: readonly (readonly [string, Told[], string[]])[] = [
  ["a campaign that is created inactive", [campaign({ op: "create", after: off })], []],
  ["a campaign that is created active", [campaign({ op: "create", after: on })], ["danger starts-sending"]],
  [
    "a campaign whose flag is known later",
    [campaign({ op: "create", after: campaignValues({ active: unknown }) })],
    ["danger starts-sending"],
  ],
  [
    "an inactive campaign that never ran and is replaced by an active one",
    [resting(on, { op: "replace" })],
    ["danger starts-sending", "notice replaced"],
  ],
  [
    "an inactive campaign that ran and is replaced by an active one",
    [campaign({ op: "replace", before: off, outputs: campaignOutputs(off, false, true), after: on })],
    ["danger starts-sending", "danger restarts"],
  ],
  [
    "a replaced campaign whose record cannot be read",
    [campaign({ op: "replace", before: off, outputs: { ...off, active: false, recorded: "?" }, after: off })],
    ["danger restarts"],
  ],
  ["another text on a campaign that rests", [resting(withMessage("Something else entirely, for once"))], []],
  [
    "another text on a running campaign",
    [running(withMessage("Something else entirely, for once", { active: true }))],
    ["danger running-text"],
  ],
  [
    "another text on a campaign that was switched on in the app",
    [campaign({ before: off, outputs: campaignOutputs(off, true), after: withMessage("Something else, for once") })],
    ["danger running-text"],
  ],
  ["another name of a running campaign", [running(campaignValues({ active: true, name: "Q2" }))], []],
  [
    "one more list on a running campaign",
    [running(campaignValues({ active: true, listIds: [5, 6] }))],
    ["danger new-people"],
  ],
  [
    "one list less on a running campaign",
    [running(campaignValues({ active: true, listIds: [6] }))],
    ["danger new-people", "danger list-detached"],
  ],
  ["one more list on a campaign that rests", [resting(campaignValues({ listIds: [5, 6] }))], []],
  [
    "a text handed to the AI",
    [
      resting(
        { ...off, steps: [{ type: "message", messageMode: "ai" }] },
        { before: { ...off, steps: [{ type: "message", message: "Hello out there, friend" }] } },
      ),
    ],
    ["danger ai-text"],
  ],
  [
    "a new campaign with a text by the AI",
    [campaign({ op: "create", after: { ...off, steps: [{ type: "message", messageMode: "ai" }] } })],
    ["danger ai-text"],
  ],
  [
    "an unchanged text by the AI beside a changed name",
    [
      resting(
        { ...off, name: "Q2", steps: [{ type: "message", messageMode: "ai" }] },
        { before: { ...off, steps: [{ type: "message", messageMode: "ai" }] } },
      ),
    ],
    [],
  ],
  [
    "another seat",
    [resting(campaignValues({ linkedinSeatId: 8 }), { op: "replace" })],
    ["danger seat-changed", "notice replaced"],
  ],
  [
    "another e-mail seat",
    [resting(campaignValues({ emailSeatIds: [4] }), { op: "replace" })],
    ["danger seat-changed", "notice replaced"],
  ],
  [
    "a campaign that leaves the program",
    [campaign({ op: "delete", before: off, outputs: campaignOutputs(off, false) })],
    ["danger deleted"],
  ],
  ["secret steps of a campaign that rests", [resting(campaignValues({ steps: secret }))], ["notice hidden-text"]],
  [
    "secret steps of a campaign that starts",
    [campaign({ op: "create", after: campaignValues({ steps: secret, active: true }) })],
    ["danger starts-sending", "danger hidden-text"],
  ],
  [
    "a text that is known later, of a campaign that starts",
    [campaign({ op: "create", after: withMessage(unknown, { active: true }) })],
    ["danger starts-sending", "danger hidden-text"],
  ],
  ["a new acknowledgement", [resting(campaignValues({ acknowledge: ["restart"] }))], ["danger acknowledged"]],
  ["an acknowledgement that goes", [resting(off, { before: campaignValues({ acknowledge: ["restart"] }) })], []],
  [
    "an operation of a newer CLI",
    [campaign({ op: "merge", before: off, outputs: campaignOutputs(off, false), after: off })],
    ["danger not-understood"],
  ],
  [
    "an agent that is created beside campaigns that rest",
    [agentStep({ op: "create", before: undefined }), resting(off, { op: "same" })],
    [],
  ],
  [
    "an agent that is created for the list of a running campaign",
    [agentStep({ op: "create", before: undefined }), running(on, { op: "same" })],
    ["danger new-people"],
  ],
  [
    "a paused agent for the list of a running campaign",
    [agentStep({ op: "create", before: undefined, after: agentValues({ paused: true }) }), running(on, { op: "same" })],
    [],
  ],
  [
    "an agent that is widened",
    [agentStep({ op: "update", after: agentValues({ targetJobTitles: ["CEO", "CTO"] }) })],
    ["danger wider-targets"],
  ],
  [
    "an agent that is widened beside a running campaign",
    [agentStep({ op: "update", after: agentValues({ targetLocations: [] }) }), running(on, { op: "same" })],
    ["danger new-people", "danger wider-targets"],
  ],
  [
    "an agent that is narrowed",
    [agentStep({ op: "update", after: agentValues({ targetLocations: ["France"], targetIndustries: ["Banking"] }) })],
    [],
  ],
  [
    "an agent that loses a criterion",
    [agentStep({ op: "update", before: agentValues({ targetJobTitles: ["CEO", "CTO"] }) })],
    [],
  ],
  [
    "an agent that loses its last criterion",
    [agentStep({ op: "update", after: agentValues({ targetJobTitles: [] }) })],
    ["danger wider-targets"],
  ],
  [
    "an agent that no longer leaves a company out",
    [
      agentStep({
        op: "update",
        before: agentValues({ ignoredCompanies: ["Acme"] }),
        after: agentValues({ ignoredCompanies: [] }),
      }),
    ],
    ["danger wider-targets"],
  ],
  [
    "a lower score",
    [
      agentStep({
        op: "update",
        before: agentValues({ minLeadScore: 0.8 }),
        after: agentValues({ minLeadScore: 0.6 }),
      }),
    ],
    ["danger wider-targets"],
  ],
  [
    "a higher score",
    [
      agentStep({
        op: "update",
        before: agentValues({ minLeadScore: 0.6 }),
        after: agentValues({ minLeadScore: 0.8 }),
      }),
    ],
    [],
  ],
  [
    "criteria that the program declares no more",
    [agentStep({ op: "update", after: { ...agentValues(), targetJobTitles: undefined } })],
    [],
  ],
  [
    "one more signal",
    [agentStep({ op: "update", after: agentValues({ variables: [{ type: "HIRING", value: "true" }] }) })],
    ["danger wider-targets"],
  ],
  [
    "an agent that is started again",
    [agentStep({ op: "update", before: agentValues({ paused: true }), after: agentValues({ paused: false }) })],
    ["notice agent-resumed"],
  ],
  ["an agent that is paused", [agentStep({ op: "update", after: agentValues({ paused: true }) })], []],
  [
    "an agent of another type",
    [agentStep({ op: "replace", after: agentValues({ agentType: "lookalike" }) })],
    ["danger replaced"],
  ],
  ["an agent that is deleted", [agentStep({ op: "delete", after: undefined })], ["danger deleted"]],
  ["a list that is created", [listStep({ op: "create", before: undefined, id: undefined })], []],
  [
    "a list that is replaced",
    [listStep({ op: "replace", after: { name: "Banks", acknowledge: ["rename"] } })],
    ["danger replaced", "danger acknowledged"],
  ],
  ["a list that leaves the program", [listStep({ op: "delete", after: undefined })], ["danger deleted"]],
  [
    "a running campaign that is taken over",
    [campaign({ op: "create", after: campaignValues({ active: true, adopt: 12 }) })],
    ["notice adopted"],
  ],
  ["nothing", [listStep(), agentStep(), running(on, { op: "same" })], []],
];

describe("the findings of a planned change", () => {
  it.each(rows)("%s", (_, steps, expected) => {
    expect(codes(steps)).toEqual(expected);
  });

  it("name the lists, the people of the program know, and the seat that it is sent from", () => {
    const made = listStep({ op: "create", before: undefined, id: undefined });
    const its = { listIds: [urnOf(ofKind("List"), "fintech")] };
    const steps = [
      made,
      campaign({ op: "create", after: campaignValues({ active: true, listIds: [unknown] }), dependencies: its }),
    ];
    expect(review(previewOf(steps)).findings.map(({ text }) => text)).toEqual([
      "Campaign “Fintech Q1” starts sending: to the people of the new list “Fintech founders”, from LinkedIn seat 7.",
    ]);
  });

  it("keep names of any length and any characters on one short line", () => {
    const name = `\u001b[31mX\n\u202eevil \`code\` <b>${"long ".repeat(20_000)}`;
    const [finding] = review(
      previewOf([campaign({ op: "create", after: campaignValues({ active: true, name }) })]),
    ).findings;
    expect(finding?.text).toMatch(
      /^Campaign “⟨U\+001B⟩\[31mX ⟨U\+202E⟩evil `code` <b>long .*…” starts sending: to the people of the list with id 5, from LinkedIn seat 7\.$/,
    );
    expect(finding?.text.length).toBeLessThan(200);
  });
});
