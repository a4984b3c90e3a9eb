import { isRecord } from "../api/json";
import { isKind } from "../everyKind";
import type { Added } from "../host/mocks";
import type { Kind } from "../kinds";

/** The user of the tests. */
const userId = 101;
const createdAt = "2026-01-01T00:00:00.000Z";
const byEverybody = { userId, createdAt };

const byKind: Readonly<Record<Kind, (inputs: Readonly<Record<string, unknown>>) => object>> = {
  List: () => ({}),
  SourceAgent: () => ({
    ...{ excludeServiceProviders: false, skipIcpFilter: false, includeOpenToWorkProfiles: false },
    ...{ leadWaterfall: false, paused: false },
  }),
  // Service specification: Campaign; people already connected are left out where a step asks to connect.
  Campaign: ({ steps }) => ({
    ...{ active: false, isManual: false },
    excludeFirstDegreeFromCampaigns: Array.isArray(steps) && steps.some(asksToConnect),
  }),
};

/** What the service adds to an object: the outputs that a class promises whether or not the program declares them. */
export const added: Added = ({ name }, inputs) => ({
  ...byEverybody,
  ...(isKind(name) ? byKind[name](inputs) : {}),
});

function asksToConnect(step: unknown): boolean {
  return isRecord(step) && (step.type === "invitation" || step.type === "invitationNote");
}
