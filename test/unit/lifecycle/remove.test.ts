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
