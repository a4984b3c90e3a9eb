import { describe, expect, it } from "vitest";
import { reviewMarkdown } from "../../../provider/src/review/output/markdown";
import {
  agentStep,
  campaignOutputs,
  listStep,
  newAgent,
  newList,
  previewOf,
  type Told,
} from "../../support/review/previews";
import { campaign, codesIn, off, on, review } from "../../support/review/reviewing";

const codeOf = (kind: string) => `exports.handler=()=>require("pulumi-outreach/runtime").${kind};`;
/** The same preview with different code for the engine's host at its second step. */
function withCode(told: Told, code: unknown): string {
  const raw = JSON.parse(previewOf([told]));
  for (const side of ["oldState", "newState"]) if (raw.steps[1][side]) raw.steps[1][side].inputs.__provider = code;
  return JSON.stringify(raw);
}
const created: readonly (readonly [string, Told])[] = [
  ["a campaign", campaign({ op: "create", id: undefined, after: off })],
  ["a source agent", newAgent()],
  ["a list", newList()],
];

describe("a resource with this package's type and different code", () => {
  it.each(created)("is not explained by its type, and needs a person: %s", (_, told) => {
    expect(codesIn(withCode(told, "exports.handler=()=>other;"))).toContain("danger not-understood");
    expect(codesIn(previewOf([told]))).not.toContain("danger not-understood");
  });

  it("the same applies to the code of another kind: a campaign instead of a list", () => {
    const list = newList({ after: on });
    const made = review(withCode(list, codeOf("Campaign")));
    expect(made.findings.map(({ level, code, text }) => [level, code, text])).toEqual([
      [
        "danger",
        "not-understood",
        "List “fintech” has code that is not that of a list of this package: what it does to people is not explained here. Read the program.",
      ],
    ]);
    expect(reviewMarkdown(made)).toContain("has code that is not that of a list");
  });

  it("has a fingerprint that covers the code", () => {
    const [, told] = created[0] ?? ["", listStep()];
    const prints = [codeOf("Campaign"), "one", "other"].map((code) => review(withCode(told, code)).fingerprint);
    expect(new Set(prints).size).toBe(3);
  });

  it("is reported once, and not while it stays unchanged", () => {
    expect(codesIn(withCode(listStep(), "exports.handler=()=>other;"))).toEqual([]);
  });
});

describe("a resource to which an alias gives the state of another kind", () => {
  const taken = (before: Told, type: string) => {
    const raw = JSON.parse(previewOf([before]));
    const [, { oldState }] = raw.steps;
    oldState.urn = oldState.urn.replace("List", type);
    oldState.type = oldState.type.replace("List", type);
    return review(JSON.stringify(raw));
  };

  it.each(["same", "update"])("removes an object from the state that may continue (%s)", (op) => {
    const list = listStep({ op, before: on, outputs: campaignOutputs(on, true), after: { name: "Fintech Q1" } });
    const made = taken(list, "Campaign");
    expect(made.findings.map(({ level, code, text }) => [level, code, text])).toContainEqual([
      "danger",
      "not-understood",
      "List “fintech” gets the state of a campaign by an alias: that object goes on, and nothing manages it any more. Remove the alias.",
    ]);
    expect(made.fingerprint).not.toBe(review(previewOf([list])).fingerprint);
  });

  it("is reported for a type of another package as well", () => {
    const raw = JSON.parse(previewOf([agentStep({ op: "update" })]));
    for (const [side, type] of [
      ["newState", "pulumi-nodejs:dynamic:Resource"],
      ["oldState", "pulumi-nodejs:dynamic:Resource"],
    ] as const) {
      const copy = structuredClone(raw);
      copy.steps[1][side].type = type;
      const { findings } = review(JSON.stringify(copy));
      expect(findings.filter(({ code }) => code === "not-understood").map(({ text }) => text)).toContainEqual(
        expect.stringContaining(
          side === "newState" ? "gets the state of a source agent" : "gets the state of a resource",
        ),
      );
    }
  });
});

describe("a resource of another type with this package's code", () => {
  const other = (op: string): Told => ({
    ...{ op, type: "pulumi-nodejs:dynamic:Resource", name: "other" },
    ...(op === "create" ? { after: on } : { id: "9", before: off, after: on }),
  });

  it.each(["create", "update", "replace"])("is not explained, and needs a person (%s)", (op) => {
    const made = review(withCode(other(op), codeOf("Campaign")));
    expect(made.findings.map(({ level, code, text }) => [level, code, text])).toEqual([
      [
        "danger",
        "not-understood",
        "“other” has another type than the resources of this package, and their code: what it does to people is not explained here. Declare it by the classes of this package.",
      ],
    ]);
    expect(codesIn(withCode(other(op), "exports.handler=()=>other;"))).toEqual([]);
  });
});
