import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { outcomeOf, whereTheReviewIs } from "../../examples/gitops/scripts/approval.mjs";
import { appliedPlans, messageOf } from "../../examples/gitops/scripts/usedApprovals.mjs";
import { temporaryFolder } from "../support/folders";
import { writeProgram } from "./fakes";
import { runShell } from "./forges";

const plan = `sha256:${"0123456789abcdef".repeat(4)}`;
const other = `sha256:${"fedcba9876543210".repeat(4)}`;
const commit = "c0ffee".repeat(7).slice(0, 40);

interface Update {
  readonly kind: string;
  readonly message: string;
  readonly result: string;
  readonly endTime: string;
}
const update = (more: Partial<Update> = {}): Update => ({
  ...{ kind: "update", message: messageOf(commit, plan), result: "succeeded", endTime: "2026-03-01T12:00:00Z" },
  ...more,
});

describe("the plans that a commit's updates have applied", () => {
  it("are the plans of its successful updates", () => {
    expect(appliedPlans([update(), update({ message: messageOf(commit, other) })], commit)).toEqual(
      new Map([
        [plan, "2026-03-01T12:00:00Z"],
        [other, "2026-03-01T12:00:00Z"],
      ]),
    );
  });

  it.each<[string, Partial<Update>]>([
    ["a failed update: the rest of its plan may be applied", { result: "failed" }],
    ["an update in progress", { result: "in-progress" }],
    ["a refresh", { kind: "refresh" }],
    ["another commit, for which the plan was approved again", { message: messageOf("0".repeat(40), plan) }],
    ["an update without a fingerprint", { message: messageOf(commit, undefined) }],
    ["an update by a person, whatever its message names", { message: `like ${messageOf(commit, plan)}` }],
  ])("are not of %s", (_, more) => {
    expect(appliedPlans([update(more)], commit).size).toBe(0);
  });
});

/** A stack whose history comes from a fake CLI, and a review that always requires an approval. */
function stackFolder(history: readonly Update[] = []) {
  const folder = temporaryFolder();
  const file = join(folder, "history.json");
  writeFileSync(file, JSON.stringify(history));
  writeFileSync(join(folder, "Pulumi.production.yaml"), "");
  mkdirSync(join(folder, "temporary"));
  writeProgram(
    join(folder, "bin"),
    "pulumi",
    `const { readFileSync, writeFileSync } = require("node:fs");
     const given = process.argv.slice(2);
     const after = (name) => given[given.indexOf(name) + 1];
     const history = JSON.parse(readFileSync(${JSON.stringify(file)}, "utf8"));
     if (process.env.HISTORY_FAILS && given.includes("history")) { console.error("error: no history"); process.exit(1); }
     // A backend may give less than was asked for.
     const from = (Number(after("--page")) - 1) * 2;
     if (given.includes("history")) require("node:fs").appendFileSync("pages", "p");
     if (given.includes("history")) console.log(JSON.stringify(history.slice(from, from + 2)));
     else if (given.includes("export")) console.log(JSON.stringify({ deployment: {} }));
     else if (given.includes("preview")) console.log("{}");
     else if (given.includes("up")) {
       const result = process.env.UP_FAILS ? "failed" : "succeeded";
       const update = { kind: "update", message: after("--message"), result, endTime: "2026-03-01T12:00:00Z" };
       writeFileSync(${JSON.stringify(file)}, JSON.stringify([update, ...history]));
       console.log("{}");
       process.exitCode = result === "failed" ? 255 : 0;
     }`,
  );
  writeProgram(
    join(folder, "bin"),
    "npx",
    `const { writeFileSync } = require("node:fs");
     const given = process.argv.slice(2);
     if (given.includes("--fingerprint")) writeFileSync(given[given.indexOf("--fingerprint") + 1], ${JSON.stringify(`${plan}\n`)});
     console.log("The review");
     process.exitCode = given.includes("--approved") ? (given.some((each) => each.startsWith(${JSON.stringify(plan)})) ? 0 : 3) : given.includes("--fingerprint") ? 3 : 0;`,
  );
  return {
    history: (): Update[] => JSON.parse(readFileSync(file, "utf8")),
    async apply(approved: readonly string[], environment: Readonly<Record<string, string>> = {}, of = commit) {
      const out = temporaryFolder();
      writeFileSync(join(out, "commit"), `${of}\n`);
      if (approved.length > 0) writeFileSync(join(out, "approved"), approved.map((each) => `${each}\n`).join(""));
      const { code, stdout, stderr } = await runShell(folder, "apply.sh", [out], environment);
      return {
        ...{ code, log: `${stdout}${stderr}` },
        asked: existsSync(join(folder, "pages")) ? readFileSync(join(folder, "pages"), "utf8").length : 0,
        done: existsSync(join(out, "done.md")),
        said: outcomeOf(out, "production"),
      };
    },
  };
}

describe("an approval", () => {
  it("counts for one successful update: the same plan of the same commit needs another approval", async () => {
    const stack = stackFolder();
    expect(await stack.apply([plan])).toMatchObject({ code: 0, done: true });
    expect(stack.history()).toEqual([update()]);
    const again = await stack.apply([plan]);
    expect(again).toMatchObject({ code: 1, done: false });
    expect(again.log).toContain(
      `The approval of ${plan} does not count again: the update that ended 2026-03-01T12:00:00Z has applied that plan.`,
    );
    expect(again.said).toContain(
      "**Nothing was applied** to stack `production`: this plan was approved and applied before, and something was changed back since then. An approval counts once.",
    );
    expect(stack.history()).toHaveLength(1);
  });

  it("still counts after a failed update, and for another commit", async () => {
    const stack = stackFolder();
    expect((await stack.apply([plan], { UP_FAILS: "yes" })).code).toBe(255);
    expect((await stack.apply([plan])).code).toBe(0);
    expect((await stack.apply([plan], {}, "0".repeat(40))).code).toBe(0);
  });

  it("is looked up in the whole history, without affecting another plan's approval", async () => {
    const between = Array.from({ length: 5 }, () => update({ kind: "refresh" }));
    expect((await stackFolder([...between, update()]).apply([other, plan])).code).toBe(1);
    expect(
      (await stackFolder([...between, update({ message: messageOf(commit, other) })]).apply([other, plan])).code,
    ).toBe(0);
  });

  it("is looked up no further than the stack's first update, and with the dangers that were approved with the plan", async () => {
    const first = [update(), { ...update({ kind: "refresh" }), version: 1 }];
    // An older page would not be a history.
    const stack = stackFolder([...first, update({ message: "not read", endTime: "2020-01-01T00:00:00Z" })]);
    const { code, said, asked } = await stack.apply([`${plan} already-contacted:launch`]);
    expect([code, asked]).toEqual([1, 1]);
    expect(said).toContain("this plan was approved and applied before");
    expect((await stackFolder().apply([`${plan} already-contacted:launch`])).code).toBe(0);
  });

  it("does not count if the history cannot be read", async () => {
    const stack = stackFolder();
    const { code, said } = await stack.apply([plan], { HISTORY_FAILS: "yes" });
    expect(code).toBe(1);
    expect(said).toContain("The history of the stack could not be read");
    expect(stack.history()).toEqual([]);
  });
});

it("a comment names where the full review is only if there is one", () => {
  const folder = temporaryFolder();
  expect(whereTheReviewIs(folder, "[this run](…)")).toBe("The log is in [this run](…).");
  writeFileSync(join(folder, "review.md"), "The review\n");
  expect(whereTheReviewIs(folder, "[this run](…)")).toBe("The full review is attached to [this run](…).");
});
