import { describe, expect, it } from "vitest";
import { factsOf, isElsewhere, type Known, type Sources, type Subject } from "../../../provider/src/lifecycle/facts";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { listKind } from "../../../provider/src/resources/listKind";
import { robot } from "../kind/robot";
import { recorded } from "../resources/guarding";

const facts = (more: Partial<Sources>, kind: Subject["kind"] = robot) =>
  factsOf({ kind, name: "R2", declarer: {} }, { id: "5", isWhole: false, ...more });
const shown = (values: object = {}) => ({ id: "5", title: "R2", ...values });
const found = (values: object = {}) => ({ status: "found", answer: shown(values) }) as const;
const gone = { status: "gone" } as const;
const declared = { inRun: [{ id: "5", isDeclared: true }] };
const told = (running: boolean) => ({ recorded: recorded({ id: "5", running }) });
const is = (value: boolean, source: "service" | "run" | "state" | "records"): Known<boolean> => ({ value, source });

describe("whether an object contacts people", () => {
  it.each<[string, Partial<Sources>, Known<boolean>]>([
    ["is unknown without any source", {}, "unshown"],
    ["comes from a read by its id", { found: found({ on: true }), listed: shown({ on: false }) }, is(true, "service")],
    ["comes from the listing", { listed: shown({ on: false }), ...declared }, is(false, "service")],
    ["cannot be read if the service leaves it out", { found: found() }, "unreadable"],
    [
      "comes from the listing if the read by its id omits it",
      { found: found(), listed: shown({ on: false }) },
      is(false, "service"),
    ],
    ["comes from the records if the service omits it", { found: found(), ...told(false) }, is(false, "records")],
    ["is that it does not if it is gone", { found: gone, listed: shown({ on: true }) }, is(false, "service")],
    ["is that this run has started it", { notes: { startedOn: ["1"] }, listed: shown({ on: false }) }, is(true, "run")],
    ["is that this run has seen it off", { notes: { isOff: true }, ...declared }, is(false, "run")],
    ["is what the state declares", { ...declared, ...told(false) }, is(true, "state")],
    ["is what runs have recorded", told(true), is(true, "records")],
    ["cannot be read if only a target names it", { usedTargets: ["1"] }, "unreadable"],
  ])("%s", (_, sources, expected) => {
    expect(facts(sources).running).toEqual(expected);
  });

  it("is not requested for a kind that contacts nobody", () => {
    const { running, hasRun, isShownRunning, canAsk } = facts({ listed: { id: "5", name: "R2" } }, listKind);
    expect({ running, hasRun, isShownRunning, canAsk }).toEqual({
      ...{ running: "unshown", hasRun: "unshown", isShownRunning: false, canAsk: false },
    });
  });

  it.each<[string, Partial<Sources>, boolean]>([
    ["its address", { found: found({ on: true }) }, true],
    ["the listing", { listed: shown({ on: true }) }, true],
    ["nothing but a record", told(true), false],
    ["the listing that is older than its end", { listed: shown({ on: true }), found: gone }, false],
    [
      "its address, which differs from the listing",
      { listed: shown({ on: true }), found: found({ on: false }) },
      false,
    ],
  ])("is shown by %s", (_, sources, isShownRunning) => {
    expect(facts(sources).isShownRunning).toBe(isShownRunning);
  });
});

describe("whether an object has contacted people", () => {
  const off = { listed: shown({ on: false }) };

  it.each<[string, Partial<Sources>, Known<boolean>]>([
    ["is not shown while it is off", off, "unshown"],
    ["is so if it does", { listed: shown({ on: true }) }, is(true, "service")],
    ["is so if that cannot be read", { listed: shown() }, is(true, "service")],
    ["is so if the state declares it, and it is off by now", { ...off, ...declared }, is(true, "state")],
    ["does not follow from the state", { ...off, inRun: [{ id: "5" }] }, "unshown"],
    ["is so if this run has started it", { found: gone, notes: { startedOn: [] } }, is(true, "run")],
    ["is so if runs have recorded that it does", { ...off, ...told(true) }, is(true, "records")],
    [
      "is so if runs have recorded that it did",
      { ...off, recorded: recorded({ id: "5", ran: true }) },
      is(true, "records"),
    ],
  ])("%s", (_, sources, expected) => {
    expect(facts(sources).hasRun).toEqual(expected);
  });
});

describe("the targets of an object", () => {
  it.each<[string, Partial<Sources>, string[], boolean]>([
    ["are unknown without any source", {}, [], false],
    ["are those that a lost create may have given it", { lostTargets: [["1"], undefined] }, ["1"], true],
    ["are unknown without a lost create", { lostTargets: [undefined] }, [], false],
    [
      "are the recorded ones, whatever was lost",
      { recorded: recorded({ targets: ["2"] }), lostTargets: [["1"]] },
      ["2"],
      true,
    ],
    ["are more than those that name it", { usedTargets: ["3"] }, ["3"], false],
  ])("%s", (_, sources, expected, areAll) => {
    const { targets, areAllTargets } = facts(sources);
    expect([[...targets], areAllTargets]).toEqual([expected, areAll]);
  });
});

describe("an object uses other targets", () => {
  const usersOf = new Map([["2", new Set(["8"])]]);
  const ofName = (targets: readonly string[], more = {}) => recorded({ id: "5", sameName: true, targets, ...more });

  it.each<[string, Partial<Sources>, unknown, boolean]>([
    ["if runs have recorded others", { recorded: ofName(["1"]) }, [3], true],
    ["unless the service shows one of these", { recorded: ofName(["1"]), usedTargets: ["3"] }, [3], false],
    ["unless they were recorded by its adoption", { recorded: ofName(["1"], { adopted: true }) }, [3], false],
    ["unless runs have recorded one of these", { recorded: ofName(["1", "2"]), usedTargets: ["1"] }, [2], false],
    ["if the service shows others, and none uses these", { usedTargets: ["1"] }, [2], true],
    ["unless another object may hide it on these", { usedTargets: ["1"] }, [2, 3], false],
    ["if it shows others itself", { listed: { ...shown(), listIds: [1] } }, [3], true],
    ["if nothing shows its targets, and none uses these", {}, [2], true],
    ["unless one of these is not known to be unused", {}, [2, 3], false],
    ["unless it is one of those that use these", { id: "8" }, [2], false],
    ["unless these are none", {}, [], false],
    ["unless these are not known", { usedTargets: ["1"] }, undefined, false],
  ])("%s", (_, sources, declared, expected) => {
    expect(isElsewhere(facts(sources, campaignKind), declared, { usersOf })).toBe(expected);
  });

  it("only if it has been read which ones none uses", () => {
    const its = facts({ usedTargets: ["1"] }, campaignKind);
    expect([{}, { usersOf: "unread" as const }].map((free) => isElsewhere(its, [2], free))).toEqual([false, false]);
  });
});
