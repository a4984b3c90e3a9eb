import { describe, expect, it } from "vitest";
import { Refusal } from "../../../provider/src/lifecycle/refusal";
import { sourceAgentKind } from "../../../provider/src/resources/sourceAgent/kind";
import { robot } from "../kind/robot";
import { here, urnOf } from "../resources/guarding";
import { type At, both, changing, type More } from "./changing";

const since = "2026-03-01T12:00:00.000Z";
const moved = `moved:${here}`;
const plan = ["diff"] as const;
const broken = new Refusal("a value breaks a rule");
const shownOn = { status: "found", answer: { id: "5", on: true } } as const;
const flyer = { model: "flyer" };

describe("a change that only one row refuses", () => {
  it.each<[string, string, readonly At[], More, RegExp]>([
    [
      "other-kind",
      "an alias gives it the state of an object of another kind",
      both,
      { record: { urn: urnOf("finder", "SourceAgent") } },
      /^it: an alias gives it the state of finder, which is a SourceAgent: .* Nothing was sent\.\nRemove the alias/,
    ],
    [
      "other-service",
      "it belongs to another service",
      both,
      { record: { origin: "https://old.example.com" } },
      /^Changing it: it belongs to the service at https:\/\/old\.example\.com/,
    ],
    [
      "other-service",
      "the settings name another user",
      both,
      { settings: { impersonateUserId: "7" } },
      /^Changing it: it belongs to user 101, and this run acts as user 7/,
    ],
    [
      "other-user",
      "the key is another user's",
      both,
      { actor: { as: "7" } },
      /^Changing it: it belongs to user 101, and this run acts as user 7/,
    ],
    ["late-values", "a value that is known by now breaks a rule", both, { broken }, /^a value breaks a rule$/],
    [
      "other-owner",
      "the service made it for another user",
      both,
      { record: { ownedBy: "7" } },
      /^Changing it: a run was answered that it belongs to user 7, and this run acts as user 101/,
    ],
    [
      "adopt-still-set",
      "its replacement would adopt it again",
      plan,
      { news: flyer, hints: { adopt: 5 } },
      /^it: changing model replaces it, and adopt is still set/,
    ],
    [
      "adopt-still-set",
      "its replacement would adopt an equal one",
      plan,
      { news: flyer, hints: { adopt: "twin" } },
      /^it: changing model replaces it, and adopt is still set/,
    ],
    [
      "never-deleted",
      "it would stay beside its replacement",
      plan,
      { news: flyer, hints: { retained: true } },
      /^it: changing model replaces it, and with retainOnDelete the old one is never checked/,
    ],
    [
      "managed-twice",
      "another resource of the program manages it",
      plan,
      { remember: (memory) => memory.note(robot, "5", { manager: urnOf("two", "Robot") }) },
      /^it: it is managed here, and two of this program manages or adopts it too/,
    ],
    [
      "no-operation",
      "the service does not show such objects",
      plan,
      { kind: sourceAgentKind, olds: { name: "Finder" }, news: { name: "Seeker" }, record: { unseen: true } },
      /^Updating it: this service has no operation that changes name \(`pulumi refresh` checks again\)/,
    ],
    [
      "no-operation",
      "an earlier run has found that the service cannot change it",
      plan,
      { news: { title: "R3" }, record: { unchangeable: true } },
      /^Updating it: this service has no operation that changes title \(`pulumi refresh` checks again\)/,
    ],
    [
      "unasked",
      "it runs although the program did not ask for that",
      ["update"],
      { record: { unasked: true }, found: shownOn },
      /^Changing it: it is running, although the program did not ask for that\. Nothing was sent\./,
    ],
  ])("%s: %s", (row, _, places, more, message) => {
    for (const at of places) {
      const { decided } = changing(at, more);
      const { rule, refusal } = decided();
      expect(rule).toBe(row);
      expect(refusal?.().message).toMatch(message);
      expect(decided(row).refusal).toBeUndefined();
    }
  });

  it("is refused with the refusal of the rule that the value breaks", () => {
    expect(changing("update", { broken }).decided().refusal?.()).toBe(broken);
  });

  it("has the argument that names the alias as its way out", () => {
    const { decided } = changing("diff", { record: { urn: urnOf("finder", "SourceAgent") } });
    expect(decided().refusal?.().ways).toEqual([[{ do: "undeclare", property: "aliases" }]]);
  });
});

describe("a change that no row refuses", () => {
  it.each<[string, readonly At[], More]>([
    ["if nothing speaks against it", both, { news: { title: "R3" } }],
    ["if a state of old has a URN of another form", both, { record: { urn: "one" } }],
    [
      "if it has moved from another service",
      both,
      { record: { origin: "https://old.example.com" }, acknowledged: ["moved:https://old.example.com"] },
    ],
    ["if another user has it now", both, { actor: { as: "7" }, acknowledged: [moved] }],
    [
      "if it is kept on a delete and no new one takes its place",
      both,
      { news: { title: "R3" }, hints: { retained: true } },
    ],
    ["if it was adopted and no new one takes its place", both, { news: { title: "R3" }, hints: { adopt: 5 } }],
    [
      "if a limit has paused it, and only that would be sent again",
      both,
      {
        kind: sourceAgentKind,
        olds: { paused: true },
        news: { paused: false },
        record: { unseen: true, pausedByLimit: true, declared: ["paused"] },
      },
    ],
    [
      "if it runs as the program declares, although no run started it",
      both,
      { olds: { on: true }, record: { unasked: true }, found: shownOn },
    ],
  ])("%s", (_, places, more) => {
    for (const at of places) {
      const { refusal, look, warnings } = changing(at, more).decided();
      expect({ refusal, look, warnings }).toEqual({ refusal: undefined, look: undefined, warnings: [] });
    }
  });
});

describe("an object whose create is pending", () => {
  const pending = { id: "pending-1", record: { pending: { since } } } as const;

  it.each<[string, More, string]>([
    [
      "by a refresh, if the listing's content was recorded",
      { ...pending, record: { pending: { since, knownBefore: ["1"] } } },
      "Run `pulumi up --refresh`: ",
    ],
    ["by a person otherwise", pending, "Look in the app. If it is there: "],
    ["by a person, if the state was edited", { id: "pending-1" }, "Look in the app. If it is there: "],
  ])("is not changed until it is settled %s", (_, more, way) => {
    const { decided } = changing("update", more);
    expect(decided().rule).toBe("pending");
    expect(decided().refusal?.().message).toMatch(
      /^the robot: its creation is still pending .*so it cannot be changed/,
    );
    expect(decided().refusal?.().message).toContain(`\n${way}`);
    expect(decided("pending").refusal).toBeUndefined();
    const preview = changing("diff", more).decided();
    expect(preview.isForetold).toBe(true);
    expect(preview.warnings.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^it: its creation is still pending: `pulumi up` fails until that is settled\. /),
    ]);
    expect(preview.warnings[0]?.text).toContain(way);
  });

  it.each<[string, More]>([
    ["the program adopts its object", { ...pending, hints: { adopt: 6 } }],
    ["a code states that it had no effect", { ...pending, acknowledged: ["twin:none"] }],
  ])("is replaced if %s", (_, more) => {
    const { act, refusal } = changing("diff", more).decided();
    expect({ act, refusal }).toEqual({ act: { replace: ["title"], isFirstDeleted: true } });
  });
});
