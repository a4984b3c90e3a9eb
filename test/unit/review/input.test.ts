import { describe, expect, it } from "vitest";
import { reviewOf } from "../../../provider/src/review/build";
import { readPlan, readStates } from "../../../provider/src/review/input/read";
import {
  campaignOutputs,
  campaignValues,
  listStep,
  ofKind,
  previewOf,
  refreshOf,
  secret,
  stateOf,
  type Told,
  updateOf,
  urnOf,
  withMessage,
} from "../../support/review/previews";
import { campaign } from "../../support/review/reviewing";

const plan = (text: string) => readPlan({ source: "preview.json", text });
const values = campaignValues();
const created: Told = { op: "create", name: "q1", after: values };

describe("the kinds of input", () => {
  it.each([
    ["a preview", previewOf([created]), "planned", "created"],
    ["a refresh", refreshOf([campaign({ before: values, after: withMessage("Other") })]), "drift", "updated"],
    ["an update", updateOf([created]), "done", "created"],
    ["an update behind its preview", `${previewOf([])}\n${updateOf([created])}`, "done", "created"],
    ["a preview behind lines of a wrapper", `npm warn something\n\n${previewOf([created])}`, "planned", "created"],
    ["a preview with a byte order mark", `\uFEFF${previewOf([created])}`, "planned", "created"],
    ["a preview as events", updateOf([created]).replace('"isPreview":false', '"isPreview":true'), "planned", "created"],
  ])("%s", (_, text, about, change) => {
    expect(plan(text)).toMatchObject({
      ...{ about, project: "outreach-test", stack: "test", isStopped: false },
      resources: [{ kind: "Campaign", resource: "q1", change }],
    });
  });

  it("two states are compared, whatever the encryption of their secrets", () => {
    const stored = (name: string, id: string, after = values): Told => ({ op: "", name, id, after });
    const before: Told[] = [
      stored("same", "1", { ...values, steps: secret }),
      stored("text", "2"),
      stored("gone", "3"),
      stored("other", "4"),
      { ...stored("started", "6"), outputsAfter: campaignOutputs(values, false) },
    ];
    const after: Told[] = [
      stored("same", "1", { ...values, steps: { ...secret, ciphertext: "v1:other" } }),
      stored("text", "2", withMessage("Another text, which is longer")),
      stored("other", "5"),
      { ...stored("started", "6"), outputsAfter: campaignOutputs(values, true) },
      stored("new", "7"),
    ];
    const compared = readStates({ source: "a", text: stateOf(before) }, { source: "b", text: stateOf(after) });
    const changes = Object.fromEntries(compared.resources.map(({ resource, change }) => [resource, change]));
    expect(compared.about).toBe("compared");
    expect(changes).toEqual({
      ...{ same: "unchanged", text: "updated", gone: "deleted" },
      ...{ other: "replaced", started: "updated", new: "created" },
    });
  });
});

describe("input that cannot be reviewed", () => {
  it.each([
    ["nothing", "", "preview.json is empty.\nExpected the output of `pulumi preview --json`"],
    ["a message of the CLI", "error: no stack selected", "preview.json holds no output of the Pulumi CLI.\n"],
    [
      "half of a preview",
      previewOf([created]).slice(0, 600),
      "preview.json is not complete JSON: it was probably cut off",
    ],
    ["other JSON", '{ "name": "outreach" }', "preview.json is JSON, but not an output of the Pulumi CLI"],
    [
      "two previews",
      `${previewOf([created])}\n${previewOf([{ ...created, stack: "production" }])}\n`,
      "preview.json holds the output of 2 runs. Give each a file of its own",
    ],
    ["a time alone", '{ "duration": 1234 }', "preview.json is JSON, but not an output of the Pulumi CLI"],
    ["a list", "[1, 2]", "preview.json holds no output of the Pulumi CLI."],
    [
      "one state",
      stateOf([created]),
      "preview.json is one state. To review what changed between two, use --before FILE",
    ],
    ["a preview of another shape", '{ "steps": { "op": "create" } }', "preview.json is JSON, but not an output"],
    [
      "a preview nested without end",
      `{"steps":${"[".repeat(500)}${"]".repeat(500)}}`,
      "preview.json is not complete JSON",
    ],
  ])("%s", (_, text, message) => {
    expect(() => plan(text)).toThrow(message);
  });

  it("two states of two stacks", () => {
    const [before, after] = [stateOf([created]), stateOf([{ ...created, stack: "production" }])];
    expect(() => readStates({ source: "a", text: before }, { source: "b", text: after })).toThrow(
      "a is a state of outreach-test/test, and b one of outreach-test/production.\nCompare two states of one stack.",
    );
  });

  it("a preview instead of a state", () => {
    const text = previewOf([created]);
    expect(() => readStates({ source: "a", text }, { source: "b", text })).toThrow(
      "a is not a state: make one with `pulumi stack export --file FILE`.",
    );
  });
});

describe("a preview that stopped", () => {
  it("has failed, with its diagnostics, and has no fingerprint", () => {
    const message = 'error: 1 problem in campaign "q1":\n  steps[2].message: did you mean `[FirstName]`?\n';
    const urn = urnOf(ofKind("Campaign"), "q1");
    const review = reviewOf([plan(previewOf([listStep()], [{ severity: "error", message, urn }]))]);
    expect(review).toMatchObject({ verdict: "failed", stacks: [{ status: "stopped" }] });
    expect(review.fingerprint).toBeUndefined();
    const text = message.slice("error: ".length).trim();
    expect(review.stacks[0]?.diagnostics).toEqual([{ severity: "error", resource: "q1", urn, text }]);
    expect(review.leftOut).toEqual(["What comes after the error in stack test was not computed."]);
  });

  it.each([
    ["with config", { config: { "outreach:baseUrl": "https://api.example.com" } }],
    ["without", {}],
  ])("is recognized if it failed before its first step, %s", (_, more) => {
    const message = "error: TSError: \u001b[31mUnable\u001b[0m to compile TypeScript\n";
    const text = JSON.stringify({ ...more, diagnostics: [{ severity: "error", message }], duration: 20_180_166_134 });
    const review = reviewOf([plan(text)]);
    expect(review).toMatchObject({
      ...{ verdict: "failed" },
      stacks: [{ diagnostics: [{ severity: "error", text: "TSError: Unable to compile TypeScript" }] }],
    });
    expect(review.fingerprint).toBeUndefined();
  });

  it("is not recognized without a step and an error", () => {
    expect(() => plan(JSON.stringify({ diagnostics: [], duration: 1 }))).toThrow("not an output of the Pulumi CLI");
  });

  it("is not recognized with only warnings", () => {
    const review = reviewOf([plan(previewOf([listStep()], [{ severity: "warning", message: "warning: careful" }]))]);
    expect(review).toMatchObject({
      verdict: "fine",
      stacks: [{ diagnostics: [{ severity: "warning", text: "careful" }] }],
    });
  });
});

describe("secret values", () => {
  const text = "A text that nobody may see";
  it.each([
    ["encrypted", secret],
    ["printed by the CLI", "[secret]"],
    ["shown by --show-secrets", { ...secret, ciphertext: undefined, plaintext: JSON.stringify(text) }],
  ])("are hidden on both sides if one of them is secret: %s", (_, hidden) => {
    const steps: Told[] = [
      { op: "update", name: "became", id: "1", before: withMessage(text), after: campaignValues({ steps: hidden }) },
      { op: "update", name: "was", id: "2", before: campaignValues({ steps: hidden }), after: withMessage(text) },
      { op: "create", name: "one", after: { ...values, steps: [{ type: "message", message: hidden }] } },
    ];
    const review = JSON.stringify(reviewOf([plan(previewOf(steps))]));
    expect(review).toContain("[secret]");
    expect(review).not.toContain(text);
  });
});

describe("resources of other packages", () => {
  it("are counted by type and change", () => {
    const bucket = (name: string, op: string): Told => ({
      ...{ op, name, type: "aws:s3/bucket:Bucket", id: name, before: {}, after: {} },
    });
    const stack: Told = { op: "same", name: "outreach-test-test", type: "pulumi:pulumi:Stack", before: {}, after: {} };
    const provider: Told = { op: "create", name: "default", type: "pulumi:providers:aws", after: {} };
    const steps = [
      ...Array.from({ length: 25 }, (_, index) => bucket(`b${index}`, "create")),
      bucket("gone", "delete"),
      bucket("kept", "same"),
    ];
    const { others, findings } = reviewOf([plan(previewOf([...steps, stack, provider]))]);
    expect(others).toMatchObject([
      { type: "aws:s3/bucket:Bucket", change: "created", count: 25 },
      { type: "aws:s3/bucket:Bucket", change: "deleted", count: 1, names: ["gone"] },
    ]);
    expect(others[0]?.names).toHaveLength(20);
    expect(findings).toEqual([]);
  });
});

describe("a preview without --show-sames", () => {
  it("names what is unknown, and counts unchanged resources", () => {
    const update = campaign({ before: values, after: withMessage("Another text, which is longer") });
    const review = reviewOf([plan(previewOf([update], [], 5))]);
    expect(review.unchanged).toBe(4);
    expect(review.leftOut.join()).toContain("leaves out unchanged resources");
  });
});
