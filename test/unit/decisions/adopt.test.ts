import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mayRunOnceAdopted } from "../../../provider/src/lifecycle/adoptFacts";
import { type AdoptAnswers, type AdoptCase, adoptionIn, adoptionsIn, adoptWorlds, factsOfAdoption } from "./adopts";
import { failing } from "./failing";

const codes = ["inactive:5", "inactive:6", "shared-list:6", "twin:6"];

/** Every world, with every answer to the questions that its decision asks, also with one code and with two. */
let cases: readonly AdoptCase[] = [];

/** The case with each further code that its decision has checked. Other codes change nothing, and are not tried. */
function withOneMore({ world, codes: given, asked }: AdoptCase): AdoptCase[] {
  const more = codes.filter((code) => asked.has(code) && !given.includes(code) && code > (given.at(-1) ?? ""));
  return more.flatMap((code) => [...adoptionsIn(world, [...given, code])]);
}

const limit = Error.stackTraceLimit;
beforeAll(() => {
  // Most decisions are refusals, and their stack traces would take most of the time.
  Error.stackTraceLimit = 0;
  const plain = adoptWorlds.flatMap((world) => [...adoptionsIn(world)]);
  const single = plain.flatMap(withOneMore);
  cases = [...plain, ...single, ...single.flatMap(withOneMore)];
}, 300_000);
afterAll(() => {
  Error.stackTraceLimit = limit;
  console.info(`adoptions: ${cases.length} decisions`);
  cases = [];
});

const shown = ({ world, codes: given, decision }: AdoptCase) => ({ ...world, codes: given, rule: decision.rule });

function* those(holds: (one: AdoptCase) => boolean): Iterable<object> {
  for (const one of cases) if (holds(one)) yield shown(one);
}

const passes = ({ decision }: AdoptCase) => decision.refusal === undefined;
const isAboutPeople = ({ decision }: AdoptCase) => decision.warnings.some(({ reach }) => reach !== undefined);

/** The truth about a world, computed independently of the table. */
function truth({ world: { declared, record, lost, beside, answers }, codes: given }: AdoptCase) {
  const { itself } = answers;
  const isShown =
    itself === "running" || itself === "off" || itself === "of another user" || itself === "with other steps";
  const isRecordedRunning = record.startsWith("running") || lost !== "none";
  const isBeside = beside !== "nothing" && answers.object !== "gone" && answers.object !== false;
  const isSaidOff =
    given.includes("inactive:6") && (beside === "recorded as running" ? answers.object !== true : false);
  // The campaigns of the people on a list are only read if nothing else shows the lists.
  const isHidden = beside.endsWith("hidden lists");
  const onList =
    beside === "running on the list" || beside === "recorded as running" || (isHidden && answers.users === "in");
  const areListsOther = [record, lost].some((each) => each === "running on another list");
  const areListsSame = record === "running here" || record === "ran elsewhere" || lost === "running";
  return {
    ...{ isShown, isRecordedRunning },
    mayRun: isShown ? itself !== "off" : declared !== false,
    isShared: isBeside && onList && !isSaidOff && !given.includes("shared-list:6"),
    areListsWrong: !isShown && areListsOther && !areListsSame,
  };
}

it("every combination is decided", () => {
  expect(cases.length).toBeGreaterThan(5000);
});

describe("no object is adopted", () => {
  it.each<[string, (one: AdoptCase) => boolean]>([
    ["that does not exist", ({ world }) => world.answers.itself === "gone"],
    ["that belongs to another user", ({ world }) => world.answers.itself === "of another user"],
    ["that differs in its steps", ({ world }) => world.answers.itself === "with other steps"],
    [
      "that is adopted by its id and runs although it is declared off, or the reverse",
      ({ world: { by, declared, answers } }) =>
        by === "id" && declared !== undefined && answers.itself === (declared ? "off" : "running"),
    ],
    ["that another resource manages", ({ world }) => world.other !== "none"],
    [
      "that is declared as active while a running campaign uses the list, unless that is acknowledged",
      (one) => one.world.declared === true && truth(one).isShared,
    ],
    [
      "that is declared as active beside an equal one that runs on unknown lists",
      ({ world, codes: given }) =>
        world.declared === true &&
        world.beside === "equal, running on hidden lists" &&
        !given.includes("twin:6") &&
        !given.includes("shared-list:6"),
    ],
    [
      "whose status is unreadable and which the program declares neither active nor inactive",
      ({ world }) => world.declared === undefined && world.answers.itself === "unreadable",
    ],
    [
      "that is declared off and recorded as running, unless a person has confirmed that it is off",
      (one) =>
        one.world.declared === false &&
        !truth(one).isShown &&
        truth(one).isRecordedRunning &&
        !one.codes.includes("inactive:5"),
    ],
    [
      "that is declared off and that only its log shows to have run, unless a person has confirmed that it is off",
      (one) =>
        one.world.declared === false &&
        !truth(one).isShown &&
        one.world.record === "nothing" &&
        one.world.lost === "none" &&
        one.world.answers.ownLog !== "none" &&
        !one.codes.includes("inactive:5"),
    ],
    ["none of whose recorded lists is declared", (one) => truth(one).areListsWrong],
  ])("%s", (_, holds) => {
    expect(cases.some(holds)).toBe(true);
    expect(failing(those((one) => holds(one) && passes(one)))).toEqual([]);
  });
});

describe("an object that is adopted", () => {
  it("is recorded as running unless the service shows it as off or, if it shows nothing, the program declares it off", () => {
    const isRecordedSo = ({ world, codes: given }: AdoptCase) =>
      mayRunOnceAdopted(factsOfAdoption(world, new Set(given)));
    expect(failing(those((one) => passes(one) && isRecordedSo(one) !== truth(one).mayRun))).toEqual([]);
  });

  it("is named in a warning about people if it runs or may run", () => {
    expect(cases.some((one) => passes(one) && truth(one).mayRun)).toBe(true);
    expect(failing(those((one) => passes(one) && truth(one).mayRun && !isAboutPeople(one)))).toEqual([]);
  });

  it("is named in a warning if another stack has created it", () => {
    const isNamed = ({ decision }: AdoptCase) => decision.warnings.some(({ text }) => text.includes("another stack"));
    const isForeign = (one: AdoptCase) => passes(one) && one.world.record === "ran elsewhere";
    expect(cases.some(isForeign)).toBe(true);
    expect(failing(those((one) => isForeign(one) && !isNamed(one)))).toEqual([]);
  });
});

/** Answers of the service, each with one that shows less. */
const less: readonly [keyof AdoptAnswers, string, string][] = [
  ["itself", "running", "untold"],
  ["itself", "off", "untold"],
  ["itself", "untold", "unreadable"],
  ["object", "true", "untold"],
  ["object", "untold", "unreadable"],
  ["users", "in", "hidden"],
  ["log", "entries", "unreadable"],
  ["ownLog", "entries", "unreadable"],
];

describe("an answer of the service that shows less", () => {
  it.each(less)(
    "(%s: %s, then %s) turns no refusal into an adoption without a warning about people",
    (ask, from, to) => {
      const isIt = ({ world }: AdoptCase) => String(world.answers[ask]) === from;
      function* bold(): Iterable<object> {
        for (const one of cases.filter((each) => isIt(each) && !passes(each))) {
          // A person's confirmation counts unless the service shows the opposite.
          if (one.codes.some((code) => code.startsWith("inactive:"))) continue;
          const known = { ...one.world, answers: { ...one.world.answers, [ask]: to } };
          for (const next of adoptionsIn(known, one.codes)) {
            if (passes(next) && !isAboutPeople(next)) yield { was: shown(one), is: shown(next) };
          }
        }
      }
      expect(failing(bold())).toEqual([]);
    },
  );
});

describe("a refusal", () => {
  it("has a way out, and its codes lift it", () => {
    const seen = new Set<string>();
    function* stuck(): Iterable<object> {
      for (const one of cases) {
        const { decision, world } = one;
        if (decision.refusal === undefined) continue;
        seen.add(decision.rule ?? "");
        const { ways, message } = decision.refusal();
        if (ways.length === 0) yield { ...shown(one), message };
        const asked = ways.flatMap((way) => way.flatMap((step) => (step.do === "acknowledge" ? [step.codes] : [])));
        for (const given of asked) {
          const { decision: next } = adoptionIn(world, [...one.codes, ...given]);
          if (next.rule === decision.rule && next.refusal !== undefined) yield { ...shown(one), given };
        }
      }
    }
    expect(failing(stuck())).toEqual([]);
    expect([...seen].sort()).toEqual([
      ...["accepted-as-running", "as-it-is", "launched", "managed", "managed-beside"],
      ...["recorded-running", "recorded-targets", "undeclared"],
    ]);
  });
});

describe("a code", () => {
  /** The rules that each code, the confirmation of a person, may lift. */
  const locks: Readonly<Record<string, readonly string[]>> = {
    "inactive:5": ["recorded-running", "launched"],
    "inactive:6": ["accepted-as-running"],
    "shared-list:6": ["accepted-as-running"],
    "twin:6": ["accepted-as-running"],
  };

  it("changes only the outcome of its own rule", () => {
    function* changed(): Iterable<object> {
      for (const one of cases.filter(({ codes: given }) => given.length === 0)) {
        for (const code of codes) {
          if (locks[code]?.includes(one.decision.rule ?? "") === true) continue;
          const { decision: next } = adoptionIn(one.world, [code]);
          if (next.look === undefined && next.rule !== one.decision.rule) yield { ...shown(one), code, is: next.rule };
        }
      }
    }
    expect(failing(changed())).toEqual([]);
  });
});
