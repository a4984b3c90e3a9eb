import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { reviewSchema } from "../../../provider/src/review/model";
import { commandLine } from "../../support/commandLine";
import {
  campaignValues,
  listStep,
  newList,
  previewOf,
  refreshOf,
  secret,
  stateOf,
  type Told,
  unknown,
  updateOf,
  urnOf,
  withMessage,
} from "../../support/review/previews";
import { campaign } from "../../support/review/reviewing";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "outreach-review-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const start: Told = { op: "create", name: "q1", after: campaignValues({ active: true }) };
const dangerous = () => file("preview.json", previewOf([start]));
const harmless = () => file("harmless.json", previewOf([newList()]));
const stopped = () => file("a.json", previewOf([start], [{ severity: "error", message: "error: no" }]));
/** A new or changed provider with a key, under which a campaign starts. */
function withKey(change: "created" | "updated", given: "apiKey" | "" = "apiKey"): string {
  const [urn, type] = [urnOf("pulumi:providers:pulumi-nodejs", "alice"), "pulumi:providers:pulumi-nodejs"];
  const raw = JSON.parse(previewOf([start]));
  raw.steps[1].newState.provider = `${urn}::id`;
  const state = { urn, type, inputs: { "outreach:apiKey": "[secret]", "outreach:explicit": given } };
  const isNew = change === "created";
  raw.steps.push({ op: isNew ? "create" : "update", urn, oldState: isNew ? null : state, newState: state });
  return JSON.stringify(raw);
}
const hiding = (name: string): Told => ({ op: "create", name, after: campaignValues({ active: true, steps: secret }) });
const review = (...words: string[]) => commandLine(["review", ...words]);

describe("the exit code of a review", () => {
  it.each<[string, () => string, number]>([
    ["nothing dangerous", harmless, 0],
    ["a danger", dangerous, 3],
    ["a preview that stopped", stopped, 1],
    ["an update that has run, whatever it did", () => file("a.json", updateOf([start])), 0],
    ["an update that failed", () => file("a.json", updateOf([start], "failed")), 1],
    ["no drift", () => file("a.json", refreshOf([{ ...listStep(), op: "refresh" }])), 0],
    ["drift", () => file("a.json", refreshOf([listStep({ op: "delete", after: undefined })])), 3],
    ["a file that is not there", () => join(folder, "none.json"), 1],
    ["a file that is not a preview", () => file("a.json", "hello"), 1],
  ])("%s", async (_, make, code) => {
    expect((await review(make())).code).toBe(code);
  });
});

describe("a review with OUTREACH_ADOPT", () => {
  it("reports what a preview without it does not: a create may take over an object", async () => {
    const findings = async () => reviewSchema.parse(JSON.parse((await review(harmless(), "--json")).stdout)).findings;
    expect(await findings()).toEqual([]);
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv("OUTREACH_ADOPT", "twin");
    expect((await findings()).map(({ code }) => code)).toEqual(["adopted"]);
  });
});

describe("an approved review", () => {
  it("lets exactly its changes pass", async () => {
    const print = join(folder, "print");
    expect((await review(dangerous(), "--fingerprint", print)).code).toBe(3);
    const approved = readFileSync(print, "utf8").trim();
    expect(await review(dangerous(), "--approved", approved)).toMatchObject({ code: 0, stderr: "" });
    const other = await review(harmless(), "--approved", approved);
    expect(other.code).toBe(3);
    expect(other.stderr).toMatch(
      /^error: these are not the changes that were approved \(sha256:\w+\): these have the fingerprint sha256:\w+\. Review and approve them again\.\n$/,
    );
  });

  const acknowledging = (acknowledge: unknown) =>
    previewOf([{ ...start, after: campaignValues({ active: true, acknowledge }) }]);
  it.each<[string, string, RegExp]>([
    ["one value", previewOf([hiding("q1")]), /: a value cannot be shown/],
    ["two values", previewOf([hiding("q1"), hiding("q2")]), /: 2 values cannot be shown/],
    [
      "a seat",
      previewOf([{ ...start, after: campaignValues({ active: true, linkedinSeatId: secret }) }]),
      /: a value cannot be shown .* Make them plain: keep texts, targeting, lists, seats and members out of secrets\./,
    ],
    ["acknowledged codes", acknowledging(secret), /: a value cannot be shown/],
    ["one of the acknowledged codes", acknowledging(["restart", unknown]), /: a value cannot be shown/],
    [
      "codes in the config",
      JSON.stringify({ ...JSON.parse(previewOf([start])), config: { "outreach:acknowledge": "[secret]" } }),
      /: a value cannot be shown/,
    ],
    ["the key of a provider that changes", withKey("updated"), /: a value cannot be shown/],
    ["the key of a new provider", withKey("created"), /: a value cannot be shown/],
  ])("lets nothing pass if %s cannot be shown, because they may have changed", async (_, text, message) => {
    const print = join(folder, "print");
    const preview = file("hidden.json", text);
    await review(preview, "--fingerprint", print);
    const approved = readFileSync(print, "utf8").trim();
    const { code, stderr } = await review(preview, "--approved", approved);
    expect(code).toBe(3);
    expect(stderr).toMatch(/^error: these may not be the changes that were approved/);
    expect(stderr).toMatch(message);
  });

  it("lets a plan pass whose new provider has the key from the stack's config, like the default provider", async () => {
    const print = join(folder, "print");
    const preview = file("inherited.json", withKey("created", ""));
    await review(preview, "--fingerprint", print);
    expect((await review(preview, "--approved", readFileSync(print, "utf8").trim())).code).toBe(0);
  });

  it("is not requested in vain: the review says that no approval counts", async () => {
    const said = "no approval of this plan counts";
    for (const words of [["--markdown"], ["--text"]]) {
      expect((await review(file("hidden.json", previewOf([hiding("q1")])), ...words)).stdout).toContain(said);
      expect((await review(dangerous(), ...words)).stdout).not.toContain(said);
    }
  });

  it("does not leave the fingerprint of an earlier review behind", async () => {
    const print = file("print", "sha256:old\n");
    await review(stopped(), "--fingerprint", print);
    expect(existsSync(print)).toBe(false);
  });
});

describe("the output of a review", () => {
  it("is Markdown unless a terminal shows it, or the requested format", async () => {
    expect((await review(dangerous())).stdout).toMatch(/^## Outreach review: needs a person's approval\n/);
    expect((await review(dangerous(), "--text")).stdout).toMatch(/^Outreach review: needs a person's approval\n/);
    const onTerminal = { columns: 60, environment: { NO_COLOR: "1" } };
    const { stdout } = await commandLine(["review", dangerous()], onTerminal);
    expect(stdout).toMatchSnapshot();
    for (const line of stdout.split("\n").filter((each) => !each.includes("sha256:")))
      expect(line.length).toBeLessThanOrEqual(60);
    expect((await commandLine(["review", dangerous(), "--markdown"], onTerminal)).stdout).toMatch(/^## /);
  });

  it("marks words with colours on a terminal that has them, and with brackets otherwise", async () => {
    const after = withMessage("Hi [FirstName], may I show you our other work?");
    const change = file("a.json", previewOf([campaign({ before: campaignValues(), after })]));
    const coloured = await commandLine(["review", change], { columns: 80 });
    expect(coloured.stdout).toContain("\u001b[32mother \u001b[39m");
    expect((await review(change, "--text")).stdout).toContain("our {+other +}work?");
  });

  it("is one JSON document of the published schema", async () => {
    const { stdout, code } = await review(dangerous(), "--json");
    expect(code).toBe(3);
    expect(reviewSchema.parse(JSON.parse(stdout))).toMatchObject({ version: 1, verdict: "needs-approval" });
  });

  it("is written to files atomically, and leaves no temporary files", async () => {
    const [html, full] = [join(folder, "review.html"), join(folder, "review.md")];
    await review(dangerous(), "--html", html, "--full", full);
    expect(readFileSync(html, "utf8")).toMatch(/^<!doctype html>/);
    expect(readFileSync(full, "utf8")).toMatch(/^## Outreach review/);
    expect(readdirSync(folder).sort()).toEqual(["preview.json", "review.html", "review.md"]);
    const nowhere = await review(dangerous(), "--full", join(folder, "none", "review.md"));
    expect(nowhere).toMatchObject({ code: 1, stdout: "" });
    expect(nowhere.stderr).toMatch(/^error: could not write .*review\.md: /);
  });
});

describe("the input of a review", () => {
  it("can be several stacks, each named with its findings", async () => {
    const other = file("b.json", previewOf([{ ...start, stack: "production" }]));
    const { stdout, code } = await review(dangerous(), other, "--text");
    expect(code).toBe(3);
    expect(stdout).toContain("outreach-test/test: 1 created\noutreach-test/production: 1 created");
    expect(stdout).toContain(" ! test, production: Campaign “Fintech Q1” starts sending");
    expect(stdout).toContain(" ! test: Campaign “Fintech Q1”, step 3 (message) has the same text");
  });

  it("can be two states", async () => {
    const states = [stateOf([]), stateOf([{ ...start, id: "9" }])].map((text, index) => file(`${index}.json`, text));
    const { stdout, code } = await review("--before", states[0] ?? "", "--after", states[1] ?? "", "--text");
    expect(code).toBe(3);
    expect(stdout).toMatch(/^What changed between two states: needs a person's approval\n/);
  });

  it.each<[string, string[], string]>([
    ["a preview and an update", ["preview.json", "update.json"], "are not of one kind"],
    ["one stack twice", ["preview.json", "preview.json"], "are both of stack outreach-test/test"],
    ["half a comparison", ["--before", "preview.json"], "--before <file> and --after go together"],
    ["files beside states", ["preview.json", "--before", "a", "--after", "b"], "leave out other files"],
    ["two formats", ["preview.json", "--text", "--markdown"], "--markdown and --text exclude each other"],
    [
      "a fingerprint that is none",
      ["preview.json", "--approved", "abc"],
      "--approved <fingerprint> takes a fingerprint",
    ],
    [
      "rules that are not there",
      ["preview.json", "--rules", "none.yaml"],
      "could not read none.yaml: there is no such file",
    ],
    ["rules with wrong words", ["preview.json", "--rules", "rules.yaml"], "levls is no setting: did you mean levels?"],
  ])("used wrongly: %s", async (_, words, message) => {
    dangerous();
    file("update.json", updateOf([start]));
    file("rules.yaml", "levls: {}");
    const named = words.map((word) => (existsSync(join(folder, word)) ? join(folder, word) : word));
    const { code, stderr, stdout } = await review(...named);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
  });

  it("follows the rules of a named file", async () => {
    const rules = file("rules.yaml", "requiredWords:\n  - anyOf: [unsubscribe]\n");
    const { stdout } = await review(dangerous(), "--rules", rules, "--text");
    expect(stdout).toContain("lacks “unsubscribe”");
  });

  it("reports that this folder belongs to another project", async () => {
    const { stdout } = await review(dangerous(), "--json");
    expect(reviewSchema.parse(JSON.parse(stdout)).leftOut).toContain(
      "Stack test is of the project outreach-test, and this folder of outreach-full-cycle: the demands on texts are those of outreach-full-cycle.",
    );
  });
});
