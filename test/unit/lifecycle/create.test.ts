import { describe, expect, it, vi } from "vitest";
import type { Answer } from "../../../provider/src/api/objects";
import { create } from "../../../provider/src/lifecycle/create";
import { readRecord } from "../../../provider/src/lifecycle/record";
import { PartialFailure } from "../../../provider/src/lifecycle/refusal";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { type Around, guarding, listed, urnOf } from "../resources/guarding";
import { about, name, steps } from "../resources/starting";

/** Creates an inactive or active campaign on list 1, with this response from the service. */
function creating(around: Around, answer: Partial<Answer>, active = false) {
  const { run, account, memory, find } = guarding(around);
  const inputs = { name, listIds: [1], linkedinSeatId: 3, steps, active };
  const created = { status: "created", answer: { id: "9", ...inputs, ...answer } } as const;
  vi.spyOn(account, "creating").mockImplementation(async (_kind, work) => await work());
  vi.spyOn(account.records, "remember").mockResolvedValue();
  const sent = vi.spyOn(account, "create").mockResolvedValue(created);
  return { made: create(campaignKind, run, inputs), memory, find, sent };
}

async function failureOf(made: Promise<unknown>): Promise<PartialFailure> {
  const error = await made.catch((reason: unknown) => reason);
  if (error instanceof PartialFailure) return error;
  throw new Error("it did not fail with an object", { cause: error });
}

describe("a new campaign", () => {
  it.each<[string, Around, readonly string[], true | undefined]>([
    ["is read once if the service lists none, to learn whether it can be read", {}, ["9"], true],
    ["is not read if the service lists campaigns and its response is complete", { campaigns: listed() }, [], undefined],
  ])("%s", async (_, around, asked, unseen) => {
    const { made, find } = creating(around, {});
    const { outputs } = await made;
    expect(find.mock.calls.map(([, id]) => id)).toEqual(asked);
    expect(readRecord(outputs, about).unseen).toBe(unseen);
  });

  it.each<[string, boolean, string]>([
    ["that is off", false, "x-impersonate-user-id."],
    ["that runs", true, "x-impersonate-user-id. It is running."],
  ])("%s and belongs to another user is kept in the state, and fails", async (_, active, end) => {
    const { objectId, outputs, lines } = await failureOf(creating({}, { userId: 102 }, active).made);
    expect([objectId, readRecord(outputs, about).ownedBy]).toEqual(["9", "102"]);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^Creating .*: the service answered that campaign 9 belongs to user 102/);
    expect(lines[0]?.endsWith(end)).toBe(true);
  });

  it("that runs without being declared active and is this user's own is kept in the state, and fails", async () => {
    const { outputs, lines } = await failureOf(creating({}, { active: true }).made);
    const { unasked, ownedBy } = readRecord(outputs, about);
    expect([unasked, ownedBy]).toEqual([true, undefined]);
    expect(lines[0]).toContain("an inactive one was asked for");
  });

  it.each<[string, { existing?: string }, RegExp]>([
    ["", {}, /the answer was lost \(no answer\), and/],
    [
      " and may be one that existed before",
      { existing: "5" },
      /\(no answer; if you mean that one: .*adopt: 5.*\), and/,
    ],
  ])("is pending if its response is lost%s", async (_, existing, told) => {
    const { made, sent } = creating({}, {});
    sent.mockResolvedValue({ status: "lost", token: "0a1b2c3d", cause: "no answer", ...existing });
    const { lines } = await failureOf(made);
    expect(lines[0]).toMatch(told);
  });

  it("cannot be an object that a resource manages or adopts", async () => {
    const { made, memory, sent } = creating({}, {});
    await made;
    memory.note(campaignKind, "5", { manager: urnOf("q5") });
    memory.note(campaignKind, "6", { adopter: urnOf("q6") });
    memory.note(campaignKind, "7", { isTwin: true });
    const isManaged = sent.mock.calls[0]?.[4];
    expect(["5", "6", "7"].map((id) => isManaged?.(id))).toEqual([true, true, false]);
  });
});
