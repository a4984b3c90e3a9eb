import { expect, it } from "vitest";
import { campaignOutputs, previewOf, type Told, unknown } from "../../support/review/previews";
import { campaign, off, on, review } from "../../support/review/reviewing";

/** A draft that starts with a new campaign, and that records these lists. */
function started(ranOn: readonly string[], after: Told["after"] = on): Told {
  const outputs = campaignOutputs(off, false);
  const recorded = JSON.stringify({ ...JSON.parse(String(outputs.recorded)), ranOn });
  return campaign({ op: "replace", before: off, outputs: { ...outputs, recorded }, after });
}

const replaced = (step: Told) =>
  review(previewOf([step]))
    .findings.filter(({ code }) => code === "replaced" || code === "restarts")
    .map(({ level, code, text }) => `${level} ${code}: ${text}`);

it("starts people again if a campaign before the replaced one has contacted them", () => {
  for (const after of [on, { ...on, listIds: unknown }, { ...on, listIds: [unknown] }]) {
    const [finding, ...others] = replaced(started(["5"], after));
    expect(finding).toMatch(
      /^danger restarts: .*It has not run, but one that it had replaced has: the people of that one/,
    );
    expect(others).toEqual([]);
  }
});

it("starts nobody again if that campaign used other lists", () => {
  for (const ranOn of [[], ["77"]]) {
    expect(replaced(started(ranOn))).toEqual([
      expect.stringMatching(/^notice replaced: .*never ran, so nobody starts again/),
    ]);
  }
});
