import { agentStep, agentValues, campaignOutputs, listStep, previewOf, type Told } from "../previews";
import { campaign, on, runs } from "../reviewing";
import type { FindingRow } from "./row";

/** A change of an agent whose list a running campaign uses. */
const fed = (before: object, after: object, more: Partial<Told> = {}): Told[] => [
  runs,
  listStep(),
  agentStep({ op: "update", before: agentValues({ ...before }), after: agentValues({ ...after }), ...more }),
];
const alone = (before: object, after: object) => fed(before, after).slice(1);
const second = agentStep({ op: "create", name: "second", id: undefined, before: undefined });

/** A preview in which a running campaign leaves the program, visible or not, with or without retainOnDelete. */
function leaves({ unseen = false, retained = false }): string {
  const outputs = campaignOutputs(on, true);
  const recorded = JSON.stringify({ ...JSON.parse(String(outputs.recorded)), ...(unseen ? { unseen } : {}) });
  const gone = campaign({ op: "delete", before: on, outputs: { ...outputs, recorded }, after: undefined });
  const raw = JSON.parse(previewOf([listStep(), second, gone]));
  if (retained) raw.steps[3].oldState.retainOnDelete = true;
  return JSON.stringify(raw);
}

/** Agents that get another list, or whose criteria change in wording. */
export const reachingAgents: readonly FindingRow[] = [
  [
    "a paused agent that moves to a running campaign's list",
    fed({ listId: 6, paused: true }, { paused: true }),
    ["danger new-people listId"],
  ],
  [
    "an agent that moves to a running campaign's list and is paused",
    fed({ listId: 6, paused: false }, { paused: true }),
    ["danger new-people listId"],
  ],
  [
    "an agent that was paused in the app and moves to a running campaign's list",
    fed({ listId: 6 }, {}, { outputs: agentValues({ listId: 6, paused: true }) }),
    ["danger new-people listId"],
  ],
  ["a paused agent that moves to an unused list", alone({ listId: 6, paused: true }, { paused: true }), []],
  [
    "an agent that may be paused, started for a running campaign",
    fed({}, { paused: false }),
    ["danger new-people paused"],
  ],
  [
    "an agent that may be paused, started without a running campaign",
    alone({}, { paused: false }),
    ["notice agent-resumed paused"],
  ],
  [
    "an agent that is declared running, and is known to run",
    fed({}, { paused: false }, { outputs: agentValues({ paused: false }) }),
    [],
  ],
  ["a criterion in another case", fed({ targetJobTitles: ["CEO"] }, { targetJobTitles: ["ceo"] }), []],
  [
    "a criterion in another case, and another criterion",
    alone({ targetJobTitles: ["CEO"] }, { targetJobTitles: ["ceo", "CTO"] }),
    ["danger wider-targets targetJobTitles"],
  ],
  ["an excluded company in another case", fed({ ignoredCompanies: ["Acme"] }, { ignoredCompanies: ["ACME"] }), []],
  [
    "a criterion with invisible letters",
    alone({ targetJobTitles: ["CEO"] }, { targetJobTitles: ["CEO\u200b"] }),
    ["danger wider-targets targetJobTitles"],
  ],
  [
    "one more required keyword: whether one of them or all are required is not documented",
    fed({ mandatoryKeywords: ["banking"] }, { mandatoryKeywords: ["banking", "payments"] }),
    ["danger new-people mandatoryKeywords", "notice wider-targets mandatoryKeywords"],
  ],
  ["the first required keyword", fed({}, { mandatoryKeywords: ["banking"] }), []],
  [
    "one required keyword fewer",
    alone({ mandatoryKeywords: ["banking", "payments"] }, { mandatoryKeywords: ["banking"] }),
    ["danger wider-targets mandatoryKeywords"],
  ],
  [
    "service providers that are no longer excluded, if it is unknown whether they were",
    alone({}, { excludeServiceProviders: false }),
    ["danger wider-targets excludeServiceProviders"],
  ],
  [
    "an agent for the list of a running campaign that leaves the program and continues",
    leaves({ retained: true }),
    ["danger new-people listId", "danger deleted"],
  ],
  [
    "an agent for the list of a campaign that leaves the program and may continue, as the service does not show it",
    leaves({ unseen: true }),
    ["danger new-people listId", "danger deleted"],
  ],
];
