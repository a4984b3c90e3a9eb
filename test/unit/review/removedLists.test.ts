import { expect, it } from "vitest";
import { campaignOutputs, previewOf } from "../../support/review/previews";
import { campaign, on, review } from "../../support/review/reviewing";

/** A running campaign whose lists this many failed changes may have changed to these. */
function codes(attempted: readonly unknown[] | undefined, after = on): string[] {
  const outputs = campaignOutputs(on, true);
  const unsettled = attempted === undefined ? {} : { unsettled: { listIds: attempted } };
  const recorded = JSON.stringify({ ...JSON.parse(String(outputs.recorded)), ...unsettled });
  const { findings } = review(
    previewOf([campaign({ op: "update", before: on, outputs: { ...outputs, recorded }, after })]),
  );
  return findings.filter(({ code }) => code === "new-people").map(({ level, text }) => `${level}: ${text}`);
}

const both = { ...on, listIds: [5, 7] };

it("names the people of a list that a change without an outcome may have removed", () => {
  // A secret value is not recorded.
  for (const attempted of [[[7]], [[5], [7]], []]) {
    expect(codes(attempted)).toEqual([
      expect.stringMatching(/^danger: .*list .*5.* again: an earlier change, whose outcome is not known, may have/),
    ]);
  }
});

it("names nobody if every change has kept the list, or if the program removes it", () => {
  expect(codes(undefined)).toEqual([]);
  expect(codes([[5], [5, 7]])).toEqual([]);
  expect(codes([[5]], { ...on, listIds: [5] })).toEqual([]);
});

it("names the people of a list that is attached anew once", () => {
  expect(codes([[5]], both)).toEqual([expect.stringMatching(/gets new people: those of the list with id 7/)]);
});
