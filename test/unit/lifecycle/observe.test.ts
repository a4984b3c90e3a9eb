import { describe, expect, it } from "vitest";
import { ServiceError } from "../../../provider/src/api/errors";
import type { KnownCreation } from "../../../provider/src/api/objects";
import { View } from "../../../provider/src/lifecycle/observe";
import { robot } from "../kind/robot";
import { type Around, guarding, recorded } from "../resources/guarding";

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
    ["tell the stack that it is held in, if that is this one", here, elsewhere, here],
    ["tell the other stack if this one has let it go", { ...here, released: true }, elsewhere, elsewhere],
    ["tell the stack that has not let it go", { ...third, released: true }, elsewhere, elsewhere],
    ["tell this resource, whoever holds it", { ...here, resource: "other" }, { resource: "its" }, { resource: "its" }],
    [
      "tell the resource of who holds it, if neither names this one",
      { ...here, resource: "other" },
      { resource: "third" },
      { resource: "other" },
    ],
    ["tell that it runs if one does", { running: true }, { running: false }, { running: true }],
    ["tell that it runs if only one tells that", { running: true }, {}, { running: true }],
    ["tell that it is off if only one tells that", { running: false }, {}, { running: false }],
    ["do not tell whether it runs if neither does", {}, {}, { running: undefined }],
    ["tell that it has run if one does", { ...here, ran: true }, elsewhere, { ran: true }],
    ["tell that it has run if the one that does not hold it does", here, { ran: true }, { ran: true }],
    ["do not tell that it has run if neither does", {}, {}, { ran: undefined }],
    ["tell all targets", { targets: ["1", "2"] }, { targets: ["1"] }, { targets: ["1", "2"] }],
    ["tell the only known targets", { targets: ["1"] }, here, { targets: ["1"] }],
    ["tell all that it has run on", { ranOn: ["1"] }, { ranOn: ["1"] }, { ranOn: ["1"] }],
    ["tell the only ones that it is known to have run on", { ranOn: ["1"] }, here, { ranOn: ["1"] }],
    ["are of the same name if one is", { sameName: true }, {}, { sameName: true }],
    ["are of another name if both are", {}, {}, { sameName: false }],
    ["are of this run if both are", { own: true }, { own: true }, { own: true }],
    ["are not of this run if one is not", { own: true }, { own: false }, { own: false }],
  ])("%s", async (_, one, other, expected) => {
    expect(await both(one, other)).toMatchObject(expected);
    expect(await both(other, one)).toMatchObject(expected);
  });

  it("recognize each name that one of them does", async () => {
    const merged = await both({ isNamed: (name) => name === "A" }, { isNamed: (name) => name === "B" });
    expect(["A", "B", "C"].map((name) => merged?.isNamed(name))).toEqual([true, true, false]);
  });
});

describe("an object that is asked for by its id", () => {
  const asked = async (error: Error) => {
    const { view, find } = await viewOf({ recorded: [recorded({ id: "5" })] });
    find.mockRejectedValue(error);
    await view.look({ ask: "object", kind: robot, id: "5" });
    return view.of(robot).objects.get("5")?.found;
  };
  const failure = (category: "unknownOperation" | "notFound" | "refused") =>
    new ServiceError(["it failed"], { category });

  it.each(["unknownOperation", "notFound"] as const)("tells nothing if the answer is %s", async (category) => {
    expect(await asked(failure(category))).toEqual({ status: "unreadable" });
  });

  it.each([
    ["the service answers otherwise", failure("refused")],
    ["the failure is none of the service", Object.assign(new Error("it failed"), { category: "notFound" })],
  ])("ends the run if %s", async (_, error) => {
    await expect(asked(error)).rejects.toThrow("it failed");
  });
});
