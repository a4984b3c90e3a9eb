import { campaignOutputs, type Told, unknown, withMessage } from "../previews";
import { first, off, on, running } from "../reviewing";
import type { FindingRow } from "./row";

const rests = (after: Told["after"]): Told => ({
  ...{ op: "update", name: "q2", id: "9", before: off, outputs: campaignOutputs(off, false), after },
});

/** Values that a review cannot show. */
export const hiddenRows: readonly FindingRow[] = [
  [
    "a complete step of a running campaign that is known later",
    [running({ ...on, steps: [...first, unknown] })],
    ["danger running-text steps[2]", "danger hidden-text steps[2]"],
  ],
  [
    "a complete step of a running campaign that is secret",
    [{ ...running({ ...on, steps: [...first, "[secret]"] }), before: { ...on, steps: [...first, "[secret]"] } }],
    ["danger running-text steps[2]", "danger hidden-text steps[2]"],
  ],
  [
    "a step that is known later, in a campaign that starts",
    [{ op: "create", name: "q2", after: { ...on, steps: [...first, unknown] } }],
    ["danger starts-sending", "danger hidden-text steps[2]"],
  ],
  [
    "a mode that is known later may be the AI's",
    [{ op: "create", name: "q2", after: { ...off, steps: [...first, { type: "message", messageMode: unknown }] } }],
    ["danger hidden-text steps[2].messageMode"],
  ],
  [
    "all acknowledgements are secret",
    [rests({ ...off, acknowledge: "[secret]" })],
    ["danger acknowledged acknowledge"],
  ],
  [
    "all acknowledgements are known later",
    [rests({ ...off, acknowledge: unknown })],
    ["danger acknowledged acknowledge"],
  ],
  [
    "a text that is known later, in an inactive campaign",
    [rests(withMessage(unknown))],
    ["notice hidden-text steps[2].message"],
  ],
];
