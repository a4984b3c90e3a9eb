import { describe, expect, it, vi } from "vitest";
import type { Answer, Finding, KnownCreation } from "../../../provider/src/api/objects";
import { declarerOf } from "../../../provider/src/lifecycle/about";
import { adopt, decideAdopt } from "../../../provider/src/lifecycle/adopt";
import type { RunMemory } from "../../../provider/src/lifecycle/memory";
import { writtenRecord } from "../../../provider/src/lifecycle/record";
import { declared, robot } from "../kind/robot";
import { guarded, values } from "../resources/guardedCampaign";
import { type Around, guarding, recorded, recordOf, urnOf } from "../resources/guarding";

const urn = "urn:pulumi:dev::project::robot::one";
const answer = (changes: Partial<Answer> = {}): Answer => ({ id: "5", ...declared, on: true, ...changes });
const found = (changes: Partial<Answer> = {}): Finding => ({ status: "found", answer: answer(changes) });

/** Adopts an object that should run. */
function adopting(finding: Finding, by: "id" | "twin" = "id", remember: (memory: RunMemory) => void = () => undefined) {
  const { situation, ...given } = toAdopt({ found: { "5": finding } });
  remember(given.memory);
  return { ...given, adopted: decideAdopt(situation, "5", by) };
}

function toAdopt(around: Around) {
  const { run, account, warnings, reaches, memory, find, settle } = guarding(around);
  vi.spyOn(account, "actingUser").mockResolvedValue({ id: "101" });
  const inputs = { ...declared, on: true };
  const situation = {
    kind: robot,
    run,
    account,
    about: "it",
    urn,
    inputs,
    declarer: {},
    acknowledged: new Set<string>(),
  };
  return { situation, account, warnings, reaches, memory, find, settle };
}

const asItIs = 'toy robot "R2" (id 5): taken over as it is; nothing was written.';
const killed = " If a run that was killed created it: ";

describe("an adopted object", () => {
  it.each<[string, Finding, "id" | "twin", string[]]>([
    ["as it is, by its id", found(), "id", [asItIs]],
    ["as it is, of the acting user", found({ userId: 101 }), "id", [asItIs]],
    ["as the only twin", found(), "twin", [asItIs + killed]],
    [
      "as the only twin, to be switched on",
      found({ on: false }),
      "twin",
      [asItIs + killed, 'toy robot "R2" (id 5): it is inactive, and the program declares on: true.'],
    ],
    [
      "without fields that the service omits",
      found({ model: undefined }),
      "id",
      [`${asItIs} Not compared, because the service does not return them: model.`],
    ],
  ])("is taken over %s", async (_, finding, by, texts) => {
    const { adopted, warnings, find } = adopting(finding, by);
    expect((await adopted).found).toEqual(finding);
    const isOn = finding.status === "found" && finding.answer.on === true;
    const lines = [...texts, ...(isOn ? ["it (id 5): it is running."] : [])];
    expect(warnings).toEqual(lines.map((text) => [expect.stringContaining(text), urn]));
    expect(warnings[0]?.[0].includes(killed)).toBe(by === "twin");
    expect(find).toHaveBeenCalledExactlyOnceWith("Robot", "5", 'adopting toy robot "R2" (id 5)', { fresh: true });
  });

  it.each<[string, Finding, "id" | "twin", string]>([
    ["it is gone", { status: "gone" }, "id", "the acting user has no toy robot with this id"],
    ["it is of another user", found({ userId: 7 }), "id", "it belongs to user 7, and this run acts as user 101"],
    [
      "it is off, and requested by its id",
      found({ on: false }),
      "id",
      "it differs from the program in on; nothing was written.",
    ],
    [
      "it is off and differs, although it is a twin",
      found({ on: false, title: "C3" }),
      "twin",
      "it differs from the program in title;",
    ],
    [
      "it differs, and not all is returned",
      found({ title: "C3", model: undefined }),
      "id",
      "in title; nothing was written. Not compared, because the service does not return them: model.",
    ],
  ])("is refused if %s", async (_, finding, by, words) => {
    const { adopted, warnings } = adopting(finding, by);
    await expect(adopted).rejects.toThrow(
      `Adopting toy robot "R2" (id 5): ${words.startsWith("in ") ? "it differs from the program " : ""}${words}`,
    );
    expect(warnings).toEqual([]);
  });

  it("is refused with the properties that the program has to declare unchanged", async () => {
    const { adopted } = adopting(found({ title: "C3", on: false }));
    await expect(adopted).rejects.toMatchObject({
      ways: [[{ do: "declareHeld", properties: ["title", "on"], id: "5" }]],
    });
  });

  it.each<[string, string | undefined, boolean]>([
    ["manages it still", "5", false],
    ["was not compared yet", undefined, false],
    ["manages another object by now", "6", true],
  ])("by a resource, although the records name another one in this program that %s", async (_, id, passes) => {
    const other = urnOf("two", "Robot");
    const { situation, memory } = toAdopt({
      ...{ found: { "5": found() }, recorded: [recorded({ id: "5", ...declarerOf(other) })] },
    });
    memory.remember(robot, situation.inputs, { retained: false, urn, beside: [other] });
    if (id !== undefined) memory.noteCompared(robot, { id, outputs: {} }, { urn: other }, {}, false);
    const adopted = decideAdopt({ ...situation, declarer: declarerOf(urn) }, "5", "id");
    if (passes) expect((await adopted).found).toEqual(found());
    else await expect(adopted).rejects.toThrow("is already managed by two of this program (under another provider");
  });

  it("has no warning about more targets if its kind records none", async () => {
    const record = recorded({ id: "5", targets: ["1", "9"] });
    const { situation, warnings } = toAdopt({ found: { "5": found() }, recorded: [record] });
    await decideAdopt(situation, "5", "id");
    expect(warnings.map(([text]) => text)).not.toContainEqual(expect.stringContaining("it also uses"));
  });

  it.each<[string, string[], boolean]>([
    ["reports recorded lists that the program does not declare, with a code about people", ["1", "9"], true],
    ["reports none if the program declares them all", ["1"], false],
  ])("%s", async (_, targets, tells) => {
    const answer = { id: "5", ...values() };
    const known = { recorded: [recorded({ id: "5", targets })], logs: { "5": [] } };
    const around: Around = { found: { "5": { status: "found", answer } }, ...known };
    const { situation, warnings, reaches } = guarded(around);
    await decideAdopt({ ...situation, inputs: values({ active: false }) }, "5", "id");
    const told = warnings.findIndex(([text]) => text.includes("runs have recorded that it also uses list"));
    expect([told >= 0, reaches[told]]).toEqual(tells ? [true, "adopted"] : [false, undefined]);
    if (tells) expect(warnings[told]?.[0]).toContain("also uses list 9, which the program does not declare");
  });

  it("is refused as the only twin if another resource in the program has it", async () => {
    const other = urnOf("two", "Robot");
    const { adopted, memory } = adopting(found(), "twin", (its) => its.note(robot, "5", { manager: other }));
    await expect(adopted).rejects.toThrow("toy robot 5 is already managed by two of this program");
    expect(memory.object(robot, "5").adopter).toBe(urn);
  });

  it("is kept for the resource that requests it as the only twin, if that is unknown", async () => {
    const { situation, memory } = toAdopt({ found: { "5": found() } });
    await decideAdopt({ ...situation, urn: undefined }, "5", "twin");
    expect(memory.object(robot, "5").adopter).toBe("it");
  });

  it("is taken over unseen if the service cannot show it, with a warning", async () => {
    const { adopted, warnings, reaches, memory } = adopting({ status: "unreadable" });
    expect((await adopted).found).toEqual({ status: "unreadable" });
    expect(warnings).toEqual([
      [expect.stringContaining("adopted as the program declares it, because this service"), urn],
      [expect.stringContaining("so it counts as running (declare on: false if it is off); its docks are taken"), urn],
    ]);
    expect(reaches).toEqual(["adopted", "adopted"]);
    expect([...memory.unseen]).toEqual(["toy robots"]);
  });
});

describe("an adopted object and the interrupted creates of its resource", () => {
  const declarer = { stack: "here", resource: "its" };
  const lost = (changes: Partial<KnownCreation>) => recorded({ ...declarer, sameName: false, ...changes });

  it.each<[string, Partial<KnownCreation>, boolean]>([
    ["one of its name", { sameName: true }, true],
    ["one of another name, with a target in common", { targets: ["9", "1"] }, true],
    ["none of another name and other targets", { targets: ["9"] }, false],
    ["none of another name without targets", { targets: [] }, false],
    ["none of another name whose targets are not known", {}, false],
  ])("are settled: %s", async (_, changes, isIt) => {
    const create = lost(changes);
    const { situation, account, settle } = toAdopt({ found: { "5": found() }, recorded: [create] });
    const remember = vi.spyOn(account.records, "remember").mockResolvedValue();
    const finish = ({ id }: Answer) => ({ id, outputs: { ...declared, recorded: writtenRecord(recordOf()) } });
    await adopt({ ...situation, declarer }, "5", "id", finish);
    expect(settle.mock.calls).toEqual([[isIt ? [create] : [], { id: "5" }]]);
    expect(remember).toHaveBeenCalledExactlyOnceWith("Robot", "5", "R2", { ...declarer, adopted: true });
  });

  it("are not settled if the object is recorded as created", async () => {
    const both = [lost({ sameName: true }), recorded({ id: "5", token: "2" })];
    const { situation, account, settle } = toAdopt({ found: { "5": found() }, recorded: both });
    vi.spyOn(account.records, "remember").mockResolvedValue();
    const finish = ({ id }: Answer) => ({ id, outputs: { ...declared, recorded: writtenRecord(recordOf()) } });
    await adopt({ ...situation, declarer }, "5", "id", finish);
    expect(settle).not.toHaveBeenCalled();
  });
});
