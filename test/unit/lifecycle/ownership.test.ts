import { describe, expect, it, vi } from "vitest";
import { assertNoOtherOwner, assertSameOwner, assertSameSettings } from "../../../provider/src/lifecycle/belongs";
import { sameCreation } from "../../../provider/src/lifecycle/creationTime";
import type { ResourceKind } from "../../../provider/src/lifecycle/kind";
import { secretIn, seen, withId } from "../../../provider/src/lifecycle/outputs";
import {
  isPendingId,
  newPendingId,
  type Recorded,
  readRecord,
  writtenRecord,
} from "../../../provider/src/lifecycle/record";
import { anotherObject, assertSameObject } from "../../../provider/src/lifecycle/sameObject";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { listKind } from "../../../provider/src/resources/listKind";
import { sourceAgentKind } from "../../../provider/src/resources/sourceAgent/kind";
import { open, settingsFor } from "../api/opening";
import { robot } from "../kind/robot";
import { waysOutOf } from "../resources/guarding";

const at = (createdAt: unknown) => ({ createdAt });
const here = "https://outreach.example.com";
const record: Recorded = { version: 1, origin: here, actingUserId: "101", declared: ["title"], urn: "urn:one" };

describe("two times of creation", () => {
  it.each<[string, unknown, unknown, boolean | undefined]>([
    ["are the same", "2026-01-15T12:00:00.250Z", "2026-01-15T12:00:00.250Z", true],
    ["are the same in another time zone", "2026-01-15T12:00:00.250Z", "2026-01-15T13:00:00.250+01:00", true],
    ["are the same as a number", "2026-01-15T12:00:00.250Z", Date.parse("2026-01-15T12:00:00.250Z"), true],
    ["may differ by the milliseconds that one lacks", "2026-01-15T12:00:00Z", "2026-01-15T12:00:00.999Z", true],
    ["may differ by the milliseconds that the other lacks", "2026-01-15T12:00:00.999Z", "2026-01-15T12:00:00Z", true],
    ["differ by a second", "2026-01-15T12:00:00Z", "2026-01-15T12:00:01Z", false],
    ["differ by a millisecond that both have", "2026-01-15T12:00:00.250Z", "2026-01-15T12:00:00.251Z", false],
    ["cannot be compared if one is missing", undefined, "2026-01-15T12:00:00Z", undefined],
    ["cannot be compared if the other is missing", "2026-01-15T12:00:00Z", null, undefined],
    ["cannot be compared if one is not a time", "2026-01-15T12:00:00Z", "yesterday", undefined],
    ["cannot be compared if one is not a number", Number.NaN, "2026-01-15T12:00:00Z", undefined],
  ])("%s", (_, one, other, same) => {
    expect(sameCreation(at(one), at(other))).toBe(same);
  });
});

describe("the object with an id in the state", () => {
  const stated = (createdAt: string, acknowledged: readonly string[] = []) => ({
    ...{ outputs: { title: "R2", createdAt }, record, urn: record.urn, acknowledged: new Set(acknowledged) },
  });
  const answer = { id: "5", title: "C3", createdAt: "2026-01-15T12:00:00.500Z" };
  const check = (...given: Parameters<typeof stated>) =>
    assertSameObject(robot, answer, stated(...given), "Reading it");

  it("is a different one if it was created at another time", () => {
    expect(() => check("2026-01-16T12:00:00.500Z")).toThrow(
      /^Reading it: this id belongs to another toy robot \("C3".*created 2026-01-15.*holds "R2".*created 2026-01-16/,
    );
  });

  it.each<[string, string, readonly string[]]>([
    ["the same time", "2026-01-15T12:00:00.500Z", []],
    ["an unreadable time", "", []],
    ["another time, if all objects are acknowledged as moved", "2026-01-16T12:00:00.500Z", [`moved:${here}`]],
  ])("may be the same one with %s", (_, createdAt, acknowledged) => {
    expect(() => check(createdAt, acknowledged)).not.toThrow();
  });

  it.each<[string, object, string]>([
    ["its name, its traits and its time", { ownerId: 7, createdAt: "2026-01-15" }, '"C3", owner 7, created 2026-01-15'],
    ["no time, if none is served", { createdAt: null }, '"C3"'],
    ["no time, if it is omitted", {}, '"C3"'],
    ["no name, if none is served", { title: undefined }, "without a name"],
    ["the beginning of a long name", { title: "x".repeat(130) }, `"${"x".repeat(120)}"`],
  ])("is described by %s", (_, values, traits) => {
    const another = anotherObject(
      robot,
      { id: "5", title: "C3", ...values },
      { outputs: { title: "R2" } },
      "Reading it",
    );
    expect(another.message).toContain(`belongs to another toy robot (${traits}); the state holds "R2". Nothing`);
  });

  it("is not reported as moved from another address", () => {
    expect(() => check("2026-01-16T12:00:00.500Z", ["moved:https://elsewhere.example.com"])).toThrow(
      "another toy robot",
    );
  });
});

describe("the owner of an object", () => {
  const check = (settings: Parameters<typeof settingsFor>, ...acknowledged: string[]) =>
    assertSameSettings(record, settingsFor(...settings), new Set(acknowledged), "Reading it");

  it.each<[string, Parameters<typeof settingsFor>, string[]]>([
    ["the recorded service", [here], []],
    ["the recorded service and user", [here, { impersonateUserId: "101" }], []],
    ["another service to which it has moved", ["https://new.example.com"], [`moved:${here}`]],
    ["another user to whom it has moved", [here, { impersonateUserId: "7" }], [`moved:${here}`]],
  ])("follows the settings: %s", (_, settings, acknowledged) => {
    expect(() => check(settings, ...acknowledged)).not.toThrow();
  });

  it("differs at another service", () => {
    expect(() => check(["https://new.example.com"])).toThrow(`it belongs to the service at ${here}, and this run uses`);
    expect(() => check(["https://new.example.com"], "moved:https://old.example.com")).toThrow(
      "it belongs to the service",
    );
  });

  it("differs if the run acts for another user", () => {
    expect(() => check([here, { impersonateUserId: "7" }])).toThrow(
      "it belongs to user 101, and this run acts as user 7",
    );
  });

  it.each<[string, string, string, string[]]>([
    ["of the acting user", here, "101", []],
    ["that has moved to another address", "https://new.example.com", "101", [`moved:${here}`]],
    ["that was transferred to another user", here, "7", [`moved:${here}`]],
  ])("is determined for an object %s, with the records", async (_, origin, user, acknowledged) => {
    const { account } = open(origin);
    vi.spyOn(account, "actingUser").mockResolvedValue({ id: user });
    const inherit = vi.spyOn(account.records, "inherit").mockResolvedValue();
    const owner = await assertSameOwner(record, account, new Set(acknowledged), "Reading it");
    expect(owner).toEqual({ origin, actingUserId: user, actor: expect.stringMatching(/^[\da-f]{8}$/) });
    expect(inherit).toHaveBeenCalledWith(here, "101");
  });

  it("differs if the service responds for another user", async () => {
    const { account } = open(here);
    vi.spyOn(account, "actingUser").mockResolvedValue({ id: "7" });
    const inherit = vi.spyOn(account.records, "inherit");
    const owner = assertSameOwner(record, account, new Set(), "Reading it");
    await expect(owner).rejects.toThrow("it belongs to user 101, and this run acts as user 7");
    expect(inherit).not.toHaveBeenCalled();
  });

  it("is the owner of all other objects in the stack", () => {
    expect(() => assertNoOtherOwner(new Set(), "101", "Creating it")).not.toThrow();
    expect(() => assertNoOtherOwner(new Set(["101"]), "101", "Creating it")).not.toThrow();
    expect(() => assertNoOtherOwner(new Set(["101", "7"]), "101", "Creating it")).toThrow(
      "Creating it: this run acts as user 101, and other resources of this stack belong to user 7. Nothing was sent for it.",
    );
  });
});

describe("the record of an object", () => {
  it.each<[string, Partial<Recorded>, Readonly<Record<string, boolean>>, Partial<Recorded>]>([
    ["it has run once it was seen running", {}, { on: true }, { everActive: true }],
    ["it has run although it is off now", { everActive: true }, { on: false }, { everActive: true }],
    ["it has not run if it was seen off", {}, { on: false }, {}],
    ["it is paused by a limit until it is seen going on", { pausedByLimit: true }, { asleep: false }, {}],
    ["it stays paused by a limit", { pausedByLimit: true }, { asleep: true }, { pausedByLimit: true }],
    ["it stays paused by a limit if nothing shows it", { pausedByLimit: true }, {}, { pausedByLimit: true }],
    ["it is paused by no limit", {}, { asleep: true }, {}],
    ["it runs without being declared active until it is read as off", { unasked: true }, { on: false }, {}],
    [
      "it stays recorded as not declared active while it runs",
      { unasked: true },
      { on: true },
      { unasked: true, everActive: true },
    ],
    ["it stays recorded as not declared active if nothing shows it", { unasked: true }, {}, { unasked: true }],
  ])("%s", (_, before, values, after) => {
    expect(seen(robot, { ...record, ...before }, values)).toStrictEqual({ ...record, ...after });
  });

  it.each<[string, ResourceKind, Partial<Recorded>, object]>([
    ["its id, if it may run and the service does not show it", campaignKind, { unseen: true }, { id: "5" }],
    ["its id, if it may run, also if the service shows it", campaignKind, {}, { id: "5" }],
    ["no id, if it contacts nobody and the service shows it", listKind, {}, {}],
    [
      "its id, if only its name identifies it and the service does not show it",
      listKind,
      { unseen: true },
      { id: "5" },
    ],
    ["no id, if it contacts nobody and more than its name identifies it", sourceAgentKind, { unseen: true }, {}],
  ])("is %s", (_, kind, more, expected) => {
    expect(withId(kind, { ...record, ...more }, "5")).toStrictEqual({ ...record, ...more, ...expected });
  });

  it("is read as it was written", () => {
    expect(readRecord({ recorded: writtenRecord(record) }, "it")).toEqual(record);
  });

  it.each<[string, unknown, string]>([
    [
      "a newer release",
      JSON.stringify({ ...record, version: 2 }),
      "written by a newer release of pulumi-outreach (state version 2",
    ],
    ["no version", JSON.stringify({ ...record, version: undefined }), "does not hold what pulumi-outreach recorded"],
    ["no JSON", "{", "does not hold what pulumi-outreach recorded"],
    ["nothing", undefined, "does not hold what pulumi-outreach recorded"],
    ["no text", record, "does not hold what pulumi-outreach recorded"],
  ])("cannot be read from the state of %s", (_, recorded, message) => {
    expect(() => readRecord({ recorded }, "it")).toThrow(message);
  });

  it("is read by the release that wrote it, which the way out installs", () => {
    const command = "npm install pulumi-outreach@latest";
    const newer = () => readRecord({ recorded: JSON.stringify({ ...record, version: 2 }) }, "it");
    expect(waysOutOf(newer)).toEqual([[{ do: "run", command }]]);
  });

  it("names no secrets of a resource without secrets", () => {
    expect(secretIn({ retained: false })).toEqual({});
    expect(secretIn({ retained: false, secret: ["title"] })).toEqual({ secret: ["title"] });
  });

  it("is pending by its id alone", () => {
    expect(isPendingId(newPendingId("abc"))).toBe(true);
    expect(["5", "x-pending-5", ""].map(isPendingId)).toEqual([false, false, false]);
  });
});
