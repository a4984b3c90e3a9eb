import type { Answer } from "../../../provider/src/api/objects";
import type { Settings } from "../../../provider/src/api/settings";
import { declarerOf } from "../../../provider/src/lifecycle/about";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";
import { type Around, guarding, urnOf } from "./guarding";

export const name = "Fintech Q1";
export const about = `campaign "${name}"`;
export const urn = urnOf("q1");
export const declarer = declarerOf(urn);
export const steps = [{ type: "visitProfile" as const, delayAfterLastStep: 2 }];

export interface More {
  readonly inputs?: object;
  readonly acknowledged?: readonly string[];
  readonly settings?: Partial<Settings>;
  readonly instead?: string;
  readonly declarer?: typeof declarer;
}

/** A campaign that is about to start on list 1. */
export function starting(around: Around, { inputs, acknowledged = [], settings, ...more }: More = {}) {
  const guarded = guarding(around, settings);
  const { run, account } = guarded;
  const values = { name, listIds: [1], steps, active: true, ...inputs };
  const given = { kind: campaignKind, run, account, about, urn, acknowledged: new Set(acknowledged), inputs: values };
  return { ...guarded, situation: { declarer, ...given, ...more } };
}

/** An active campaign on list 1, as the service shows it. */
export const shown = (changes: object = {}): Answer => ({
  id: "5",
  name: "Other",
  active: true,
  listIds: [1],
  ...changes,
});
