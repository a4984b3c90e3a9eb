import { describe, expect, it } from "vitest";
import { ServiceError } from "../../../provider/src/api/errors";
import type { KnownCreation } from "../../../provider/src/api/objects";
import { type Looking, mayBeNamed, View } from "../../../provider/src/lifecycle/observe";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { campaignsInView } from "../../../provider/src/resources/inView";
import { robot } from "../kind/robot";
import { type Around, guarding, listed, recorded, urnOf } from "../resources/guarding";

const declarer = { stack: "here", resource: "its" };

async function viewOf(around: Around) {
  const { account, memory, find } = guarding(around);
  const view = new View({ account, memory, about: "checking it", name: "R2", declarer, which: "all" });
  await view.see(robot);
  return { view, find };
}

describe("two records of one object", () => {
  const both = async (one: Partial<KnownCreation>, other: Partial<KnownCreation>) => {
    const blank = { id: "5", sameName: false };
    const { view } = await viewOf({ recorded: [recorded({ ...blank, ...one }), recorded({ ...blank, ...other })] });
    const { objects } = view.of(robot);
    expect([...objects.keys()]).toEqual(["5"]);
    return objects.get("5")?.recorded;
  };
  const [here, elsewhere, third] = [{ stack: "here" }, { stack: "elsewhere" }, { stack: "third" }];

  it.each<[string, Partial<KnownCreation>, Partial<KnownCreation>, Partial<KnownCreation>]>([
    ["have the stack that manages it, if that is this one", here, elsewhere, here],
    ["have the other stack if this one has released it", { ...here, released: true }, elsewhere, elsewhere],
    ["have the stack that has not released it", { ...third, released: true }, elsewhere, elsewhere],
    [
      "have this resource, whichever stack manages it",
      { ...here, resource: "other" },
      { resource: "its" },
      { resource: "its" },
    ],
    [
      "have the managing stack's resource, if neither names this one",
      { ...here, resource: "other" },
      { resource: "third" },
      { resource: "other" },
    ],
    ["have that it runs if one does", { running: true }, { running: false }, { running: true }],
    ["have that it runs if only one has a status", { running: true }, {}, { running: true }],
    ["have that it is off if only one has a status", { running: false }, {}, { running: false }],
    ["do not have whether it runs if neither does", {}, {}, { running: undefined }],
    ["have that it has run if one does", { ...here, ran: true }, elsewhere, { ran: true }],
    ["have that it has run if the record that does not manage it does", here, { ran: true }, { ran: true }],
    ["do not have that it has run if neither does", {}, {}, { ran: undefined }],
    ["have all targets", { targets: ["1", "2"] }, { targets: ["1"] }, { targets: ["1", "2"] }],
    ["have the only known targets", { targets: ["1"] }, here, { targets: ["1"] }],
    ["have all targets on which it has run", { ranOn: ["1"] }, { ranOn: ["1"] }, { ranOn: ["1"] }],
    ["have the only targets on which it is known to have run", { ranOn: ["1"] }, here, { ranOn: ["1"] }],
    ["are of the same name if one is", { sameName: true }, {}, { sameName: true }],
    ["are of another name if both are", {}, {}, { sameName: false }],
    ["are of this run if both are", { own: true }, { own: true }, { own: true }],
    ["are not of this run if one is not", { own: true }, { own: false }, { own: false }],
  ])("%s", async (_, one, other, expected) => {
    expect(await both(one, other)).toMatchObject(expected);
    expect(await both(other, one)).toMatchObject(expected);
  });

  it("recognize each name that one of them recognizes", async () => {
    const merged = await both({ isNamed: (name) => name === "A" }, { isNamed: (name) => name === "B" });
    expect(["A", "B", "C"].map((name) => merged?.isNamed(name))).toEqual([true, true, false]);
  });
});

describe("an object that is requested by its id", () => {
  const asked = async (error: Error, known = recorded({ id: "5" })) => {
    const { view, find } = await viewOf({ recorded: [known], lists: listed({ id: "5" }) });
    find.mockRejectedValue(error);
    await view.look({ ask: "object", kind: robot, id: "5" });
    return view.of(robot).objects.get("5")?.found;
  };
  const failure = (category: "unknownOperation" | "notFound" | "refused" | "forbidden" | "broken") =>
    new ServiceError(["it failed"], { category });

  it.each(["unknownOperation", "notFound"] as const)("has no facts if the response is %s", async (category) => {
    expect(await asked(failure(category))).toEqual({ status: "unreadable" });
  });

  it.each(["refused", "forbidden"] as const)("has none if no run has recorded it and it is %s", async (category) => {
    expect(await asked(failure(category), recorded({ id: "6" }))).toEqual({ status: "unreadable" });
  });

  it("ends the run if the service does not respond, recorded or not", async () => {
    await expect(asked(failure("broken"), recorded({ id: "6" }))).rejects.toThrow("it failed");
  });

  it.each([
    ["the service answers otherwise", failure("refused")],
    ["the failure is none of the service", Object.assign(new Error("it failed"), { category: "notFound" })],
  ])("ends the run if %s", async (_, error) => {
    await expect(asked(error)).rejects.toThrow("it failed");
  });
});

describe("the account, kind by kind", () => {
  it("contains no kind that was not read", () => {
    const { account, memory } = guarding();
    const view = new View({ account, memory, about: "checking it", name: "R2", declarer, which: "all" });
    expect(view.get("Robot")).toBeUndefined();
    expect(() => view.of(robot)).toThrow("nobody has looked at any toy robot");
  });

  it.each([
    ["all of its objects are requested", { ask: "all", kind: robot } as const],
    ["one of its objects is requested", { ask: "object", kind: robot, id: "5" } as const],
  ])("is read if %s and it was not read before", async (_, question) => {
    const { account, memory, listing, known } = guarding();
    const view = new View({ account, memory, about: "checking it", name: "R2", declarer, which: "namesakes" });
    await view.look(question);
    expect(listing.mock.calls).toEqual([["Robot", "checking it", { unlessMade: { kind: "Robot" } }]]);
    expect(known.mock.calls).toEqual([["Robot", undefined, "all"]]);
  });

  it("is read again if all of its objects are requested again", async () => {
    const { account, memory, listing } = guarding({ lists: listed({ id: "5", title: "R2" }) });
    const view = new View({ account, memory, about: "checking it", name: "R2", declarer, which: "all" });
    await view.see(robot);
    listing.mockResolvedValue(listed({ id: "6", title: "R2" }));
    await view.look({ ask: "all", kind: robot });
    expect([...view.of(robot).objects.keys()]).toEqual(["6"]);
  });

  it("is rebuilt only for kinds with new facts", async () => {
    const { view, find } = await viewOf({ recorded: [recorded({ id: "5" }), recorded({ id: "6" })] });
    const before = new Map(view.of(robot).objects);
    find.mockResolvedValue({ status: "gone" });
    await view.look({ ask: "object", kind: robot, id: "5" });
    const { objects } = view.of(robot);
    expect(objects.get("5")?.found).toEqual({ status: "gone" });
    // In an account with thousands of objects, comparing all of them after each response would take long.
    expect(objects.get("6")).toBe(before.get("6"));
  });
});

describe("the campaigns that count", () => {
  const idsOf = async (which: Looking["which"], name: unknown = "Q1") => {
    const around = {
      campaigns: listed(
        { id: "1", name: "Q1" },
        { id: "2", name: "Q2" },
        { id: "3", name: "Q3" },
        { id: "4" },
        { id: "8", name: 8 },
      ),
      recorded: [recorded({ id: "3" })],
    };
    const { account, memory } = guarding(around);
    const own = { urn: urnOf("q5"), name: "Q5", id: "5" };
    campaignsInView.of(memory).note({ ...own, listIds: [1], attached: [1], acknowledged: new Set() });
    memory.note(campaignKind, "6", { startedOn: [] });
    memory.note(campaignKind, "7", { isOff: true });
    memory.note(campaignKind, "9", { isAsked: true, isOff: false });
    const view = new View({ account, memory, about: "checking it", name, declarer, which });
    await view.see(campaignKind);
    return [...view.of(campaignKind).objects.keys()].sort();
  };

  it("are the listed and recorded ones, and those whose status this run knows", async () => {
    expect(await idsOf("all")).toEqual(["1", "2", "3", "4", "5", "6", "7", "8"]);
  });

  it("are those with the name and the recorded ones, if only those with the name are requested", async () => {
    expect(await idsOf("namesakes")).toEqual(["1", "3"]);
  });
});

describe("an object is listed under a name", () => {
  it.each<[string, unknown, unknown, boolean]>([
    ["if it is the same", "Q1", "Q1", true],
    ["not if it is another", "Q1", "Q2", false],
    ["if the name is not known yet", "Q1", undefined, true],
    ["not without a name", undefined, "Q1", false],
    ["not without a name, if the name is not known yet", undefined, undefined, false],
    ["not with a number for a name", 1, "1", false],
  ])("%s", (_, served, name, expected) => {
    expect(mayBeNamed(served, name)).toBe(expected);
  });
});
