import type { Settings } from "../api/settings";
import type { Values } from "./definition";
import { isUnknown } from "./unknown";

/** Every acknowledgement in force: the resource's own and the run's. */
export function acknowledgements(inputs: Values, settings: Settings): ReadonlySet<string> {
  const own = Array.isArray(inputs.acknowledge) ? inputs.acknowledge : [];
  return new Set([...own.filter((code) => typeof code === "string" && !isUnknown(code)), ...settings.acknowledge]);
}

/** The exact text that lifts a refusal: in the program, where a reviewer sees it, or for one run. */
export function howToAcknowledge(...codes: readonly string[]): string {
  const list = codes.map((code) => JSON.stringify(code)).join(", ");
  return `acknowledge: [${list}] on the resource, or OUTREACH_ACKNOWLEDGE=${codes.join(",")} for one run`;
}

/** Codes that only matter while something is created or replaced; left over afterwards, they deserve a word. */
export function leftOver(inputs: Values): string[] {
  const own = Array.isArray(inputs.acknowledge) ? inputs.acknowledge : [];
  return own.filter((code) => typeof code === "string" && /^(rename|restart|twin:.+)$/.test(code));
}
