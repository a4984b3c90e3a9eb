import type { Settings } from "../api/settings";
import { quoted } from "./about";
import type { Situation } from "./guards";
import type { Values } from "./kind";
import type { Run } from "./run";
import { isUnknown } from "./unknown";

/** The codes that the resource itself declares, without unknown ones. */
export function ownCodes(inputs: Values): string[] {
  const own: readonly unknown[] = Array.isArray(inputs.acknowledge) ? inputs.acknowledge : [];
  return own.filter((code) => typeof code === "string").filter((code) => !isUnknown(code));
}

/** Every acknowledgement in force: the resource's own and the run's. */
export function acknowledgements(inputs: Values, settings: Settings): ReadonlySet<string> {
  return new Set([...ownCodes(inputs), ...settings.acknowledge]);
}

/** The exact text that lifts a refusal: in the program, so that a reviewer sees it, or for one run. */
export function howToAcknowledge(...codes: readonly string[]): string {
  const list = codes.map(quoted).join(", ");
  return `acknowledge: [${list}] on the resource, or OUTREACH_ACKNOWLEDGE=${codes.join(",")} for one run`;
}

/** A resource, and the function that prints warnings about it. */
export interface Warned extends Pick<Situation, "about" | "urn"> {
  readonly run: Pick<Run, "warn">;
}

/** Warns of each code of the resource that lifts nothing. Codes of the run may be meant for other resources. */
export function warnAboutIdle({ run, about, urn }: Warned, inputs: Values, isIdle: (code: string) => boolean): void {
  for (const code of ownCodes(inputs).filter(isIdle)) {
    run.warn(`${about}: acknowledge: ${quoted(code)} no longer applies; remove it.`, urn);
  }
}

/** True for codes without effect on an object that exists: they matter only at creation, or name another object. */
export function isIdleOnceCreated(code: string, id: string, origin: string): boolean {
  if (/^(rename|restart|twin:.+)$/.test(code)) return true;
  if (code.startsWith("moved:")) return code !== `moved:${origin}`;
  return code.startsWith("inactive:") && code !== `inactive:${id}`;
}

/** Recognizes the codes `<head>:<value>` whose value names nothing that was found. */
export function isIdleOf(head: string, isFound: (value: string) => boolean): (code: string) => boolean {
  return (code) => code.startsWith(`${head}:`) && !isFound(code.slice(head.length + 1));
}
