import { campaignOutputs, campaignValues, secret, type Told, unknown, withMessage } from "../previews";
import { campaign, off, on } from "../reviewing";
import type { FindingRow } from "./row";

const running = (after: Told["after"], more: Partial<Told> = {}): Told =>
  campaign({ before: on, outputs: campaignOutputs(on, true), after, ...more });
const resting = (after: Told["after"], more: Partial<Told> = {}): Told =>
  campaign({ before: off, outputs: campaignOutputs(off, false), after, ...more });
const byAi = { ...off, steps: [{ type: "message", messageMode: "ai" }] };

export const campaignRows: readonly FindingRow[] = [
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
  ["another text in an inactive campaign", [resting(withMessage("Something else entirely, for once"))], []],
  [
    "another text in a running campaign",
    [running(withMessage("Something else entirely, for once", { active: true }))],
    ["danger running-text steps[2]"],
  ],
  [
    "another text in a campaign that was switched on in the app",
    [campaign({ before: off, outputs: campaignOutputs(off, true), after: withMessage("Something else, for once") })],
    ["danger running-text steps[2]"],
  ],
  ["another name for a running campaign", [running(campaignValues({ active: true, name: "Q2" }))], []],
  [
    "one more list on a running campaign",
    [running(campaignValues({ active: true, listIds: [5, 6] }))],
    ["danger new-people listIds"],
  ],
  [
    "one list fewer on a running campaign",
    [running(campaignValues({ active: true, listIds: [6] }))],
    ["danger new-people listIds", "danger list-detached listIds"],
  ],
  ["one more list on an inactive campaign", [resting(campaignValues({ listIds: [5, 6] }))], []],
  [
    "a text handed to the AI",
    [
      resting(
        { ...off, steps: [{ type: "message", messageMode: "ai" }] },
        { before: { ...off, steps: [{ type: "message", message: "Hello out there, friend" }] } },
      ),
    ],
    ["danger ai-text steps[0].messageMode"],
  ],
  [
    "a new campaign with a text by the AI",
    [campaign({ op: "create", after: { ...off, steps: [{ type: "message", messageMode: "ai" }] } })],
    ["notice ai-text steps[0].messageMode"],
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
    ["notice seat-changed linkedinSeatId", "notice replaced"],
  ],
  [
    "another e-mail seat",
    [resting(campaignValues({ emailSeatIds: [4] }), { op: "replace" })],
    ["notice seat-changed emailSeatIds", "notice replaced"],
  ],
  [
    "a campaign that leaves the program",
    [campaign({ op: "delete", before: off, outputs: campaignOutputs(off, false) })],
    ["notice deleted"],
  ],
  ["secret steps of an inactive campaign", [resting(campaignValues({ steps: secret }))], ["notice hidden-text steps"]],
  [
    "secret steps of a campaign that starts",
    [campaign({ op: "create", after: campaignValues({ steps: secret, active: true }) })],
    ["danger starts-sending", "danger hidden-text steps"],
  ],
  [
    "a text that is known later, in a campaign that starts",
    [campaign({ op: "create", after: withMessage(unknown, { active: true }) })],
    ["danger starts-sending", "danger hidden-text steps[2].message"],
  ],
  [
    "a new acknowledgement",
    [resting(campaignValues({ acknowledge: ["restart"] }))],
    ["danger acknowledged acknowledge"],
  ],
  ["a removed acknowledgement", [resting(off, { before: campaignValues({ acknowledge: ["restart"] }) })], []],
  [
    "an operation from a newer CLI",
    [campaign({ op: "merge", before: off, outputs: campaignOutputs(off, false), after: off })],
    ["danger not-understood"],
  ],

  [
    "an unchanged text by the AI, in a campaign that starts",
    [resting({ ...byAi, active: true }, { op: "replace", before: byAi, outputs: campaignOutputs(byAi, false) })],
    ["danger starts-sending", "danger ai-text steps[0].messageMode", "notice replaced"],
  ],
  [
    "a text by the AI in a campaign that is only adopted",
    [campaign({ op: "create", after: { ...byAi, adopt: 12, active: true } })],
    ["notice adopted adopt"],
  ],
  [
    "a text by the AI in a campaign that is created if there is none to adopt",
    [campaign({ op: "create", after: { ...byAi, adopt: "twin", active: true } })],
    ["danger starts-sending", "danger ai-text steps[0].messageMode", "notice adopted adopt"],
  ],
  [
    "another seat for a campaign that has run",
    [
      campaign({
        op: "replace",
        before: off,
        outputs: campaignOutputs(off, false, true),
        after: campaignValues({ linkedinSeatId: 8 }),
      }),
    ],
    ["danger restarts", "danger seat-changed linkedinSeatId"],
  ],
  [
    "another seat for a campaign that starts",
    [resting(campaignValues({ linkedinSeatId: 8, active: true }), { op: "replace" })],
    ["danger starts-sending", "danger seat-changed linkedinSeatId", "notice replaced"],
  ],
  [
    "another seat for a campaign whose record cannot be read",
    [
      campaign({
        op: "replace",
        before: off,
        outputs: { ...off, active: false },
        after: campaignValues({ linkedinSeatId: 8 }),
      }),
    ],
    ["danger restarts", "danger seat-changed linkedinSeatId"],
  ],
  [
    "a campaign that has run leaves the program",
    [campaign({ op: "delete", before: off, outputs: campaignOutputs(off, false, true) })],
    ["danger deleted"],
  ],
  [
    "a running campaign leaves the program",
    [campaign({ op: "delete", before: on, outputs: campaignOutputs(on, true) })],
    ["danger deleted"],
  ],
  [
    "a campaign without a record leaves the program",
    [campaign({ op: "delete", before: off, outputs: { ...off, active: false } })],
    ["danger deleted"],
  ],
  [
    "adopt is known later, on an active campaign, which may be created",
    [campaign({ op: "create", after: { ...on, adopt: unknown } })],
    ["danger starts-sending", "danger hidden-reach adopt"],
  ],
  [
    "the sixth and later e-mail seats count",
    [
      campaign({
        ...{ op: "replace", before: campaignValues({ emailSeatIds: [1, 2, 3, 4, 5, 6, 7] }) },
        outputs: campaignOutputs(off, false, true),
        after: campaignValues({ emailSeatIds: [1, 2, 3, 4, 5, 8, 9] }),
      }),
    ],
    ["danger restarts", "danger seat-changed emailSeatIds"],
  ],
  [
    "an update beside the remains of an earlier replacement",
    [
      running(withMessage("Other words altogether, this time", { active: true })),
      campaign({ op: "delete-replaced", id: "3", before: off, outputs: campaignOutputs(off, false) }),
    ],
    ["danger running-text steps[2]"],
  ],
];
