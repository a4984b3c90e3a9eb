import type { Changes } from "../declared";
import { agent, list, visit } from "../declaredResources";
import { byAi, campaign, feeder, finder, madeInApp, steps } from "./team";

/** A change that a team makes in an ordinary week, and what a review of its preview finds. */
export interface EverydayChange {
  /** What changes in the team's program. */
  readonly change?: Changes;
  /** Instead of the team, a new project: an example, or the first program of the README. */
  readonly project?: { readonly example: string; readonly config?: Readonly<Record<string, string>> };
  /** What happens in the app right before the preview. */
  readonly inApp?: { readonly switchedOn: string };
  /** Level, code and path of each finding, in the order of the review. */
  readonly findings: readonly string[];
}

const of = (change: Changes, ...findings: string[]): EverydayChange => ({ change, findings });
const rested = (args: object) => ({ rested: campaign("Rested", "$old", args) });
const running = (args: object) => ({ running: campaign("Running", "$hot", { active: true, ...args }) });
const draft = (args: object) => ({ draft: campaign("Draft", "$leads", args) });

/** The row whose recording contains what the recordings of other changes omit. */
export const noChange = "nothing";

/** They cause no messages to people: exit code 0. */
export const harmless: Readonly<Record<string, EverydayChange>> = {
  [noChange]: of({}),
  "a new project: the README's first program": {
    project: { example: "README.md" },
    findings: [],
  },
  "a new project: examples/full-cycle": {
    project: { example: "full-cycle" },
    findings: ["notice content:missing-field steps[2].message"],
  },
  "a new project: examples/per-member": {
    project: { example: "per-member", config: { linkedinSeatId: "7", "outreach:impersonateUserId": "101" } },
    findings: ["notice content:missing-field steps[2].message"],
  },
  "a new project: examples/gitops": {
    project: { example: "gitops" },
    // Its outreach.review.yaml states that all contacts have a company.
    findings: [],
  },
  "a new inactive campaign": of({ second: campaign("Second", "$leads") }),
  "a new inactive campaign, with a message by the AI": of(
    { second: campaign("Second", "$leads", { steps: [visit(), byAi] }) },
    "notice ai-text steps[1].messageMode",
  ),
  "another message in an inactive campaign": of(draft({ steps: steps("Hello [FirstName], may I show you our work?") })),
  "one more step in a campaign that never ran": of(
    draft({
      steps: steps("Hello [FirstName], Draft asks you.", { type: "message", message: "Did you see my message?" }),
    }),
    "notice replaced",
  ),
  "another seat for a campaign that never ran": of(
    draft({ linkedinSeatId: 8 }),
    "notice seat-changed linkedinSeatId",
    "notice replaced",
  ),
  "another name for a running campaign": of({
    running: campaign("Running", "$hot", {
      active: true,
      name: "Running on",
      steps: steps("Hello [FirstName], Running asks you."),
    }),
  }),
  "one more list for an inactive campaign": of(draft({ listIds: ["$leads", "$spare"] })),
  "a campaign that never ran leaves the program": of({ draft: undefined }, "notice deleted"),
  "an unused list leaves the program": of({ spare: undefined }, "notice deleted"),
  "a new list": of({ fresh: list("Fresh leads") }),
  "a new agent for inactive campaigns": of({ late: agent("Late", "$leads", { targetJobTitles: ["CTO"] }) }),
  "an agent looks for fewer people": of({
    finder: agent("Finder", "$leads", { ...finder, targetJobTitles: ["CEO"], minLeadScore: 0.9 }),
  }),
  "an agent excludes companies": of({
    feeder: agent("Feeder", "$hot", { ...feeder, ignoredCompanies: ["Example Works"] }),
  }),
  "an agent is paused": of({ feeder: agent("Feeder", "$hot", { ...feeder, paused: true }) }),
  "a paused agent is widened": of(
    { idle: agent("Idle", "$hot", { targetJobTitles: ["CEO", "CTO"], paused: true }) },
    "notice wider-targets targetJobTitles",
  ),
  "an agent gets other criteria in words, and nothing on its list sends": of(
    { finder: agent("Finder", "$leads", { ...finder, additionalCriteria: "Sells to companies, not to people" }) },
    "notice wider-targets additionalCriteria",
  ),
  "a paused agent is started for inactive campaigns": of(
    { sleeper: agent("Sleeper", "$leads", { targetJobTitles: ["CEO"], paused: false }) },
    "notice agent-resumed paused",
  ),
  "a campaign from the app is only adopted, with a message by the AI": of(
    { adopted: campaign(madeInApp.name, "@list", { adopt: "@campaign", steps: madeInApp.steps }) },
    "notice adopted adopt",
  ),
  "an agent's score is no longer declared": of({
    finder: agent("Finder", "$leads", { ...finder, minLeadScore: undefined }),
  }),
};

/** They cause messages to people, or cannot be undone: exit code 3. */
export const harmful: Readonly<Record<string, EverydayChange>> = {
  "a new active campaign": of({ second: campaign("Second", "$spare", { active: true }) }, "danger starts-sending"),
  "a new active campaign, with a field that people may lack": of(
    {
      second: campaign("Second", "$spare", {
        active: true,
        steps: steps("Hello [FirstName], what does [Company] plan?"),
      }),
    },
    "danger starts-sending",
    "danger content:missing-field steps[1].message",
  ),
  "a campaign that never ran is switched on": of(draft({ active: true }), "danger starts-sending", "notice replaced"),
  "a campaign with a message by the AI is switched on": of(
    { robot: campaign("Robot", "$leads", { active: true, steps: [visit(), byAi] }) },
    "danger starts-sending",
    "danger ai-text steps[1].messageMode",
    "notice replaced",
  ),
  "a campaign with a field that people may lack is switched on": of(
    {
      gap: campaign("Gap", "$leads", {
        ...{ active: true, steps: steps("Hello [FirstName], what does [Company] plan this year?") },
      }),
    },
    "danger starts-sending",
    "danger content:missing-field steps[1].message",
    "notice replaced",
  ),
  "a campaign that never ran is switched on, from another seat": of(
    draft({ active: true, linkedinSeatId: 8 }),
    "danger starts-sending",
    "danger seat-changed linkedinSeatId",
    "notice replaced",
  ),
  "a campaign that has run is replaced": of(rested({ steps: [visit(), visit(3)] }), "danger restarts"),
  "another seat for a campaign that has run": of(
    rested({ linkedinSeatId: 8 }),
    "danger restarts",
    "danger seat-changed linkedinSeatId",
  ),
  "a campaign that has run leaves the program": of({ rested: undefined }, "danger deleted"),
  "another message in a running campaign": of(
    running({ steps: steps("Hello [FirstName], may I show you our work?") }),
    "danger running-text steps[1]",
  ),
  "another message in a campaign that was switched on in the app since the last run": {
    change: draft({ steps: steps("Hello [FirstName], may I show you our work?") }),
    inApp: { switchedOn: "draft" },
    findings: ["danger running-text steps[1]", "notice changed-outside"],
  },
  "a message in a running campaign is handed to the AI": of(
    running({ steps: [visit(), byAi] }),
    "danger running-text steps[1]",
    "danger ai-text steps[1].messageMode",
  ),
  "a message with a field that people may lack, in a running campaign": of(
    running({ steps: steps("Hello [FirstName], what does [Company] plan?") }),
    "danger running-text steps[1]",
    "danger content:missing-field steps[1].message",
  ),
  "one more list for a running campaign": of(running({ listIds: ["$hot", "$spare"] }), "danger new-people listIds"),
  "another list for a running campaign": of(
    running({ listIds: ["$spare"] }),
    "danger new-people listIds",
    "danger list-detached listIds",
  ),
  "a new agent for a running campaign": of(
    { late: agent("Late", "$hot", { targetJobTitles: ["CTO"] }) },
    "danger new-people listId",
  ),
  "an agent is pointed at a running campaign's list": of(
    { finder: agent("Finder", "$hot", finder) },
    "danger new-people listId",
  ),
  "a paused agent is started for a running campaign": of(
    { idle: agent("Idle", "$hot", { targetJobTitles: ["CEO"], paused: false }) },
    "danger new-people paused",
  ),
  "an agent looks for more people": of(
    { finder: agent("Finder", "$leads", { ...finder, targetJobTitles: ["CEO", "Founder", "CTO"] }) },
    "danger wider-targets targetJobTitles",
  ),
  "an agent gets other criteria in words, and a campaign on its list sends": of(
    { feeder: agent("Feeder", "$hot", { ...feeder, additionalCriteria: "Sells to companies, not to people" }) },
    "danger new-people additionalCriteria",
    "notice wider-targets additionalCriteria",
  ),
  "an agent is deleted": of({ feeder: undefined }, "danger deleted"),
  "an agent with another type": of(
    { visitor: agent("Visitors", "$visitors", { agentType: "autopilot" }) },
    "danger wider-targets variables",
    "danger replaced",
  ),
  "a list is renamed": of(
    { leads: list("Better leads", { acknowledge: ["rename"] }) },
    "danger acknowledged acknowledge",
    "danger replaced name",
  ),
  "a new message that no rule allows, in an inactive campaign": of(
    draft({ steps: steps("Hello [FirstName], in [City] everybody uses our work, see http://example.com") }),
    "danger content:insecure-link steps[1].message",
    "danger content:unknown-variable steps[1].message",
  ),
};
