import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { reasonFor } from "../../examples/gitops/scripts/reason.mjs";
import { temporaryFolder } from "../support/folders";
import { writeProgram } from "./fakes";
import { runShell } from "./forges";

const plan = `sha256:${"0123456789abcdef".repeat(4)}`;

/** The behaviour of the Pulumi CLI in a test, by its command. */
interface Doing {
  readonly output?: string;
  readonly errors?: string;
  readonly code?: number;
}

/** Runs a script of the example in a folder with a stack file, with fakes for the CLI and the review. */
async function run(
  script: string,
  pulumi: Readonly<Record<string, Doing>>,
  review: Doing = {},
  stack = "production",
  doctor: Doing = {},
  rehearsal?: Doing,
) {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "temporary"));
  writeFileSync(join(folder, `Pulumi.${stack}.yaml`), "");
  writeProgram(
    join(folder, "bin"),
    "pulumi",
    `const all = ${JSON.stringify(pulumi)};
     const { PULUMI_ENABLE_STREAMING_JSON_PREVIEW: streaming } = process.env;
     const call = process.argv.slice(2).concat(streaming === undefined ? [] : ["as events"]).join(" ");
     require("node:fs").appendFileSync("calls", call + "\\n");
     const name = process.argv.slice(2).find((each) => ["preview", "refresh", "export", "up", "cancel"].includes(each));
     const { output = "", errors = "", code = 0 } = all[name] ?? {};
     process.stdout.write(output);
     process.stderr.write(errors);
     process.exitCode = code;`,
  );
  writeProgram(
    join(folder, "bin"),
    "npx",
    `const { readFileSync, writeFileSync } = require("node:fs");
     const given = process.argv.slice(2);
     const isDoctor = given[1] === "doctor" && given[3] === "production";
     if (given[1] === "rehearse") {
       const { output = "", errors = "", code = 0 } = ${JSON.stringify(rehearsal ?? {})};
       process.stdout.write(output.replace("[given]", given.join(" ")));
       process.stderr.write(errors);
       process.exit(code);
     }
     const { output = "", errors = "", code = 0 } = isDoctor ? ${JSON.stringify(doctor)} : ${JSON.stringify(review)};
     const isEmpty = !isDoctor && given[1] !== "verify" && readFileSync(given[2], "utf8") === "";
     if (given.includes("--fingerprint")) writeFileSync(given[given.indexOf("--fingerprint") + 1], ${JSON.stringify(`${plan}\n`)});
     if (!isEmpty) process.stdout.write(output.replace("[adopt]", process.env.OUTREACH_ADOPT ?? "nothing"));
     process.stderr.write(isEmpty ? given[2] + " is empty.\\n" : errors);
     process.exitCode = isEmpty ? 1 : given.includes("--approved") && given.includes(${JSON.stringify(plan)}) ? 0 : code;`,
  );
  const given = script === "review.sh" ? ["out", `sha256:${"1".repeat(64)}\n${plan}\n${plan}`] : ["out"];
  const { code, stdout, stderr } = await runShell(folder, script, given.slice(0, stack === "production" ? 2 : 1), {
    OUTREACH_API_KEY: "key-of-the-tests",
    ...(rehearsal === undefined ? {} : { OUTREACH_REHEARSE: "yes" }),
  });
  const read = (name: string) =>
    existsSync(join(folder, "out", name)) ? readFileSync(join(folder, "out", name), "utf8") : undefined;
  return {
    code,
    log: `${stdout}${stderr}`,
    comment: read("comment.md"),
    exit: read("exit")?.trim(),
    done: read("done.md"),
    /** The calls of the Pulumi CLI. */
    calls: existsSync(join(folder, "calls")) ? readFileSync(join(folder, "calls"), "utf8").trim().split("\n") : [],
  };
}

describe("the facts that decide whom a change reaches are read from the service", () => {
  const fine = { preview: { output: "{}" }, refresh: { output: "{}" }, up: { output: "{}" } };
  const state = { export: { output: JSON.stringify({ deployment: {} }) } };
  const named = (calls: readonly string[]) =>
    calls.map((call) => /\b(preview|refresh|export|history|up)\b/.exec(call)?.[0] ?? call);

  it("by the preview of a review, which has all resources", async () => {
    const { calls } = await run("review.sh", fine, { output: "Fine\n" });
    expect(calls.at(-1)).toBe("preview --stack production --json --show-sames --non-interactive --refresh");
  });

  it("before an update, whose preview then has the same fingerprint, and which follows that plan", async () => {
    const { calls } = await run("apply.sh", { ...fine, ...state }, { output: "Fine\n" });
    expect(named(calls)).toEqual(["export", "refresh", "preview", "up"]);
    expect(calls[1]).toContain("refresh --yes --skip-preview");
    expect(calls[2]).toMatch(/^preview --stack production --json --show-sames --non-interactive --save-plan (\S+)$/);
    const [, plan = "none"] = /--save-plan (\S+)/.exec(calls[2] ?? "") ?? [];
    expect(calls[3]).toContain(`--plan ${plan} `);
  });

  it("by a comparison, as events, because a digest does not show a launch in the app", async () => {
    const { calls } = await run("drift.sh", fine, { output: "None\n" });
    expect(calls).toEqual(["refresh --stack production --preview-only --json --non-interactive as events"]);
  });
});

const inFence = (title: string, reason: string) => `**${title}.**\n\n\`\`\`text\n${reason}\n\`\`\`\n`;

describe("a preview", () => {
  const previewed = { preview: { output: "{}" } };
  it("adds the rehearsal to the comment on request, and continues if it fails", async () => {
    const review = { output: "The review\n" };
    const rehearsed = (doing: Doing) => run("review.sh", previewed, review, "production", {}, doing);
    expect(await rehearsed({ output: "Section: [given]\n" })).toMatchObject({
      ...{ code: 0, exit: "0" },
      comment: "The review\n\nSection: pulumi-outreach rehearse --stack production --against HEAD^1 --markdown\n",
    });
    expect(await rehearsed({ errors: "no local service\n", code: 1 })).toMatchObject({
      ...{ code: 0, exit: "0", comment: "The review\n" },
    });
    expect((await rehearsed({ output: "x".repeat(60_000) })).comment).toBe("The review\n");
  });

  it("has the result of its review", async () => {
    expect(await run("review.sh", previewed, { output: "The review\n" })).toMatchObject({
      ...{ code: 0, exit: "0", comment: "The review\n" },
    });
  });

  it("that needs an approval is fine if it is among the approved ones, by one person or by several", async () => {
    expect(await run("review.sh", previewed, { output: "The review\n", code: 3 })).toMatchObject({
      code: 0,
      exit: "0",
    });
  });

  it("that has stopped keeps its review's text", async () => {
    const stopped = { preview: { output: "{}", code: 1 } };
    expect(await run("review.sh", stopped, { output: "It stopped early\n", code: 1 })).toMatchObject({
      ...{ code: 1, exit: "1", comment: "It stopped early\n" },
    });
  });

  it.each([
    ["of a missing stack", { errors: "\u001b[31merror: \u001b[0mno stack named 'production' found\n", code: 6 }],
    ["whose reason has no line end", { errors: "error: no stack named 'production' found", code: 1 }],
  ])("%s gives the reason in its comment, without colour codes", async (_, preview) => {
    const { code, exit, comment } = await run("review.sh", { preview });
    expect({ code, exit }).toEqual({ code: 1, exit: "1" });
    expect(comment).toBe(inFence("The preview failed", "error: no stack named 'production' found"));
  });

  it("that has failed is never fine, whatever its output", async () => {
    const preview = { output: "{}", errors: "error: the key key-of-the-tests has expired\n", code: 1 };
    const { code, exit, comment } = await run("review.sh", { preview }, { output: "Nothing needs approval\n" });
    expect({ code, exit }).toEqual({ code: 1, exit: "1" });
    expect(comment).toBe(inFence("The preview failed", "error: the key [OUTREACH_API_KEY] has expired"));
  });

  it.each([
    ["a run was cut off", { deployment: { pending_operations: [{ type: "creating" }] } }, "twin"],
    ["none was", { deployment: {} }, "nothing"],
  ])("knows what the update takes over, if %s", async (_, state, adopt) => {
    const all = { ...previewed, export: { output: JSON.stringify(state) } };
    expect(await run("review.sh", all, { output: "Adopts: [adopt]\n" })).toMatchObject({
      comment: `Adopts: ${adopt}\n`,
    });
  });

  it("whose output cannot be read says so", async () => {
    const { code, comment } = await run("review.sh", previewed, { errors: "preview.json holds no output\n", code: 1 });
    expect(code).toBe(1);
    expect(comment).toBe(inFence("The preview failed", "preview.json holds no output"));
  });
});

describe("a stack whose settings were not committed", () => {
  it.each(["review.sh", "apply.sh", "drift.sh", "verify.sh"])(
    "is refused by %s, which names the file to commit",
    async (script) => {
      const { code, exit, comment } = await run(script, { preview: { output: "{}" } }, {}, "another");
      expect({ code, exit }).toEqual({ code: 1, exit: "1" });
      expect(comment).toContain("Pulumi.production.yaml is not in the repository: commit it");
    },
  );
});

describe("a comparison that fails", () => {
  it("with an expired key fails, although an empty stack has nothing to compare", async () => {
    const doctor = { output: "✗  key  the service does not accept it (401)\n", errors: "1 broken\n", code: 1 };
    const refresh = { output: "{}" };
    const { code, exit, comment } = await run("drift.sh", { refresh }, { output: "None\n" }, "production", doctor);
    expect({ code, exit }).toEqual({ code: 1, exit: "1" });
    const said = "✗  key  the service does not accept it (401)\n1 broken";
    expect(comment).toBe(inFence("The service cannot be used with the settings of stack production", said));
    expect(await run("drift.sh", { refresh }, { output: "None\n" })).toMatchObject({ code: 0, comment: "None\n" });
  });

  it("says why", async () => {
    const { code, exit, comment } = await run("drift.sh", {
      refresh: { errors: "error: incorrect passphrase\n", code: 1 },
    });
    expect({ code, exit }).toEqual({ code: 1, exit: "1" });
    const why = inFence("The comparison failed", "error: incorrect passphrase");
    expect(comment).toBe(`${why}\nPULUMI_CONFIG_PASSPHRASE is not set for the environment of this job.\n`);
  });

  it("is none where the stack was never updated, so that its refresh has no step", async () => {
    const ended = (result: string) => ({ output: `{"sequence":1,"summaryEvent":{"result":"${result}"}}` });
    const without = { code: 1 };
    expect(await run("drift.sh", { refresh: ended("succeeded") }, without)).toMatchObject({
      ...{ code: 0, exit: "0", comment: "There is nothing to compare: stack `production` holds nothing yet.\n" },
    });
    expect(await run("drift.sh", { refresh: ended("failed") }, without)).toMatchObject({ code: 1, exit: "1" });
  });
});

describe("the campaigns' logs are compared with the state", () => {
  it.each([0, 3])("and ends with %i", async (given) => {
    const compared = await run("verify.sh", {}, { output: "All of it\n", code: given });
    expect(compared).toMatchObject({ code: given, exit: String(given), comment: "All of it\n", calls: [] });
  });

  it("and the reason is given if they could not be, even if a part was", async () => {
    const part = { output: "A part\n", errors: "the key was not accepted\n", code: 1 };
    const { code, exit, comment } = await run("verify.sh", {}, part);
    expect({ code, exit }).toEqual({ code: 1, exit: "1" });
    expect(comment).toBe(inFence("The campaigns could not be verified", "the key was not accepted"));
  });
});

describe("an update", () => {
  const state = { export: { output: JSON.stringify({ deployment: {} }) } };
  const locked =
    "error: the stack is currently locked by 1 lock(s).\n  file:///a.json: created by maria@laptop (pid 7) at 2026-03-01T08:00:00Z\n";

  it("whose stack is locked names the holder in its comment", async () => {
    const all = { ...state, preview: { output: "{}" }, up: { errors: locked, code: 255 } };
    const { code, done } = await run("apply.sh", all, { output: "Fine\n" });
    expect(code).toBe(255);
    expect(done).toMatch(/^\*\*Nothing was applied: the update did not begin\.\*\*/);
    expect(done).toContain("The stack stays locked (its lock was made by maria@laptop).");
  });

  it.each([
    [
      "The state could not be read",
      { export: { errors: "error: no stack named 'production' found\n", code: 6 } },
      "no stack named",
    ],
    [
      "The objects could not be read again",
      { ...state, refresh: { output: "List leads: 401 Unauthorized\n", code: 255 } },
      "401",
    ],
  ])("does not start, and says so: %s", async (title, all, reason) => {
    const { code, exit, comment, done } = await run("apply.sh", { ...all, up: { output: "it began" } });
    expect({ code, exit, done }).toEqual({ code: 1, exit: "1", done: undefined });
    expect(comment).toMatch(new RegExp(`^\\*\\*${title}\\.\\*\\*[^]*${reason}`));
  });
});

describe("the reason in a comment", () => {
  it("cannot close its own fence, and is cut at its beginning if it is long", () => {
    expect(reasonFor("It failed", "a ``` b", {})).toBe("**It failed.**\n\n````text\na ``` b\n````\n");
    const long = reasonFor("It failed", `${"x".repeat(9_000)} the end`, {});
    expect(long).toContain(" the end\n");
    expect(long.length).toBeLessThan(4_100);
  });

  it.each([
    ["error: incorrect passphrase", "PULUMI_CONFIG_PASSPHRASE is not set", { PULUMI_CONFIG_PASSPHRASE: "one" }],
    ["error: PULUMI_ACCESS_TOKEN must be set", "Neither PULUMI_ACCESS_TOKEN nor", { PULUMI_BACKEND_URL: "file:///a" }],
  ])("names the secret that the job lacks: %s", (printed, hint, environment) => {
    expect(reasonFor("It failed", printed, {})).toMatch(
      new RegExp(`\n\`\`\`\n\n${hint}.* the environment of this job\\.\n$`),
    );
    expect(reasonFor("It failed", printed, environment)).toMatch(/\n```\n$/);
  });

  it("says that there is none", () => {
    expect(reasonFor("It failed", " \n", {})).toBe("**It failed.** The command printed nothing; see the log.\n");
  });
});
