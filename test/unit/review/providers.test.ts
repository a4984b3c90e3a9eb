import { describe, expect, it } from "vitest";
import { explicitSetting, settingNames } from "../../../provider/src/host/settings";
import { reviewMarkdown } from "../../../provider/src/review/output/markdown";
import { reviewText } from "../../../provider/src/review/output/text";
import { previewOf, secret, type Told, unknown, urnOf } from "../../support/review/previews";
import { codesIn, off, on, review } from "../../support/review/reviewing";

const type = "pulumi:providers:pulumi-nodejs";
const alice = urnOf(type, "alice");
type Settings = Readonly<Record<string, unknown>>;
const settings = { impersonateUserId: "101", baseUrl: "https://outreach.example.com", apiKey: secret };

/** A preview of a provider that has or gets these settings, and of its resources. */
function plan(op: string, before: Settings | undefined, after: Settings, resources: readonly Told[] = []): string {
  const raw = JSON.parse(previewOf(resources));
  for (const { newState } of raw.steps) if (newState !== undefined) newState.provider = `${alice}::id`;
  const side = (values: Settings) => {
    const entries = Object.entries(values).map(([name, value]) => [`outreach:${name}`, value]);
    return { urn: alice, type, inputs: { ...Object.fromEntries(entries), [explicitSetting]: "impersonateUserId" } };
  };
  const old = before === undefined ? {} : { oldState: side(before) };
  raw.steps.push({ op, urn: alice, ...old, newState: side(after) });
  return JSON.stringify(raw);
}
const updated = (before: Settings, after: Settings) => codesIn(plan("update", before, after));

describe("an explicit provider that changes", () => {
  it("may have another key, and then acts as another user: no preview distinguishes two secrets", () => {
    expect(updated({ ...settings, requestsPerMinute: "50" }, { ...settings, requestsPerMinute: "60" })).toEqual([
      "danger other-key",
    ]);
    expect(updated(settings, settings)).toEqual(["danger other-key"]);
    expect(updated({ baseUrl: "https://a.example.com" }, { baseUrl: "https://a.example.com", apiKey: secret })).toEqual(
      ["danger other-key"],
    );
    const { apiKey: _, ...without } = settings;
    expect(updated(settings, without)).toEqual(["danger other-key"]);
    expect(codesIn(plan("same", settings, settings))).toEqual([]);
    expect(codesIn(plan("create", undefined, settings))).toEqual([]);
  });

  it("is in every output, and in the fingerprint", () => {
    const made = review(plan("update", settings, settings));
    const text =
      "Provider “alice” changes, and outreach:apiKey may be another one than before (secrets cannot be compared here): with another key its resources act as another user or in another account, and with another database they do not know what earlier runs have recorded. No approval counts, because it would fit any of them: bring up this change by hand, or keep secrets in the environment of the run instead. Provider “alice” acts for user 101 at https://outreach.example.com.";
    expect(made).toMatchObject({
      verdict: "needs-approval",
      findings: [{ urn: alice, path: "outreach:apiKey", text, uncovered: true }],
    });
    expect(reviewMarkdown(made)).toContain("with another key its resources act as another user");
    const style = { hasColours: false, width: 400, wrap: (line: string) => [line] };
    const same = (words: string) => words;
    const styled = { ...style, bold: same, danger: same, good: same, added: same, removed: same, dim: same };
    expect(reviewText(made, styled)).toContain("with another key its resources act as another user");
    expect(made.fingerprint).not.toBe(review(plan("same", settings, settings)).fingerprint);
  });

  const harmless = [
    ...["requestsPerMinute", "rateWindowSeconds", "requestTimeoutSeconds", "waitBudgetSeconds"],
    // The longest note of a seat: a longer one is refused or warned about at the campaign.
    "premiumSeats",
  ];
  const values: Record<string, readonly [before: unknown, after: unknown]> = {
    launch: ["never", "allow"],
    checkSuppressed: ["true", "false"],
  };

  it.each(settingNames.filter((name) => !harmless.includes(name)))("is a danger for a change of %s", (name) => {
    const [before, after] = values[name] ?? [undefined, "twin:none"];
    const { verdict } = review(plan("update", before === undefined ? {} : { [name]: before }, { [name]: after }));
    expect(verdict).toBe("needs-approval");
  });

  it.each([
    ["secret", secret],
    ["known later", unknown],
  ])("is a danger for each of these settings that is %s", (_, hidden) => {
    for (const name of settingNames.filter((each) => !harmless.includes(each))) {
      const { verdict } = review(plan("update", { [name]: "never" }, { [name]: hidden }));
      expect([name, verdict]).toEqual([name, "needs-approval"]);
    }
  });

  it.each(harmless)("is not a danger for a change of %s", (name) => {
    expect(updated({ [name]: "1" }, { [name]: "2" })).toEqual([]);
  });
});

describe("a provider that now leaves its settings to the environment", () => {
  const of = (before: string, after: string, setting = "baseUrl") => {
    const raw = JSON.parse(plan("update", settings, { ...settings, requestsPerMinute: "9" }));
    const [, { oldState, newState }] = raw.steps;
    oldState.inputs[explicitSetting] = before;
    newState.inputs[explicitSetting] = after;
    for (const { inputs } of [oldState, newState]) delete inputs["outreach:apiKey"];
    const { findings } = review(JSON.stringify(raw));
    return findings.map(({ code, path }) => `${code} ${path === `outreach:${setting}`}`);
  };

  it("may act for a different member, or at a different service, than in the stack's config", () => {
    expect(of("baseUrl,launch", "launch")).toEqual(["other-member true"]);
    expect(of("impersonateUserId", "", "impersonateUserId")).toEqual(["other-member true"]);
    expect(of("impersonateUserId", "impersonateUserId,baseUrl")).toEqual([]);
    expect(of("requestsPerMinute", "")).toEqual([]);
  });
});

describe("a provider's input that this release does not know", () => {
  const mapped = { envVarMappings: { OTHER_KEY: "OUTREACH_API_KEY" } };
  /** The same with inputs that are not settings of this package. */
  const given = (op: string, before: Settings, after: Settings) => {
    const raw = JSON.parse(plan(op, op === "create" ? undefined : {}, {}));
    const [, { oldState, newState }] = raw.steps;
    if (oldState) Object.assign(oldState.inputs, before);
    Object.assign(newState.inputs, after);
    return JSON.stringify(raw);
  };

  it.each<[string, string, Settings, Settings]>([
    ["an option of the engine by which it reads another key", "update", {}, { __internal: mapped }],
    ["the same of a new provider", "create", {}, { __internal: mapped }],
    ["a new value", "update", { __internal: mapped }, { __internal: { version: "9.0.0" } }],
    ["one less", "update", { version: "9.0.0" }, {}],
    ["a setting of a newer release", "update", {}, { "outreach:speed": "fast" }],
    ["a secret", "update", { "outreach:speed": secret }, { "outreach:speed": secret }],
  ])("is a danger: %s", (_, op, before, after) => {
    expect(codesIn(given(op, before, after))).toEqual(["danger not-understood"]);
    expect(review(given(op, before, after)).fingerprint).not.toBe(review(given(op, {}, {})).fingerprint);
  });

  it("is not a danger while it stays unchanged, and is named", () => {
    expect(codesIn(given("update", { __internal: mapped }, { __internal: mapped }))).toEqual([]);
    expect(codesIn(given("same", { __internal: mapped }, { __internal: mapped }))).toEqual([]);
    expect(review(given("update", {}, { __internal: mapped })).findings[0]).toMatchObject({
      path: "__internal",
      text: "Provider “alice”: this release does not know what __internal decides, which may be as whom, or where, its resources act. Read the program.",
    });
  });
});

describe("the name of an unknown input from the program", () => {
  const name = "speed`. Nobody gets anything.\n\n## Nothing needs approval\n\n<!--\u001b[2J\u202e";
  const raw = JSON.parse(plan("create", undefined, {}));
  raw.steps[1].newState.inputs[name] = "1";
  const made = review(JSON.stringify(raw));

  it("is in quotes in the sentence", () => {
    expect(made.findings.map(({ text }) => text)).toEqual([
      "Provider “alice”: this release does not know what “speed`. Nobody gets anything. ## Nothing needs approval <!--⟨U+001B⟩[2J⟨U+202E⟩” decides, which may be as whom, or where, its resources act. Read the program.",
    ]);
  });

  it("ends neither its line nor its code span, and hides nothing", () => {
    const line = reviewMarkdown(made)
      .split("\n")
      .filter((each) => each.includes("speed"));
    expect(line).toEqual([
      expect.stringMatching(/ `speed'\. Nobody gets anything\. ## Nothing needs approval <!--⟨U\+001B⟩\[2J⟨U\+202E⟩`$/),
    ]);
    const same = (words: string) => words;
    const style = { hasColours: false, width: 400, wrap: (text: string) => [text] };
    const styled = { ...style, bold: same, danger: same, good: same, added: same, removed: same, dim: same };
    expect(reviewText(made, styled)).toContain("(speed`. Nobody gets anything. ## Nothing needs approval <!--)");
  });
});

describe("a provider that lifts guards for all of its resources", () => {
  const create: Told = { op: "create", name: "q2", after: off };
  const codesOf = { acknowledge: "restart,shared-list:12" };

  it("is a danger for each new code", () => {
    expect(codesIn(plan("create", undefined, codesOf))).toEqual(["danger acknowledged", "danger acknowledged"]);
    expect(updated({ acknowledge: "restart" }, codesOf)).toEqual(["danger acknowledged"]);
    expect(updated(codesOf, { acknowledge: "restart" })).toEqual([]);
    expect(review(plan("create", undefined, codesOf)).findings[0]).toMatchObject({
      path: "outreach:acknowledge",
      text: "Provider “alice” acknowledges “restart” for each of its resources: people who were in this campaign before start again at step 1.",
    });
  });

  it("is one with each change of its resources, and not without", () => {
    expect(codesIn(plan("same", codesOf, codesOf, [create]))).toEqual(["danger acknowledged", "danger acknowledged"]);
    expect(codesIn(plan("same", codesOf, codesOf))).toEqual([]);
    expect(codesIn(plan("same", { adopt: "twin" }, { adopt: "twin" }, [create]))).toEqual([
      "danger acknowledged",
      "notice adopted",
    ]);
    expect(codesIn(plan("same", { launch: "allow" }, { launch: "allow" }, [create]))).toEqual([]);
    expect(codesIn(plan("same", {}, {}, [{ ...create, after: on }]))).toEqual(["danger starts-sending"]);
  });

  it("is one if it takes over equal objects, or no longer refuses active campaigns", () => {
    expect(updated({}, { adopt: "twin" })).toEqual(["danger acknowledged"]);
    expect(updated({ launch: "never" }, { launch: "allow" })).toEqual(["danger acknowledged"]);
    expect(updated({ launch: "never" }, {})).toEqual(["danger acknowledged"]);
    expect(updated({ launch: "allow" }, { launch: "never" })).toEqual([]);
  });
});
