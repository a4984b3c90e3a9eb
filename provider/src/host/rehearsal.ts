import { isOnThisMachine, normaliseBaseUrl, whyNotAllowed } from "../api/address";
import { keyPattern, type Settings } from "../api/settings";
import { Refusal } from "../lifecycle/refusal";
import { environmentVariable } from "./environment";

/** The address of a rehearsal's local service. Set only by `pulumi-outreach rehearse`. */
export const rehearsalVariable = "OUTREACH_REHEARSAL";
/** The API key of the local service. */
export const rehearsalKeyVariable = "OUTREACH_REHEARSAL_KEY";

/** Settings that a rehearsal overrides for every provider, regardless of the program and the environment. */
type Overrides = Pick<
  Settings,
  "origin" | "apiKey" | "requestsPerMinute" | "rateWindowSeconds" | "launch" | "adopt" | "coordination" | "isRehearsal"
>;

/**
 * The overrides if this run is a rehearsal. They take precedence over every address and key, including those of
 * explicit providers. Throws a Refusal if the variable contains an address of another machine.
 */
export function rehearsal(): Overrides | undefined {
  const address = environmentVariable(rehearsalVariable)?.trim();
  if (address === undefined) return undefined;
  const apiKey = environmentVariable(rehearsalKeyVariable)?.trim();
  if (whyNotAllowed(address) !== undefined || !isOnThisMachine(address)) {
    throw new Refusal(
      `${rehearsalVariable} is not an address of this machine, so nothing was sent.`,
      "`pulumi-outreach rehearse` sets it; unset it for every other run.",
    );
  }
  if (apiKey === undefined || !keyPattern.test(apiKey)) {
    throw new Refusal(
      `${rehearsalVariable} is set without a key of the local service (${rehearsalKeyVariable}), so nothing was sent.`,
      "`pulumi-outreach rehearse` sets both; unset them for every other run.",
    );
  }
  return {
    ...{ origin: normaliseBaseUrl(address), apiKey, isRehearsal: true, adopt: undefined, coordination: undefined },
    // The local service has no limit, and `launch: never` protects real people only.
    ...{ requestsPerMinute: 1_000_000, rateWindowSeconds: 60, launch: "allow" },
  };
}
