import {
  agentStep,
  agentValues,
  campaignOutputs,
  campaignValues,
  listStep,
  previewOf,
  refreshedPreviewOf,
  refreshOf,
  type Told,
  updateOf,
  withMessage,
} from "../previews";
import { campaign, off, on, runs } from "../reviewing";
import type { FindingRow } from "./row";

const byAi = campaignValues({ steps: [{ type: "message", messageMode: "ai" }] });
const outputsOf = (active: boolean) => campaignOutputs(off, active);

const refreshed: readonly (readonly [string, Told[], string[]])[] = [
  [
    "nothing changed",
    [campaign({ op: "refresh", before: off, outputs: outputsOf(false), after: off, outputsAfter: outputsOf(false) })],
    [],
  ],
  [
    "switched on in the app",
    [campaign({ op: "refresh", before: off, outputs: outputsOf(false), after: off, outputsAfter: outputsOf(true) })],
    ["danger starts-sending"],
  ],
  [
    "switched off in the app",
    [campaign({ op: "refresh", before: off, outputs: outputsOf(true), after: off, outputsAfter: outputsOf(false) })],
    ["notice stops-sending"],
  ],
  [
    "deleted in the app after it had contacted people",
    [
      campaign({
        ...{ op: "refresh", before: off, outputs: outputsOf(true), after: off },
        outputsAfter: { ...outputsOf(false), recorded: JSON.stringify({ everActive: true, gone: true }) },
      }),
    ],
    ["danger gone-outside"],
  ],
  [
    "running again after it had been missing",
    [
      campaign({
        ...{ op: "refresh", before: off, after: off, outputsAfter: outputsOf(true) },
        outputs: { ...outputsOf(false), recorded: JSON.stringify({ everActive: true, gone: true }) },
      }),
    ],
    ["danger starts-sending"],
  ],
  [
    "a text written in the app",
    [
      campaign({
        before: off,
        outputs: outputsOf(true),
        after: withMessage("Written in the app, by somebody"),
        outputsAfter: campaignOutputs(withMessage("Written in the app, by somebody"), true),
      }),
    ],
    ["danger running-text steps[2]"],
  ],
  [
    "a name written in the app",
    [
      campaign({
        before: off,
        outputs: outputsOf(false),
        after: campaignValues({ name: "Q9" }),
        outputsAfter: campaignOutputs(campaignValues({ name: "Q9" }), false),
      }),
    ],
    ["danger changed-outside"],
  ],
  ...(["tone", "language", "goal", "skipInvitationAfterDays"] as const).flatMap((name) => {
    const [old, other] = name === "skipInvitationAfterDays" ? [7, 1] : ["calm", "direct"];
    const found = (before: object, after: object, active = true) =>
      campaign({
        ...{ op: "refresh", before: on, outputs: { ...outputsOf(active), ...before } },
        ...{ after: on, outputsAfter: { ...outputsOf(active), ...after } },
      });
    const changed = ["danger changed-outside"];
    return [
      [
        `${name} of a running campaign, which the program does not declare`,
        [found({ [name]: old }, { [name]: other })],
        changed,
      ],
      [`${name} of a running campaign, which had none`, [found({}, { [name]: other })], changed],
      [`an unchanged ${name}`, [found({ [name]: old }, { [name]: old })], []],
    ] satisfies [string, Told[], string[]][];
  }),
  [
    "an agent's criterion that the program does not declare",
    [
      agentStep({
        ...{ op: "refresh", outputs: { ...agentValues(), minLeadScore: 7 } },
        outputsAfter: { ...agentValues(), minLeadScore: 1 },
      }),
    ],
    ["danger changed-outside"],
  ],
  [
    "values that the service counts",
    [
      campaign({
        ...{ op: "refresh", before: on, outputs: { ...outputsOf(true), updatedAt: "2026-01-01" } },
        ...{ after: on, outputsAfter: { ...outputsOf(true), updatedAt: "2026-01-02" } },
      }),
      agentStep({ op: "refresh", outputs: agentValues(), outputsAfter: { ...agentValues(), lastRun: "2026-01-02" } }),
    ],
    [],
  ],
  ["an agent deleted in the app", [agentStep({ op: "delete", after: undefined })], ["danger gone-outside"]],
];

/** Results of refreshes and updates, and other output of the CLI. */
export const otherInputRows: readonly FindingRow[] = [
  ...refreshed.map(([name, steps, findings]): FindingRow => [`a refresh: ${name}`, refreshOf(steps), findings]),
  [
    "a refresh: an agent that was started again in the app",
    refreshOf([
      { ...runs, op: "refresh" },
      listStep({ op: "refresh" }),
      agentStep({
        op: "refresh",
        outputs: agentValues({ paused: true }),
        outputsAfter: agentValues({ paused: false }),
      }),
    ]),
    ["danger new-people paused"],
  ],
  [
    "a refresh: a campaign with a text by the AI, switched on in the app",
    refreshOf([
      campaign({
        ...{ op: "refresh", before: byAi, outputs: campaignOutputs(byAi, false) },
        ...{ after: byAi, outputsAfter: campaignOutputs(byAi, true) },
      }),
    ]),
    ["danger starts-sending", "danger ai-text steps[0].messageMode"],
  ],
  [
    "an update that created a campaign that sends",
    updateOf([campaign({ op: "create", id: "12", after: on, outputsAfter: campaignOutputs(on, true) })]),
    ["danger starts-sending"],
  ],
  [
    "an update that was cut off after its dangers",
    updateOf([campaign({ op: "create", after: on })], "cut off"),
    ["danger starts-sending"],
  ],
  [
    "a log's JSON line before the preview",
    `{"level":30,"msg":"installed","duration":1234}\n${previewOf([campaign({ op: "create", after: on })])}\n`,
    ["danger starts-sending"],
  ],
  [
    "a preview with a refresh is a plan",
    refreshedPreviewOf(
      [{ ...runs, op: "refresh" }],
      [runs, { op: "create", name: "new", after: withMessage("Hi", { active: true }) }],
    ),
    ["danger starts-sending", "notice shared-list listIds"],
  ],
  [
    "stack settings that overrule refusals",
    JSON.stringify({
      ...JSON.parse(
        previewOf([campaign({ before: off, outputs: outputsOf(false), after: campaignValues({ name: "Q2" }) })]),
      ),
      config: { "outreach:acknowledge": "restart,twin:none", "outreach:launch": "allow" },
    }),
    ["danger acknowledged outreach:acknowledge", "danger acknowledged outreach:acknowledge"],
  ],
];
