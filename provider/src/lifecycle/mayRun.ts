import type { Recorded } from "./record";

/**
 * True if an object of the state runs or may run: one that was adopted unread may run although no value states it.
 *
 * @param running the value of the property with this role
 */
export function mayRunAs(running: unknown, record: Recorded | undefined): boolean {
  return running === undefined ? record?.everActive === true : running === true;
}
