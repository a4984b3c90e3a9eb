import { describe, expect, it } from "vitest";
import { nameDigest } from "../../../provider/src/api/coordination/creations";
import type { Adopted } from "../../../provider/src/lifecycle/adoptedBeside";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { looks } from "../../../provider/src/resources/campaign/looks";
import { noteCampaign } from "../../../provider/src/resources/campaign/reach";
import { type CampaignInView, campaignsInView } from "../../../provider/src/resources/inView";
import { follow, guarding, urnOf } from "./guarding";

const adopted: Adopted = { id: "5", urn: urnOf("old"), name: nameDigest("Old"), targets: ["1"], runs: true };

describe("a campaign that another resource adopts in the same run", () => {
  const inRun = (name: string, ...all: readonly Adopted[]) => {
    const { memory } = guarding();
    for (const each of all) memory.noteAdopted(campaignKind, each);
    memory.noteAdopted({ name: "SourceAgent" }, { id: "9", targets: ["1"] });
    return [...(looks.inRun?.(memory, name) ?? [])];
  };
  const known = { id: "5", isDeclared: true, isOnlyDeclared: true, areConcluded: true };

  it("is known with its lists, and by its name", () => {
    expect(inRun("Old", adopted)).toEqual([{ ...known, sameName: true, targets: ["1"] }]);
    expect(inRun("New", adopted, { ...adopted, targets: ["2"] })).toEqual([
      { ...known, sameName: false, targets: ["1", "2"] },
    ]);
    expect(inRun("Old", { id: "5", targets: [] })).toEqual([{ ...known, isDeclared: undefined, sameName: false }]);
  });

  it("as running shares its lists with one that starts, unless its own check has noted it", () => {
    const starting: CampaignInView = {
      ...{ urn: urnOf("new"), name: "new", listIds: [1, 2], attached: [1], acknowledged: new Set<string>() },
    };
    const noting = (its: Adopted, more: Partial<CampaignInView> = {}, ofOther?: CampaignInView) => {
      const { memory, run } = guarding();
      memory.noteAdopted(campaignKind, its);
      if (ofOther !== undefined) campaignsInView.of(memory).note(ofOther);
      return () => follow(noteCampaign(memory, { ...starting, ...more }), { run });
    };
    expect(noting(adopted)).toThrow('list 1 is also used by the active campaign "old" (id 5) of this stack');
    expect(noting(adopted, { acknowledged: new Set(["shared-list:5"]) })).not.toThrow();
    expect(noting(adopted, { urn: urnOf("old") })).not.toThrow();
    for (const its of [{ runs: false }, { urn: undefined }, { targets: ["3"] }]) {
      expect(noting({ ...adopted, ...its })).not.toThrow();
    }
    expect(noting(adopted, {}, { ...starting, urn: urnOf("old"), id: "5", listIds: [3], attached: [] })).not.toThrow();
  });
});
