import {
  agentStep,
  agentValues,
  campaignOutputs,
  campaignValues,
  listStep,
  previewOf,
  type Told,
  unknown,
} from "../previews";
import { campaign, off, on, runs } from "../reviewing";
import type { FindingRow } from "./row";

const running = (after: Told["after"], more: Partial<Told> = {}): Told =>
  campaign({ before: on, outputs: campaignOutputs(on, true), after, ...more });
const resting = (after: Told["after"], more: Partial<Told> = {}): Told =>
  campaign({ before: off, outputs: campaignOutputs(off, false), after, ...more });
/** A change of an agent whose list a running campaign uses. */
const fed = (before: object, after: object, more: Partial<Told> = {}): Told[] => [
  runs,
  listStep(),
  agentStep({ op: "update", before: agentValues({ ...before }), after: agentValues({ ...after }), ...more }),
];
const second = agentStep({
  op: "create",
  name: "second",
  id: undefined,
  before: undefined,
  after: agentValues({ name: "Second" }),
});
const read = (index: number): Told => {
  const values = { value: "x" };
  return { op: "read", type: "random:index/randomId:RandomId", name: `r${index}`, before: values, after: values };
};
const signals = (...more: unknown[]) => ({ variables: [{ type: "HIRING", value: "true" }, ...more] });
const visited = (seat: number) => ({
  variables: [{ type: "VISITED_PROFILE", value: "true", needsUserToken: true, linkedinSeatId: seat }],
});
const undeclared = { name: "Finder", listId: 5, agentType: "autopilot" };

export const agentRows: readonly FindingRow[] = [
  [
    "an agent that is created beside inactive campaigns",
    [agentStep({ op: "create", before: undefined }), resting(off, { op: "same" })],
    [],
  ],
  [
    "an agent that is created for a running campaign's list",
    [agentStep({ op: "create", before: undefined }), running(on, { op: "same" })],
    ["danger new-people listId"],
  ],
  [
    "a paused agent for a running campaign's list",
    [agentStep({ op: "create", before: undefined, after: agentValues({ paused: true }) }), running(on, { op: "same" })],
    [],
  ],
  [
    "an agent that is widened",
    [agentStep({ op: "update", after: agentValues({ targetJobTitles: ["CEO", "CTO"] }) })],
    ["danger wider-targets targetJobTitles"],
  ],
  [
    "an agent that is widened beside a running campaign",
    [agentStep({ op: "update", after: agentValues({ targetLocations: [] }) }), running(on, { op: "same" })],
    ["danger new-people targetLocations", "danger wider-targets targetLocations"],
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
    ["danger wider-targets targetJobTitles"],
  ],
  [
    "an agent that no longer excludes a company",
    [
      agentStep({
        op: "update",
        before: agentValues({ ignoredCompanies: ["Acme"] }),
        after: agentValues({ ignoredCompanies: [] }),
      }),
    ],
    ["danger wider-targets ignoredCompanies"],
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
    ["danger wider-targets minLeadScore"],
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
    "criteria that the program no longer declares",
    [agentStep({ op: "update", after: { ...agentValues(), targetJobTitles: undefined } })],
    [],
  ],
  [
    "one more signal",
    [agentStep({ op: "update", after: agentValues({ variables: [{ type: "HIRING", value: "true" }] }) })],
    ["danger wider-targets variables"],
  ],
  [
    "an agent that is started again",
    [agentStep({ op: "update", before: agentValues({ paused: true }), after: agentValues({ paused: false }) })],
    ["notice agent-resumed paused"],
  ],
  ["an agent that is paused", [agentStep({ op: "update", after: agentValues({ paused: true }) })], []],
  [
    "an agent with another type",
    [agentStep({ op: "replace", after: agentValues({ agentType: "lookalike" }) })],
    ["danger replaced"],
  ],
  ["an agent that is deleted", [agentStep({ op: "delete", after: undefined })], ["danger deleted"]],
  [
    "a running campaign that is adopted",
    [campaign({ op: "create", after: campaignValues({ active: true, adopt: 12 }) })],
    ["notice adopted adopt"],
  ],
  ["nothing", [listStep(), agentStep(), running(on, { op: "same" })], []],

  ["without --show-sames, a new agent on a list that exists", previewOf([second], [], 4), ["danger new-people listId"]],
  [
    "the same beside resources that the program only reads",
    previewOf([...[1, 2, 3, 4].map(read), second], [], 4),
    ["danger new-people listId"],
  ],
  [
    "a new agent whose list is known later",
    [runs, listStep(), agentStep({ op: "create", before: undefined, after: agentValues({ listId: unknown }) })],
    ["danger new-people listId", "danger hidden-reach listId"],
  ],
  [
    "an agent that moves to a list that is known later",
    fed({ listId: 6 }, { listId: unknown }),
    ["danger new-people listId", "danger hidden-reach listId"],
  ],
  [
    "a paused agent whose flag is known later",
    fed({ paused: true }, { paused: unknown }),
    ["danger new-people paused", "danger hidden-targets paused"],
  ],
  [
    "a paused agent that is started for a running campaign",
    fed({ paused: true }, { paused: false }),
    ["danger new-people paused"],
  ],
  [
    "a lower score that is known later",
    fed({ minLeadScore: 0.9 }, { minLeadScore: unknown }),
    ["danger new-people minLeadScore", "danger hidden-targets minLeadScore"],
  ],
  [
    "a lower score that is secret",
    fed({ minLeadScore: 0.9 }, { minLeadScore: "[secret]" }),
    ["danger new-people minLeadScore", "danger hidden-targets minLeadScore"],
  ],
  [
    "targeting that is secret on both sides",
    fed({ targetJobTitles: "[secret]" }, { targetJobTitles: "[secret]" }),
    ["danger new-people targetJobTitles", "danger hidden-targets targetJobTitles"],
  ],
  [
    "a complete signal that is known later",
    fed(signals(), signals(unknown)),
    ["danger new-people variables", "danger hidden-targets variables"],
  ],
  [
    "a filter that is known later",
    fed({ skipIcpFilter: false }, { skipIcpFilter: unknown }),
    ["danger new-people skipIcpFilter", "danger hidden-targets skipIcpFilter"],
  ],
  [
    "another filter",
    fed({ includeOpenToWorkProfiles: false }, { includeOpenToWorkProfiles: unknown }),
    ["danger new-people includeOpenToWorkProfiles", "danger hidden-targets includeOpenToWorkProfiles"],
  ],
  [
    "more credits",
    fed({ maxCreditUsage: 10 }, { maxCreditUsage: 10_000 }),
    ["danger new-people maxCreditUsage", "danger wider-targets maxCreditUsage"],
  ],
  [
    "several sources one after another",
    fed({ leadWaterfall: false }, { leadWaterfall: true }),
    ["danger new-people leadWaterfall", "danger wider-targets leadWaterfall"],
  ],
  [
    "a newly declared score that is lower than the service's",
    fed({}, { minLeadScore: 0.1 }, { outputs: agentValues({ minLeadScore: 0.9 }) }),
    ["danger new-people minLeadScore", "danger wider-targets minLeadScore"],
  ],
  [
    "newly declared titles that are more than the service's",
    fed(
      {},
      {},
      {
        before: undeclared,
        outputs: { ...undeclared, targetJobTitles: ["CEO"] },
        after: { ...undeclared, targetJobTitles: ["CEO", "Intern"] },
      },
    ),
    ["danger new-people targetJobTitles", "danger wider-targets targetJobTitles"],
  ],
  [
    "an agent that was paused in the app, and is replaced by a running one",
    fed({}, { agentType: "lookalike" }, { op: "replace", outputs: agentValues({ paused: true }) }),
    ["danger new-people listId", "danger replaced"],
  ],
  [
    "a replaced agent that fills a running campaign's list",
    fed({}, { agentType: "lookalike" }, { op: "replace", outputs: agentValues({ paused: false }) }),
    ["danger new-people listId", "danger replaced"],
  ],
  [
    "another seat for a signal",
    fed(visited(7), visited(8)),
    ["danger new-people variables", "danger wider-targets variables"],
  ],
  [
    "criteria that the program no longer declares, a filter and words",
    fed({ excludeServiceProviders: true, additionalCriteria: "x" }, {}),
    [],
  ],
  [
    "other criteria in words, for a running campaign",
    fed({ additionalCriteria: "x" }, { additionalCriteria: "y" }),
    ["danger new-people additionalCriteria", "notice wider-targets additionalCriteria"],
  ],
  [
    "other criteria in words, without a running campaign",
    fed({ additionalCriteria: "x" }, { additionalCriteria: "y" }).slice(1),
    ["notice wider-targets additionalCriteria"],
  ],
  [
    "removed criteria in words",
    fed({ additionalCriteria: "x" }, { additionalCriteria: "" }).slice(1),
    ["danger wider-targets additionalCriteria"],
  ],
  [
    "a paused agent that is widened",
    fed({ paused: true }, { paused: true, targetLocations: [] }),
    ["notice wider-targets targetLocations"],
  ],
  [
    "an agent that is paused and widened",
    fed({}, { paused: true, targetLocations: [] }),
    ["notice wider-targets targetLocations"],
  ],
  [
    "an agent that is widened and started",
    fed({ paused: true }, { paused: false, targetLocations: [] }).slice(1),
    ["danger wider-targets targetLocations", "notice agent-resumed paused"],
  ],
  [
    "an agent that is widened, and whose flag is known later",
    fed({ paused: true }, { paused: unknown, targetLocations: [] }).slice(1),
    ["danger wider-targets targetLocations", "danger hidden-targets paused", "notice agent-resumed paused"],
  ],
];
