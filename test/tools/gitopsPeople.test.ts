import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { dangersIn, howToApprove, outcomeOf, readReview } from "../../examples/gitops/scripts/approval.mjs";
import { asLines, unnamedDangers } from "../../examples/gitops/scripts/opinions.mjs";
import { temporaryFolder } from "../support/folders";
import { writeProgram } from "./fakes";
import { runShell } from "./forges";

const plan = `sha256:${"0123456789abcdef".repeat(4)}`;
const other = `sha256:${"1".repeat(64)}`;
const contacted = "already-contacted:launch";

interface Case {
  /** The exit code of the review without the account's people. */
  readonly code?: number;
  /** The same with them: its exit code, and whether the service responds. */
  readonly live?: { readonly code: number; readonly isSilent?: boolean; readonly said?: string };
  readonly approved?: readonly string[];
  /** What cannot be shown of the plan, so that no approval of it counts. */
  readonly isUncovered?: boolean;
  /** The environment has the key, or the stack's config, or neither. */
  readonly key?: "environment" | "config" | "none";
  readonly isApply?: boolean;
  /** Whether the CLI makes the preview. */
  readonly isPreviewed?: boolean;
  /** Files that are in the folder already. */
  readonly left?: Readonly<Record<string, string>>;
}

/** Runs review.sh with fakes for the CLI and the review. */
async function review(given: Case) {
  const { code = 3, live = { code: 3 }, approved = [], key = "environment", isApply = false } = given;
  const folder = temporaryFolder();
  writeFileSync(join(folder, "calls"), "");
  mkdirSync(join(folder, "temporary"));
  writeFileSync(join(folder, "Pulumi.production.yaml"), "");
  writeProgram(
    join(folder, "bin"),
    "pulumi",
    `const given = process.argv.slice(2);
     if (given.includes("export")) console.log(JSON.stringify({ deployment: {} }));
     else if (given.includes("preview")) ${given.isPreviewed === false ? "process.exitCode = 1" : 'console.log("{}")'};
     else if (given.includes("config")) { console.log("the-key-of-the-tests"); process.exitCode = ${key === "config" ? 0 : 1}; }`,
  );
  writeProgram(
    join(folder, "bin"),
    "npx",
    `const { appendFileSync, writeFileSync } = require("node:fs");
     const given = process.argv.slice(2);
     appendFileSync("calls", given.join(" ") + "\\n");
     const isLive = given.includes("--live");
     const isApproved = ${given.isUncovered !== true} && given[given.indexOf("--approved") + 1] === ${JSON.stringify(plan)};
     const { code, isSilent = false, said = "" } = isLive ? ${JSON.stringify(live)} : { code: isApproved ? 0 : ${code} };
     if (said !== "") console.error(said);
     process.exitCode = code;
     if (isSilent) return;
     if (given.includes("--fingerprint"))
       writeFileSync(given[given.indexOf("--fingerprint") + 1], ${JSON.stringify(plan)} + (isLive ? ${JSON.stringify(` ${contacted}`)} : "") + "\\n");
     console.log(isLive ? "With people" : "Without people");`,
  );
  const out = join(folder, "out");
  mkdirSync(out);
  for (const [name, content] of Object.entries(given.left ?? {})) writeFileSync(join(out, name), content);
  const ran = await runShell(folder, "review.sh", [out, approved.join("\n")], {
    ...(key === "environment" ? { OUTREACH_API_KEY: "key", OUTREACH_BASE_URL: "https://service.example.com" } : {}),
    ...(isApply ? { PLAN: join(folder, "plan.json") } : {}),
  });
  const calls = readFileSync(join(folder, "calls"), "utf8").trim().split("\n");
  return {
    ...{ exit: ran.code, log: `${ran.stdout}${ran.stderr}`, comment: readFileSync(join(out, "comment.md"), "utf8") },
    // The options of each review.
    asked: calls.map((call) => /--live.*|--approved.*/.exec(call)?.[0].replace(/ ?--fingerprint \S+/, "") ?? ""),
    isRefused: existsSync(join(out, "refused")),
    ...{ made: readReview(out), said: outcomeOf(out, "production") },
  };
}

const notLookedFor =
  "_Whether others contact the people of these lists, or outreach.do-not-contact names them, was not";
const unreadable = { code: 1, isSilent: true, said: "error: the service answered 503" };

describe("the review of a pull request", () => {
  it("checks the people that the plan reaches, once, and keeps the dangers beside the fingerprint", async () => {
    const { exit, comment, asked, made } = await review({});
    expect({ exit, comment, asked }).toEqual({ exit: 3, comment: "With people\n", asked: ["--live"] });
    expect(made).toMatchObject({ fingerprint: plan, dangers: [contacted] });
  });

  it("takes the key from the stack's config if the environment has none", async () => {
    const { asked, log } = await review({ key: "config" });
    expect(asked).toEqual(["--live --stack production"]);
    expect(log).not.toContain("the-key-of-the-tests");
  });

  it("says in one line that people were not checked if there is no key", async () => {
    const { exit, comment, asked } = await review({ key: "none" });
    expect({ exit, asked }).toEqual({ exit: 3, asked: [""] });
    expect(comment).toBe(`Without people\n\n${notLookedFor} looked for: this run has no key of the service._\n`);
  });

  it("fails if the people of a plan with a danger cannot be read", async () => {
    const { exit, comment } = await review({ live: unreadable });
    expect(exit).toBe(1);
    expect(comment).toMatch(
      /^\*\*Nobody knows whom this plan comes to: the people of the account could not be read\.\*\*/,
    );
    expect(comment).toContain("the service answered 503");
  });

  it("only says that they could not be read if the plan has no danger, and so reaches nobody", async () => {
    const { exit, comment, log } = await review({ code: 0, live: unreadable });
    expect(exit).toBe(0);
    expect(comment).toBe(
      `Without people\n\n${notLookedFor} looked for: the people of the account could not be read._\n`,
    );
    expect(log).toContain("the service answered 503");
  });
});

describe("a folder that holds files already", () => {
  it("tells of the review that was made alone", async () => {
    const left = { exit: "0\n", fingerprint: `${plan}\n`, refused: "" };
    expect((await review({ left, isPreviewed: false })).made).toMatchObject({
      ...{ verdict: "failed", fingerprint: undefined },
    });
    const unapproved = await review({ left, isApply: true, approved: [other] });
    expect(unapproved.said).toContain("this is not an approved plan");
  });
});

describe("the review after the merge", () => {
  const isApply = true;

  it("reads no people if it needs no approval, or is not the approved plan", async () => {
    expect((await review({ isApply, code: 0 })).asked).toEqual([""]);
    const unapproved = await review({ isApply, approved: [`${other} ${contacted}`] });
    expect(unapproved.asked).toEqual(["", `--approved ${other}`]);
    expect(unapproved.said).toContain("this is not an approved plan");
  });

  it("checks the approved plan's people again, with the dangers that its approvals name", async () => {
    const approved = [`${other} suppressed-person:other`, `${plan} ${contacted}`, plan, `${plan} unread-people:launch`];
    const { exit, comment, asked, isRefused } = await review({ isApply, approved, live: { code: 0 } });
    expect({ exit, comment, isRefused }).toEqual({ exit: 0, comment: "With people\n", isRefused: false });
    expect(asked).toEqual(["", `--live --approved ${plan} ${contacted} unread-people:launch`]);
  });

  it("refuses the approved plan if a danger is new, and says how to continue", async () => {
    const given = { isApply, approved: [`${plan} ${contacted}`], live: { code: 3, said: "error: these people" } };
    const { exit, asked, said: outcome, log } = await review(given);
    expect({ exit, asked }).toEqual({
      ...{ exit: 3, asked: ["", `--live --approved ${plan} ${contacted}`, `--approved ${plan}`] },
    });
    expect(log).toContain("error: these people");
    expect(outcome).toContain("**Nothing was applied** to stack `production`: this is the approved plan, and it has a");
    expect(outcome).toContain("take these people out in the app and run this again, or open");
    expect(outcome).toContain("With people");
  });

  it("is no refusal for its people if nobody can approve the plan", async () => {
    const { exit, said, isRefused } = await review({ isApply, approved: [plan], isUncovered: true });
    expect({ exit, isRefused }).toEqual({ exit: 3, isRefused: false });
    expect(said).toContain("this is not an approved plan");
  });

  it("fails if its people cannot be read", async () => {
    const { exit, said } = await review({ isApply, approved: [plan], live: unreadable });
    expect(exit).toBe(1);
    expect(said).toContain("This plan is approved, and the people whom it comes to could not be looked at again");
    expect(said).toContain("the service answered 503");
  });
});

describe("the dangers about people that a comment asks to approve", () => {
  it("follow the plan in the line, and can be read back from the comment", () => {
    const ending = howToApprove("approve it", plan, [contacted, "suppressed-person:launch"]);
    expect(ending).toContain(`\napprove ${plan} ${contacted} suppressed-person:launch\n`);
    // The text of a message may look like the line.
    const comment = `approve ${plan} ${contacted}x\n\nThe review\n\n${ending}`;
    expect(dangersIn(comment, plan)).toEqual([contacted, "suppressed-person:launch"]);
    expect(dangersIn(comment, other)).toEqual([]);
    expect(dangersIn(howToApprove("approve it", plan), plan)).toEqual([]);
  });

  it("name their campaign whatever it is called, and the plan is the first word", () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "fingerprint"), `${plan} already-contacted:${other}\n`);
    expect(readReview(folder)).toMatchObject({ fingerprint: plan, dangers: [`already-contacted:${other}`] });
  });

  it("are approved if any approvals of the plan name them, together", () => {
    const given = [
      { fingerprint: plan, by: "olivia", dangers: [contacted] },
      { fingerprint: plan, by: "peter", dangers: ["suppressed-person:launch"] },
      { fingerprint: other, by: "maria", dangers: ["unread-people:launch"] },
    ];
    const approvals = { given, others: [] };
    expect(unnamedDangers(approvals, plan, [contacted, "suppressed-person:launch"])).toEqual([]);
    expect(unnamedDangers(approvals, plan, [contacted, "unread-people:launch"])).toEqual(["unread-people:launch"]);
    expect(unnamedDangers({ given: [], others: [] }, plan, [])).toBeUndefined();
    expect(asLines(given.slice(0, 1))).toBe(`${plan} ${contacted}\n`);
    expect(asLines([{ fingerprint: plan, by: "olivia" }])).toBe(`${plan}\n`);
  });
});
