import { describe, expect, it } from "vitest";
import type { CreationNotes, Finding } from "../../../provider/src/api/objects";
import { guardSkippedDelete } from "../../../provider/src/lifecycle/delete";
import { writtenRecord } from "../../../provider/src/lifecycle/record";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import type { CampaignValues } from "../../../provider/src/resources/campaign/values";
import { sourceAgentKind } from "../../../provider/src/resources/sourceAgent/kind";
import { guarded, urn, values } from "../resources/guardedCampaign";
import { recordOf, urnOf } from "../resources/guarding";

const running: Finding = { status: "found", answer: { id: "7", ...values(), active: true } };

/** The resource under which the state has recorded it. */
const old = urnOf("old");

/** The create that replaces campaign 7, whose delete the engine has not requested. */
function skipping(notes?: CreationNotes, isStanding = true, program: Partial<CampaignValues> = {}) {
  const { situation, memory, find } = guarded({ found: { "7": running }, notes });
  const inputs = values({ active: true, linkedinSeatId: 8, ...program });
  const outputs = { ...values({ active: true }), recorded: writtenRecord(recordOf({ urn: old })) };
  if (isStanding) memory.noteCompared(campaignKind, { id: "7", outputs }, { urn }, inputs, true);
  return { find, work: guardSkippedDelete({ ...situation, inputs }) };
}

describe("before a create that replaces an object whose delete the engine has not requested", () => {
  it.each<[string, CreationNotes | undefined]>([
    ["nothing is recorded of it", undefined],
    ["it is recorded as running", { running: true }],
    ["an earlier run has let it go, because it may run again", { released: true }],
  ])("its delete is decided on if %s", async (_, notes) => {
    const { work } = skipping(notes);
    await expect(work).rejects.toThrow(/^Deleting campaign "Q1" \(id 7\): .*/);
    await expect(work).rejects.toThrow(old);
  });

  it("nothing is read if there is none", async () => {
    const { find, work } = skipping(undefined, false);
    await work;
    expect(find).not.toHaveBeenCalled();
  });

  it("nothing is read if an earlier run has let it go, and the service deletes such objects", async () => {
    const { situation, memory, find } = guarded({ notes: { released: true } });
    const inputs = { name: "Finder", listId: 1 };
    memory.noteCompared(sourceAgentKind, { id: "7", outputs: inputs }, { urn }, inputs, true);
    await guardSkippedDelete({ ...situation, kind: sourceAgentKind, inputs });
    expect(find).not.toHaveBeenCalled();
  });

  it("it is not created a second time", async () => {
    const { work } = skipping(undefined, true, { linkedinSeatId: undefined });
    await expect(work).rejects.toThrow(/^Creating campaign "Q1": the account already holds the same campaign, id 7, /);
  });
});
