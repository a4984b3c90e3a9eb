import type { Settings } from "../api/settings";
import { quoted } from "./about";
import type { Values } from "./kind";
import type { Run } from "./run";
import type { Situation } from "./situation";
import { isUnknown } from "./unknown";
import { type Advice, say, way } from "./wayOut";

/** The codes that the resource itself declares, without unknown ones. */
export function ownCodes(inputs: Values): string[] {
  const own: readonly unknown[] = Array.isArray(inputs.acknowledge) ? inputs.acknowledge : [];
  return own.filter((code) => typeof code === "string").filter((code) => !isUnknown(code));
}

/** The codes of a resource and of the run. */
export interface Acknowledgements {
  /** Those in force. */
  readonly acknowledged: ReadonlySet<string>;
  /** Those of the resource that counted in an earlier run and do not count again. */
  readonly spent: ReadonlySet<string>;
}

/**
 * Every acknowledgement in force: the resource's own and the run's. A code by which somebody states what is so at the
 * moment counts for the run that adds it: what the state holds already was written earlier, and may no longer be so.
 *
 * @param held what the state holds of this resource, or of the one that it replaces
 * @param gone what it held of one that no longer exists: a `restart` has started that one
 */
export function acknowledgements(inputs: Values, settings: Settings, held?: Values, gone?: Values): Acknowledgements {
  const before = new Set([held, gone].flatMap((each) => (each === undefined ? [] : ownCodes(each))));
  const ofRun = new Set(settings.acknowledge);
  const countsOnce = (code: string) => isOfMoment(code) || (gone !== undefined && code === "restart");
  const isSpent = (code: string) => before.has(code) && countsOnce(code) && !ofRun.has(code);
  const own = ownCodes(inputs);
  return {
    acknowledged: new Set([...own.filter((code) => !isSpent(code)), ...ofRun]),
    spent: new Set(own.filter(isSpent)),
  };
}

/** True for codes that state what was looked up: an object is off, is absent, or has moved. */
function isOfMoment(code: string): boolean {
  return code === "twin:none" || code.startsWith("inactive:") || code.startsWith("moved:");
}

/** The exact text that lifts a refusal: in the program, so that a reviewer sees it, or for one run. */
export function howToAcknowledge(...codes: readonly string[]): Advice {
  const list = codes.map(quoted).join(", ");
  const words = `acknowledge: [${list}] on the resource, or ${howToAcknowledgeForRun(...codes)}`;
  return way(words, { do: "acknowledge", codes, at: "resource" });
}

/** The same for a resource whose program may hold codes that do not count again: those have to be given for the run. */
export function howToConfirm({ spent }: Pick<Situation, "spent">, ...codes: readonly string[]): Advice {
  const again = codes.filter((code) => spent?.has(code) === true);
  if (again.length === 0) return howToAcknowledge(...codes);
  const which = again.map(quoted).join(", ");
  return say`${howToAcknowledgeForRun(...codes)} (the ${which} in the program counted when it was added, and does not count again)`;
}

/** The text that lifts a refusal for one run, if nothing on the resource can. */
export function howToAcknowledgeForRun(...codes: readonly string[]): Advice {
  return way(`OUTREACH_ACKNOWLEDGE=${codes.join(",")} for one run`, { do: "acknowledge", codes, at: "run" });
}

/** A resource, and the function that prints warnings about it. */
export interface Warned extends Pick<Situation, "about" | "urn"> {
  readonly run: Pick<Run, "warn">;
}

/** Warns of each code of the resource that lifts nothing. Codes of the run may be meant for other resources. */
export function warnAboutIdle({ run, about, urn }: Warned, inputs: Values, isIdle: (code: string) => boolean): void {
  for (const text of idleCodes({ about }, inputs, isIdle)) run.warn(text, urn);
}

/** The same as texts. */
export function idleCodes(
  { about }: Pick<Warned, "about">,
  inputs: Values,
  isIdle: (code: string) => boolean,
): string[] {
  const idle = ownCodes(inputs).filter(isIdle);
  return idle.map((code) => `${about}: acknowledge: ${quoted(code)} no longer applies; remove it.`);
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
