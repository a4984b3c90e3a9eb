import { describe, expect, it } from "vitest";
import type { Values } from "../../../provider/src/lifecycle/kind";
import { signal } from "../../../provider/src/resources/sourceAgent/signal";
import { companySizes, companyTypes } from "../../../provider/src/resources/sourceAgent/words";
import { agent, agentProblems, agentWarnings, technologies, unknown } from "./programs";

const { variables: _, ...bare } = agent;
const empty = "is empty: it must contain at least one character that is not whitespace";

describe("warnings", () => {
  it("name duplicates", () => {
    expect(agentWarnings({ ...agent, variables: [signal.hiring(), ...technologies(2), signal.hiring()] })).toEqual([
      "variables[3] is the same signal as variables[0]",
    ]);
    expect(agentWarnings({ ...agent, targetLocations: ["France", " France"] })).toEqual([
      "targetLocations holds the same text more than once",
    ]);
  });

  it("name an autopilot agent without signals", () => {
    const line = "variables is missing: an `autopilot` agent without signals has nothing to run";
    expect(agentWarnings(bare)).toEqual([line]);
    expect(agentWarnings({ ...bare, agentType: "autopilot" })).toEqual([line]);
    expect(agentWarnings({ ...bare, agentType: "website-visitor" })).toEqual([]);
    expect(agentWarnings({ ...bare, agentType: unknown })).toEqual([]);
    expect(agentWarnings({ ...bare, variables: unknown })).toEqual([]);
    expect(agentWarnings({ ...bare, variables: technologies(4) })).toEqual([]);
  });
});

const counted = (count: number) => `variables: has ${count} signals; 4 to 15 are allowed`;

describe("the other arguments", () => {
  it.each<[string, Values]>([
    ["4 signals", { ...bare, variables: technologies(4) }],
    ["15 signals", { ...bare, variables: technologies(15) }],
    ["no signals", bare],
    ["a lookalike agent without signals", { ...bare, agentType: "lookalike" }],
    ["a website-visitor agent without signals", { ...bare, agentType: "website-visitor", maxCreditUsage: 100 }],
    ["a website-visitor agent with signals", { ...agent, agentType: "website-visitor", maxCreditUsage: 0 }],
    ["every size", { ...agent, targetCompanySizes: companySizes }],
    ["every type", { ...agent, targetCompanyTypes: companyTypes }],
    ["the lowest score", { ...agent, minLeadScore: 0 }],
    ["the highest score", { ...agent, minLeadScore: 1 }],
    ["200 characters of criteria", { ...agent, additionalCriteria: "🙂".repeat(200) }],
    ["empty lists", { ...agent, ignoredCompanies: [], mandatoryKeywords: [], targetLocations: [] }],
    [
      "every flag",
      {
        ...{ ...agent, excludeServiceProviders: true, skipIcpFilter: false },
        ...{ includeOpenToWorkProfiles: true, leadWaterfall: true, paused: true },
      },
    ],
  ])("may be %s", (_, inputs) => {
    expect(agentProblems(inputs)).toEqual([]);
  });

  it.each<[string, Values, string[]]>([
    [
      "nothing at all",
      {},
      [
        "name: is missing: it must be the name of the source agent, a text",
        "listId: is missing: it must be an id, a positive whole number",
      ],
    ],
    ["no signals, declared explicitly", { ...bare, variables: [] }, [`${counted(0)}, or leave it out`]],
    ["3 signals", { ...bare, variables: technologies(3) }, [counted(3)]],
    ["16 signals", { ...bare, variables: technologies(16) }, [counted(16)]],
    [
      "3 signals of a visitor agent",
      { ...bare, variables: technologies(3), agentType: "website-visitor" },
      [counted(3)],
    ],
    ...[[], technologies(4)].map((variables): [string, Values, string[]] => [
      `${variables.length} signals of a lookalike agent`,
      { ...bare, variables, agentType: "lookalike" },
      ["variables: are not allowed for a `lookalike` agent, an empty list included: remove them"],
    ]),
    [
      "credits of an autopilot agent",
      { ...agent, maxCreditUsage: 5 },
      ["maxCreditUsage: is allowed for `website-visitor` agents only: remove it, or set agentType"],
    ],
    [
      "credits below nothing",
      { ...bare, agentType: "website-visitor", maxCreditUsage: -1 },
      ["maxCreditUsage: must be a number of at least 0"],
    ],
    ["a score above one", { ...agent, minLeadScore: 80 }, ["minLeadScore: must be a number from 0 to 1"]],
    ["a score below nothing", { ...agent, minLeadScore: -0.1 }, ["minLeadScore: must be a number from 0 to 1"]],
    ["a score that is NaN", { ...agent, minLeadScore: Number.NaN }, ["minLeadScore: must be a number from 0 to 1"]],
    ["a score as text", { ...agent, minLeadScore: "0.8" }, ["minLeadScore: must be a number from 0 to 1"]],
    [
      "201 characters of criteria",
      { ...agent, additionalCriteria: "é".repeat(201) },
      ["additionalCriteria: has 201 characters; at most 200 are allowed"],
    ],
    [
      "a size with another dash",
      { ...agent, targetCompanySizes: ["2-10", "11–50"] },
      [
        "targetCompanySizes[1]: must be one of `2-10`, `11-50`, `51-200`, `201-500`, `501-1000`, `1001-5000`, `5001-10000`, `10001+`; did you mean `11-50`?",
      ],
    ],
    [
      "a type in other words",
      { ...agent, targetCompanyTypes: ["startup"] },
      [
        "targetCompanyTypes[0]: must be one of `All company types`, `Private Company`, `Public Company`, `Startup`, `Non-profit`, `Government`, `Educational Institution`, `Other Type`; did you mean `Startup`?",
      ],
    ],
    [
      "an unknown agent type",
      { ...agent, agentType: "auto-pilot" },
      ["agentType: must be one of `autopilot`, `lookalike`, `website-visitor`; did you mean `autopilot`?"],
    ],
    ["an empty title", { ...agent, targetJobTitles: ["Founder", ""] }, [`targetJobTitles[1]: ${empty}`]],
    [
      "titles as one text",
      { ...agent, targetJobTitles: "Founder" },
      ["targetJobTitles: must be a list of texts, each a job title"],
    ],
    ["a flag as text", { ...agent, paused: "false" }, ["paused: must be `true` or `false`"]],
    [
      "a list id that is none",
      { ...agent, listId: "main" },
      ["listId: must be an id: a positive whole number, or the same as decimal text"],
    ],
    [
      "a field with a slip",
      { ...agent, targetJobTitel: [] },
      ["targetJobTitel: is not a field of a source agent: did you mean `targetJobTitles`?"],
    ],
  ])("must not be %s", (_, inputs, lines) => {
    expect(agentProblems(inputs)).toEqual(lines);
  });

  it("are not checked while the kind of agent is unknown", () => {
    expect(agentProblems({ ...agent, agentType: unknown, maxCreditUsage: 5 })).toEqual([]);
    expect(agentProblems({ ...agent, maxCreditUsage: unknown })).toEqual([]);
  });
});
