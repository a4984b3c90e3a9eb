import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { withStepLines } from "../../../provider/src/cli/review/steps";
import { finding, review } from "../../support/review/build";

const program = `new outreach.Campaign("q1", {
  steps: [
    outreach.step.visitProfile(),
    outreach.step.message({ message: "Hi" }),
  ],
});
`;
let parent: string;
let folder: string;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "steps-"));
  folder = join(parent, "project");
  await mkdir(folder);
  await writeFile(join(folder, "index.ts"), program);
  await writeFile(join(parent, "outside.ts"), program);
  await symlink(join(parent, "outside.ts"), join(folder, "linked.ts"));
});
afterEach(async () => {
  await rm(parent, { recursive: true });
});

it.each([
  ["the line of its step", "steps[1].message", "index.ts:1", "index.ts:4"],
  ["the declaration, if the program has no such step", "steps[2]", "index.ts:1", "index.ts:1"],
  ["the declaration, if it is about no step", "listIds", "index.ts:1", "index.ts:1"],
  ["the declaration, if the file is not there", "steps[1]", "gone.ts:1", "gone.ts:1"],
  ["the declaration, if the file is outside of the project", "steps[1]", "linked.ts:1", "linked.ts:1"],
])("a finding links to %s", async (_, path, source, expected) => {
  const made = review({ findings: [finding("danger", "content:insecure-link", "A link.", { path, source })] });
  const { findings, fingerprint } = await withStepLines(made, folder);
  expect(findings.map((each) => each.source)).toEqual([expected]);
  expect(fingerprint).toBe(made.fingerprint);
});
