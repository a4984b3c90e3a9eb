import { describe, expect, it } from "vitest";
import { addedTargets, cannotChange, changesOf, orReplaced, saysOff } from "../../../provider/src/lifecycle/changes";
import type { Change, Values } from "../../../provider/src/lifecycle/kind";
import type { Recorded } from "../../../provider/src/lifecycle/record";
import { unknownText } from "../../../provider/src/lifecycle/unknown";
import { declared, robot } from "../kind/robot";
import { recordOf } from "../resources/guarding";

/** Robot 5 in the state, and the program's declaration of it. */
function compared(olds: Values, news: Values, record: Partial<Recorded> = {}, ...acknowledged: string[]) {
  const values = { olds: { ...declared, ...olds }, news: { ...declared, ...news } };
  return { kind: robot, id: "5", ...values, record: recordOf(record), acknowledged: new Set(acknowledged) };
}

const change = (property: string, more: Partial<Change> = {}): Change => ({
  ...{ property, path: property, effect: "update", ...more },
});
const unseen = { unseen: true } as const;
const unasked = { unasked: true } as const;

describe("the changes of an object", () => {
  it.each<[string, ReturnType<typeof compared>, readonly string[]]>([
    ["contain whether it runs", compared({ on: true }, { title: "R3", on: false }), ["title", "on"]],
    [
      "leave to the update whether one that ran without being declared active still runs",
      compared({ on: true }, { title: "R3", on: false }, unasked),
      ["title"],
    ],
    [
      "contain that one that ran without being declared active should run",
      compared({}, { title: "R3", on: true }, unasked),
      ["title", "on"],
    ],
    [
      "leave out that it is off if that is acknowledged",
      compared({ on: true }, { title: "R3", on: false }, unseen, "inactive:5"),
      ["title"],
    ],
  ])("%s", (_, given, properties) => {
    expect(changesOf(given).map(({ property }) => property)).toEqual(properties);
  });
});

describe("an object is recorded as off without a request", () => {
  const [on, off] = [{ on: true }, { on: false }];
  it.each<[string, boolean, ReturnType<typeof compared>]>([
    [
      "if the program says so, it is acknowledged, and the service does not show it",
      true,
      compared(on, off, unseen, "inactive:5"),
    ],
    ["also if the state does not show it", true, compared({}, off, unseen, "inactive:5")],
    ["not if the service shows it", false, compared(on, off, {}, "inactive:5")],
    ["not if another one is acknowledged to be off", false, compared(on, off, unseen, "inactive:6")],
    [
      "not if it ran without being declared active: the update decides that",
      false,
      compared(on, off, { ...unseen, ...unasked }, "inactive:5"),
    ],
    ["not if the program declares that it runs", false, compared(on, on, unseen, "inactive:5")],
    ["not if the program leaves that open", false, compared(on, {}, unseen, "inactive:5")],
    ["not if the state already has that", false, compared(off, off, unseen, "inactive:5")],
  ])("%s", (_, isOff, given) => {
    expect(saysOff(given)).toBe(isOff);
  });
});

describe("a change of an object that the service does not show", () => {
  it.each<[string, Parameters<typeof orReplaced>[0], Change, Partial<Change>]>([
    ["replaces it", compared({}, { title: "R3" }, unseen), change("title"), { effect: "replace", isUnsendable: true }],
    [
      "may replace it, if its value is not known",
      compared({}, { title: unknownText }, unseen),
      change("title"),
      { mayReplace: true },
    ],
    [
      "is as it is, if it replaces it anyway",
      compared({}, { speed: 2 }, unseen),
      change("speed", { effect: "replace" }),
      {},
    ],
    [
      "is unchanged if it contacts nobody",
      { ...compared({}, { title: "R3" }, unseen), kind: { ...robot, reaches: undefined } },
      change("title"),
      {},
    ],
    ["is as it is, if the service shows it after all", compared({}, { title: "R3" }), change("title"), {}],
  ])("%s", (_, given, before, more) => {
    expect(orReplaced(given, before)).toEqual({ ...before, ...more });
  });
});

it("people are added by new targets, and only to an object that contacts them", () => {
  const [olds, news] = [{ dockIds: [1, 2] }, { dockIds: [2, 3, 4] }];
  expect(addedTargets(robot, olds, news)).toEqual(["3", "4"]);
  expect(addedTargets({ ...robot, reaches: undefined }, olds, news)).toEqual([]);
  const removed = (...unsettled: unknown[]) => addedTargets(robot, news, news, { unsettled: { dockIds: unsettled } });
  expect(removed([2, 3], [2, 4, 5])).toEqual(["3", "4"]);
  expect(removed()).toEqual(["2", "3", "4"]);
  const taken = (declared: Values) => addedTargets(robot, news, declared, { concluded: ["dockIds"] });
  expect(taken({ dockIds: [3, 4] })).toEqual(["3", "4"]);
  expect(taken({ dockIds: [4, 3, 2], title: "R3" })).toEqual([]);
});

describe("a change for which the service has no operation", () => {
  const alias = 'aliases: ["<its old URN>"]';
  const resume = "Resume it in the app, and remove asleep from the program.";
  it.each<[string, readonly Change[], readonly string[]]>([
    ["of targets that are not known yet may come from a rename", [change("dockIds", { mayReplace: true })], [alias]],
    ["of targets that are known does not", [change("dockIds")], []],
    ["of something else that is not known yet does not", [change("title", { mayReplace: true })], []],
    ["of a pause alone can be made in the app", [change("asleep")], [resume]],
    ["of a pause and more cannot", [change("asleep"), change("title")], []],
  ])("%s", (_, changes, ways) => {
    const { message } = cannotChange({ kind: robot, about: "it", urn: "urn:one", id: "5" }, changes);
    expect([alias, resume].filter((way) => message.includes(way))).toEqual(ways);
    expect(message).toMatch(
      /Create a new toy robot instead: `pulumi up --replace 'urn:one'`\. Or revert the change\.$/,
    );
  });
});
