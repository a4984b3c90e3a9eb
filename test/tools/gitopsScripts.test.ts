import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  comment,
  fingerprintIn,
  howToApprove,
  othersAsText,
  outcomeOf,
  readReview,
  setting,
} from "../../examples/gitops/scripts/approval.mjs";
import { verdictOn } from "../../examples/gitops/scripts/leftBehind.mjs";
import { archiveName } from "../../tools/pulumi/release.mjs";
import { cliVersion } from "../../tools/pulumi/versions.mjs";
import { temporaryFolder } from "../support/folders";
import { serve, writeProgram } from "./fakes";
import { runModule, scripts } from "./forges";

const fingerprint = `sha256:${"0123456789abcdef".repeat(4)}`;

async function run(script: string, environment: Record<string, string>, input = "", given: readonly string[] = []) {
  const { code, stdout: output, stderr: errorOutput } = await runModule(script, given, environment, input);
  return { code, output, errorOutput };
}

describe("the fingerprint in a file or a status", () => {
  it.each([
    [`needs an approval of ${fingerprint}; olivia: is not a person`, fingerprint],
    [`\`${fingerprint}\` and again ${fingerprint}.`, fingerprint],
    ["this plan needs no approval", undefined],
    [`${fingerprint} or sha256:${"1".repeat(64)}`, undefined],
    [`${fingerprint}0`, undefined],
    [fingerprint.slice(0, -1), undefined],
    [fingerprint.toUpperCase(), undefined],
  ])("in %j is %j", (words, named) => {
    expect(fingerprintIn(words)).toBe(named);
  });
});

describe("a comment", () => {
  it("is the whole review if there is room", () => {
    expect(comment("<!-- it -->", "The review", "The end", 100)).toBe("<!-- it -->\n\nThe review\n\nThe end");
  });

  it("may fill the available room exactly", () => {
    const whole = comment("<!-- it -->", "The review", "The end", 100);
    expect(comment("<!-- it -->", "The review", "The end", whole.length)).toBe(whole);
    expect(comment("<!-- it -->", "The review", "The end", whole.length - 1)).not.toContain("The review");
  });

  it("is cut at the end of the review if there is not, and never after it", () => {
    const lines = Array.from({ length: 2_000 }, (_, number) => `line ${number} of the review`);
    const short = comment("<!-- it -->", lines.join("\n"), "How to approve it", 10_000);
    expect(short.length).toBeLessThanOrEqual(10_000);
    expect(short.length).toBeGreaterThan(9_000);
    expect(short).toMatch(/^<!-- it -->\n\nline 0 of the review\n/);
    expect(short).toMatch(/\nline \d+ of the review\n\n_The rest has no room here\..*_\n\nHow to approve it$/);
  });
});

describe("a comment of short lines", () => {
  it("fills the available room, and no more", () => {
    for (const most of [150, 151]) {
      const { length } = comment("<!-- it -->", "a\n".repeat(200), "How to approve it", most);
      expect(length).toBeGreaterThanOrEqual(most - 2);
      expect(length).toBeLessThanOrEqual(most);
    }
  });
});

describe("a plan that was not applied", () => {
  it.each([
    ["nobody has approved one yet", undefined, "this is not an approved plan"],
    ["a different plan was applied", `sha256:${"1".repeat(64)}\n`, "this is not an approved plan"],
    ["it was applied before", `${fingerprint}\n`, "this plan was approved and applied before"],
  ])("says so if %s", (_, used, why) => {
    const folder = temporaryFolder();
    const files = { exit: "3\n", fingerprint: `${fingerprint}\n`, "comment.md": "The review\n", used };
    for (const [name, content] of Object.entries(files))
      if (content !== undefined) writeFileSync(join(folder, name), content);
    const text = outcomeOf(folder, "production");
    expect(text).toContain(`**Nothing was applied** to stack \`production\`: ${why}`);
    expect(text).toContain(". To go on, open a change request without changes (`git commit --allow-empty`), ");
  });

  it("lists the comments that are not approvals, one per line", () => {
    const others = ["no line of its own", "by the author"];
    expect(othersAsText({ given: [], others })).toBe("Not counted: no line of its own.\nNot counted: by the author.\n");
  });
});

describe("a review read from a folder", () => {
  it.each([
    ["0", "fine"],
    ["3", "needs approval"],
    ["1", "failed"],
    ["2", "failed"],
  ])("with exit code %s is %s", (exit, verdict) => {
    const folder = temporaryFolder();
    const files = { exit: `${exit}\n`, fingerprint: `${fingerprint}\n`, "comment.md": "The review\n" };
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    expect(readReview(folder)).toEqual({ verdict, fingerprint, text: "The review" });
  });

  it("shows the result of apply.sh if there is one", () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "done.md"), "All is applied\n");
    expect(outcomeOf(folder, "production")).toBe("All is applied\n");
  });

  it("has the approval instructions at its end", () => {
    expect(howToApprove("approve with this line", fingerprint)).toContain(
      `approve with this line:\n\n\`\`\`\napprove ${fingerprint}\n\`\`\``,
    );
  });

  it("returns a setting of the pipeline, and refuses one that is not set", () => {
    expect(setting("PATH")).toBe(process.env.PATH);
    expect(() => setting("OUTREACH_NOT_SET")).toThrow("The variable OUTREACH_NOT_SET is not set.");
  });

  it("is a failure if the folder is empty", () => {
    const folder = temporaryFolder();
    expect(readReview(folder)).toEqual({ verdict: "failed", fingerprint: undefined, text: expect.any(String) });
    expect(outcomeOf(folder, "production")).toMatch(
      /^\*\*Nothing was applied\*\* to stack `production`: see the log\./,
    );
  });
});

describe("whether a run was interrupted", () => {
  const resources = [{ urn: "urn:1", id: "12" }, { urn: "urn:2" }];
  it.each([
    ["no", { deployment: { resources } }],
    ["no", { deployment: {} }],
    ["no", { deployment: { resources, pending_operations: null } }],
    ["yes", { deployment: { resources, pending_operations: [{ type: "creating" }] } }],
    ["yes", { deployment: { resources: [...resources, { urn: "urn:3", id: "pending-1" }] } }],
  ])("is %s in %j", async (answer, state) => {
    expect(await run("interrupted.mjs", {}, JSON.stringify(state))).toMatchObject({ code: 0, output: `${answer}\n` });
  });

  it("is an error if the state cannot be read", async () => {
    expect((await run("interrupted.mjs", {}, "")).code).toBe(1);
  });
});

describe("a lock that a command has found", () => {
  const now = Date.parse("2026-03-01T12:00:00Z");
  const lockedBy = (owner: string, time: string) =>
    `error: the stack is currently locked by 1 lock(s).\n  file:///backend/locks/a.json: created by ${owner} (pid 7) at ${time}`;
  const given = { pattern: "^runner@", isAlone: true, minutes: 60, now };
  const old = lockedBy("runner@one", "2026-03-01T10:54:00Z");

  it("is stale if it is older than the longest job, and no other run is in progress", () => {
    expect(verdictOn(old, given)).toBe("unlock");
    expect(verdictOn(`${old}\n${old}`, given)).toBe("unlock");
  });

  it.each([
    ["there is none", "error: no space left on the device", given, ""],
    ["another run is in progress", old, { ...given, isAlone: false }, "leave: another run of these workflows"],
    [
      "it is younger than that",
      lockedBy("runner@one", "2026-03-01T10:56:00Z"),
      given,
      "leave: its lock is 64 minutes old",
    ],
    [
      "one of several is",
      `${old}\n${lockedBy("runner@two", "2026-03-01T11:59:30Z")}`,
      given,
      "leave: its lock is 0 minutes old",
    ],
    ["its age cannot be read", lockedBy("runner@one", "yesterday"), given, "leave: its lock is of unknown age"],
    [
      "the longest time of a job is not set",
      old,
      { ...given, minutes: Number.NaN },
      "leave: its lock is 66 minutes old",
    ],
    [
      "a person made it",
      lockedBy("maria@laptop", "2026-03-01T10:00:00Z"),
      given,
      "leave: its lock was made by maria@laptop",
    ],
    ["no pattern defines the runners", old, { ...given, pattern: "" }, "leave: its lock was made by runner@one"],
  ])("is left alone if %s", (_, errors, more, verdict) => {
    expect(verdictOn(errors, more)).toMatch(verdict === "" ? /^$/ : new RegExp(`^${verdict}`));
  });

  it("is read from the command's output", async () => {
    const environment = { RUNNER_LOCKS: "^runner@", ALONE: "yes", JOB_MINUTES: "60" };
    expect(await run("leftBehind.mjs", environment, lockedBy("runner@one", "2020-03-01T10:00:00Z"))).toEqual({
      ...{ code: 0, output: "unlock\n", errorOutput: "" },
    });
    expect(await run("leftBehind.mjs", {}, "error: something else")).toMatchObject({ code: 0, output: "\n" });
  });
});

describe("installing the Pulumi CLI", () => {
  const name = archiveName(process.platform, process.arch) ?? "none";

  const publish = async (checksum?: string) => {
    const home = temporaryFolder();
    writeProgram(join(home, "pulumi"), "pulumi", 'console.log("the CLI");');
    execFileSync("tar", ["-czf", name, "pulumi"], { cwd: home });
    const archive = readFileSync(join(home, name));
    const published = checksum ?? createHash("sha256").update(archive).digest("hex");
    const asked: string[] = [];
    const url = await serve((request, response) => {
      asked.push(request.url ?? "");
      if (request.url === `/sdk/pulumi-${cliVersion}-checksums.txt`) response.end(`${published}  ${name}\n`);
      else if (request.url === `/sdk/${name}`) response.end(archive);
      else response.writeHead(404).end();
    });
    // The script in a team's repository, beside its committed checksums.
    const script = join(home, "scripts", "installPulumi.mjs");
    mkdirSync(join(home, "scripts"));
    copyFileSync(join(scripts, "installPulumi.mjs"), script);
    const environment = { HOME: home, PATH: process.env.PATH ?? "", PULUMI_RELEASES: `${url}/sdk` };
    return { script, environment, asked, folder: join(home, ".pulumi-cli", cliVersion) };
  };

  async function install(checksum?: string) {
    const made = await publish(checksum);
    expect(await run(made.script, made.environment, "", ["pin"])).toEqual({ code: 0, output: "", errorOutput: "" });
    return { ...made, ...(await run(made.script, made.environment)) };
  }

  it("puts the version of this project first on the PATH", async () => {
    const { code, output, folder, environment, script } = await install();
    expect({ code, output }).toEqual({ code: 0, output: `export PATH='${folder}':"$PATH"\n` });
    expect(execFileSync(join(folder, "pulumi"), { encoding: "utf8" })).toBe("the CLI\n");
    // The second time it is installed already, and no request is sent.
    const paths = join(folder, "..", "paths");
    const again = await run(script, { ...environment, PULUMI_RELEASES: "http://127.0.0.1:9", GITHUB_PATH: paths });
    expect(again).toEqual({ code: 0, output: "", errorOutput: "" });
    expect(readFileSync(paths, "utf8")).toBe(`${folder}\n`);
  });

  it("is left to the faster of two jobs that share a home", async () => {
    const { script, environment, folder } = await publish();
    await run(script, environment, "", ["pin"]);
    const both = await Promise.all([run(script, environment), run(script, environment)]);
    const done = { code: 0, output: `export PATH='${folder}':"$PATH"\n`, errorOutput: "" };
    expect(both).toEqual([done, done]);
    expect(readdirSync(join(folder, ".."))).toEqual([cliVersion]);
  });

  it("refuses an archive whose checksum differs from the committed one, whatever is published", async () => {
    const { code, errorOutput, folder, asked } = await install("0".repeat(64));
    expect(code).toBe(1);
    expect(errorOutput).toMatch(
      /^Installing the Pulumi CLI .* failed: .* has the checksum [0-9a-f]{64}, scripts\/pulumi\.sha256 says 0{64}\.\n$/,
    );
    expect(existsSync(folder)).toBe(false);
    expect(asked.filter((path) => path.endsWith("checksums.txt"))).toHaveLength(1);
  });

  it("installs nothing without a committed checksum, and says how to get one", async () => {
    const { script, environment, asked } = await publish();
    const { code, output, errorOutput } = await run(script, environment);
    // What is printed fails if a shell evaluates it, as the jobs of GitLab do.
    expect({ code, asked, output }).toEqual({ code: 1, asked: [], output: "false\n" });
    const onGithub = await run(script, { ...environment, GITHUB_PATH: join(script, "..", "paths") });
    expect([onGithub.code, onGithub.output]).toEqual([1, ""]);
    expect(errorOutput).toContain("has no checksum of");
    expect(errorOutput).toContain("Run `node scripts/installPulumi.mjs pin` on a machine that you trust");
  });

  it("says what is not available", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "home"));
    const url = await serve((_request, response) => response.writeHead(503).end());
    const { code, errorOutput } = await run("installPulumi.mjs", { HOME: folder, PULUMI_RELEASES: url }, "", ["pin"]);
    expect([code, errorOutput]).toEqual([
      1,
      expect.stringContaining(`${url}/pulumi-${cliVersion}-checksums.txt answered 503.`),
    ]);
    const environment = { HOME: folder, PULUMI_RELEASES: "http://127.0.0.1:9" };
    expect((await run("installPulumi.mjs", environment, "", ["pin"])).errorOutput).toMatch(
      /http:\/\/127\.0\.0\.1:9\/pulumi-.*-checksums\.txt cannot be reached: \w.*\. PULUMI_RELEASES can name a mirror\.\n$/,
    );
  });
});
