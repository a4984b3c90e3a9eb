import { describe, expect, it } from "vitest";
import { signal } from "../../../provider/src/resources/sourceAgent/signal";
import { agent, agentProblems, agentWarnings, technologies, unknown } from "./programs";

/** The signal first, among enough others. */
const withSignal = (first: unknown) => ({ ...agent, variables: [first, ...technologies(3)] });
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
    expect(agentProblems(withSignal(valid))).toEqual([]);
    expect(agentWarnings(withSignal(valid))).toEqual([]);
  });
});

const quotes =
  "variables[0].value: must be enclosed in literal double quotes, once around all of it: `signal.searchKeyword` adds them";
const address = (what: string) =>
  `variables[0].value: must be the address of ${what} on the professional network, a whole URL that begins with https:// or http://`;
const empty = "is empty: it must contain at least one character that is not whitespace";

describe("a signal is refused if", () => {
  it.each<[string, unknown, string[]]>([
    ["it is a string", "HIRING", ["variables[0]: must be a signal"]],
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
      ["variables[0].needUserToken: is not a field of a signal: did you mean `needsUserToken`?"],
    ],
    [
      "a field is the service's own",
      { ...signal.hiring(), strength: 3 },
      ["variables[0].strength: is not a field of a signal; it has `type`, `value`, `needsUserToken`, `linkedinSeatId`"],
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
      "a keyword has too many spaces",
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
      ["variables[0].type: `LOOKALIKE` is a signal that the service refuses: remove it"],
    ],
    [
      "the service refuses its type for now",
      { type: "JOB_SEARCH", value: "cto" },
      ["variables[0].type: `JOB_SEARCH` is a signal that the service refuses: remove it"],
    ],
  ])("%s", (_, wrong, lines) => {
    expect(agentProblems(withSignal(wrong))).toEqual(lines);
  });
});

describe("an intentionally malformed value", () => {
  const inputs = withSignal(signal.technology("Stripe"));

  it("passes if the program or the run acknowledges it, for this value only", () => {
    expect(agentProblems({ ...inputs, acknowledge: ["as-is:variables[0]"] })).toEqual([]);
    expect(agentProblems(inputs, { acknowledged: new Set(["as-is:variables[0]"]) })).toEqual([]);
    expect(agentProblems({ ...inputs, acknowledge: ["as-is:variables[1]"] })).toHaveLength(1);
  });

  it("lifts nothing else", () => {
    const seatless = { type: "VISITED_PROFILE", value: "x" };
    expect(agentProblems({ ...withSignal(seatless), acknowledge: ["as-is:variables[0]"] })).toHaveLength(2);
    const refused = { type: "LOOKALIKE", value: "x" };
    expect(agentProblems({ ...withSignal(refused), acknowledge: ["as-is:variables[0]"] })).toHaveLength(1);
  });

  it("causes a warning if it has become well formed", () => {
    const idle = (code: string) => `acknowledge: "${code}" no longer applies; remove it.`;
    expect(agentWarnings({ ...inputs, acknowledge: ["twin:4", "as-is:variables[0]"] })).toEqual([]);
    expect(agentWarnings({ ...inputs, acknowledge: ["as-is:variables[0]", "as-is:variables[1]"] })).toEqual([
      idle("as-is:variables[1]"),
    ]);
    expect(agentWarnings({ ...inputs, acknowledge: ["as-is:variables[0]", "as-is:name"] })).toEqual([
      idle("as-is:name"),
    ]);
    expect(agentWarnings({ ...withSignal(unknown), acknowledge: ["as-is:variables[0]"] })).toEqual([]);
    expect(agentWarnings({ ...inputs, variables: unknown, acknowledge: ["as-is:variables[0]"] })).toEqual([]);
  });
});

describe("warnings", () => {
  it("name a type that is not documented", () => {
    const line = "variables[0].type is not a documented type of signal; it is sent as written";
    expect(agentProblems(withSignal(signal.event("SOMETHING_NEW")))).toEqual([]);
    expect(agentWarnings(withSignal(signal.event("SOMETHING_NEW")))).toEqual([line]);
    expect(agentWarnings(withSignal(signal.event("HIRRING")))).toEqual([`${line}; did you mean \`HIRING\`?`]);
  });

  it("name an event value that is not documented", () => {
    expect(agentWarnings(withSignal({ ...signal.recentActivity(), value: "30 days" }))).toEqual([
      "variables[0].value is not `true`: no other value is documented for an event like `RECENT_ACTIVITY`",
    ]);
  });
});
