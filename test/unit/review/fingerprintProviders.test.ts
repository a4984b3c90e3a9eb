import { describe, expect, it } from "vitest";
import { settingNames } from "../../../provider/src/host/settings";
import { campaignValues, newList, previewOf, secret, type Told, urnOf } from "../../support/review/previews";
import { codesIn, off, on, review } from "../../support/review/reviewing";

type Settings = Readonly<Record<string, unknown>>;

/** A preview of these changes under one of the program's providers, which does not change. */
function under(settings: Settings, steps: readonly Told[], more: Settings = {}, isShown = true): string {
  const type = "pulumi:providers:pulumi-nodejs";
  const urn = urnOf(type, "m");
  const raw = JSON.parse(previewOf(steps, [], isShown ? undefined : steps.length + 2));
  for (const { oldState, newState } of raw.steps.slice(1)) {
    for (const side of [oldState, newState]) if (side !== undefined) side.provider = `${urn}::id`;
  }
  const inputs = Object.fromEntries(Object.entries(settings).map(([name, value]) => [`outreach:${name}`, value]));
  const state = { urn, type, inputs, ...more };
  if (isShown) raw.steps.push({ op: "same", urn, oldState: state, newState: state });
  return JSON.stringify(raw);
}

const create: Told = { op: "create", name: "q1", after: on };
const changes: readonly (readonly [string, Told])[] = [
  ["a create", create],
  ["an update", { op: "update", name: "q1", id: "9", before: off, after: campaignValues({ name: "Another" }) }],
  ["a replacement", { op: "replace", name: "q1", id: "9", before: off, after: on }],
  ["a delete", { op: "delete", name: "q1", id: "9", before: off }],
  ["a list", newList()],
];
const print = (text: string) => review(text).fingerprint;

describe("the fingerprint of a change under a provider that does not change itself", () => {
  it.each(changes)("covers each setting of the provider: %s", (_, step) => {
    for (const name of settingNames.filter((each) => each !== "apiKey" && each !== "coordination")) {
      const [one, other, none] = [{ [name]: "102" }, { [name]: "103" }, {}].map((given) => print(under(given, [step])));
      expect([name, new Set([one, other, none]).size]).toEqual([name, 3]);
      expect(print(under({ [name]: "102" }, [step]))).toBe(one);
    }
  });

  it("covers the code that a provider acknowledges", () => {
    const [rename, restart] = ["rename", "restart"].map((code) => review(under({ acknowledge: code }, [create])));
    expect(rename?.findings.map(({ code }) => code)).toEqual(restart?.findings.map(({ code }) => code));
    expect(rename?.fingerprint).not.toBe(restart?.fingerprint);
  });

  it("differs after a change of a provider with a secret, which may be another key", () => {
    const at = (modified: string, settings: Settings = { apiKey: secret }) =>
      print(under(settings, [create], { modified }));
    expect(at("2026-11-23T19:00:00Z")).toBe(at("2026-11-23T19:00:00Z"));
    expect(at("2026-11-23T19:00:00Z")).not.toBe(at("2026-11-23T20:00:00Z"));
    const plain = { impersonateUserId: "102" };
    expect(at("2026-11-23T19:00:00Z", plain)).toBe(at("2026-11-23T20:00:00Z", plain));
  });

  it("does not cover the settings of a provider that the change does not use", () => {
    const other = (user: string) => {
      const raw = JSON.parse(under({ impersonateUserId: user }, [create]));
      raw.steps[1].newState.provider = "urn:pulumi:test::outreach-test::pulumi:providers:pulumi-nodejs::default::id";
      return print(JSON.stringify(raw));
    };
    expect(other("102")).toBe(other("103"));
  });

  it("approves nothing if the provider is missing in the preview", () => {
    const text = under({}, [create], {}, false);
    expect(codesIn(text)).toContain("danger hidden-member");
    expect(review(text).findings.find(({ code }) => code === "hidden-member")?.text).toBe(
      "The preview leaves out Provider “m”, which does not change, so this review cannot tell for whom, or at which service, its resources act. Make the preview with --show-sames.",
    );
    expect(codesIn(under({}, [create]))).toEqual(["danger starts-sending"]);
    expect(codesIn(previewOf([create], [], 3))).toEqual(["danger starts-sending"]);
  });
});

describe("a campaign whose create is pending in the state", () => {
  const pending = (before: Settings, after: Settings): Told => ({
    ...{ op: "update", name: "q1", id: "pending-776a78dd", before: { ...before }, after: { ...after } },
    outputs: { ...before, recorded: JSON.stringify({ version: 1, pending: { since: "2026-11-23T20:05:43Z" } }) },
  });

  it("starts sending if it is declared active: it may be created by this update", () => {
    expect(codesIn(previewOf([pending(on, on)]))).toEqual(["danger starts-sending"]);
    expect(codesIn(previewOf([pending(off, on)]))).toEqual(["danger starts-sending"]);
    expect(review(previewOf([pending(on, on)])).campaigns).toMatchObject([{ running: "unknown", runs: "yes" }]);
  });

  it("starts nothing if it is not declared active", () => {
    expect(codesIn(previewOf([pending(off, off)]))).toEqual([]);
    expect(codesIn(previewOf([pending(on, { ...on, active: false })]))).toEqual(["notice stops-sending"]);
  });

  it("may be running when it leaves the program", () => {
    const { after: _, ...leaves } = pending(on, on);
    expect(review(previewOf([{ ...leaves, op: "delete" }])).campaigns).toMatchObject([{ running: "unknown" }]);
  });
});
