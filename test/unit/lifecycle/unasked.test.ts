import { describe, expect, it, vi } from "vitest";
import type { Finding } from "../../../provider/src/api/objects";
import { declarerOf, describe as describeObject } from "../../../provider/src/lifecycle/about";
import type { AdoptFacts } from "../../../provider/src/lifecycle/adoptFacts";
import { RunMemory } from "../../../provider/src/lifecycle/memory";
import { type Recorded, writtenRecord } from "../../../provider/src/lifecycle/record";
import { decideUpdate } from "../../../provider/src/lifecycle/update";
import { open } from "../api/opening";
import { declared, robot } from "../kind/robot";

const here = "https://outreach.example.com";
const urn = "urn:pulumi:dev::project::robot::one";
const record: Recorded = { version: 1, origin: here, actingUserId: "101", declared: ["title"], urn, everActive: true };
const stored = { ...declared, on: true };
const shown = (on?: boolean): Finding => ({ status: "found", answer: { id: "5", ...declared, on } });
const unreadable: Finding = { status: "unreadable" };
const acknowledgedOff = ["inactive:5"];
const about = describeObject("toy robot", declared.title, "5");

/** The update of an object that a run has recorded as running without being declared active. */
function updating(finding: Finding, on: boolean | undefined, acknowledged: readonly string[] = []) {
  const { account } = open(here);
  const find = vi.spyOn(account, "find").mockResolvedValue(finding);
  vi.spyOn(account, "actingUser").mockResolvedValue({ id: record.actingUserId });
  vi.spyOn(account.records, "known").mockResolvedValue([]);
  const accepted: AdoptFacts[] = [];
  const decideOn = (facts: AdoptFacts) => {
    accepted.push(facts);
    return [];
  };
  const acceptRules = [{ name: "watched", decide: decideOn }];
  const run = {
    ...{ settings: () => account.settings, account: () => account, warn: () => undefined, memory: new RunMemory() },
    ...{ now: () => new Date(0), random: () => "", sleep: async () => undefined },
  };
  const news = { ...declared, on, acknowledge: acknowledged };
  const decide = async (kind = robot, known: Recorded = { ...record, unasked: true }) => {
    const { situation } = await decideUpdate(kind, run, "5", { ...stored, recorded: writtenRecord(known) }, news);
    const { recorded: _recorded, ...olds } = situation.olds;
    return { olds, record: situation.record };
  };
  return { account, find, decide, accepted, accepting: { ...robot, policy: { acceptRules } }, run, news };
}

const decided = (olds: object) => ({ olds: { ...stored, ...olds }, record });

describe("an object that ran without being declared active", () => {
  it.each<[string, Finding, boolean | undefined, readonly string[], object]>([
    ["is changed as one that is off, once it is", shown(false), undefined, [], { on: false }],
    ["is changed as one that is off, if that is acknowledged", unreadable, undefined, acknowledgedOff, { on: false }],
    ["is changed as one that runs, if the program declares that", shown(true), true, [], {}],
    ["is changed as one that runs, if nothing shows the contrary", unreadable, true, [], {}],
  ])("%s", async (_, finding, on, acknowledged, olds) => {
    expect(await updating(finding, on, acknowledged).decide()).toEqual(decided(olds));
  });

  it("is read again, and only if a run has recorded it", async () => {
    const { find, decide } = updating(shown(false), undefined);
    expect(await decide(robot, record)).toEqual({ olds: stored, record });
    expect(find).not.toHaveBeenCalled();
    await decide();
    expect(find).toHaveBeenCalledExactlyOnceWith("Robot", "5", `updating ${about}`, { fresh: true });
  });

  it("passes the guards for an object that is accepted as running, with the resource in its state", async () => {
    const { account, decide, accepted, accepting, run, news } = updating(shown(true), true);
    await decide(accepting);
    const codes = { acknowledged: new Set(), spent: new Set() };
    const situation = { kind: accepting, run, about, ...codes, account, inputs: news, declarer: declarerOf(urn) };
    expect(accepted).toMatchObject([{ situation, id: "5", by: "id" }]);
  });

  it("is not adopted again if its kind has no such guards", async () => {
    const { account, decide } = updating(shown(true), true);
    await decide();
    expect(account.records.known).not.toHaveBeenCalled();
  });

  it("is not started again if it is off by now", async () => {
    await expect(updating(shown(false), true).decide()).rejects.toThrow(
      /it was running, and it is off now\. Nothing was sent\.\nRemove on: true/,
    );
    await expect(updating(unreadable, true, acknowledgedOff).decide()).rejects.toThrow("it is off now");
  });

  it.each<[string, Finding, boolean | undefined, readonly string[]]>([
    ["while it runs", shown(true), undefined, []],
    ["while it runs, if the program declares that it is off", shown(true), false, []],
    ["while it runs, even if it is acknowledged to be off", shown(true), undefined, acknowledgedOff],
    ["while the service omits whether it runs", shown(undefined), undefined, acknowledgedOff],
  ])("is not changed %s", async (_, finding, on, acknowledged) => {
    const refused = updating(finding, on, acknowledged).decide();
    await expect(refused).rejects.toThrow(
      /^Updating toy robot .*: it is running.*\nSwitch it off in the app.* Or write on: true to accept that it runs\.$/,
    );
  });

  it("is not changed until a code states that it is off", async () => {
    const refused = updating(unreadable, undefined, ["inactive:6"]).decide();
    await expect(refused).rejects.toThrow(/\nThis service does not show whether it is off; once it is: .*inactive:5/);
  });
});
