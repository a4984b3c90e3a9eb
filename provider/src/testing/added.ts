import { isRecord } from "../api/json";
import { isKind } from "../everyKind";
import type { Added } from "../host/mocks";
import type { Kind } from "../kinds";

/** The acting user in tests. */
const userId = 101;
const createdAt = "2026-01-01T00:00:00.000Z";
const addedToEveryKind = { userId, createdAt };

const addedByKind: Readonly<Record<Kind, (inputs: Readonly<Record<string, unknown>>) => object>> = {
  List: () => ({}),
  SourceAgent: () => ({
    ...{ excludeServiceProviders: false, skipIcpFilter: false, includeOpenToWorkProfiles: false },
    ...{ leadWaterfall: false, paused: false },
  }),
  // Service specification: Campaign; people who are already connected are excluded if a step sends a connection request.
  Campaign: ({ steps }) => ({
    ...{ active: false, isManual: false },
    excludeFirstDegreeFromCampaigns: Array.isArray(steps) && steps.some(asksToConnect),
  }),
};

/**
 * The fields that the service adds to an object: outputs that a class always has, whether or not the program declares them.
 */
export const added: Added = ({ name }, inputs) => ({
  ...addedToEveryKind,
  ...(isKind(name) ? addedByKind[name](inputs) : {}),
});

function asksToConnect(step: unknown): boolean {
  return isRecord(step) && (step.type === "invitation" || step.type === "invitationNote");
}
