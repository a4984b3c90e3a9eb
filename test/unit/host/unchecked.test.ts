import * as pulumi from "@pulumi/pulumi";
import { afterAll, describe, expect, it, vi } from "vitest";
import { Campaign, type CampaignArgs, List, Provider, step } from "../../../provider/src/index";
import { mockEngine } from "./mockedEngine";

// Later files share the SDK.
afterAll(() => pulumi.runtime.setAllConfig({}));

const args = { name: "Q1", listIds: [12], linkedinSeatId: 7, steps: [step.message({ message: "Hi." })] };

type Wanted = (late: pulumi.Output<string>) => { readonly more?: Partial<CampaignArgs>; readonly provider?: Provider };

/** A run's messages about a campaign, once all its values are known. */
async function saidOf(wanted: Wanted, { preview = true, exists = false } = {}): Promise<string[]> {
  const said: string[] = [];
  pulumi.runtime.setAllConfig({});
  vi.spyOn(pulumi.log, "warn").mockImplementation(async (text) => void said.push(text));
  await mockEngine({ idOf: (name) => (preview && !(exists && name === "q1") ? "" : "13"), preview });
  const { more, provider } = wanted(new List("late", { name: "Late" }).id);
  const campaign = new Campaign("q1", { ...args, ...more }, { provider });
  await new Promise((resolve) => campaign.urn.apply(resolve));
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  return said;
}

const active = { active: true };
const lateMember = (late: pulumi.Output<string>) => new Provider("member", { impersonateUserId: late });

describe("a provider whose settings are known only in the update", () => {
  it("is not called by a preview, so the class reports what starts under it", async () => {
    const said = await saidOf((late) => ({ more: active, provider: lateMember(late) }));
    expect(said).toEqual([
      'campaign "q1": the settings of its provider "member" are known only during the update, so this preview checks nothing of it. Once it is created, it starts to write to the people of its lists. [starts-sending]',
    ]);
  });

  it("may start a campaign whose `active` is known only in the update", async () => {
    const said = await saidOf((late) => ({ more: { active: late.apply(() => true) }, provider: lateMember(late) }));
    expect(said).toEqual([expect.stringContaining("Nor is active known: once it is created, it may start to write")]);
  });

  it.each<[string, Wanted, { preview?: boolean; exists?: boolean }]>([
    ["is created inactive", (late) => ({ provider: lateMember(late) }), {}],
    ["is adopted", (late) => ({ more: { ...active, adopt: 12 }, provider: lateMember(late) }), {}],
    ["exists: the engine warns", (late) => ({ more: active, provider: lateMember(late) }), { exists: true }],
    ["is under a provider that is known", () => ({ more: active, provider: new Provider("known") }), {}],
    ["is under the default provider", () => ({ more: active }), {}],
    ["is created by an update", (late) => ({ more: active, provider: lateMember(late) }), { preview: false }],
  ])("prints nothing about a campaign that %s", async (_, wanted, run) => {
    expect(await saidOf(wanted, run)).toEqual([]);
  });
});
