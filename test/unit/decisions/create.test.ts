import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answers, decisionIn, decisionsIn, passes, sign, type World, worlds } from "./worlds";

/** Deciding on every world takes seconds on a quiet machine. */
const patience = 300_000;

const codes = ["twin:5", "shared-list:5", "restart", "inactive:5", "twin:none", sign];

interface Case {
  readonly world: World;
  readonly decision: ReturnType<typeof decisionIn>;
}

/** Every world, with every answer to the questions that deciding on it asks. */
let cases: readonly Case[] = [];
/** The same with each code, with every answer to the further questions. */
let coded: readonly (Case & { readonly code: string })[] = [];

const limit = Error.stackTraceLimit;
beforeAll(() => {
  // Most decisions are refusals, and their stacks would take most of the time.
  Error.stackTraceLimit = 0;
  cases = worlds.flatMap((world) => [...decisionsIn(world)]);
  coded = cases.flatMap(({ world }) =>
    codes.flatMap((code) => [...decisionsIn(world, [code])].map((next) => ({ ...next, code }))),
  );
}, patience);
afterAll(() => {
  Error.stackTraceLimit = limit;
  cases = [];
  coded = [];
});

/** The first few, each on one line. */
function failing(all: Iterable<object>): string[] {
  const found: string[] = [];
  for (const each of all) {
    found.push(JSON.stringify(each));
    if (found.length === 3) break;
  }
  return found;
}

/** What is so of campaign 5, read from the sources by other words than those of the tables. */
function truth({ listing, listed, record, isDeclared, answers }: World) {
  const { object } = answers;
  const exists = object !== "gone" && (listed !== undefined || record !== undefined || isDeclared);
  const shown = typeof object === "boolean" ? object : listed?.active;
  const isToldToRun = isDeclared || record?.ran === "running";
  // A listing that holds it and leaves out whether it runs leaves it open, unless runs have recorded something.
  const isOpen = listed !== undefined && listed.active === undefined && record === undefined;
  const mayRun = exists && (shown ?? (isToldToRun || isOpen));
  const onList = listed?.lists === "this" || record?.targets === "this" || isDeclared || answers.users === "in";
  const isListShown = listed?.lists !== undefined;
  const isNamesake = record?.sameName === true || (listed !== undefined && listed.is !== "other");
  const hasRun = mayRun || isDeclared || (record !== undefined && record.ran !== "never");
  return { exists, shown, mayRun, onList, isListShown, isNamesake, hasRun, isListing: listing !== "unshown" };
}

function* sentIn(holds: (world: World) => boolean, without: readonly string[]): Iterable<object> {
  for (const { world, decision } of cases) if (holds(world) && passes(decision)) yield { world };
  // A refusal that comes first must not hide that the rule in question is missing.
  const lifted = new Set(without);
  for (const { world, decision, code } of coded) {
    if (!lifted.has(code) && passes(decision) && holds(world)) yield { world, code };
  }
}

describe("no create is sent without the code of the rule", () => {
  it.each<[string, (world: World) => boolean, readonly string[]]>([
    [
      "while a campaign that runs, or may run, uses the list",
      (world) => {
        const { mayRun, onList, exists } = truth(world);
        // Whom people name on the list is only asked if nothing else shows its lists.
        return exists && mayRun && onList;
      },
      ["shared-list:5", "inactive:5"],
    ],
    [
      "while one that the service shows as running uses the list, and no word of a person counts",
      (world) => truth(world).shown === true && truth(world).onList && world.listed?.active === true,
      ["shared-list:5"],
    ],
    [
      "while an equal campaign is listed",
      ({ listed, record }) =>
        listed?.is === "equal" &&
        listed.lists !== "another" &&
        !(record?.sameName === true && record.targets === "another"),
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
        const { isNamesake, hasRun, onList, exists } = truth(world);
        return (
          isNamesake &&
          hasRun &&
          (exists || world.record !== undefined) &&
          (onList || (!truth(world).isListShown && world.record?.targets === undefined))
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
  // It stands for a fact, under each rule that asks for it.
  if (code === "inactive:5") return true;
  // Who shares a list with a running campaign accepts what its people have had.
  if (code === "shared-list:5") return rule === "restart";
  // The refusal prints one of the two.
  return rule === "lost" && (code === "twin:none" || code === sign);
}

describe("a code", () => {
  it(
    "changes the outcome of its own rule alone",
    () => {
      function* changed(): Iterable<object> {
        for (const { world, decision } of cases) {
          const named = new Set(
            decision
              .refusal?.()
              .ways.flatMap((way) => way.flatMap((step) => (step.do === "acknowledge" ? step.codes : []))),
          );
          for (const code of codes) {
            if (named.has(code) || isKeyOf(code, decision.rule)) continue;
            const next = decisionIn(world, [code]);
            if (next.rule !== decision.rule && decision.refusal !== undefined)
              yield { world, code, was: decision.rule, is: next.rule };
            if (decision.refusal === undefined && next.refusal !== undefined) yield { world, code, is: next.rule };
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
    "has a way out by codes that leads on, and never back",
    () => {
      function* stuck(): Iterable<object> {
        for (const { world, decision } of cases) {
          let known: readonly string[] = [];
          let now = decision;
          for (let step = 0; now.refusal !== undefined && step < 6; step++) {
            const ways = now.refusal().ways.flatMap((way) => way.filter((one) => one.do === "acknowledge"));
            const added = ways.at(-1)?.codes ?? [];
            if (added.every((code) => known.includes(code))) break;
            known = [...known, ...added];
            // Answers that the first decision did not need: the most cautious ones.
            now =
              [...decisionsIn(world, known)].find(({ decision: next }) => !passes(next))?.decision ??
              decisionIn(cautious(world), known);
          }
          if (now.refusal !== undefined) yield { world, known, rule: now.rule, text: now.refusal().message };
        }
      }
      expect(failing(stuck())).toEqual([]);
    },
    patience,
  );
});

const cautious = (world: World): World => ({
  ...world,
  answers: { object: "unreadable", users: "hidden", log: "unreadable", ...world.answers },
});

/** Ways in which the service may show less than it does, if no record of earlier runs takes the place of what it shows. */
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

describe("less that the service shows", () => {
  it.each(less)(
    "(%s) turns no refusal into a create without a warning about people",
    (what, changed) => {
      function* bold(): Iterable<object> {
        for (const { world, decision } of cases) {
          const next = changed(world);
          if (next === undefined || decision.refusal === undefined) continue;
          for (const each of decisionsIn(next)) {
            const isSaid = each.decision.warnings.some(({ reach }) => reach !== undefined);
            const { object } = each.world.answers;
            // Then it shows no less, but another thing.
            const isShownOff = what === "active" && (object === false || object === "gone");
            if (passes(each.decision) && !isSaid && !isShownOff)
              yield { was: { rule: decision.rule, world }, is: each.world };
          }
        }
      }
      expect(failing(bold())).toEqual([]);
    },
    patience,
  );
});
