import { describe, expect, it } from "vitest";
import { mayRunAs } from "../../../provider/src/lifecycle/record";
import { recordOf } from "../resources/guarding";
import { answers, type ChangeWorld, changeCodes, changeWorlds, codesOf, previewIn, shared, updateIn } from "./changes";
import { failing } from "./failing";

const cases = changeWorlds.map((world) => ({ world, decision: previewIn(world) }));
/** The same with each code, and with the pair that a replacement may need. */
const coded = cases.flatMap(({ world, decision }) =>
  [...changeCodes.map((code) => [code]), ["inactive:5", "restart"]].map((codes) => ({
    ...{ world, codes, before: decision, decision: previewIn(world, codes) },
  })),
);

const runs = ({ was, everActive }: ChangeWorld) => mayRunAs(was, recordOf({ everActive }));
const replaces = (world: ChangeWorld) =>
  world.change === "replaced" ||
  (world.isUnseen && world.change !== "none") ||
  // A campaign without `active` was created inactive.
  (world.declared !== undefined &&
    world.declared !== (world.was ?? false) &&
    !(world.isUnasked && world.declared === false));

it(`all ${cases.length + coded.length} planned changes are decided, in both ways`, () => {
  expect(cases.some(({ decision }) => decision.refusal !== undefined)).toBe(true);
  expect(cases.some(({ decision }) => decision.act?.replace !== undefined)).toBe(true);
  expect(cases.some(({ decision }) => decision.refusal === undefined && decision.act === undefined)).toBe(true);
});

describe("no preview accepts a change without the rule's code", () => {
  it.each<[string, (world: ChangeWorld) => boolean, readonly string[]]>([
    ["that replaces a campaign that runs, or may run", (world) => runs(world) && replaces(world), ["inactive:5"]],
    ["that replaces one that the service does not show", (world) => world.isUnseen && replaces(world), ["inactive:5"]],
    [
      "that starts a campaign in the place of one that has run",
      (world) => world.everActive && world.declared === true && replaces(world),
      ["restart"],
    ],
    [
      "that starts one again by a code that counted before",
      (world) => world.everActive && world.isRestartSpent && world.declared === true && replaces(world),
      [],
    ],
    [
      "that gives a running campaign another one's list",
      (world) => runs(world) && world.change === "lists" && world.isBeside && !replaces(world),
      ["shared-list:7"],
    ],
    ["of another user's campaign", ({ isOwn }) => !isOwn, ["moved:https://outreach.example.com"]],
    [
      "that replaces a campaign and never checks the old one",
      ({ isRetained, change }) => isRetained && change === "replaced",
      [],
    ],
  ])("%s", (_, holds, without) => {
    function* sent(): Iterable<object> {
      for (const { world, decision } of cases) if (holds(world) && decision.refusal === undefined) yield { world };
      for (const { world, codes, decision } of coded) {
        const isLifted = codes.some((code) => without.includes(code));
        if (!isLifted && holds(world) && decision.refusal === undefined) yield { world, codes };
      }
    }
    expect(cases.some(({ world }) => holds(world))).toBe(true);
    expect(failing(sent())).toEqual([]);
  });
});

it("no update changes a campaign that ran without being declared active until it is off or declared as active", () => {
  function* changed(): Iterable<object> {
    for (const world of changeWorlds.filter(({ isUnasked }) => isUnasked)) {
      for (const found of answers) {
        for (const codes of [[], ["inactive:5"], ["restart"]]) {
          const { refusal, act, look } = updateIn({ ...world, found }, codes);
          const isOff =
            found === false || (["gone", "unreadable"].includes(String(found)) && codes[0] === "inactive:5");
          const isSettled = isOff ? world.declared !== true : world.declared === true;
          if (refusal === undefined && act === undefined && (look !== undefined || !isSettled)) yield { world, found };
        }
      }
    }
  }
  expect(failing(changed())).toEqual([]);
});

describe("a code", () => {
  it("changes only the outcome of its own rule", () => {
    function* changed(): Iterable<object> {
      for (const { world, codes, before, decision } of coded) {
        if (codes.length > 1 || codes.some((code) => codesOf(before).includes(code))) continue;
        // It states a fact, which applies to every rule about whether the campaign runs.
        if (codes[0] === "inactive:5" && world.isUnseen) continue;
        if (before.refusal !== undefined && before.rule !== decision.rule) yield { world, codes, was: before.rule };
        if (before.refusal === undefined && decision.refusal !== undefined) yield { world, codes, is: decision.rule };
      }
    }
    expect(failing(changed())).toEqual([]);
  });
});

describe("a refusal", () => {
  it("prints a way out, and its codes work", () => {
    function* stuck(): Iterable<object> {
      for (const { world, decision } of cases) {
        let known: readonly string[] = [];
        let now = decision;
        for (let step = 0; now.refusal !== undefined && step < 4; step++) {
          if (now.refusal().ways.length === 0) yield { world, known, rule: now.rule };
          const codes = codesOf(now).filter((code) => !known.includes(code));
          // A code for one run only: the program's own has been used.
          if (codes.length === 0 || world.isRestartSpent) break;
          known = [...known, ...codes];
          const next = previewIn(world, known);
          if (next.refusal !== undefined && next.rule === now.rule) yield { world, known, rule: now.rule };
          now = next;
        }
      }
    }
    expect(failing(stuck())).toEqual([]);
  });
});

describe("less data from the service", () => {
  it("about a campaign turns no refusal into a change", () => {
    function* bold(): Iterable<object> {
      for (const { world, decision } of cases) {
        if (world.isUnseen || decision.refusal === undefined) continue;
        if (previewIn({ ...world, isUnseen: true }).refusal === undefined) yield { world };
      }
    }
    expect(failing(bold())).toEqual([]);
  });

  it.each(["unreadable", "untold"] as const)("to an update (%s) turns no refusal into a change", (less) => {
    function* bold(): Iterable<object> {
      for (const world of changeWorlds) {
        const shown = updateIn({ ...world, found: true });
        if (shown.refusal !== undefined && updateIn({ ...world, found: less }).refusal === undefined) yield { world };
      }
    }
    expect(failing(bold())).toEqual([]);
  });
});

describe("a preview and the update", () => {
  it("refuse with the same row on equal facts, or the preview has announced that row", () => {
    function* apart(): Iterable<object> {
      for (const { world, decision } of cases) {
        for (const found of answers) {
          const update = updateIn({ ...world, found });
          // A row that only the plan has comes first: no update follows.
          if (decision.refusal !== undefined && !shared.has(decision.rule ?? "")) continue;
          const isReplaced = decision.act?.replace !== undefined;
          if (isReplaced !== (update.act?.replace !== undefined)) yield { world, found, act: update.act };
          const isAnnounced = decision.isForetold === true && decision.rule === update.rule;
          const isSame = (decision.refusal === undefined) === (update.refusal === undefined);
          if (isSame ? decision.refusal && decision.rule !== update.rule : !isAnnounced) yield { world, found };
        }
      }
    }
    expect(failing(apart())).toEqual([]);
  });
});

it("a replacement prints that the old campaign stays, by its id", () => {
  const replaced = [...cases, ...coded].filter(({ decision }) => decision.act?.replace !== undefined);
  const isNamed = ({ decision: { warnings } }: (typeof cases)[number]) =>
    warnings.some(({ text }) => text.includes("(id 5)") && text.includes("stays in the account"));
  expect(failing(replaced.filter((each) => !isNamed(each)))).toEqual([]);
});
