import { Account, type Surroundings } from "./account";
import { isOnThisMachine, whyNotAllowed } from "./address";
import { systemClock } from "./clock";
import { settingsError } from "./errors";
import { safeText } from "./redact";
import type { ServiceKind } from "./serviceKind";
import { keyPattern, type Settings, userIdPattern } from "./settings";
import { openTransport, type Transport } from "./transport";

/** Opens an account for one acting user and these kinds. Sends nothing yet. Throws a ServiceError for invalid settings. */
export function openAccount(settings: Settings, surroundings: Surroundings, kinds: readonly ServiceKind[]): Account {
  const refusal = whyNotAllowed(settings.origin);
  if (refusal !== undefined)
    throw settingsError(`baseUrl (OUTREACH_BASE_URL) ${refusal}`, "set it to the address of the service");
  if (settings.isRehearsal === true && !isOnThisMachine(settings.origin)) {
    throw settingsError(
      `this run is a rehearsal, and ${safeText(settings.origin, 200)} is not on this machine`,
      "nothing was sent: a rehearsal speaks to its local service only",
    );
  }
  if (!keyPattern.test(settings.apiKey)) {
    throw settingsError(
      "apiKey (OUTREACH_API_KEY) is empty or contains characters that a key never has (spaces, line breaks, copied quotes)",
      "copy the key again",
    );
  }
  if (settings.impersonateUserId !== undefined && !userIdPattern.test(settings.impersonateUserId)) {
    throw settingsError(
      "impersonateUserId (OUTREACH_IMPERSONATE_USER_ID) is not a user id",
      "`npx pulumi-outreach members` lists the members with their ids",
    );
  }
  const clock = surroundings.clock ?? systemClock;
  let transport: Transport;
  try {
    transport = openTransport(settings.origin, surroundings.proxies ?? {}, clock);
  } catch {
    throw settingsError("the address of the proxy is not a URL", "check HTTPS_PROXY and NO_PROXY");
  }
  return new Account(settings, surroundings, kinds, transport, clock);
}
