import { describe, expect, it } from "vitest";
import type { Answer, Finding } from "../../../provider/src/api/objects";
import type { Settings } from "../../../provider/src/api/settings";
import { decideDelete } from "../../../provider/src/lifecycle/delete";
import type { Recorded } from "../../../provider/src/lifecycle/record";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import type { CampaignValues } from "../../../provider/src/resources/campaign/values";
import { type Around, guarding, recordOf, urnOf } from "./guarding";

const urn = urnOf("q1");
const steps = [{ type: "visitProfile", delayAfterLastStep: 2 }];
const outputs: CampaignValues = {
  name: "Q1",
  listIds: [1],
  steps,
  active: false,
  createdAt: "2026-01-15T12:00:00.250Z",
};
const started: CampaignValues = { name: "Q1", listIds: [1], steps, active: true };
const found = (changes: Partial<Answer> = {}): Around => ({
  found: { "5": { status: "found", answer: { id: "5", name: "Q1", active: false, ...changes } } },
});
const gone: Around = { found: { "5": { status: "gone" } satisfies Finding } };
const unseen: Around = {};

const text =
  "it: the service has no operation that deletes a campaign. It leaves the state; the campaign stays in the account.";
const stays = [text, urn];

interface More {
  readonly record?: Partial<Recorded>;
  readonly replacement?: CampaignValues;
  readonly acknowledged?: readonly string[];
  readonly spent?: readonly string[];
  readonly settings?: Partial<Settings>;
}

function deleting(around: Around, { record, acknowledged = [], spent = [], settings, ...more }: More = {}) {
  const { account, run, memory, ...given } = guarding(around, settings);
  const situation = {
    ...{ kind: campaignKind, run, account, about: "it", id: "5", outputs, urn },
    ...{ record: recordOf(record), acknowledged: new Set(acknowledged), spent: new Set(spent), ...more },
  };
  const work = async () => ((await decideDelete(situation)).facts.found?.status === "gone" ? "gone" : "exists");
  return { ...given, memory, stopped: () => [...memory.idsOf(campaignKind)].filter(isOff), work };

  function isOff(id: string): boolean {
    return memory.object(campaignKind, id).isOff === true;
  }
}

describe("a campaign that leaves the state", () => {
  it.each<[string, Around, More, string]>([
    ["that is off", found(), {}, "exists"],
    ["that has run and is off", found(), { record: { everActive: true } }, "exists"],
    ["that is gone", gone, {}, "gone"],
    ["that was active and is gone", gone, { record: { everActive: true } }, "gone"],
  ])("%s is noted as stopped", async (_, around, more, expected) => {
    const { work, stopped, warnings, find } = deleting(around, more);
    expect(await work()).toBe(expected);
    expect(stopped()).toEqual(["5"]);
    expect(warnings).toEqual(expected === "gone" ? [] : [stays]);
    expect(find).toHaveBeenCalledExactlyOnceWith("Campaign", "5", "deleting it", { fresh: true });
  });

  it.each<[string, Partial<Answer>]>([
    ["runs", { active: true }],
    ["runs as far as the service shows no yes or no", { active: null }],
  ])("is refused while it %s, whatever is acknowledged", async (_, answer) => {
    const { work, stopped } = deleting(found(answer), { acknowledged: ["inactive:5"] });
    await expect(work()).rejects.toThrow(
      /^Deleting it: it is active, and .*\nSwitch it off in the app, then run this again\. To leave it running, `pulumi state delete/,
    );
    expect(stopped()).toEqual([]);
  });

  it("is refused if the id names a campaign that was created at another time", async () => {
    const { work } = deleting(found({ createdAt: "2026-01-16T12:00:00.250Z" }));
    await expect(work()).rejects.toThrow("Deleting it: this id belongs to another campaign");
  });

  it.each<[string, Around]>([
    ["cannot be read", unseen],
    ["is shown without whether it runs", found({ active: undefined })],
  ])("counts as off if it was created inactive and %s, with a warning", async (_, around) => {
    const { work, stopped, warnings, memory } = deleting(around);
    expect(await work()).toBe("exists");
    expect(warnings).toEqual([
      [expect.stringMatching(/^it: it was created inactive; this service does not show/), urn],
      stays,
    ]);
    expect(stopped()).toEqual([]);
    expect([...memory.unseen]).toEqual(around === unseen ? ["campaigns"] : []);
  });

  it.each<[string, More, Around]>([
    ["the state", { record: { everActive: true } }, unseen],
    ["records of other runs", {}, { notes: { running: true } }],
  ])("is refused if it was active according to %s and nothing shows that it is off", async (_, more, around) => {
    const { work, one } = deleting(around, { ...more, acknowledged: ["inactive:6"] });
    await expect(work()).rejects.toThrow(
      /^Deleting it: it was active, and .*\nLook in the app, .*inactive:5.*\nTo leave it as it is, `pulumi state delete/,
    );
    expect(one).toHaveBeenCalledExactlyOnceWith("Campaign", "5", { fresh: true });
  });

  it("is noted as stopped if that is acknowledged and nothing shows the contrary", async () => {
    const { work, stopped, warnings } = deleting(unseen, {
      record: { everActive: true },
      acknowledged: ["inactive:5"],
    });
    expect(await work()).toBe("exists");
    expect(stopped()).toEqual(["5"]);
    expect(warnings).toEqual([['it: treated as inactive because "inactive:5" is acknowledged.', urn], stays]);
  });
});

describe("a campaign that an active one replaces", () => {
  const replacement = started;
  const byActive = (around: Around, more: More = {}) => deleting(around, { replacement, ...more });

  it("is refused while its status is unknown", async () => {
    await expect(byActive(unseen).work()).rejects.toThrow(
      /^Deleting it: an active campaign would replace it, and .* shows whether the old one runs\.\nLook in the app, /,
    );
  });

  it.each<[string, Around, More, RegExp]>([
    ["its state has it", found(), { record: { everActive: true } }, /it was active before.*\nSwitch it on in the app/],
    ["its record has it", { ...found(), notes: { ran: true } }, {}, /it was active before.*\nSwitch it on in the app/],
    [
      "its state has it, and it is gone",
      gone,
      { record: { everActive: true } },
      /it was active before.*\nRevert the change/,
    ],
    [
      "its state has it, and it is acknowledged to be off",
      unseen,
      { record: { everActive: true }, acknowledged: ["inactive:5"] },
      /it was active before.*\nRevert the change/,
    ],
    ["its log has it", { ...found(), logs: { "5": [{ id: 1 }] } }, {}, /its log shows that it has run.*\nSwitch it on/],
    ["its log cannot be read", found(), {}, /its log cannot be read.*\nSwitch it on in the app/],
    [
      "its state has it, and more changes than that",
      found(),
      { record: { everActive: true }, replacement: { ...started, listIds: [2] } },
      /it was active before.*\nRevert the change/,
    ],
    [
      "its state has it, and the program's code counted before",
      found(),
      { record: { everActive: true }, spent: ["restart"] },
      /it was active before(.|\n)*does not count again/,
    ],
    [
      "its log has it, and the program's code counted before",
      { ...found(), logs: { "5": [{ id: 1 }] } },
      { spent: ["restart"] },
      /its log shows that it has run(.|\n)*does not count again/,
    ],
  ])("is refused if it has run: %s", async (_, around, more, words) => {
    const { work } = byActive(around, more);
    await expect(work()).rejects.toThrow(/^Deleting it: an active campaign would replace it, and/);
    await expect(work()).rejects.toThrow(words);
  });

  it.each<[string, Around, More]>([
    ["it has never run", { ...found(), logs: { "5": [] } }, {}],
    ["it is gone, and is not known to have run", { ...gone, logs: { "5": [{ id: 1 }] } }, {}],
    ["it may start again", found(), { record: { everActive: true }, acknowledged: ["restart"] }],
    [
      "the new one is not active",
      found(),
      { record: { everActive: true }, replacement: { ...started, active: false } },
    ],
  ])("is not refused if %s", async (_, around, more) => {
    expect(await byActive(around, more).work()).toBe(around.found === gone.found ? "gone" : "exists");
  });

  it("needs only a read of its log", async () => {
    const { work, look } = byActive({ ...found(), logs: { "5": [] } });
    await work();
    expect(look.mock.calls.map(([, about, options]) => [about, options])).toEqual([["deleting it", { id: "5" }]]);
  });
});
