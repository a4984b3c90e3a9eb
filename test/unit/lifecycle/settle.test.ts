import { expect, it, vi } from "vitest";
import type { Answer, KnownCreation } from "../../../provider/src/api/objects";
import { findLost } from "../../../provider/src/lifecycle/settle";
import { listKind } from "../../../provider/src/resources/listKind";
import { guarding, listed, recorded } from "../resources/guarding";

const declarer = { stack: "here", resource: "its" };
const elsewhere = { stack: "elsewhere", resource: "other" };
const inputs = { name: "Leads" };
const equal: Answer = { id: "5", ...inputs };

/** Looks once for a lost create, beside other runs' objects. */
async function looked(known: readonly KnownCreation[], others: readonly string[], its: object, answers = [equal]) {
  const { run, account, known: asked } = guarding({ lists: listed(...answers), recorded: known });
  vi.spyOn(account.records, "elsewhere").mockResolvedValue(new Set(others));
  const sought = { kind: listKind, run, account, about: "it", inputs, declarer: its };
  const { status } = await findLost(sought, { listed: new Set(["1"]), unlisted: new Set() }, [0]);
  return { status, asked: asked.mock.calls };
}

const lostElsewhere = recorded({ ...elsewhere, id: undefined });

it.each<[string, readonly KnownCreation[], readonly string[], object]>([
  ["nobody else has created one", [], [], declarer],
  ["its own resource has created it", [recorded({ id: "5", ...declarer })], ["5"], declarer],
  ["another stack has created another one with its name", [recorded({ id: "9", ...elsewhere })], ["9"], declarer],
  ["another stack's create with another name was interrupted", [{ ...lostElsewhere, sameName: false }], [], declarer],
  ["another one was interrupted in this stack", [recorded({ stack: "here", resource: "other" })], [], declarer],
  ["it is not known which stack looks for it", [lostElsewhere], [], {}],
])("a lost create has made the new object if %s", async (_, known, others, its) => {
  expect((await looked(known, others, its)).status).toBe("found");
});

it.each<[string, readonly KnownCreation[], readonly string[], object, Answer[]]>([
  ["another run has created that", [], ["5"], declarer, [equal]],
  ["another resource has", [recorded({ id: "5", stack: "here", resource: "other" })], ["5"], declarer, [equal]],
  ["another run has, for a resource that is not known", [recorded({ id: "5" })], ["5"], { stack: "here" }, [equal]],
  ["its resource has released that", [recorded({ id: "5", ...declarer, released: true })], ["5"], declarer, [equal]],
  ["another stack's create with its name was interrupted", [lostElsewhere], [], declarer, [equal]],
  [
    "that existed before, and another stack's create was interrupted",
    [lostElsewhere],
    [],
    declarer,
    [{ ...equal, id: "1" }],
  ],
])("a lost create may not have made the new object if %s", async (_, known, others, its, answers) => {
  expect((await looked(known, others, its, answers)).status).toBe("unclear");
});

it("for a lost create, the records of all names are read: a resource may have had another one", async () => {
  expect((await looked([], [], declarer)).asked).toEqual([["List", "Leads", "all"]]);
});
