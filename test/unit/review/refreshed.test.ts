import { describe, expect, it } from "vitest";
import { readPlan } from "../../../provider/src/review/input/read";
import {
  agentStep,
  agentValues,
  campaignOutputs,
  listStep,
  newAgent,
  newList,
  previewOf,
  refreshDigestOf,
  refreshedPreviewOf,
  refreshOf,
  type Told,
  withMessage,
} from "../../support/review/previews";
import { campaign, codesIn, off, rests, review } from "../../support/review/reviewing";

const outputs = (active: boolean) => campaignOutputs(off, active);
/** The campaign in the state, and as a refresh finds it: somebody has switched it on in the app. */
const launched: Told = { ...rests, op: "refresh", outputsAfter: outputs(true) };
const stale: Told = { ...launched, outputsAfter: outputs(false) };
const running = campaign({ op: "same", before: off, outputs: outputs(true), after: off });
const newText = campaign({ before: off, outputs: outputs(true), after: withMessage("Another text, which is longer") });
const lists = { list: listStep(), refresh: listStep({ op: "refresh" }) };
const gone = agentStep({ op: "refresh", name: "gone", id: "8" });
const deleted = agentStep({ op: "delete", name: "gone", id: "8", after: undefined });

describe("a campaign that was switched on in the app", () => {
  it("is shown by the events of a refresh", () => {
    expect(codesIn(refreshOf([launched]))).toEqual(["danger starts-sending"]);
  });

  it("is missing in the digest of a refresh, which is refused with how to get the events", () => {
    for (const steps of [[launched], [launched, deleted]]) {
      expect(() => readPlan({ source: "drift.json", text: refreshDigestOf(steps) })).toThrow(
        "drift.json is a digest of a refresh. It does not show what changed in outputs alone, such as a campaign that was switched on in the app.\nPrint the events of the refresh: PULUMI_ENABLE_STREAMING_JSON_PREVIEW=true pulumi refresh --preview-only --json.",
      );
    }
  });

  it("makes a change of its text, or an agent for its list, dangerous in a preview with a refresh", () => {
    const agent = newAgent({ after: agentValues() });
    const steps = [stale, lists.refresh, lists.list];
    expect(codesIn(previewOf([...steps, newText]))).toEqual(["danger running-text"]);
    expect(codesIn(previewOf([...steps, running, agent]))).toEqual(["danger new-people"]);
  });

  it("is unknown to a preview without a refresh, which says so", () => {
    const [text] = review(previewOf([{ ...newText, outputs: outputs(false) }])).leftOut;
    expect(text).toMatch(/^The preview did not refresh: what was changed in the app since the last run/);
    const refreshed = [previewOf([stale, newText]), refreshedPreviewOf([launched], [newText])];
    for (const each of refreshed) {
      expect(review(each).leftOut.join()).not.toContain("did not refresh");
      expect(review(each).leftOut[0]).toMatch(/^The run refreshed the state first/);
    }
    expect(review(previewOf([running])).leftOut).toEqual([]);
  });

  it("cannot be missed where the state holds nothing yet, so that a refresh reads nothing", () => {
    const first = newList();
    expect(review(previewOf([first])).leftOut.join()).not.toContain("did not refresh");
    expect(review(previewOf([first, running])).leftOut[0]).toMatch(/^The preview did not refresh/);
  });
});

describe("a preview that has refreshed a part of the state, as with --target", () => {
  const agent = newAgent();
  const other: Told = { ...rests, name: "q2", id: "10" };
  const leftOut = (text: string) => review(text).leftOut;
  const first = /^The run refreshed the state first/;

  it.each<[string, (refreshed: Told[], planned: Told[]) => string]>([
    ["a digest", (refreshed, planned) => previewOf([...refreshed, ...planned])],
    ["events", refreshedPreviewOf],
  ])("names the objects that it has not read: %s", (_, made) => {
    const planned = [lists.list, rests, other, agent];
    const [missed, refreshed] = leftOut(made([lists.refresh, stale], planned));
    expect(missed).toBe(
      "The run did not refresh campaign “Fintech Q1”, as with --target: what was changed there in the app since the last run, such as a campaign that was switched on, is not known.",
    );
    expect(refreshed).toMatch(first);
    expect(leftOut(made([lists.refresh, stale, { ...stale, name: "q2", id: "10" }], planned))[0]).toMatch(first);
  });

  it("names objects that leave the program, and nothing that did not exist", () => {
    const leaves = agentStep({ op: "delete", name: "gone", id: "8", after: undefined });
    expect(leftOut(previewOf([lists.refresh, lists.list, leaves, agent]))[0]).toContain(
      "did not refresh source agent “Finder”, as",
    );
    expect(leftOut(previewOf([lists.refresh, lists.list, agent]))[0]).toMatch(first);
  });

  it("identifies a resource that the program has renamed by its former URN", () => {
    const raw = JSON.parse(previewOf([{ ...stale, name: "old" }, { ...rests, name: "renamed" }, agent]));
    raw.steps[2].oldState.urn = raw.steps[1].urn;
    expect(leftOut(JSON.stringify(raw))[0]).toMatch(first);
  });

  it("does not count other packages' reads", () => {
    const read: Told = { op: "refresh", type: "random:index/randomId:RandomId", name: "r", before: {}, after: {} };
    expect(leftOut(previewOf([read, lists.list, rests, agent]))[0]).toContain(
      "did not refresh list “Fintech founders” and campaign “Fintech Q1”",
    );
  });
});

describe("a preview with a refresh", () => {
  const planned = [lists.list, newText];
  const fingerprint = (text: string) => review(text).fingerprint;
  const later = fingerprint(previewOf(planned));

  it.each([
    ["a digest", previewOf([stale, lists.refresh, ...planned])],
    ["a digest, one object of which no longer exists", previewOf([stale, gone, lists.refresh, ...planned])],
    ["events", refreshedPreviewOf([launched, lists.refresh], planned)],
    ["events, one object of which no longer exists", refreshedPreviewOf([launched, deleted, lists.refresh], planned)],
  ])("has the fingerprint of a preview after a refresh: %s", (_, text) => {
    expect(later).toMatch(/^sha256:/);
    expect(fingerprint(text)).toBe(later);
    expect(review(text)).toMatchObject({ about: "planned", unchanged: 1 });
  });

  it("does not mistake a former state in the digest for an unchanged resource", () => {
    // Without --show-sames: unchanged resources are omitted, and the agent's list may be a running campaign's.
    const agent = newAgent();
    const made = review(previewOf([stale, lists.refresh, agent], [], 3));
    expect(made.findings.map(({ code }) => code)).toEqual(["new-people"]);
    expect(made.leftOut.join()).toContain("leaves out unchanged resources");
  });

  it("is a plan even if the program failed after the refresh", () => {
    const error = { severity: "error", message: "error: Running program failed" };
    const raw = JSON.parse(previewOf([stale], [error]));
    const failed = JSON.stringify({ ...raw, steps: raw.steps.filter(({ op }: Told) => op === "refresh") });
    expect(review(failed)).toMatchObject({ about: "planned", verdict: "failed" });
  });
});

describe("the fingerprint", () => {
  it("does not depend on the order in which the engine prints the resources", () => {
    // Their texts are the same, and each would be reported as a repetition of the previous one.
    const after = withMessage("Another text, which is longer");
    const made = ["a", "b", "c"].map((name): Told => ({ op: "create", name, after: { ...after, name } }));
    const prints = [made, made.toReversed(), [...made.slice(1), ...made.slice(0, 1)]].map(
      (steps) => review(previewOf(steps)).fingerprint,
    );
    expect(new Set(prints).size).toBe(1);
  });
});
