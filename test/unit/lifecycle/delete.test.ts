import { describe, expect, it } from "vitest";
import type { CreationNotes, Finding } from "../../../provider/src/api/objects";
import { guardSkippedDelete } from "../../../provider/src/lifecycle/delete";
import { writtenRecord } from "../../../provider/src/lifecycle/record";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { guarded, urn, values } from "../resources/guardedCampaign";
import { recordOf, urnOf } from "../resources/guarding";

const running: Finding = { status: "found", answer: { id: "7", ...values(), active: true } };

/** The resource under which the state has recorded it. */
const old = urnOf("old");

/** The create that replaces campaign 7, whose delete the engine has not requested. */
function skipping(notes?: CreationNotes, isStanding = true) {
  const { situation, memory, find } = guarded({ found: { "7": running }, notes });
  const inputs = values({ active: true });
  const outputs = { ...values({ active: true }), recorded: writtenRecord(recordOf({ urn: old })) };
  if (isStanding) memory.noteCompared(campaignKind, { id: "7", outputs }, { urn }, inputs, true);
  return { find, work: guardSkippedDelete({ ...situation, inputs }) };
}

describe("before a create that replaces an object whose delete the engine has not requested", () => {
  it.each<[string, CreationNotes | undefined]>([
    ["nothing is recorded of it", undefined],
    ["it is recorded as running", { running: true }],
  ])("its delete is decided on if %s", async (_, notes) => {
    const { work } = skipping(notes);
    await expect(work).rejects.toThrow(/^Deleting campaign "Q1" \(id 7\): .*/);
    await expect(work).rejects.toThrow(old);
  });

  it.each<[string, CreationNotes | undefined, boolean]>([
    ["an earlier run has let it go", { released: true }, true],
    ["there is none", undefined, false],
  ])("nothing is read if %s", async (_, notes, isStanding) => {
    const { find, work } = skipping(notes, isStanding);
    await work;
    expect(find).not.toHaveBeenCalled();
  });
});
