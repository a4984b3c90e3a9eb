import type { Settings } from "../api/settings";
import type { Values } from "./kind";

/**
 * True if a create with these inputs takes over an equal object. The account of a rehearsal holds nothing that could be
 * taken over.
 */
export function mayAdoptTwin({ adopt: ofRun, isRehearsal }: Settings, { adopt }: Values): boolean {
  return isRehearsal !== true && (adopt === "twin" || (adopt === undefined && ofRun === "twin"));
}
