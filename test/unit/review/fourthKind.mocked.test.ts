import { expect, it, vi } from "vitest";
import { reviewOf } from "../../../provider/src/review/build";
import { readPlan } from "../../../provider/src/review/input/read";
import { reviewMarkdown } from "../../../provider/src/review/output/markdown";
import { ofKind, previewOf, type Told } from "../../support/review/previews";

vi.mock(import("../../../provider/src/kinds"), async (original) => {
  const { kinds } = await original();
  const { tagKind } = await import("../../contract/tag/tag");
  return { kinds: { ...kinds, Tag: tagKind } };
});

const tag: Told = { op: "create", type: ofKind("Tag"), name: "vip", after: { name: "VIP", colour: "red" } };

it.each<[string, Told]>([
  ["created", tag],
  ["updated", { ...tag, op: "update", id: "4", before: { name: "VIP" } }],
  ["replaced", { ...tag, op: "replace", id: "4", before: { name: "VIP" } }],
  ["deleted", { ...tag, op: "delete", id: "4", before: { name: "VIP" }, after: undefined }],
])("an object of a kind that no review explains, and that is %s, is named, and needs a person", (change, step) => {
  const review = reviewOf([readPlan({ source: "test", text: previewOf([step]) })]);
  expect(review.stacks[0]?.counts).toMatchObject({ [change]: 1 });
  expect(review.others).toMatchObject([{ type: ofKind("Tag"), change, count: 1, names: ["vip"] }]);
  expect(review.findings).toMatchObject([{ level: "danger", code: "not-understood" }]);
  expect(reviewMarkdown(review)).toContain(`Tag “vip” is ${change}: a review does not explain`);
});
