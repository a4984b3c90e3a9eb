import { declarerOf } from "../../../provider/src/lifecycle/about";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import type { CampaignValues } from "../../../provider/src/resources/campaign/values";
import { campaignsInView } from "../../../provider/src/resources/inView";
import { type Around, guarding, urnOf } from "./guarding";

export const urn = urnOf("q1");
export const steps = [{ type: "visitProfile", delayAfterLastStep: 2 }];
export const values = (changes: CampaignValues = {}): CampaignValues => ({
  name: "Q1",
  listIds: [1],
  steps,
  ...changes,
});

/** Campaign 5, or a new one, with all data that its guards may use. */
export function guarded(around: Around = {}, acknowledged: readonly string[] = []) {
  const given = guarding(around);
  const { account, run } = given;
  const situation = { kind: campaignKind, run, account, about: "it", urn, acknowledged: new Set(acknowledged) };
  const inView = () => [...campaignsInView.of(given.memory).every];
  return { ...given, situation: { ...situation, declarer: declarerOf(urn) }, inView };
}
