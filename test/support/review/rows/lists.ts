import { agentStep, campaignOutputs, campaignValues, listStep, previewOf, type Told, unknown } from "../previews";
import { campaign, off } from "../reviewing";
import type { FindingRow } from "./row";

const resting = (after: Told["after"], more: Partial<Told> = {}): Told =>
  campaign({ before: off, outputs: campaignOutputs(off, false), after, ...more });

export const listRows: readonly FindingRow[] = [
  ["a list that is created", [listStep({ op: "create", before: undefined, id: undefined })], []],
  [
    "a list that is replaced",
    [listStep({ op: "replace", after: { name: "Banks", acknowledge: ["rename"] } })],
    ["danger acknowledged acknowledge", "danger replaced name"],
  ],
  ["a list that leaves the program", [listStep({ op: "delete", after: undefined })], ["notice deleted"]],
  [
    "a list that a campaign uses by its id leaves the program",
    [listStep({ op: "delete", after: undefined }), resting(off, { op: "same" })],
    ["danger deleted"],
  ],
  [
    "a list that an agent uses by its id leaves the program",
    [listStep({ op: "delete", after: undefined }), agentStep()],
    ["danger deleted"],
  ],
  [
    "a list leaves the program together with a campaign that ran",
    [
      listStep({ op: "delete", after: undefined }),
      campaign({ op: "delete", before: off, outputs: campaignOutputs(off, false, true) }),
    ],
    ["danger deleted", "danger deleted"],
  ],
  [
    "a list leaves the program together with a campaign that never ran",
    [
      listStep({ op: "delete", after: undefined }),
      campaign({ op: "delete", before: off, outputs: campaignOutputs(off, false) }),
    ],
    ["notice deleted", "notice deleted"],
  ],
  [
    "a list leaves the program beside a campaign whose lists cannot be shown",
    [
      listStep({ op: "delete", after: undefined }),
      campaign({ op: "create", after: campaignValues({ listIds: unknown }) }),
    ],
    ["danger deleted", "notice hidden-reach listIds"],
  ],
  [
    "without --show-sames, a list leaves the program",
    previewOf([listStep({ op: "delete", after: undefined })], [], 4),
    ["danger deleted"],
  ],
];
