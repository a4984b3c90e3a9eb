import { describe, expect, it } from "vitest";
import type { Definition } from "../../../provider/src/lifecycle/definition";
import { provesIdentity } from "../../../provider/src/lifecycle/twins";
import { campaignDefinition } from "../../../provider/src/resources/campaignDefinition";
import { listDefinition } from "../../../provider/src/resources/listDefinition";
import { sourceAgentDefinition } from "../../../provider/src/resources/sourceAgentDefinition";

const named = { id: "41", name: "Fintech" };

describe("an answer that equals the declaration in all that it carries", () => {
  it.each<[string, Definition, object]>([
    ["a list by its name", listDefinition, {}],
    ["a source agent by its name", sourceAgentDefinition, {}],
    ["a campaign by its steps", campaignDefinition, { steps: [{ type: "visitProfile" }] }],
    ["a campaign of no steps", campaignDefinition, { steps: [] }],
  ])("proves %s", (_, definition, more) => {
    expect(provesIdentity(definition, { ...named, ...more })).toBe(true);
  });

  it.each<[string, object]>([
    ["its name", {}],
    ["its name, whether it runs and its lists", { active: false, listIds: [12] }],
    ["nothing in its steps", { steps: null }],
    ["steps that are no list", { steps: "visitProfile" }],
  ])("proves no campaign by %s", (_, more) => {
    expect(provesIdentity(campaignDefinition, { ...named, ...more })).toBe(false);
  });
});
