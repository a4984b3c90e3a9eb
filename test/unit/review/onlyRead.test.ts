import { describe, expect, it } from "vitest";
import {
  agentStep,
  agentValues,
  campaignOutputs,
  listStep,
  newAgent,
  ofKind,
  previewOf,
  type Told,
  urnOf,
} from "../../support/review/previews";
import { off, on, review, runs } from "../../support/review/reviewing";

/**
 * A preview in which the last resource is only read: with the option `id`, which a transformation may set, or with a
 * plain `CustomResource` of this type. The engine calls the step `read` if the id equals the one in the state, although
 * it stops managing the object, and `replace` if it differs.
 */
function reading(
  steps: readonly Told[],
  { code, was = false }: { readonly code?: string; readonly was?: boolean } = {},
) {
  const raw = JSON.parse(previewOf(steps));
  const last = raw.steps.at(-1);
  if (last.newState) last.newState.external = true;
  if (last.newState && code !== undefined) last.newState.inputs = { __provider: code };
  if (was) last.oldState.external = true;
  return review(JSON.stringify(raw));
}
const texts = ({ findings }: ReturnType<typeof review>) =>
  findings
    .filter(({ code }) => !code.startsWith("content:"))
    .map(({ level, code, text }) => `${level} ${code}: ${text}`);
const campaign = (op: string, values: Told["after"] = on): Told => ({
  ...{ op, name: "q1", id: "9", before: values, after: values },
  outputs: campaignOutputs(values ?? {}, values === on),
});
const agent = agentStep({ op: "read" });
const keeps = "and the option id, with which it is only read, keeps it";

describe("a resource of this package that is only read from now on", () => {
  it.each<[string, Told, readonly string[]]>([
    [
      "a running campaign",
      campaign("read"),
      [
        `danger deleted: Campaign “Fintech Q1” leaves the program. It is running or may be, ${keeps}: it goes on sending, and nothing manages it any more.`,
      ],
    ],
    [
      "a campaign that never ran",
      campaign("read", off),
      [
        "notice deleted: Campaign “Fintech Q1” leaves the program. It stays in the account, inactive, and somebody can still switch it on in the app.",
      ],
    ],
    [
      "an agent",
      agent,
      [
        `danger deleted: Source agent “Finder” leaves the program, ${keeps}: it goes on finding people for its list, and nothing manages it any more.`,
      ],
    ],
    [
      "a list",
      listStep({ op: "read" }),
      [
        "notice deleted: List “Fintech founders” (id 5) leaves the program: the service cannot delete lists, so it stays in the account with its people.",
      ],
    ],
  ])("leaves the program as if it were deleted, and continues: %s", (_, told, findings) => {
    const made = reading([told]);
    expect(texts(made)).toEqual(findings);
    expect(made.leftBehind).toHaveLength(1);
    expect(made.unchanged).toBe(0);
    expect(reading([told], { code: "exports.handler=()=>other;" })).toEqual(made);
    expect(made.fingerprint).not.toBe(review(previewOf([{ ...told, op: "same" }])).fingerprint);
  });

  it("is deleted if an object with another id is read instead", () => {
    expect(texts(reading([agentStep({ op: "replace" })]))).toEqual([
      "danger deleted: Source agent “Finder” is deleted, with its run logs; its list and the people in it stay. This cannot be undone.",
    ]);
  });

  it("still gets people while it runs", () => {
    const second = newAgent({ name: "second", after: agentValues({ name: "Second" }) });
    const { findings } = reading([listStep(), second, campaign("read")]);
    expect(findings.map(({ code }) => code)).toEqual(["new-people", "deleted"]);
  });
});

describe("an object that the program has only read, and never managed", () => {
  const read = { op: "read", type: ofKind("List"), name: "named", id: "5", after: { name: "Nobody but us" } };

  it.each<[string, Told, boolean]>([
    ["read for the first time", read, false],
    ["read again", { ...read, before: read.after }, true],
    ["read no more", { ...read, op: "discard", before: read.after, after: undefined }, true],
  ])("changes nothing: %s", (_, told, was) => {
    expect(texts(reading([told], { was }))).toEqual([]);
    const code = 'exports.handler=()=>require("pulumi-outreach/runtime").List;';
    expect(texts(reading([told], { was, code }))).toEqual([]);
  });

  it("does not name objects that the program uses by id, because the program determines that name", () => {
    const start: Told = { ...campaign("update", off), after: on };
    const { findings, leftOut } = reading([start, read]);
    expect(findings[0]?.text).toContain("to the people of the list with id 5, from");
    expect(leftOut.join("\n")).toContain("List 5 is no resource of this program");
  });

  it("is managed from the update that creates a replacement", () => {
    const raw = JSON.parse(previewOf([runs, { ...campaign("replace"), name: "q2" }]));
    raw.steps[2].oldState.external = true;
    const codes = review(JSON.stringify(raw)).findings.filter(({ urn }) => urn === urnOf(ofKind("Campaign"), "q2"));
    expect(codes.map(({ level, code }) => `${level} ${code}`)).toContain("danger starts-sending");
  });
});
