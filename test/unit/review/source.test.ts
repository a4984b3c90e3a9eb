import { describe, expect, it } from "vitest";
import { reviewPage } from "../../../provider/src/review/output/html";
import { reviewMarkdown } from "../../../provider/src/review/output/markdown";
import { previewOf } from "../../support/review/previews";
import { campaign, on, review, running } from "../../support/review/reviewing";

/** Stack frames as the engine prints them, for a TypeScript program with the package installed. */
const frames = (program: string) =>
  [
    "project:///node_modules/pulumi-outreach/dist/index.js#76,5",
    "project:///../common/team.ts#4,2",
    program,
    undefined,
    "project:///node_modules/@pulumi/pulumi/vendor/ts-node@7.0.1/index.js#3009,23",
  ].map((sourcePosition) => ({ ...(sourcePosition === undefined ? {} : { sourcePosition }) }));

function reviewed(program: string, step = campaign({ op: "create", after: on })) {
  const raw = JSON.parse(previewOf([step]));
  for (const side of ["oldState", "newState"]) {
    if (raw.steps[1][side] !== undefined) raw.steps[1][side].stackTrace = frames(program);
  }
  return review(JSON.stringify(raw));
}
const sources = (made: ReturnType<typeof review>) => made.findings.map(({ source }) => source);

describe("the program line of a finding", () => {
  it("is the first frame in the project's folder", () => {
    expect(sources(reviewed("project:///campaigns/spring.ts#27,18"))).toEqual(["campaigns/spring.ts:27"]);
  });

  it.each([
    ["without a line", "project:///index.ts"],
    ["of an installed package", "project:///node_modules/team/index.ts#1,1"],
    ["above the project", "project:///campaigns/../../index.ts#1,1"],
    ["that is too long to be one", `project:///${"a".repeat(300)}.ts#1,1`],
    ["of another kind", "file:///index.ts#1,1"],
  ])("is unknown from a frame %s", (_, program) => {
    expect(sources(reviewed(program))).toEqual([undefined]);
  });

  it("is unknown for resources that are no longer in the program", () => {
    const gone = campaign({ op: "delete", before: on });
    expect(sources(reviewed("project:///index.ts#27,18", gone))).toEqual([undefined]);
  });

  it("is beside the path in the resource, in every output", () => {
    const made = reviewed("project:///index.ts#27,18", running({ ...on, listIds: [5, 6] }));
    expect(reviewMarkdown(made)).toContain("those of the list with id 6. `listIds` (index.ts:27)");
    expect(reviewPage(made)).toContain("index.ts:27");
  });

  it("is escaped", () => {
    const made = reviewed("project:///<b>[x](y)@team.ts#27,18");
    expect(reviewMarkdown(made)).not.toMatch(/<b>|\[x\]|@team/);
    expect(reviewPage(made)).not.toContain("<b>[x]");
  });

  it("is not part of the fingerprint: a moved program is the same", () => {
    const [one, other] = ["index.ts", "campaigns.ts"].map((file) => reviewed(`project:///${file}#1,1`).fingerprint);
    expect(one).toMatch(/^sha256:/);
    expect(other).toBe(one);
  });
});
