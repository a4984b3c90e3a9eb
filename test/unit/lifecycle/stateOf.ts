import { type Recorded, writtenRecord } from "../../../provider/src/lifecycle/record";
import { StatedKind } from "../../../provider/src/lifecycle/statedKind";
import { campaignKind } from "../../../provider/src/resources/campaign/kind";

export const record: Recorded = {
  ...{ version: 1, origin: "https://outreach.example.com", actingUserId: "1", declared: [] },
};

/** The outputs of a campaign on list 1 that the service does not show, unless the record says otherwise. */
export function outputs(values: object, recorded: Partial<Recorded> = {}) {
  return { name: "Q1", listIds: [1], ...values, recorded: writtenRecord({ ...record, unseen: true, ...recorded }) };
}

/** The campaigns of a state, by URN. */
export const stateOf = (held: Readonly<Record<string, object>>) =>
  new StatedKind(campaignKind, new Map(Object.entries(held).map(([urn, its]) => [urn, { ...its }])));
