import { describe, expect, it, vi } from "vitest";
import type { Answer } from "../../../provider/src/api/objects";
import { declarerOf } from "../../../provider/src/lifecycle/about";
import { adopt } from "../../../provider/src/lifecycle/adopt";
import { type Recorded, writtenRecord } from "../../../provider/src/lifecycle/record";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { type Around, guarding, listed, recorded, recordOf, urnOf } from "../resources/guarding";

const urn = urnOf("q1");
const steps = [{ type: "visitProfile", delayAfterLastStep: 2 }];
const shown = { name: "Q1", listIds: [1], steps, active: true };

/** Adopts campaign 5, with this response from the service. */
function adopting(around: Around, answer: Partial<Answer>, active?: boolean) {
  const found = { "5": { status: "found", answer: { id: "5", ...shown, ...answer } } } as const;
  const { run, account, warnings, listing, settle } = guarding({ ...around, found });
  vi.spyOn(account, "actingUser").mockResolvedValue({ id: "101" });
  const remember = vi.spyOn(account.records, "remember").mockResolvedValue();
  const inputs = { name: "Q1", listIds: [1], steps, active };
  const situation = { kind: campaignKind, run, account, about: "it", urn, acknowledged: new Set<string>(), inputs };
  const finish = ({ id }: Answer, more: Partial<Recorded>) => ({
    ...{ id, outputs: { ...inputs, recorded: writtenRecord(recordOf(more)) } },
  });
  const take = () => adopt({ ...situation, declarer: declarerOf(urn) }, "5", "id", finish);
  return { take, warnings, listing, remember, settle };
}

describe("a running campaign that is adopted without declaring that it runs", () => {
  const beside = { campaigns: listed({ id: "7", active: true, listIds: [1] }) };

  it("beside another one on its list is a warning instead of a refusal", async () => {
    const { take, warnings } = adopting(beside, {});
    expect((await take()).id).toBe("5");
    const texts = warnings.map(([text]) => text).filter((text) => text.includes("id 7"));
    expect(texts).toEqual([
      expect.stringMatching(/by an active campaign \(id 7\): .* written to twice\.\nUse another/),
    ]);
  });

  it("fails if it is unknown what is beside it", async () => {
    const { take, listing } = adopting(beside, {});
    listing.mockRejectedValue(new Error("no connection"));
    await expect(take()).rejects.toThrow("no connection");
  });
});

describe("a campaign that is adopted as off, of which the service does not show whether it runs", () => {
  const lost = recorded({ running: true, targets: ["1"], ...declarerOf(urn) });
  const off = recorded({ id: "5", running: false, targets: ["1"] });

  it.each<[string, Around]>([
    ["it is recorded as running", { recorded: [{ ...off, running: true }] }],
    ["it may be a lost create of a running one", { recorded: [off, lost] }],
  ])("is refused if %s", async (_, around) => {
    const { take, remember } = adopting(around, { active: undefined }, false);
    await expect(take()).rejects.toThrow(/^Adopting it: runs have recorded that id 5 is active, .*\n.*inactive:5/);
    expect(remember).not.toHaveBeenCalled();
  });

  it("is adopted if it is recorded as off", async () => {
    const { take, remember } = adopting({ recorded: [off], logs: { "5": [] } }, { active: undefined }, false);
    expect((await take()).id).toBe("5");
    const notes = { targets: ["1"], running: false, ...declarerOf(urn), adopted: true };
    expect(remember).toHaveBeenCalledExactlyOnceWith("Campaign", "5", "Q1", notes);
  });
});

it.each([
  [["named", "onList", "neither"], ["named"]],
  [["onList", "neither"], ["onList"]],
  [["named"], ["named"]],
  [["named", "namedToo"], []],
  [["onList", "onListToo"], []],
  [["neither"], []],
])("of the lost creates %j of its resource, an adoption settles %j", async (made, settled) => {
  const lost = { ...declarerOf(urn), running: true };
  const all = made.map((token) => {
    const sameName = token.startsWith("named");
    return recorded({ ...lost, token, sameName, targets: [token.startsWith("onList") ? "1" : "9"] });
  });
  const { take, settle } = adopting({ recorded: all }, {}, true);
  await take();
  expect(settle.mock.calls.map(([those, to]) => [those.map(({ token }) => token), to])).toEqual([
    [settled, { id: "5" }],
  ]);
});
