/** Everything the functions need once one is called. A separate file, so that programs without functions do not load it. */
import type { Surroundings } from "../api/account";
import * as service from "../api/service";
import type { Settings } from "../api/settings";
import { kinds } from "../kinds";

export { iterateMatching as contacts, readContact, readContacts } from "../reads/contacts";
export { readContactHealth, readServiceHealth } from "../reads/health";
export { readAgentLogs, readCampaignLogs } from "../reads/logs";
export { objectNamed, readAllObjects, readObject } from "../reads/objects";
export { readEmailSeats, readMembers, readUser } from "../reads/people";

/** Opens an account for the functions of a program. */
export const openAccount = (settings: Settings, surroundings: Surroundings) =>
  service.openAccount(settings, surroundings, Object.values(kinds));
