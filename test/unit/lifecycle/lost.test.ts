import { describe, expect, it } from "vitest";
import type { KnownCreation } from "../../../provider/src/api/objects";
import { declarerOf } from "../../../provider/src/lifecycle/about";
import {
  codesOfLost,
  howToNameLost,
  isNamed,
  isSaidLost,
  lostOf,
  lostOfResource,
} from "../../../provider/src/lifecycle/lost";
import { declared, robot } from "../kind/robot";

const urn = "urn:pulumi:dev::project::outreach:Robot::one";
const declarer = declarerOf(urn);
const ofOther = declarerOf("urn:pulumi:prod::project::outreach:Robot::one");
const lost = (changes: Partial<KnownCreation> = {}): KnownCreation => ({
  ...{ token: "0123456789abcdef", id: undefined, own: false, sameName: true, isNamed: () => true },
  ...changes,
});

describe("a stack's creates with an unknown outcome", () => {
  it.each<[string, Partial<KnownCreation>, boolean]>([
    ["one of this stack", { stack: declarer.stack }, true],
    ["one of no recorded stack", {}, true],
    ["one of another stack", { stack: ofOther.stack }, false],
    ["one that got a response", { stack: declarer.stack, id: "5" }, false],
    ["one with a response and without a recorded stack", { id: "5" }, false],
  ])("%s", (_, changes, isLost) => {
    const known = [lost(changes)];
    expect(lostOf(known, declarer)).toEqual(isLost ? known : []);
  });
});

describe("the lost creates of a resource", () => {
  const other = declarerOf("urn:pulumi:dev::project::outreach:Robot::two");

  it.each<[string, Partial<KnownCreation>, boolean]>([
    ["its own", { ...declarer, sameName: false, targets: ["9"] }, true],
    ["one of another resource, with its name and targets", { ...other, targets: ["1", "2"] }, false],
    ["one of the same resource in another stack", ofOther, false],
    ["one of no recorded resource with its name", {}, true],
    ["one of no recorded resource with its name and targets, in another order", { targets: ["2", "1"] }, true],
    ["one of no recorded resource with another name", { sameName: false }, false],
    ["one of no recorded resource with another name and its targets", { sameName: false, targets: ["1", "2"] }, false],
    ["one of no recorded resource with one of its targets", { targets: ["1"] }, false],
    ["one of no recorded resource with more targets", { targets: ["1", "2", "3"] }, false],
    ["one of no recorded resource with as many other targets", { targets: ["1", "3"] }, false],
    ["one with a response and without a recorded resource", { id: "5", targets: ["1", "2"] }, false],
  ])("%s", (_, changes, isIts) => {
    const known = [lost(changes)];
    expect(lostOfResource(robot, known, declarer, declared)).toEqual(isIts ? known : []);
  });

  it("may be any with its name while its targets are unknown", () => {
    const known = [lost({ targets: ["7"] })];
    expect(lostOfResource(robot, known, declarer, { title: "R2" })).toEqual(known);
  });
});

describe("acknowledging that a create has not taken effect", () => {
  const own = "twin:none:01234567";

  it.each<[string, readonly string[], Partial<KnownCreation>, boolean]>([
    ["its own code", [own], {}, true],
    ["its own code, though twin:none stood there before", [own], { saidAbsent: true }, true],
    ["twin:none", ["twin:none"], {}, true],
    ["twin:none that stood there before", ["twin:none"], { saidAbsent: true }, false],
    ["the code of another create", ["twin:none:89abcdef"], {}, false],
    ["another code", ["restart"], {}, false],
  ])("by %s", (_, codes, changes, isSaid) => {
    const acknowledged = new Set(codes);
    expect(isSaidLost(lost(changes), acknowledged)).toBe(isSaid);
    expect(isNamed(lost(changes), acknowledged)).toBe(codes.includes(own));
  });

  it("uses the short code unless it is older than one of them", () => {
    const [first, second] = [lost(), lost({ token: "fedcba9876543210", saidAbsent: true })];
    expect(codesOfLost([first], {})).toEqual(["twin:none"]);
    expect(codesOfLost([first], { spent: new Set(["twin:none"]) })).toEqual([own]);
    expect(codesOfLost([first, second], {})).toEqual([own, "twin:none:fedcba98"]);
    expect(howToNameLost([first, second]).text).toContain(`acknowledge: ["${own}", "twin:none:fedcba98"] on`);
  });
});
