import { describe, expect, it, vi } from "vitest";
import { ServiceError } from "../../../provider/src/api/errors";
import type { Finding } from "../../../provider/src/api/objects";
import { declarerOf } from "../../../provider/src/lifecycle/about";
import { remove } from "../../../provider/src/lifecycle/delete";
import type { Values } from "../../../provider/src/lifecycle/kind";
import type { KindWithPolicy } from "../../../provider/src/lifecycle/policy";
import { type Recorded, writtenRecord } from "../../../provider/src/lifecycle/record";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { sourceAgentKind } from "../../../provider/src/resources/sourceAgent/kind";
import { steps } from "../resources/guardedCampaign";
import { type Around, guarding, listed, recorded, recordOf, urnOf } from "../resources/guarding";

const name = "Q1";
const campaign = { name, listIds: [1], linkedinSeatId: 3, steps, active: false };
const agent = { name, listId: 1, agentType: "autopilot" };

/** Since then the outcome of its create is unknown; object 7 existed before. */
const pending: Recorded["pending"] = { since: "2026-01-15T12:00:00.000Z", knownBefore: ["7"] };

interface More {
  readonly id?: string;
  readonly pending?: Recorded["pending"];
  /** The program's declaration of its replacement. */
  readonly replacement?: Values;
  readonly acknowledge?: readonly string[];
}

/** The delete of an object with this state. */
function removing(kind: KindWithPolicy, values: Values, around: Around, { id = "5", ...more }: More = {}) {
  const urn = urnOf("q1", kind.name);
  const given = guarding(around, { acknowledge: [...(more.acknowledge ?? [])] });
  const { account, run, memory } = given;
  if (more.replacement !== undefined) memory.plans.add(kind.name, urn, more.replacement);
  const sent = vi.spyOn(account, "remove").mockResolvedValue("deleted");
  const remember = vi.spyOn(account.records, "remember").mockResolvedValue();
  const record = recordOf({ urn, declared: Object.keys(values), pending: more.pending });
  const work = () => remove(kind, run, id, { ...values, recorded: writtenRecord(record) });
  return { ...given, declarer: declarerOf(urn), sent, remember, work };
}

describe("an object whose create got no response", () => {
  const unclear = { id: "pending-1", pending: { since: "2026-01-15T12:00:00.000Z" } };
  const adopts = { ...unclear, replacement: { ...campaign, adopt: 6 } };

  it("stays in the state if the program adopts a replacement that cannot be adopted", async () => {
    const gone: Finding = { status: "gone" };
    const { work, find, settle } = removing(campaignKind, campaign, { found: { "6": gone } }, adopts);
    await expect(work()).rejects.toThrow(/^Adopting campaign "Q1" \(id 6\): /);
    expect(find.mock.calls.map(([, id]) => id)).toEqual(["6"]);
    expect(settle).not.toHaveBeenCalled();
  });

  it("leaves the state if the program adopts another one instead, and nothing is sent", async () => {
    const found: Finding = { status: "found", answer: { ...campaign, id: "6" } };
    const { work, sent, remember, settle } = removing(campaignKind, campaign, { found: { "6": found } }, adopts);
    await work();
    for (const call of [sent, remember, settle]) expect(call).not.toHaveBeenCalled();
  });

  it("leaves the state if it does not exist, and the replacing create is decided separately", async () => {
    const beside = { id: "7", name: "Other", listIds: [1], active: true };
    const more = { id: "pending-1", pending, replacement: { ...campaign, active: true } };
    const { work, sent, warnings } = removing(campaignKind, campaign, { campaigns: listed(beside) }, more);
    await work();
    expect(sent).not.toHaveBeenCalled();
    expect(warnings).toEqual([]);
  });

  it("counts as refused for other runs if a code states that it does not exist", async () => {
    const lost = recorded(declarerOf(urnOf("q1")));
    const more = { ...unclear, acknowledge: ["twin:none"] };
    const { work, sent, settle } = removing(campaignKind, campaign, { recorded: [lost] }, more);
    await work();
    expect(settle).toHaveBeenCalledExactlyOnceWith([lost], "refused");
    expect(sent).not.toHaveBeenCalled();
  });

  it.each<[string, object, RegExp | undefined]>([
    ["is deleted if it exists", {}, undefined],
    [
      "is not deleted if it belongs to another user",
      { userId: 7 },
      /^Deleting source agent "Q1" \(id 5\): .* user 7, /,
    ],
  ])("%s", async (_, owner, refusal) => {
    const around = { lists: listed({ ...agent, ...owner, id: "5" }), found: {} };
    const { work, sent, find } = removing(sourceAgentKind, agent, around, { id: "pending-1", pending });
    find.mockResolvedValue({ status: "found", answer: { ...agent, id: "5" } });
    if (refusal === undefined) await work();
    else await expect(work()).rejects.toThrow(refusal);
    expect(sent.mock.calls.map(([, id]) => id)).toEqual(refusal === undefined ? ["5"] : []);
  });
});

describe("a delete that fails", () => {
  const lines = ["it could not be deleted", "the service answered", "try again later"];
  const shown: Finding = { status: "found", answer: { ...agent, id: "5" } };
  const hidden: Finding = { status: "unreadable" };
  const failing = async (error: Error, found: Finding) => {
    const { work, find, sent, remember } = removing(sourceAgentKind, agent, {});
    find.mockResolvedValue(found);
    sent.mockRejectedValue(error);
    const failure = await work().catch((each: unknown) => each);
    expect(remember).not.toHaveBeenCalled();
    return failure;
  };
  const refresh = "`pulumi up --refresh`.";
  const look = `look in the app, and if it is gone there: \`pulumi up --replace '${urnOf("q1", "SourceAgent")}'\`.`;

  it.each([
    ["broken", shown, "The delete may", refresh],
    ["broken", hidden, "The delete may", look],
    ["refused", shown, "An earlier attempt to delete it may", refresh],
    ["refused", hidden, "An earlier attempt to delete it may", look],
  ] as const)("after it may have taken effect (%s, %o) names what to run", async (category, found, what, after) => {
    const failure = await failing(new ServiceError(lines, { category, mayHaveTakenEffect: true }), found);
    expect(failure).toMatchObject({
      lines: [...lines, `${what} have taken effect. Run this again. If the change is reverted instead: ${after}`],
    });
  });

  it("omits the advice for a lost change, which says only that it is safe to repeat", async () => {
    const failure = await failing(new ServiceError(lines, { category: "lost", mayHaveTakenEffect: true }), shown);
    expect(failure).toMatchObject({ lines: [...lines.slice(0, 2), expect.stringContaining("The delete may")] });
  });

  it("stays the same if it certainly had no effect", async () => {
    const refused = new ServiceError(lines, { category: "refused" });
    expect(await failing(refused, hidden)).toBe(refused);
  });
});

describe("an object of a kind that the service does not list", () => {
  const unlisted = new ServiceError(["no such operation"], { category: "unknownOperation" });

  it("is deleted if the service can delete it, which shows whether it exists", async () => {
    const { work, find, sent } = removing(sourceAgentKind, agent, {});
    find.mockRejectedValue(unlisted);
    await work();
    expect(sent).toHaveBeenCalledExactlyOnceWith("SourceAgent", "5", 'deleting source agent "Q1" (id 5)');
  });

  it.each([
    ["the service can delete none", campaignKind, campaign, unlisted],
    [
      "the failure is a different one",
      sourceAgentKind,
      agent,
      new ServiceError(["it failed"], { category: "refused" }),
    ],
    ["the failure is none of the service", sourceAgentKind, agent, new Error("it failed")],
  ])("stays in the state if %s", async (_, kind, values, failure) => {
    const { work, find, sent, remember } = removing(kind, values, {});
    find.mockRejectedValue(failure);
    await expect(work()).rejects.toThrow(failure);
    for (const call of [sent, remember]) expect(call).not.toHaveBeenCalled();
  });
});
