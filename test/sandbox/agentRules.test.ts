import { describe, expect, it } from "vitest";
import { fourSignals, keyword, signals, useSandbox } from "./support.js";

const bench = useSandbox({ activeAgentLimit: 1000 });

const create = async (fields: Record<string, unknown>) =>
  bench.call("POST", "/v1/agent", { name: "Finder", listId: await bench.list(), ...fields });
const withSignal = (signal: Record<string, unknown>) => ({ variables: [...fourSignals.slice(1), signal] });
const visited = { type: "VISITED_PROFILE", value: "true" };

describe("a source agent", () => {
  const accepted: [string, Record<string, unknown>][] = [
    ["no signals", {}],
    ["null for signals", { variables: null }],
    ["four signals", { variables: signals(4) }],
    ["fifteen signals", { variables: signals(15) }],
    ["malformed values", { variables: [keyword("one two three four"), ...fourSignals.slice(1)] }],
    ["an undocumented type", withSignal({ type: "SOME_NEW_EVENT", value: "true" })],
    ["a signal with a seat", withSignal({ ...visited, needsUserToken: true, linkedinSeatId: 7 })],
    ["a switched-off signal with options", withSignal({ ...keyword("x"), enabled: false, options: { depth: 2 } })],
    ["a lookalike agent", { agentType: "lookalike" }],
    ["a website-visitor agent with credits", { agentType: "website-visitor", maxCreditUsage: 200 }],
    ["every company size", { targetCompanySizes: ["2-10", "11-50", "51-200", "501-1000", "10001+"] }],
    ["company types", { targetCompanyTypes: ["All company types", "Startup", "Non-profit"] }],
    ["a score of 0", { minLeadScore: 0 }],
    ["a score of 1", { minLeadScore: 1 }],
    ["criteria of 200 characters", { additionalCriteria: "x".repeat(200) }],
    ["paused", { paused: true }],
  ];
  it.each(accepted)("is accepted with %s", async (_name, fields) => {
    expect(await create(fields)).toMatchObject({ status: 201 });
  });

  const nested = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`);

  it("is rejected with options that are nested too deeply, and accepted with deep ones", async () => {
    const body = { name: "Finder", listId: await bench.list() };
    const text = (levels: number) =>
      JSON.stringify({ ...body, ...withSignal({ ...keyword("x"), options: "OPTIONS" }) }).replace(
        '"OPTIONS"',
        `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`,
      );
    for (const levels of [98, 5000, 100_000]) {
      expect(await bench.call("POST", "/v1/agent", text(levels)), String(levels)).toMatchObject({
        status: 400,
        body: { message: "variables.3.options must not be nested more than 100 levels deep in the body" },
      });
    }
    const made = await bench.call("POST", "/v1/agent", text(97));
    expect(made).toMatchObject({ status: 201, body: { variables: [{}, {}, {}, { options: nested(97) }] } });
  });

  const rejected: [string, number, Record<string, unknown>, RegExp][] = [
    ["no list", 400, { listId: undefined }, /listId is required/],
    ["an unknown list", 404, { listId: 12 }, /List with ID 12 not found/],
    ["a list id as text", 400, { listId: "12" }, /listId must be a number/],
    ["empty signals", 400, { variables: [] }, /from 4 to 15/],
    ["three signals", 400, { variables: signals(3) }, /from 4 to 15/],
    ["sixteen signals", 400, { variables: signals(16) }, /from 4 to 15/],
    ["signals of a lookalike agent", 400, { agentType: "lookalike", variables: fourSignals }, /not allowed/],
    ["empty signals of a lookalike agent", 400, { agentType: "lookalike", variables: [] }, /not allowed/],
    ["a LOOKALIKE signal", 400, withSignal({ type: "LOOKALIKE", value: "x" }), /LOOKALIKE is not supported/],
    ["a JOB_SEARCH signal", 400, withSignal({ type: "JOB_SEARCH", value: "x" }), /JOB_SEARCH is not supported/],
    [
      "a visitor signal of another type of agent",
      400,
      withSignal({ type: "WEBSITE_VISITOR", value: "true" }),
      /only for website/,
    ],
    ["an invalid type", 400, withSignal({ type: "job search", value: "x" }), /variables\.3\.type/],
    ["a value that is not a string", 400, withSignal({ type: "HIRING", value: true }), /value must be a string/],
    ["a signal without token", 400, withSignal({ ...visited, linkedinSeatId: 7 }), /needsUserToken/],
    ["a signal without seat", 400, withSignal({ ...visited, needsUserToken: true }), /linkedinSeatId is required/],
    [
      "a signal with another organization's seat",
      400,
      withSignal({ ...visited, needsUserToken: true, linkedinSeatId: 41 }),
      /41 is not a seat/,
    ],
    ["an unknown agent type", 400, { agentType: "manual" }, /agentType must be one of/],
    ["an unknown company size", 400, { targetCompanySizes: ["1-10"] }, /targetCompanySizes\.0/],
    ["an unknown company type", 400, { targetCompanyTypes: ["Private"] }, /targetCompanyTypes\.0/],
    ["a score above 1", 400, { minLeadScore: 1.1 }, /minLeadScore must be at most 1/],
    ["a score below 0", 400, { minLeadScore: -0.1 }, /minLeadScore must be at least 0/],
    ["credits of an autopilot agent", 400, { maxCreditUsage: 100 }, /maxCreditUsage is only for/],
    [
      "criteria of 201 characters",
      400,
      { additionalCriteria: "x".repeat(201) },
      /additionalCriteria must be at most 200/,
    ],
    ["a string instead of an array", 400, { targetJobTitles: "CEO" }, /targetJobTitles must be an array/],
    ["a field that does not exist", 400, { enabled: true }, /enabled should not exist/],
  ];
  it.each(rejected)("is rejected with %s", async (_name, status, fields, problem) => {
    const answer = await create(fields);
    expect(answer.status).toBe(status);
    expect([answer.body.message].flat().join("\n")).toMatch(problem);
  });
});
