import { describe, expect, it } from "vitest";
import type { RuleContext, Values } from "../../../provider/src/lifecycle/definition";
import { signal } from "../../../provider/src/resources/signal";
import { sourceAgentDefinition } from "../../../provider/src/resources/sourceAgentDefinition";
import { companySizes, companyTypes } from "../../../provider/src/resources/sourceAgentSchema";
import { agent, context, problemsOf, unknown } from "./programs";

const problems = (inputs: Values, rules?: Partial<RuleContext>) => problemsOf(sourceAgentDefinition, inputs, rules);
const warnings = (inputs: Values) => sourceAgentDefinition.warnings(inputs, context);
const some = (count: number) => Array.from({ length: count }, (_, index) => signal.technology(`tool${index}`));
/** The signal first, among enough others. */
const withSignal = (first: unknown) => ({ ...agent, variables: [first, ...some(3)] });
const page = "https://network.example.com/company/acme";

describe("a signal may be", () => {
  it.each<[string, unknown]>([
    ["a keyword of one word", { type: "SEARCH_KEYWORD", value: '"psd2"' }],
    ["a keyword of three words", { type: "SEARCH_KEYWORD", value: '"open banking api"' }],
    ["a company page", signal.competitorPage(page)],
    ["a profile", signal.influencerPage("http://network.example.com/in/jo?x=1")],
    ["an event", signal.hiring({ needsUserToken: false })],
    ["another event", signal.recentlyChangedJob()],
    ["a technology", signal.technology("node.js 22")],
    ["visitors of a profile", signal.visitedProfile({ linkedinSeatId: "7" })],
    ["followers of a company", signal.yourCompanyFollowers({ linkedinSeatId: 7 })],
    ["a type of the public description", signal.searchKeywordPost("psd2")],
    ["a type of the public description", signal.recentFundingEvent()],
  ])("%s", (_, valid) => {
    expect(problems(withSignal(valid))).toEqual([]);
    expect(warnings(withSignal(valid))).toEqual([]);
  });
});

const quotes =
  "variables[0].value: must stand in literal double quotes, once around all of it: `signal.searchKeyword` adds them";
const address = (what: string) =>
  `variables[0].value: must be the address of ${what} on the professional network, a whole URL that begins with https:// or http://`;
const empty = "is empty: it must hold at least one character that is not blank";

describe("a signal is refused where", () => {
  it.each<[string, unknown, string[]]>([
    ["it is a text", "HIRING", ["variables[0]: must be a signal"]],
    [
      "it has neither type nor value",
      {},
      [
        "variables[0].type: is missing: it must be the type of the signal, a text",
        "variables[0].value: is missing: it must be the value of the signal, a text",
      ],
    ],
    [
      "its value is true and no text",
      { type: "HIRING", value: true },
      ["variables[0].value: must be the value of the signal, a text"],
    ],
    ["its value is empty", { type: "TECHNOLOGY", value: " " }, [`variables[0].value: ${empty}`]],
    [
      "a field has a slip",
      { ...signal.hiring(), needUserToken: true },
      ["variables[0].needUserToken: is no field of a signal; did you mean `needsUserToken`?"],
    ],
    [
      "a field is the service's own",
      { ...signal.hiring(), strength: 3 },
      ["variables[0].strength: is no field of a signal (it has `type`, `value`, `needsUserToken`, `linkedinSeatId`)"],
    ],
    ["a keyword has no quotes", { type: "SEARCH_KEYWORD", value: "psd2" }, [quotes]],
    ["a keyword has other quotes", { type: "SEARCH_KEYWORD", value: "“psd2”" }, [quotes]],
    ["a keyword is two", { type: "SEARCH_KEYWORD", value: '"open" "banking"' }, [quotes]],
    ["a keyword has half its quotes", { type: "SEARCH_KEYWORD", value: '"psd2' }, [quotes]],
    [
      "a keyword has four words",
      signal.searchKeyword("open banking for all"),
      ["variables[0].value: must be a keyword of 1 to 3 words; it has 4"],
    ],
    [
      "a keyword has no word",
      signal.searchKeyword(""),
      ["variables[0].value: must be a keyword of 1 to 3 words; it has 0"],
    ],
    [
      "a keyword has blanks too many",
      { type: "SEARCH_KEYWORD", value: '" open  banking"' },
      ["variables[0].value: must have single blanks between its words only"],
    ],
    ["a company page is a name", signal.competitorPage("acme"), [address("a company page")]],
    [
      "a company page has no scheme",
      signal.competitorPage("network.example.com/company/acme"),
      [address("a company page")],
    ],
    ["a profile is a script", signal.influencerPage("javascript:alert(1)"), [address("a profile")]],
    ["an event is not true", { type: "HIRING", value: "yes" }, ["variables[0].value: must be the text `true`"]],
    [
      "another event is not true",
      { type: "RECENTLY_CHANGED_JOB", value: "TRUE" },
      ["variables[0].value: must be the text `true`"],
    ],
    [
      "a technology is in capitals",
      signal.technology("Stripe"),
      ["variables[0].value: must be the name of a technology in lower case, without blanks around it"],
    ],
    [
      "visitors have no seat",
      { type: "VISITED_PROFILE", value: "true" },
      [
        "variables[0].needsUserToken: must be `true` for a `VISITED_PROFILE` signal",
        "variables[0].linkedinSeatId: is missing: a `VISITED_PROFILE` signal needs a LinkedIn seat",
      ],
    ],
    [
      "followers need no token",
      { type: "YOUR_COMPANY_FOLLOWERS", value: "true", needsUserToken: false, linkedinSeatId: 7 },
      ["variables[0].needsUserToken: must be `true` for a `YOUR_COMPANY_FOLLOWERS` signal"],
    ],
    [
      "the service refuses its type",
      { type: "LOOKALIKE", value: "12" },
      ["variables[0].type: `LOOKALIKE` is a signal that the service refuses: take it out"],
    ],
    [
      "the service refuses its type for now",
      { type: "JOB_SEARCH", value: "cto" },
      ["variables[0].type: `JOB_SEARCH` is a signal that the service refuses: take it out"],
    ],
  ])("%s", (_, wrong, lines) => {
    expect(problems(withSignal(wrong))).toEqual(lines);
  });
});

describe("a value that is malformed on purpose", () => {
  const inputs = withSignal(signal.technology("Stripe"));

  it("passes where the program or the run says so, for this value only", () => {
    expect(problems({ ...inputs, acknowledge: ["as-is:variables[0]"] })).toEqual([]);
    expect(problems(inputs, { acknowledged: new Set(["as-is:variables[0]"]) })).toEqual([]);
    expect(problems({ ...inputs, acknowledge: ["as-is:variables[1]"] })).toHaveLength(1);
  });

  it("lifts nothing else", () => {
    const seatless = { type: "VISITED_PROFILE", value: "x" };
    expect(problems({ ...withSignal(seatless), acknowledge: ["as-is:variables[0]"] })).toHaveLength(2);
    const refused = { type: "LOOKALIKE", value: "x" };
    expect(problems({ ...withSignal(refused), acknowledge: ["as-is:variables[0]"] })).toHaveLength(1);
  });

  it("is a warning where it has become well formed", () => {
    const idle = "acknowledge[1] no longer matches anything; remove it";
    expect(warnings({ ...inputs, acknowledge: ["twin:4", "as-is:variables[0]"] })).toEqual([]);
    expect(warnings({ ...inputs, acknowledge: ["as-is:variables[0]", "as-is:variables[1]"] })).toEqual([idle]);
    expect(warnings({ ...inputs, acknowledge: ["as-is:variables[0]", "as-is:name"] })).toEqual([idle]);
    expect(warnings({ ...withSignal(unknown), acknowledge: ["as-is:variables[0]"] })).toEqual([]);
    expect(warnings({ ...inputs, variables: unknown, acknowledge: ["as-is:variables[0]"] })).toEqual([]);
  });
});

describe("warnings", () => {
  it("name a type that nobody documented", () => {
    const line = "variables[0].type is no documented type of signal; it is sent as written";
    expect(problems(withSignal(signal.event("SOMETHING_NEW")))).toEqual([]);
    expect(warnings(withSignal(signal.event("SOMETHING_NEW")))).toEqual([line]);
    expect(warnings(withSignal(signal.event("HIRRING")))).toEqual([`${line}; did you mean \`HIRING\`?`]);
  });

  it("name an event value that nobody documented", () => {
    expect(warnings(withSignal({ ...signal.recentActivity(), value: "30 days" }))).toEqual([
      "variables[0].value is not `true`: no other value is documented for an event like `RECENT_ACTIVITY`",
    ]);
  });

  it("name what stands there twice", () => {
    expect(warnings({ ...agent, variables: [signal.hiring(), ...some(2), signal.hiring()] })).toEqual([
      "variables[3] is the same signal as variables[0]",
    ]);
    expect(warnings({ ...agent, targetLocations: ["France", " France"] })).toEqual([
      "targetLocations holds the same text more than once",
    ]);
  });

  it("name an autopilot agent that has nothing to run", () => {
    const line = "variables is missing: an `autopilot` agent without signals has nothing to run";
    const { variables, ...rest } = agent;
    expect(variables).toBeDefined();
    expect(warnings(rest)).toEqual([line]);
    expect(warnings({ ...rest, agentType: "autopilot" })).toEqual([line]);
    expect(warnings({ ...rest, agentType: "website-visitor" })).toEqual([]);
    expect(warnings({ ...rest, agentType: unknown })).toEqual([]);
    expect(warnings({ ...rest, variables: unknown })).toEqual([]);
  });
});

const { variables: _, ...bare } = agent;
const counted = (count: number) => `variables: has ${count} signals; 4 to 15 are allowed`;

describe("the other arguments", () => {
  it.each<[string, Values]>([
    ["4 signals", { ...bare, variables: some(4) }],
    ["15 signals", { ...bare, variables: some(15) }],
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
        ...agent,
        excludeServiceProviders: true,
        skipIcpFilter: false,
        includeOpenToWorkProfiles: true,
        leadWaterfall: true,
        paused: true,
      },
    ],
  ])("may be %s", (_, inputs) => {
    expect(problems(inputs)).toEqual([]);
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
    ["no signals, said aloud", { ...bare, variables: [] }, [`${counted(0)}, or leave it out`]],
    ["3 signals", { ...bare, variables: some(3) }, [counted(3)]],
    ["16 signals", { ...bare, variables: some(16) }, [counted(16)]],
    ["3 signals of a visitor agent", { ...bare, variables: some(3), agentType: "website-visitor" }, [counted(3)]],
    ...[[], some(4)].map((variables): [string, Values, string[]] => [
      `${variables.length} signals of a lookalike agent`,
      { ...bare, variables, agentType: "lookalike" },
      ["variables: are not allowed for a `lookalike` agent, an empty list included: take them out"],
    ]),
    [
      "credits of an autopilot agent",
      { ...agent, maxCreditUsage: 5 },
      ["maxCreditUsage: is allowed for `website-visitor` agents only: take it out, or set agentType"],
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
      "an agent type of nobody",
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
      ["targetJobTitel: is no field of a source agent; did you mean `targetJobTitles`?"],
    ],
  ])("must not be %s", (_, inputs, lines) => {
    expect(problems(inputs)).toEqual(lines);
  });

  it("are not judged while the kind of agent is not known", () => {
    expect(problems({ ...agent, agentType: unknown, maxCreditUsage: 5 })).toEqual([]);
    expect(problems({ ...agent, maxCreditUsage: unknown })).toEqual([]);
  });
});
