import type { Settings } from "../api/settings";
import { quoted } from "./about";
import type { Values } from "./definition";
import { isUnknown } from "./unknown";

/** The codes that the program itself declares, as far as they are known. */
export function ownCodes(inputs: Values): string[] {
  const own: readonly unknown[] = Array.isArray(inputs.acknowledge) ? inputs.acknowledge : [];
  return own.filter((code) => typeof code === "string").filter((code) => !isUnknown(code));
}

/** Every acknowledgement in force: the resource's own and the run's. */
export function acknowledgements(inputs: Values, settings: Settings): ReadonlySet<string> {
  return new Set([...ownCodes(inputs), ...settings.acknowledge]);
}

/** The exact text that lifts a refusal: in the program, where a reviewer sees it, or for one run. */
export function howToAcknowledge(...codes: readonly string[]): string {
  const list = codes.map(quoted).join(", ");
  return `acknowledge: [${list}] on the resource, or OUTREACH_ACKNOWLEDGE=${codes.join(",")} for one run`;
}

/** A sentence for each of these codes of the program, which have nothing to lift (any more). */
export function idle(codes: readonly string[]): string[] {
  return codes.map((code) => `acknowledge ${quoted(code)} matches nothing (any more); remove it.`);
}
