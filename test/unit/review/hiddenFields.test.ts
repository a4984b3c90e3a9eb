import { describe, expect, it } from "vitest";
import { kinds } from "../../../provider/src/kinds";
import { programOnly } from "../../../provider/src/lifecycle/kind";
import { stepFields } from "../../../provider/src/resources/campaign/stepSchema";
import { reviewMarkdown } from "../../../provider/src/review/output/markdown";
import {
  agentStep,
  agentValues,
  campaignOutputs,
  campaignValues,
  listStep,
  newAgent,
  newList,
  previewOf,
  secret,
  type Told,
  unknown,
} from "../../support/review/previews";
import { campaign, review } from "../../support/review/reviewing";

type Values = Record<string, unknown>;

/** A step with every field of its type. */
const wholeStep = (type: unknown): Values => {
  const of = (field: string) => {
    if (field === "type") return type;
    if (field === "delayAfterLastStep" || field === "numberOfPosts") return 2;
    if (field === "messageMode") return "same";
    return field === "url" ? "https://example.com/a.mp3" : `The ${field} of a ${String(type)}, for [FirstName]`;
  };
  return Object.fromEntries((stepFields.get(type) ?? []).map((field) => [field, of(field)]));
};

const wholeCampaign: Values = campaignValues({
  ...{ steps: [...stepFields.keys()].map(wholeStep), emailSeatIds: [3, 4], language: "en-US", active: true },
});
const wholeAgent: Values = agentValues({
  ...{ targetIndustries: ["Banking"], targetCompanySizes: ["11-50"], targetCompanyTypes: ["Private"] },
  ...{ variables: [{ type: "YOUR_COMPANY", value: "a", needsUserToken: true, linkedinSeatId: 7 }], paused: false },
  ...{ ignoredCompanies: ["A"], mandatoryKeywords: ["B"], additionalCriteria: "C", excludeServiceProviders: true },
  ...{
    skipIcpFilter: false,
    includeOpenToWorkProfiles: false,
    leadWaterfall: false,
    minLeadScore: 0.5,
    maxCreditUsage: 9,
  },
});
const wholes = { Campaign: wholeCampaign, SourceAgent: wholeAgent, List: { name: "Founders" } };

/** Each path in a value, with the value changed there. */
function places(value: unknown, other: unknown, path = ""): [path: string, value: unknown][] {
  const here: [string, unknown][] = path === "" ? [] : [[path, other]];
  if (Array.isArray(value)) {
    const inner = value.flatMap((each, index) =>
      places(each, other, `${path}[${index}]`).map(([at, its]): [string, unknown] => [at, value.with(index, its)]),
    );
    return [...here, ...inner];
  }
  if (typeof value !== "object" || value === null) return here;
  const inner = Object.entries(value).flatMap(([name, each]) =>
    places(each, other, path === "" ? name : `${path}.${name}`).map(([at, its]): [string, unknown] => [
      at,
      { ...value, [name]: its },
    ]),
  );
  return [...here, ...inner];
}

const open = [
  ["secret", secret],
  ["known later", unknown],
] as const;

/** Dangers that an approval would cover whatever the value becomes, unless a finding `hidden-…` prevents it. */
const isRefused = (findings: readonly { readonly code: string }[]) =>
  findings.some(({ code }) => code.startsWith("hidden-"));

describe("a hidden value at any path", () => {
  it.each(Object.values(kinds))("is tested for every field of a $noun", ({ name, properties }) => {
    const whole = Object.entries(wholes).find(([kind]) => kind === name)?.[1];
    expect(new Set(Object.keys(whole ?? {}))).toEqual(new Set(properties));
  });

  /** Findings about these paths state the worst case, and an approval covers that. */
  const harmless = ["name", "active"];

  it.each(open)("is a danger in a campaign that sends, and cannot be approved: %s", (_, value) => {
    const changes: readonly Partial<Told>[] = [
      { op: "create", id: undefined },
      { op: "update", before: wholeCampaign, outputs: campaignOutputs(wholeCampaign, true) },
      { op: "replace", before: campaignValues(), outputs: campaignOutputs(campaignValues(), false) },
    ];
    for (const change of changes) {
      for (const [path, after] of places(wholeCampaign, value)) {
        const made = review(previewOf([campaign({ ...change, after: after as Values }), listStep()]));
        const isHarmless = harmless.includes(path);
        if (!isHarmless) expect([change.op, path, made.verdict]).toEqual([change.op, path, "needs-approval"]);
        expect([change.op, path, isRefused(made.findings)]).toEqual([change.op, path, !isHarmless]);
      }
    }
  });

  it.each(open)("is a danger in an agent that changes, and cannot be approved: %s", (_, value) => {
    for (const [path, after] of places(wholeAgent, value)) {
      const told = agentStep({ op: "update", before: wholeAgent, after: after as Values });
      const made = review(previewOf([told, listStep()]));
      const isHarmless = path === "name";
      expect([path, made.verdict]).toEqual([path, isHarmless ? "fine" : "needs-approval"]);
      expect([path, isRefused(made.findings)]).toEqual([path, !isHarmless]);
    }
  });

  it.each(open)("is reported for the object to take over, and for codes: %s", (_, value) => {
    const created = [
      campaign({ op: "create", id: undefined, after: wholeCampaign }),
      newAgent({ after: wholeAgent }),
      newList({ after: wholes.List }),
    ];
    for (const told of created) {
      for (const property of programOnly) {
        const made = review(previewOf([{ ...told, after: { ...told.after, [property]: value } }]));
        const codes = made.findings.map(({ code, path }) => `${code} ${path}`);
        expect(codes).toContain(property === "adopt" ? "hidden-reach adopt" : "acknowledged acknowledge");
      }
      const twin = review(previewOf([{ ...told, after: { ...told.after, adopt: "twin", name: value } }]));
      expect(twin.findings.map(({ code, path }) => `${code} ${path}`)).toContain("hidden-reach name");
    }
  });
});

describe("a hidden part of a step", () => {
  const told = (more: Values) =>
    campaign({
      ...{ op: "create", id: undefined },
      after: { ...wholeCampaign, steps: [wholeStep("voiceMessage"), { ...wholeStep("likePosts"), ...more }] },
    });

  it("is named by its path, in each output", () => {
    const made = review(previewOf([told({ numberOfPosts: unknown, delayAfterLastStep: secret })]));
    const text =
      "Campaign “Fintech Q1”: steps[1].delayAfterLastStep and steps[1].numberOfPosts cannot be shown here (secret, or known only after the update), so this review cannot tell what people will get, or when.";
    expect(made.findings).toContainEqual(expect.objectContaining({ level: "danger", code: "hidden-text", text }));
    expect(reviewMarkdown(made)).toContain("this review cannot tell what people will get, or when");
  });

  it("is a different danger in the fingerprint at another path", () => {
    const prints = [{ numberOfPosts: unknown }, { delayAfterLastStep: unknown }, {}].map(
      (more) => review(previewOf([told(more)])).fingerprint,
    );
    expect(new Set(prints).size).toBe(3);
  });
});
