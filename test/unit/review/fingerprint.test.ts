import { describe, expect, it } from "vitest";
import { reviewOf } from "../../../provider/src/review/build";
import { readPlan } from "../../../provider/src/review/input/read";
import {
  agentStep,
  campaignOutputs,
  campaignValues,
  listStep,
  previewOf,
  type Told,
  withMessage,
} from "../../support/review/previews";

const fingerprint = (...texts: string[]) =>
  reviewOf(texts.map((text) => readPlan({ source: "test", text }))).fingerprint;
const update: Told = {
  op: "update",
  name: "q1",
  id: "9",
  before: campaignValues(),
  after: withMessage("Another text, which is longer"),
};
const create: Told = { op: "create", name: "q2", after: campaignValues() };
const base = fingerprint(previewOf([update, create]));

describe("the fingerprint of planned changes", () => {
  it("is a hash", () => {
    expect(base).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  it.each<[string, string]>([
    ["the order of the steps", previewOf([create, update])],
    [
      "the order of properties",
      previewOf([{ ...update, after: Object.fromEntries(Object.entries(update.after ?? {}).reverse()) }, create]),
    ],
    ["what does not change", previewOf([update, create, listStep(), agentStep()])],
    ["warnings", previewOf([update, create], [{ severity: "warning", message: "warning: careful" }])],
    [
      "times in outputs",
      previewOf([{ ...update, outputs: { ...update.before, createdAt: "2026-11-22T00:00:00Z" } }, create]),
    ],
    ["how long it took", previewOf([update, create]).replace('"duration": 1', '"duration": 2')],
  ])("does not depend on %s", (_, text) => {
    expect(fingerprint(text)).toBe(base);
  });

  it.each<[string, string]>([
    ["a text", previewOf([{ ...update, after: withMessage("Another text, which is longe") }, create])],
    ["what the text was before", previewOf([{ ...update, before: withMessage("Before") }, create])],
    ["another change", previewOf([update, create, agentStep({ op: "delete", after: undefined })])],
    ["one change less", previewOf([update])],
    ["a replacement in the place of an update", previewOf([{ ...update, op: "replace" }, create])],
    ["an acknowledgement", previewOf([{ ...update, after: { ...update.after, acknowledge: ["restart"] } }, create])],
    [
      "a campaign that has been switched on meanwhile",
      previewOf([{ ...update, outputs: campaignOutputs(campaignValues(), true) }, create]),
    ],
    ["another object behind the name", previewOf([{ ...update, id: "10" }, create])],
    [
      "another stack",
      previewOf([
        { ...update, stack: "production" },
        { ...create, stack: "production" },
      ]),
    ],
    [
      "a change of another package",
      previewOf([update, create, { op: "create", name: "b", type: "aws:s3/bucket:Bucket", after: { acl: "private" } }]),
    ],
  ])("depends on %s", (_, text) => {
    expect(fingerprint(text)).not.toBe(base);
    expect(fingerprint(text)).toMatch(/^sha256:/);
  });

  it("covers all stacks of a review, in any order", () => {
    const other = previewOf([{ ...update, stack: "production" }]);
    const both = fingerprint(previewOf([update]), other);
    expect(both).toBe(fingerprint(other, previewOf([update])));
    expect(new Set([both, fingerprint(other), fingerprint(previewOf([update]))]).size).toBe(3);
  });

  it("is missing if one preview stopped", () => {
    const stopped = previewOf([{ ...update, stack: "production" }], [{ severity: "error", message: "error: no" }]);
    expect(fingerprint(previewOf([update]), stopped)).toBeUndefined();
  });
});
