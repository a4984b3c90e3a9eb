import { describe, expect, it } from "vitest";
import { evaluate } from "../../../provider/src/lifecycle/decision";
import type { Suppressed } from "../../../provider/src/lifecycle/looks";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { startTable } from "../../../provider/src/resources/campaign/startTable";
import { starting } from "./starting";

const rows = startTable.filter(({ name }) => name === "suppressed");
const file = "/project/outreach.do-not-contact";

const answers = {
  nobody: { found: 0, lines: [], untold: 0 },
  somebody: { found: 2, lines: [3, 7], untold: 0 },
  "somebody, and others untold": { found: 1, lines: [3], untold: 5 },
  "people of whom nothing is told": { found: 0, lines: [], untold: 5 },
  "a problem": { problem: "the service shows only a part of its people" },
} satisfies Record<string, Suppressed>;
type Answer = keyof typeof answers;
const all = Object.keys(answers).filter((each): each is Answer => each in answers);

interface World {
  readonly isAsked: boolean;
  readonly hasFile: boolean;
  /** Of each list. */
  readonly lists: readonly (Answer | undefined)[];
}

function decided({ isAsked, hasFile, lists }: World) {
  const { situation } = starting({}, { settings: { checkSuppressed: isAsked } });
  const { inputs, run } = situation;
  run.memory.remember(campaignKind, inputs, { retained: false, ...(hasFile ? { doNotContact: file } : {}) });
  const suppressed = new Map(
    lists.flatMap((answer, index) => (answer === undefined ? [] : [[`${index + 1}`, answers[answer]] as const])),
  );
  const nothing = { kind: campaignKind, listing: undefined, lost: [], users: new Map(), logs: new Map() };
  const campaigns = { ...nothing, objects: new Map(), suppressed };
  const listIds = lists.map((_, index) => `${index + 1}`);
  return evaluate(rows, { situation, campaigns, listIds });
}

const isRefusing = (answer: Answer | undefined) => answer?.startsWith("somebody") === true || answer === "a problem";

/** Every world with two lists. */
const worlds = [true, false].flatMap((isAsked) =>
  [true, false].flatMap((hasFile) =>
    [undefined, ...all].flatMap((one) => [undefined, ...all].map((two) => ({ isAsked, hasFile, lists: [one, two] }))),
  ),
);

describe("the people in the lists of a campaign that starts", () => {
  it("are not checked unless a project enables it", () => {
    for (const world of worlds.filter(({ isAsked }) => !isAsked)) {
      const { refusal, look, warnings } = decided(world);
      expect([refusal, look, warnings]).toEqual([undefined, undefined, []]);
    }
  });

  it("block the start without a file, whatever is known about them", () => {
    for (const world of worlds.filter(({ isAsked, hasFile }) => isAsked && !hasFile)) {
      expect(decided(world).refusal?.().message).toContain("the project has no such file");
    }
  });

  it("are checked list by list, with a refusal or a warning for matches and unknown people", () => {
    const asked = worlds.filter(({ isAsked, hasFile }) => isAsked && hasFile);
    expect(asked).toHaveLength(36);
    for (const world of asked) {
      const { refusal, look, warnings } = decided(world);
      const first = world.lists.findIndex((answer) => answer === undefined || isRefusing(answer));
      const deciding = world.lists[first];
      expect(look).toEqual(
        first < 0 || deciding !== undefined
          ? undefined
          : { ask: "suppressed", kind: campaignKind, of: `${first + 1}`, file },
      );
      expect(refusal !== undefined).toBe(isRefusing(deciding));
      const before = world.lists.slice(0, first < 0 ? world.lists.length : first);
      const untold = before.filter((answer) => answer === "people of whom nothing is told");
      expect(warnings).toHaveLength(untold.length);
      for (const { reach } of warnings) expect(reach).toBe("starts-sending");
      if (refusal === undefined) continue;
      // A way out, and no code: the file decides.
      expect(refusal().ways.length).toBeGreaterThan(0);
      expect(refusal().message).not.toContain("acknowledge");
    }
  });

  it("are counted, and identified only by line numbers", () => {
    const text = (answer: Answer) => decided({ isAsked: true, hasFile: true, lists: [answer] }).refusal?.().message;
    expect(text("somebody")).toBe(
      'campaign "Fintech Q1": list 1 has 2 people who are not to be contacted (lines 3, 7 of outreach.do-not-contact). Nothing was sent.\nExclude them in the app, or remove them from the list (`pulumi-outreach people --suppressed` names them), and run `pulumi up` again. Or use another list.',
    );
    expect(text("somebody, and others untold")).toContain("list 1 has 1 person who is not to be contacted (line 3 of");
    expect(text("a problem")).toBe(
      'campaign "Fintech Q1": who of list 1 is not to be contacted could not be checked: the service shows only a part of its people. Nothing was sent.\nCorrect the file or what the service answers with, and run `pulumi up` again. To start without this check: set outreach:checkSuppressed to false.',
    );
  });
});
