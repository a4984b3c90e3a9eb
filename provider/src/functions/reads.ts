/** What the functions need as soon as one of them is called: a file of its own, which other programs do not load. */
import type { Surroundings } from "../api/account";
import * as service from "../api/service";
import type { Settings } from "../api/settings";
import { kinds } from "../kinds";

export { contacts, readContact, readContacts } from "../reads/contacts";
export { readContactHealth, readServiceHealth } from "../reads/health";
export { readAgentLogs, readCampaignLogs } from "../reads/logs";
export { objectNamed, readAllObjects, readObject } from "../reads/objects";
export { readEmailSeats, readMembers, readUser } from "../reads/people";

/** Opens the service for the functions of a program. */
export const openAccount = (settings: Settings, surroundings: Surroundings) =>
  service.openAccount(settings, surroundings, Object.values(kinds));
