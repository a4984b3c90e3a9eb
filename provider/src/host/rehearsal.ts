import { isOnThisMachine, normaliseBaseUrl, whyNotAllowed } from "../api/address";
import { keyPattern, type Settings } from "../api/settings";
import { Refusal } from "../lifecycle/refusal";
import { environmentVariable } from "./environment";

/** The address of the local service of a rehearsal. Set by `pulumi-outreach rehearse` alone. */
export const rehearsalVariable = "OUTREACH_REHEARSAL";
/** The key of that service. */
export const rehearsalKeyVariable = "OUTREACH_REHEARSAL_KEY";

/** What a rehearsal decides for every provider of a run, whatever the program and the environment say. */
type Overrides = Pick<
  Settings,
  "origin" | "apiKey" | "requestsPerMinute" | "rateWindowSeconds" | "launch" | "adopt" | "coordination" | "isRehearsal"
>;

/**
 * The local service that this run must use, if it is a rehearsal. It takes precedence over every address and key, those
 * of explicit providers included. Throws a Refusal if the variable names another machine.
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
    // The local service has no limit, and `launch: never` is about real people.
    ...{ requestsPerMinute: 1_000_000, rateWindowSeconds: 60, launch: "allow" },
  };
}
