import { describe, expect, it } from "vitest";
import { warningText } from "../../../provider/src/lifecycle/reach";
import { type ReviewOptions, reviewOf } from "../../../provider/src/review/build";
import { readPlan } from "../../../provider/src/review/input/read";
import type { Review } from "../../../provider/src/review/model";
import {
  agentValues,
  campaignValues,
  newAgent,
  newList,
  ofKind,
  previewOf,
  secret,
  type Told,
  unknown,
  updateOf,
  urnOf,
} from "../../support/review/previews";
import { campaign, off, runs } from "../../support/review/reviewing";

/** A new list, an agent for it and a campaign that sends to it, each with these additional arguments. */
const program = (more: Record<string, unknown> = {}): Told[] => {
  const own = [urnOf(ofKind("List"), "leads")];
  return [
    runs,
    newList({ name: "leads", after: { name: "Leads", ...more } }),
    newAgent({ after: agentValues({ listId: unknown, ...more }), dependencies: { listId: own } }),
    campaign({
      ...{ op: "create", name: "new" },
      after: campaignValues({ name: "New", active: true, listIds: [unknown], ...more }),
      dependencies: { listIds: own },
    }),
  ];
};
const urns = [urnOf(ofKind("List"), "leads"), urnOf(ofKind("SourceAgent"), "finder"), urnOf(ofKind("Campaign"), "new")];
const warnings = urns.map((urn) => ({
  ...{ urn, severity: "warning" },
  message: `warning: ${warningText("because of OUTREACH_ADOPT=twin, the update takes over an equal one.", "adopted")}\n`,
}));

const provider = "urn:pulumi:test::outreach-test::pulumi:providers:pulumi-nodejs::alice";
/** The same under one of the program's providers with this setting. */
function underProvider(text: string, adopt: unknown): string {
  const raw = JSON.parse(text);
  for (const step of raw.steps) if (step.op === "create") step.newState.provider = `${provider}::${unknown}`;
  const side = { urn: provider, type: "pulumi:providers:pulumi-nodejs", inputs: { "outreach:adopt": adopt } };
  raw.steps.push({ op: "same", urn: provider, oldState: side, newState: side });
  return JSON.stringify(raw);
}
const withConfig = (text: string, config: Record<string, string>) => JSON.stringify({ ...JSON.parse(text), config });

const reviewed = (text: string, options: ReviewOptions = {}) => reviewOf([readPlan({ source: "test", text })], options);
/** The findings about the resources, without the provider's. */
const told = ({ findings, campaigns, agents, lists }: Review) => [
  ...findings.filter(({ urn }) => urn !== provider),
  ...campaigns,
  ...agents,
  ...lists,
];
const environment = { adoptsTwins: true, namesService: false };

describe("a create that takes over an equal object", () => {
  const plain = previewOf(program());
  const byProgram = reviewed(previewOf(program({ adopt: "twin" })));

  it("is declared by the program", () => {
    expect(byProgram.findings.filter(({ code }) => code === "adopted")).toHaveLength(3);
    // It may be the running campaign's list, which the program names only by its id.
    const reached = (made: Review) => made.findings.find(({ code }) => code === "new-people")?.reaches;
    expect(reached(byProgram)).toContain("campaign 9");
    expect(reached(reviewed(plain))).not.toContain("campaign 9");
  });

  it.each<[string, string, ReviewOptions]>([
    ["the environment of the preview, according to its warnings", previewOf(program(), warnings), {}],
    ["the environment of the review", plain, { environment }],
    ["the config of the stack", withConfig(plain, { "outreach:adopt": "twin" }), {}],
    ["the config of the stack, as a secret", withConfig(plain, { "outreach:adopt": "[secret]" }), {}],
    ["the provider", underProvider(plain, "twin"), {}],
    ["the provider, in a secret", underProvider(plain, secret), {}],
    ["the provider, which the update knows", underProvider(plain, unknown), {}],
  ])("is declared by %s like in the program", (_, text, options) => {
    const made = reviewed(text, options);
    expect(told(made)).toEqual(told(byProgram));
    expect(made.leftOut).toEqual(byProgram.leftOut);
    expect(made.fingerprint).not.toBe(reviewed(plain).fingerprint);
  });

  it("is a different plan from a plain create", () => {
    const prints = [plain, previewOf(program(), warnings)].map((text) => reviewed(text).fingerprint);
    expect(prints[0]).not.toBe(prints[1]);
    expect(reviewed(plain, { environment }).fingerprint).toBe(prints[1]);
  });

  it("is reported for a replacement as well", () => {
    const replaced = campaign({ op: "replace", before: off, after: { ...off, name: "Other" } });
    const its = warnings.slice(0, 1).map((warning) => ({ ...warning, urn: urnOf(ofKind("Campaign"), "q1") }));
    const [found] = reviewed(previewOf([replaced], its)).findings;
    expect(found?.text).toContain("replaced by an equal one, or a new one if there is none");
  });

  it("is reported for a finished update only by its warnings", () => {
    const done = updateOf(program());
    const event = (diagnostic: object) => JSON.stringify({ sequence: 99, timestamp: 1, diagnosticEvent: diagnostic });
    const [warning] = warnings;
    expect(reviewed(`${done}\n${event({ ...warning })}`).lists).toMatchObject([{ adopts: "twin" }]);
    expect(reviewed(done, { environment }).lists.map(({ adopts }) => adopts)).toEqual([undefined]);
  });

  it("is not reported for a resource that adopts another object, or is only changed", () => {
    const [, list] = program({ adopt: 12 });
    const update = campaign({ before: off, after: { ...off, name: "Other" } });
    const made = reviewed(previewOf([...(list === undefined ? [] : [list]), update]), { environment });
    expect([...made.lists, ...made.campaigns].map(({ adopts }) => adopts)).toEqual(["12", undefined]);
  });

  it("is not reported by another warning, or by one of the whole stack", () => {
    const message = `warning: ${warningText("its people get another text.", "running-text")}\n`;
    const [adopted] = warnings;
    const others = warnings.map((warning) => ({ ...warning, message }));
    const ofStack = [{ ...adopted, urn: "", severity: "warning", message: String(adopted?.message) }];
    for (const each of [others, ofStack]) {
      expect(reviewed(previewOf(program(), each)).lists.map(({ adopts }) => adopts)).toEqual([undefined]);
    }
  });
});
