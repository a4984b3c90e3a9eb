import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reviewOf } from "../../../provider/src/review/build";
import { readPlan } from "../../../provider/src/review/input/read";
import {
  agentValues,
  campaignOutputs,
  campaignValues,
  listStep,
  newAgent,
  newList,
  ofKind,
  previewOf,
  secret,
  type Told,
  unknown,
  urnOf,
} from "../../support/review/previews";
import { campaign, off, on, rests, runs } from "../../support/review/reviewing";

interface Stack {
  readonly steps: readonly Told[];
  readonly config?: Readonly<Record<string, string>>;
  readonly same?: number;
}

/** One review of stacks `a`, `b` and so on. */
function together(...stacks: readonly Stack[]) {
  const plans = stacks.map(({ steps, config = {}, same }, index) => {
    const stack = "abc"[index];
    const told = steps.map((step) => ({ ...step, stack }));
    const text = previewOf(told, [], same);
    const own = Object.fromEntries(Object.entries(config).map(([name, value]) => [`outreach:${name}`, value]));
    return readPlan({ source: stack ?? "", text: JSON.stringify({ ...JSON.parse(text), config: own }) });
  });
  return reviewOf(plans);
}
const codesOf = (...stacks: readonly Stack[]) =>
  together(...stacks)
    .findings.filter(({ code }) => !code.startsWith("content:"))
    .map(({ level, code, stack }) => `${stack}: ${level} ${code}`);

const agent = (more: Record<string, unknown> = {}, rest: Partial<Told> = {}) =>
  newAgent({ after: agentValues(more), ...rest });
/** A stack with a new agent for list 5, and one with a campaign that runs on it. */
const finds = (config?: Stack["config"]): Stack => ({ steps: [agent()], config });
const sends = (config?: Stack["config"]): Stack => ({ steps: [runs], config });
const member = (impersonateUserId: string) => ({ impersonateUserId });
const fedByA = "a: danger new-people";

describe("several stacks in one review", () => {
  it("an agent of one feeds the running campaign of another", () => {
    const stacks = [finds(), sends()];
    expect(codesOf(...stacks)).toEqual([fedByA]);
    const { findings, verdict } = together(...stacks);
    expect([verdict, findings[0]?.text]).toEqual([
      "needs-approval",
      "Source agent “Finder” brings new people to campaign “Fintech Q1” of stack “b” (sending): they are contacted without a further approval.",
    ]);
    expect(findings[0]?.reaches).toEqual(["campaign 9", "list 5", "seat 7"]);
    expect(together(finds()).fingerprint).not.toBe(together(finds(), { steps: [] }).fingerprint);
  });

  it("the fingerprint differs if the other stack's campaign runs", () => {
    const quiet = together(finds(), { steps: [rests] });
    expect(quiet.verdict).toBe("fine");
    expect(quiet.fingerprint).not.toBe(together(finds(), sends()).fingerprint);
  });

  it.each<[string, Stack, Stack]>([
    ["their members differ", finds(member("1")), sends(member("2"))],
    ["one names its service", finds({ baseUrl: "https://one.example.com" }), sends()],
    [
      "their addresses mean the same",
      finds({ baseUrl: "https://one.example.com/v1/" }),
      sends({ baseUrl: "https://one.example.com" }),
    ],
    ["the list cannot be shown", { steps: [agent({ listId: secret })] }, sends()],
    [
      "the campaign's list cannot be shown",
      finds(),
      { steps: [{ ...runs, before: { ...on, listIds: secret }, after: { ...on, listIds: secret } }] },
    ],
    ["the other preview omits unchanged resources", finds(), { steps: [], same: 4 }],
  ])("an id means one list if %s", (_, one, other) => {
    expect(codesOf(one, other)).toContain(fedByA);
  });

  it("an id means two lists at two services", () => {
    const [one, other] = ["one", "two"].map((name) => ({ baseUrl: `https://${name}.example.com` }));
    expect(codesOf(finds(one), sends(other))).toEqual([]);
  });

  it("a list that may be taken over may be the list of another stack with the same member", () => {
    const twin = newList({ after: { name: "Fintech founders", adopt: "twin" } });
    const dependencies = { listId: [urnOf(ofKind("List"), "fintech", "a")] };
    const its = { steps: [twin, agent({ listId: unknown }, { dependencies })], config: member("1") };
    const other = { steps: [listStep(), runs] };
    expect(codesOf({ ...its, config: {} }, other)).toContain(fedByA);
    expect(codesOf(its, { ...other, config: member("1") })).toContain(fedByA);
    expect(codesOf(its, { ...other, config: member("2") })).not.toContain(fedByA);
    const others = listStep({ after: { name: "Others" }, before: { name: "Others" } });
    expect(codesOf({ ...its, config: {} }, { steps: [others, runs] })).not.toContain(fedByA);
  });

  it("new lists with the same name are two lists", () => {
    const own = (stack: string) => [urnOf(ofKind("List"), "fintech", stack)];
    const feeds = agent({ listId: unknown }, { dependencies: { listId: own("a"), listIds: own("a") } });
    const after = campaignValues({ active: true, listIds: [unknown] });
    const starts = campaign({ op: "create", after, dependencies: { listId: own("b"), listIds: own("b") } });
    const stacks = [{ steps: [newList(), feeds] }, { steps: [newList(), starts] }];
    expect(codesOf(...stacks)).toEqual(["b: danger starts-sending"]);
  });

  it("a campaign in one is created beside one that leaves another, if the service shows none", () => {
    const outputs = campaignOutputs(on, true);
    const unseen = { ...outputs, recorded: JSON.stringify({ ...JSON.parse(String(outputs.recorded)), unseen: true }) };
    const leaves = campaign({ op: "delete", before: on, outputs: unseen, after: undefined });
    const comes = campaign({ op: "create", id: undefined, name: "moved", after: on });
    const { findings } = together({ steps: [comes] }, { steps: [leaves] });
    const found = findings.find(({ code }) => code === "side-by-side");
    expect([found?.stack, found?.text]).toEqual([
      "a",
      "Campaign “Fintech Q1” comes into the program beside campaign “Fintech Q1” of stack “b” (id 9), which leaves it, is running and cannot be switched off by this service: both write to the people of the list with id 5. Switch the old one off in the app first.",
    ]);
  });

  it("the same text to one list from two stacks is a danger in the later one", () => {
    const made = campaign({ op: "create", id: undefined, after: off });
    const { findings } = together({ steps: [made] }, { steps: [made] });
    const repeated = findings.filter(({ code }) => code === "content:same-text-to-list");
    const named = repeated.map(({ stack, text }) => [stack, text.includes("campaign “Fintech Q1” of stack “a”")]);
    expect(named).toEqual([["b", true]]);
  });

  it("does not depend on the order of the files", () => {
    const [one, other] = [
      readPlan({ source: "a", text: previewOf([{ ...agent(), stack: "a" }]) }),
      readPlan({ source: "b", text: previewOf([{ ...runs, stack: "b" }]) }),
    ];
    expect(reviewOf([one, other]).fingerprint).toBe(reviewOf([other, one]).fingerprint);
    expect(reviewOf([other, one]).findings).toEqual(reviewOf([one, other]).findings);
  });

  it("hides no danger: agents and campaigns are matched across files", () => {
    const listId = fc.integer({ min: 1, max: 3 });
    const agents = fc.array(fc.record({ listId, stack: fc.nat(2) }), { maxLength: 4 });
    const campaigns = fc.array(fc.record({ listId, stack: fc.nat(2), active: fc.boolean() }), { maxLength: 4 });
    fc.assert(
      fc.property(agents, campaigns, (ofAgents, ofCampaigns) => {
        const steps = [
          ...ofAgents.map(({ listId: list, stack }, index) => ({
            stack,
            step: agent({ listId: list }, { name: `agent${index}` }),
          })),
          ...ofCampaigns.map(({ listId: list, stack, active }, index) => {
            const values = campaignValues({ active, listIds: [list] });
            const outputs = campaignOutputs(values, active);
            const its = { op: "same", before: values, after: values, outputs };
            return { stack, step: campaign({ ...its, name: `q${index}`, id: `${index}` }) };
          }),
        ];
        const split = [0, 1, 2].map((stack) => ({ steps: steps.filter((each) => each.stack === stack) }));
        const fed = (...stacks: { steps: { step: Told }[] }[]) =>
          together(...stacks.map((each) => ({ steps: each.steps.map(({ step }) => step) })))
            .findings.flatMap(({ code, urn, reaches }) =>
              code === "new-people" ? [`${urn?.split("::").at(-1)} ${reaches?.join()}`] : [],
            )
            .sort();
        expect(fed(...split)).toEqual(fed({ steps }));
      }),
    );
  });
});
