import { describe, expect, it } from "vitest";
import { twinsOf } from "../../../provider/src/lifecycle/createFacts";
import { areOtherTargets } from "../../../provider/src/lifecycle/facts";
import type { ResourceKind } from "../../../provider/src/lifecycle/kind";
import { View } from "../../../provider/src/lifecycle/observe";
import { provesIdentity } from "../../../provider/src/lifecycle/twins";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { listKind } from "../../../provider/src/resources/listKind";
import { sourceAgentKind } from "../../../provider/src/resources/sourceAgent/kind";
import { listed, recorded } from "../resources/guarding";
import { name, starting, steps } from "../resources/starting";

const named = { id: "41", name: "Fintech" };

describe("a response that equals the declaration in all its fields", () => {
  it.each<[string, ResourceKind, object]>([
    ["a list by its name", listKind, {}],
    ["a source agent by its name", sourceAgentKind, {}],
    ["a campaign by its steps", campaignKind, { steps: [{ type: "visitProfile" }] }],
    ["a campaign of no steps", campaignKind, { steps: [] }],
  ])("proves %s", (_, definition, more) => {
    expect(provesIdentity(definition, { ...named, ...more })).toBe(true);
  });

  it.each<[string, object]>([
    ["its name", {}],
    ["its name, whether it runs and its lists", { active: false, listIds: [12] }],
    ["nothing in its steps", { steps: null }],
    ["steps that are not a list", { steps: "visitProfile" }],
  ])("proves no campaign by %s", (_, more) => {
    expect(provesIdentity(campaignKind, { ...named, ...more })).toBe(false);
  });
});

describe("an object's recorded targets", () => {
  it.each<[string, readonly string[] | undefined, unknown, boolean]>([
    ["have nothing in common with others", ["1", "2"], [3, 4], true],
    ["have one in common with others", ["1", "2"], [2, 3], false],
    ["are the declared ones", ["1"], [1], false],
    ["may be the declared ones if none are recorded", undefined, [3], false],
    ["may be the declared ones if only none were known", [], [3], false],
    ["may be the declared ones while those are not known", ["1"], undefined, false],
    ["are others than none", ["1"], [], true],
  ])("%s", (_, recorded, declared, areOthers) => {
    expect(areOtherTargets(recorded, declared)).toBe(areOthers);
  });

  it("belong to exactly this object", async () => {
    const equal = ["1", "2", "3"].map((id) => ({ id, name, steps, active: true }));
    const known = [recorded({ id: "1", targets: ["12"] }), recorded({ id: "2", targets: ["13"] })];
    const around = { campaigns: listed(...equal), recorded: known };
    const { situation, account, memory } = starting(around, { inputs: { listIds: [12] } });
    const view = new View({ account, memory, about: "creating it", name, declarer: {}, which: "namesakes" });
    await view.see(campaignKind);
    const facts = { situation, account: view.of(campaignKind), actingUserId: "101", kinds: view };
    const looking = twinsOf(facts);
    expect(looking.next().value).toEqual({ look: { ask: "targets", kind: campaignKind } });
    const { value } = looking.next();
    expect(value).toMatchObject([{ id: "1" }, { id: "3" }]);
  });
});
