import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { failing } from "./failing";
import { truth } from "./truth";
import {
  type Answers,
  type Case,
  casesOf,
  decisionIn,
  sign,
  type Verdict,
  verdictIn,
  type World,
  waysOut,
  worlds,
} from "./worlds";

/** Deciding on every world takes seconds on an idle machine. */
const patience = 300_000;

const codes = ["twin:5", "shared-list:5", "restart", "inactive:5", "twin:none", sign];

/** Every world, with every answer to the questions that its decision asks. */
let cases: readonly Case[] = [];
/** The same with each code that the decision has checked. Any other code has no effect, and is not tried. */
let coded: ReadonlyMap<Case, readonly Coded[]> = new Map();

interface Coded extends Case {
  readonly code: string;
  /** With every answer to the questions that the code leads to. */
  readonly ends: readonly Case[];
}

function withCodes({ world, verdict: { asked } }: Case): Coded[] {
  return codes
    .filter((code) => asked.has(code))
    .map((code) => {
      const verdict = verdictIn(world, [code]);
      return { world, code, verdict, ends: [...casesOf(world, [code], verdict)] };
    });
}

const limit = Error.stackTraceLimit;
beforeAll(() => {
  // Most decisions are refusals, and their stack traces would take most of the time.
  Error.stackTraceLimit = 0;
  cases = worlds.flatMap((world) => [...casesOf(world)]);
  coded = new Map(cases.map((each) => [each, withCodes(each)]));
}, patience);
afterAll(() => {
  Error.stackTraceLimit = limit;
  // An untried code counts as one decision, the same as without it.
  const more = [...coded.values()].flat().reduce((sum, { ends }) => sum + ends.length - 1, 0);
  const all = cases.length * (codes.length + 1) + more;
  console.log(`creates: ${worlds.length} combinations of facts, with answers and codes ${all} decisions`);
  cases = [];
  coded = new Map();
});

const passes = ({ isRefused }: Verdict) => !isRefused;

function* sentIn(holds: (world: World) => boolean, without: readonly string[]): Iterable<object> {
  for (const { world, verdict } of cases) if (passes(verdict) && holds(world)) yield { world };
  // An earlier refusal must not hide that the tested rule is missing.
  const lifted = new Set(without);
  for (const { code, ends } of [...coded.values()].flat()) {
    if (lifted.has(code)) continue;
    for (const { world, verdict } of ends) if (passes(verdict) && holds(world)) yield { world, code };
  }
}

describe("no create is sent without the rule's code", () => {
  it.each<[string, (world: World) => boolean, readonly string[]]>([
    [
      "while a campaign that runs, or may run, uses the list",
      (world) => {
        const { mayRun, onList, exists } = truth(world);
        // The list's people are only read if nothing else shows its lists.
        return exists && mayRun && onList;
      },
      ["shared-list:5", "inactive:5"],
    ],
    [
      "while one that the service shows as running uses the list, and no word of a person counts",
      (world) => truth(world).shown === true && truth(world).onList,
      ["shared-list:5"],
    ],
    [
      "before one that is known on the list, and that no listing shows, is asked for by its id",
      (world) => world.listed === undefined && truth(world).onList && world.answers.object === undefined,
      [],
    ],
    [
      "while an equal campaign is listed",
      ({ listed, record }) =>
        listed?.is === "equal" &&
        listed.lists !== "another" &&
        !(record?.sameName === true && record.targets === "another" && listed.lists !== "this"),
      ["twin:5"],
    ],
    [
      "while this stack holds one of the name, and nothing shows it or that it is gone",
      (world) => {
        const { record, listed } = world;
        return (
          record?.sameName === true &&
          record.isOwnStack &&
          !record.released &&
          listed === undefined &&
          truth(world).exists
        );
      },
      ["twin:5"],
    ],
    [
      "while a create of the name may have taken effect or may still arrive",
      ({ lost, listing }) => lost !== "none" && listing !== "whole",
      ["twin:none", sign],
    ],
    [
      "if one of the name has run on the list",
      (world) => {
        const { isNamesake, hasRun, onList, isInPeople, exists } = truth(world);
        return (
          isNamesake &&
          hasRun &&
          (exists || world.record !== undefined) &&
          (onList || isInPeople || (!truth(world).isListShown && world.record?.targets === undefined))
        );
      },
      ["restart", "shared-list:5"],
    ],
  ])(
    "%s",
    (_, holds, without) => {
      expect(cases.some(({ world }) => holds(world))).toBe(true);
      expect(failing(sentIn(holds, without))).toEqual([]);
    },
    patience,
  );
});

/** Codes that a refusal does not print although they count for it. */
function isKeyOf(code: string, rule: string | undefined): boolean {
  // It states a fact, for each rule that uses it.
  if (code === "inactive:5") return true;
  // Sharing a list with a running campaign includes accepting its people's history.
  if (code === "shared-list:5") return rule === "restart";
  // The refusal prints one of the two.
  return rule === "lost" && (code === "twin:none" || code === sign);
}

describe("a code", () => {
  it(
    "changes only the outcome of its own rule",
    () => {
      function* changed(): Iterable<object> {
        for (const [of, all] of coded) {
          const { rule, isRefused } = of.verdict;
          for (const { world, code, verdict: next } of all) {
            const isChanged = isRefused ? next.rule !== rule : next.isRefused;
            if (!isChanged || isKeyOf(code, rule)) continue;
            if (!waysOut(decisionIn(world)).flat().includes(code)) yield { world, code, was: rule, is: next.rule };
          }
        }
      }
      expect(failing(changed())).toEqual([]);
    },
    patience,
  );
});

describe("a refusal", () => {
  it(
    "has a way out by codes that makes progress, and never leads back",
    () => {
      function* stuck(): Iterable<object> {
        for (const one of cases) {
          const { world, verdict } = one;
          let known: readonly string[] = [];
          let now = verdict.isRefused ? decisionIn(world) : undefined;
          for (let step = 0; now?.refusal !== undefined && step < 6; step++) {
            const added = waysOut(now).at(-1) ?? [];
            if (added.every((code) => known.includes(code))) break;
            known = [...known, ...added];
            const decided = coded.get(one)?.find(({ code }) => known.length === 1 && known[0] === code);
            now = mostCautious(decided?.ends ?? casesOf(world, known), world, known);
          }
          if (now?.refusal !== undefined) yield { world, known, rule: now.rule, text: now.refusal().message };
        }
      }
      expect(failing(stuck())).toEqual([]);
    },
    patience,
  );
});

/** With answers that the first decision did not need, so that it is refused again if any answer leads to a refusal. */
function mostCautious(ends: Iterable<Case>, world: World, known: readonly string[]) {
  for (const { world: next, verdict } of ends) if (verdict.isRefused) return decisionIn(next, known);
  const answers: Answers = { object: "unreadable", users: "hidden", log: "unreadable", ...world.answers };
  return decisionIn({ ...world, answers }, known);
}

/** Ways in which the service may show less, if no record of earlier runs replaces its data. */
const less: readonly [string, (world: World) => World | undefined][] = [
  [
    "active",
    (world) =>
      world.listed?.active === undefined || world.record !== undefined
        ? undefined
        : { ...world, listed: { ...world.listed, active: undefined } },
  ],
  [
    "lists",
    (world) =>
      world.listed?.lists === undefined || world.record?.targets !== undefined
        ? undefined
        : { ...world, listed: { ...world.listed, lists: undefined } },
  ],
  ["part", (world) => (world.listing === "whole" ? { ...world, listing: "partial" } : undefined)],
  [
    "log",
    (world) =>
      world.answers.log === undefined || world.answers.log === "unreadable"
        ? undefined
        : withAnswer(world, { log: "unreadable" }),
  ],
  [
    "users",
    (world) =>
      world.answers.users === undefined || world.answers.users === "hidden" || world.record?.targets !== undefined
        ? undefined
        : withAnswer(world, { users: "hidden" }),
  ],
  [
    "object",
    (world) =>
      typeof world.answers.object === "boolean" && world.record === undefined
        ? withAnswer(world, { object: "untold" })
        : undefined,
  ],
];

function withAnswer(world: World, answers: Answers): World {
  return { ...world, answers: { ...world.answers, ...answers } };
}

/** Nothing but the people of the list shows the campaign. */
const isOnlyOfPeople = ({ listed, record, isDeclared, isNamed }: World) =>
  listed === undefined && record === undefined && !isDeclared && isNamed !== true;

describe("an answer of the service that shows less", () => {
  it.each(less)(
    "(%s) turns no refusal into a create without a warning about people",
    (what, changed) => {
      function* bold(): Iterable<object> {
        for (const { world, verdict } of cases) {
          const next = verdict.isRefused ? changed(world) : undefined;
          if (next === undefined) continue;
          for (const each of casesOf(next)) {
            const { object } = each.world.answers;
            // Then it does not show less, but something different.
            const isShownOff = what === "active" && (object === false || object === "gone");
            // Only the first people of a list are read. Nothing else tells who was in a campaign that is gone or not known, or that
            // somebody has switched on one that is off as far as known.
            const isOff = verdict.rule === "shared-list" && !truth(world).mayRun;
            const isUnknown = what === "users" && (object === "gone" || isOff || isOnlyOfPeople(world));
            if (passes(each.verdict) && !each.verdict.isAboutPeople && !isShownOff && !isUnknown)
              yield { was: { rule: verdict.rule, world }, is: each.world };
          }
        }
      }
      expect(failing(bold())).toEqual([]);
    },
    patience,
  );
});
