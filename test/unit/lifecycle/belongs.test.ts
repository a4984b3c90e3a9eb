import { describe, expect, it, vi } from "vitest";
import { actorDigest } from "../../../provider/src/api/coordination/digest";
import type { Settings } from "../../../provider/src/api/settings";
import {
  type Acting,
  actingFor,
  knownActor,
  type Owner,
  otherOwners,
  otherSettings,
} from "../../../provider/src/lifecycle/belongs";
import { Refusal } from "../../../provider/src/lifecycle/refusal";
import { settingsFor } from "../api/opening";
import { guarding, here, recordOf } from "../resources/guarding";

const elsewhere = "https://elsewhere.example.com";
/** A state written with these settings. */
const same = actorDigest(settingsFor(here));

/** A run whose acting user earlier runs have recorded, or not. */
function acting(known: string | undefined, settings: Partial<Settings> = {}) {
  const { run, account } = guarding({}, settings);
  return { run, asked: vi.spyOn(account, "knownActor").mockResolvedValue(known) };
}

describe("the acting user, for an object in the state,", () => {
  it.each<[string, Partial<Owner>, string | undefined, Partial<Settings>, Acting]>([
    ["is not looked for at another address", { origin: elsewhere, actor: "old" }, "7", {}, "unchanged"],
    ["is the same with the same key", { actor: same }, "7", {}, "unchanged"],
    ["is the one of the settings", { actor: "old" }, "8", { impersonateUserId: "7" }, { as: "7" }],
    ["is the recorded one of another key", { actor: "old" }, "8", {}, { as: "8" }],
    ["is not known with another key", { actor: "old" }, undefined, {}, "notRecorded"],
    ["counts as the same if the state has no data about the key", {}, undefined, {}, "unchanged"],
    ["differs if only that is recorded", {}, "8", {}, { as: "8" }],
  ])("%s", async (_, owner, known, settings, expected) => {
    const { run } = acting(known, settings);
    expect(await actingFor(recordOf(owner), run)).toEqual(expected);
  });
});

const owner = (changes: Partial<Owner> = {}): Owner => ({
  origin: here,
  actingUserId: "101",
  actor: "old",
  ...changes,
});

describe("the acting user, for a stack's owners,", () => {
  it.each<[string, readonly Owner[], string | undefined, Partial<Settings>, string | undefined, number]>([
    ["does not matter without any", [], "8", { impersonateUserId: "7" }, undefined, 0],
    [
      "does not matter for those of another address",
      [owner({ origin: elsewhere, actor: same })],
      "8",
      {},
      undefined,
      0,
    ],
    ["is the owner with the same key", [owner(), owner({ actingUserId: "102", actor: same })], "8", {}, "102", 0],
    ["is the one of the settings", [owner()], "8", { impersonateUserId: "7" }, "7", 0],
    ["is the recorded one", [owner()], "8", {}, "8", 1],
    ["is not known", [owner()], undefined, {}, undefined, 1],
  ])("%s", async (_, owners, known, settings, expected, times) => {
    const { run, asked } = acting(known, settings);
    expect(await knownActor(owners, run)).toBe(expected);
    expect(asked).toHaveBeenCalledTimes(times);
  });
});

describe("other owners in a stack", () => {
  const others = (owners: readonly Owner[], actor?: string) => otherOwners(owners, actor, settingsFor(here), "it");

  it("are refused, and the way out names the owner", () => {
    const refusal = others([owner(), owner({ origin: elsewhere, actingUserId: "9" })], "7");
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal).toMatchObject({
      message: expect.stringContaining(
        "it: this run acts as user 7, and other resources of this stack belong to user 101",
      ),
      ways: [[{ do: "set", setting: "user", value: "101" }], [{ do: "set", setting: "user" }]],
    });
  });

  it("are possible if the acting user is unknown", () => {
    const told = others([owner(), owner({ actingUserId: "102", actor: undefined }), owner({ actor: "older" })]);
    expect(told).toMatch(/the update creates nothing if that is not user 101, 102\.$/);
  });

  it.each<[string, readonly Owner[], string | undefined]>([
    ["all are of the acting user", [owner(), owner()], "101"],
    ["the other one is at another address", [owner({ origin: elsewhere })], "7"],
    ["the other one is at another address, and nothing is known", [owner({ origin: elsewhere })], undefined],
    ["the state has no data about their keys", [owner({ actor: undefined }), owner({ actor: undefined })], undefined],
  ])("do not exist if %s", (_, owners, actor) => {
    expect(others(owners, actor)).toBeUndefined();
  });
});

it("another user's object is handled as its owner, released, or recorded as moved", () => {
  const record = recordOf({ urn: "urn:one" });
  const moved = [
    { do: "acknowledge", codes: [`moved:${here}`], at: "run" },
    { do: "run", command: "pulumi refresh" },
  ];
  const refusal = (changes: Partial<Settings>) =>
    otherSettings(record, settingsFor(here, changes), new Set(), "Reading it");
  expect(refusal({ impersonateUserId: "7" })?.ways).toEqual([
    [{ do: "set", setting: "user", value: "101" }],
    [{ do: "letGo", urn: "urn:one" }],
    moved,
  ]);
  expect(refusal({ origin: elsewhere })?.ways).toEqual([[{ do: "set", setting: "baseUrl", value: here }], moved]);
});
