import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import {
  type DeleteAnswers,
  type DeleteCase,
  type DeleteWorld,
  deleteIn,
  deletesIn,
  deleteWorlds,
  movedHere,
} from "./deletes";
import { failing } from "./failing";

const codes = ["inactive:5", "restart", "twin:none", "twin:5", movedHere];

/** Every world, with every answer to the questions that its decision asks, also with codes singly and in pairs. */
let cases: readonly (DeleteCase & { readonly codes: readonly string[] })[] = [];
const sets = [[], ...codes.flatMap((one, index) => [[one], ...codes.slice(index + 1).map((other) => [one, other])])];
/** Codes that no rule of the kind uses lift nothing: with one of them, the worlds without codes are decided again. */
const known = (kind: DeleteWorld["kind"]) => (kind === campaignKind ? codes : ["twin:none", "twin:5", movedHere]);

beforeAll(() => {
  cases = deleteWorlds.flatMap((world) =>
    sets
      .filter((given) => given.every((code) => known(world.kind).includes(code)))
      .flatMap((given) => [...deletesIn(world, given)].map((one) => ({ ...one, codes: given }))),
  );
}, 300_000);
afterAll(() => {
  cases = [];
});

type Case = (typeof cases)[number];
const shown = ({ world: { kind, ...world }, codes: given, decision }: Case) => ({
  ...{ kind: kind.name, ...world, codes: given },
  ...{ rule: decision.rule, act: decision.act },
});

function* those(holds: (one: Case) => boolean): Iterable<object> {
  for (const one of cases) if (holds(one)) yield shown(one);
}

const passes = ({ decision }: Case) => decision.refusal === undefined;
/** Nothing prevents the object from being deleted, or from being replaced. */
const isLetGo = (one: Case) => passes(one) && one.decision.act === undefined;
const isActive = ({ replacement }: DeleteWorld) => replacement === "active";

/** The facts, derived from the world independently of the table. */
function truth({ world: { kind, everActive, isRestartSpent, other, replacement, answers }, codes: given }: Case) {
  const { itself: object, record } = answers;
  const isCampaign = kind === campaignKind;
  const isHidden = isCampaign && (object === "unreadable" || object === "untold" || object === "another");
  const mayRun = isHidden && (everActive || record === "running");
  const hasRun = everActive || record === "running" || record === "ran" || answers.log === "entries";
  const isHeld = other === "adopts" || other === "was refused" || answers.kept === "kept";
  return {
    ...{ isCampaign, isHidden, mayRun, hasRun },
    isHeldByOther: isHeld || record === "adopted here" || record === "adopted elsewhere",
    isRestartSaid: given.includes("restart") && !isRestartSpent,
    isReplaced: replacement !== "none",
  };
}

describe("no object is released", () => {
  it("in any of all combinations", () => {
    console.info(`${cases.length} deletes decided`);
    expect(cases.length).toBeGreaterThan(20_000);
  });

  it.each<[string, (one: Case) => boolean]>([
    ["that the service shows to contact people", (one) => truth(one).isCampaign && one.world.answers.itself === true],
    [
      "that may contact people according to the state or the records, unless it is acknowledged as off",
      (one) => truth(one).mayRun && !one.codes.includes("inactive:5"),
    ],
    [
      "that another one replaces while it is unknown whether it contacts people, unless it is acknowledged as off",
      (one) => truth(one).isHidden && truth(one).isReplaced && !one.codes.includes("inactive:5"),
    ],
    [
      "that has contacted people, if its replacement contacts them again, unless that is acknowledged",
      (one) => truth(one).isCampaign && isActive(one.world) && truth(one).hasRun && !truth(one).isRestartSaid,
    ],
    [
      "of which the log cannot be read, in the same case",
      (one) => isActive(one.world) && one.world.answers.log === "unreadable" && !truth(one).isRestartSaid,
    ],
    ["that belongs to another user", ({ world }) => world.isOwnedByOther && !world.isPending],
    ["that a lost create has made for another user", ({ world }) => world.answers.creation === "found of another user"],
    [
      "whose creation time differs from the state",
      ({ world, codes: given }) => world.answers.itself === "another" && !given.includes(movedHere),
    ],
    [
      "that another resource manages, has adopted or may be meant to adopt",
      (one) =>
        truth(one).isHeldByOther || (!truth(one).isReplaced && ["manages", "has adopted"].includes(one.world.other)),
    ],
    [
      "that the service can delete and the engine does not ask for",
      ({ world }) => world.isSkipped && world.kind.operations.delete !== undefined && world.answers.itself !== "gone",
    ],
    [
      "that stays, and that the program declares again although the engine does not ask for its delete, unless that is acknowledged",
      ({ world, codes: given }) =>
        world.isSkipped &&
        world.replacement === "same" &&
        world.kind.operations.delete === undefined &&
        world.answers.itself === false &&
        !given.includes("twin:5"),
    ],
    ["in whose place it would be adopted again", ({ world }) => ["self", "twin"].includes(world.replacement)],
    ["whose create is still pending", ({ world }) => world.isPending && !world.answers.creation?.startsWith("found")],
  ])("%s", (_, holds) => {
    expect(cases.some(holds)).toBe(true);
    expect(failing(those((one) => holds(one) && isLetGo(one)))).toEqual([]);
  });
});

it("a create that may still take effect leaves the state only if a person or the program states its outcome", () => {
  const isOpen = ({ world }: Case) => world.answers.creation === "unclear";
  const isSaid = ({ world, codes: given }: Case) =>
    given.includes("twin:none") || ["self", "another"].includes(world.replacement);
  expect(cases.some(isOpen)).toBe(true);
  expect(failing(those((one) => isOpen(one) && passes(one) && !isSaid(one)))).toEqual([]);
});

it("no object that may exist leaves the state without a line that names its id, unless it is deleted or adopted again", () => {
  const mayExist = ({ world: { isPending, answers } }: Case) =>
    answers.itself !== "gone" && (!isPending || answers.creation?.startsWith("found") === true);
  const isDeleted = (one: Case) => isLetGo(one) && one.world.kind.operations.delete !== undefined;
  const isNamed = ({ decision }: Case) => decision.warnings.some(({ text }) => text.includes("(id 5)"));
  const isDropped = (one: Case) =>
    passes(one) && mayExist(one) && !isDeleted(one) && !isNamed(one) && one.world.replacement !== "self";
  expect(cases.some((one) => passes(one) && mayExist(one) && !isDeleted(one))).toBe(true);
  expect(failing(those(isDropped))).toEqual([]);
});

/** Less data from the service. An unread object may be a different one: docs/spec-only.md, row 23. */
const less: readonly [keyof DeleteAnswers, string, string][] = [
  ["itself", "true", "untold"],
  ["itself", "true", "unreadable"],
  ["itself", "untold", "unreadable"],
  ["log", "entries", "unreadable"],
  ["creation", "absent", "unclear"],
];

describe("less data from the service", () => {
  it.each(less)("(%s: %s, then %s) turns no refusal into a delete without a warning about people", (ask, from, to) => {
    const isIt = ({ world }: Case) => String(world.answers[ask]) === from;
    expect(cases.some(isIt)).toBe(true);
    function* bold(): Iterable<object> {
      for (const one of cases.filter((each) => isIt(each) && !passes(each))) {
        // A code counts if the service does not show the contrary.
        if (one.codes.includes("inactive:5") || one.codes.includes("twin:none")) continue;
        const known = { ...one.world, answers: { ...one.world.answers, [ask]: to } };
        for (const next of deletesIn(known, one.codes)) {
          const isSaid = next.decision.warnings.some(({ reach }) => reach === "deleted");
          if (next.decision.refusal === undefined && !isSaid) yield { was: shown(one), is: next.world.answers };
        }
      }
    }
    expect(failing(bold())).toEqual([]);
  });
});

describe("a refusal", () => {
  it("has a way out, and its codes lift it", () => {
    function* stuck(): Iterable<object> {
      const seen = new Set<string>();
      for (const one of cases) {
        const { decision, world } = one;
        if (decision.refusal === undefined) continue;
        const { ways, message } = decision.refusal();
        if (ways.length === 0) yield { ...shown(one), message };
        const asked = ways.flatMap((way) => way.flatMap((step) => (step.do === "acknowledge" ? [step.codes] : [])));
        for (const given of asked) {
          // A code that has to be added again, or set for the run, is a different one here.
          const isSpent = world.isRestartSpent && given.includes("restart");
          if (isSpent) continue;
          const all = [...one.codes, ...given];
          const next = deleteIn(world, all);
          if (next.rule === decision.rule && next.refusal !== undefined) yield { ...shown(one), given };
        }
        seen.add(decision.rule ?? "");
      }
      if (seen.size < 12) yield { seen: [...seen] };
    }
    expect(failing(stuck())).toEqual([]);
  });
});

describe("a code", () => {
  /** A stated fact counts for each rule that uses it. */
  const locks: Readonly<Record<string, readonly string[]>> = {
    "inactive:5": ["may-run"],
    restart: ["restart-by-replacement"],
    "twin:none": ["pending"],
    "twin:5": ["same-again"],
    [movedHere]: ["another-object", "another-agent"],
  };

  it("changes only the outcome of its own rule", () => {
    function* changed(): Iterable<object> {
      for (const one of cases.filter(({ codes: given }) => given.length === 0)) {
        for (const code of codes.filter((each) => !one.codes.includes(each))) {
          if (locks[code]?.includes(one.decision.rule ?? "") === true) continue;
          const next = deleteIn(one.world, [...one.codes, code]);
          if (next.look !== undefined) continue;
          if (next.rule !== one.decision.rule) yield { ...shown(one), code, is: next.rule };
        }
      }
    }
    expect(failing(changed())).toEqual([]);
  });
});
