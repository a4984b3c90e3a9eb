import type { Settings } from "../api/settings";
import { quoted } from "./about";
import { confirmsOff, isOfStart, ownCodes, sharedWith } from "./codes";
import type { DeclaredKind, Values } from "./declared";
import { textsOf } from "./facts";
import { targetsIn } from "./kind";
import type { Recorded } from "./record";
import type { Run } from "./run";
import type { Situation } from "./situation";
import { recordOf } from "./statedOwners";
import { type Advice, say, way } from "./wayOut";

/** The codes of a resource and of the run. */
export interface Acknowledgements {
  /** The codes in force. */
  readonly acknowledged: ReadonlySet<string>;
  /** Codes that have counted once, for this resource in an earlier run or for another one, and do not count again in the program. */
  readonly spent: ReadonlySet<string>;
  /** Codes of the resource that have counted, also if the run sets them again. */
  readonly counted: ReadonlySet<string>;
  /** By the id in a code for sharing targets that is no longer in force, the targets for which it still counts. */
  readonly sharedOn: Readonly<Record<string, readonly string[]>>;
}

/** What is known of the codes that a resource declared before. */
export interface DeclaredBefore {
  /** The state of this resource, or of the one that it replaces. */
  readonly held?: Values;
  /** True if that is a create without a response, so that its `restart` may have started nobody. */
  readonly isPending?: boolean;
  /** Codes that count once, and that have counted for other resources. */
  readonly used?: readonly string[];
}

/**
 * All acknowledgements in force: the resource's own and the run's. A code that describes the current situation, or that
 * lets people be written to again, is only in force in the run that adds it: one that is already in the state was written
 * earlier, for another situation.
 */
export function acknowledgements(
  kind: Pick<DeclaredKind, "roles">,
  inputs: Values,
  settings: Settings,
  { held = {}, isPending, used = [] }: DeclaredBefore = {},
): Acknowledgements {
  const before = new Set(ownCodes(held));
  const ofRun = new Set(settings.acknowledge);
  const countsOnce = (code: string) => {
    if (code === "restart") return isPending !== true || recordOf(held)?.pending?.restartUsed === true;
    const shared = sharedWith(code);
    return isOfMoment(code) || (shared !== undefined && addsAny(targetsWhenAdded(shared), targetsIn(kind, inputs)));
  };
  const targetsWhenAdded = before.size === 0 ? () => undefined : targetsOfCodes(kind, held);
  const own = ownCodes(inputs);
  const counted = own.filter((code) => (before.has(code) && countsOnce(code)) || used.includes(code));
  const spent = counted.filter((code) => !ofRun.has(code));
  // If the program declared them again, they would not count either.
  const usedUp = [...used, ...[...before].filter((code) => isOfStart(code) && countsOnce(code))];
  const stillShared = spent.flatMap((code) => {
    const id = sharedWith(code);
    return id === undefined || used.includes(code) ? [] : [[id, textsOf(targetsWhenAdded(id))] as const];
  });
  return {
    acknowledged: new Set([...own.filter((code) => !spent.includes(code)), ...ofRun]),
    counted: new Set(counted),
    spent: new Set([...spent, ...usedUp.filter((code) => !ofRun.has(code))]),
    sharedOn: Object.fromEntries(stillShared),
  };
}

/** A code for sharing is meant for the targets that the object had when the code was added, as far as recorded. */
function targetsOfCodes(kind: Pick<DeclaredKind, "roles">, held: Values): (id: string) => unknown {
  const { sharedFor = {} } = recordOf(held) ?? {};
  return (id) => sharedFor[id] ?? targetsIn(kind, held);
}

/**
 * The objects with which, as a person says now, this one shares its targets: by a code of the run, or one that `held` does
 * not have yet.
 */
export function sharedNow({ acknowledged, run }: Pick<Situation, "acknowledged" | "run">, held: Values = {}): string[] {
  const before = new Set(ownCodes(held));
  const ofRun = new Set(run.settings().acknowledge);
  return [...acknowledged].flatMap((code) => (ofRun.has(code) || !before.has(code) ? (sharedWith(code) ?? []) : []));
}

/** The objects with which the program lets this one share its targets, by a code that the state does not have yet. */
export function sharedAdded(inputs: Values, held: Values = {}): string[] {
  const before = new Set(ownCodes(held));
  return ownCodes(inputs).flatMap((code) => (before.has(code) ? [] : (sharedWith(code) ?? [])));
}

/** For the record: the codes of the program that let it share its targets, with its targets when they were added. */
export function sharedForNow(
  kind: Pick<DeclaredKind, "roles">,
  inputs: Values,
  held: Values = {},
): Pick<Recorded, "sharedFor"> {
  const codes = ownCodes(inputs).flatMap((code) => sharedWith(code) ?? []);
  if (codes.length === 0) return {};
  const added = new Set(sharedAdded(inputs, held));
  const targetsBefore = targetsOfCodes(kind, held);
  const its = codes.map((id) => [id, textsOf(added.has(id) ? targetsIn(kind, inputs) : targetsBefore(id))] as const);
  return { sharedFor: Object.fromEntries(its) };
}

function addsAny(held: unknown, declared: unknown): boolean {
  const before = textsOf(held);
  return Array.isArray(declared) ? declared.some((target) => !before.includes(String(target))) : declared !== undefined;
}

/** True for codes that describe a situation (an object is off, is missing, or has moved), or that start people again. */
export function isOfMoment(code: string): boolean {
  return ["twin:none", "restart"].includes(code) || confirmsOff(code) || code.startsWith("moved:");
}

/** The exact text that overrides a refusal: in the program, where reviewers see it, or for one run. */
export function howToAcknowledge(...codes: readonly string[]): Advice {
  const list = codes.map(quoted).join(", ");
  const words = `acknowledge: [${list}] on the resource, or ${howToAcknowledgeForRun(...codes)}`;
  return way(words, { do: "acknowledge", codes, at: "resource" });
}

/**
 * Like `howToAcknowledge`, for a resource that may declare codes which are no longer in force and must be given for the
 * run.
 */
export function howToConfirm({ spent }: Pick<Situation, "spent">, ...codes: readonly string[]): Advice {
  const again = codes.filter((code) => spent?.has(code) === true);
  if (again.length === 0) return howToAcknowledge(...codes);
  const which = again.map(quoted).join(" and ");
  const counted = again.length === 1 ? "has counted" : "have counted";
  return say`${howToAcknowledgeForRun(...codes)} (in the program, ${which} ${counted} for this resource or another one, and ${again.length === 1 ? "does" : "do"} not count again)`;
}

/** The text that overrides a refusal for one run, if it cannot be done on the resource. */
export function howToAcknowledgeForRun(...codes: readonly string[]): Advice {
  return way(`OUTREACH_ACKNOWLEDGE=${codes.join(",")} for one run`, { do: "acknowledge", codes, at: "run" });
}

/** A resource and the run that prints warnings about it. */
export interface Warned extends Pick<Situation, "about" | "urn"> {
  readonly run: Pick<Run, "warn">;
}

/** Warns about codes of the resource that have no effect. Codes of the run may be meant for other resources. */
export function warnAboutIdle({ run, about, urn }: Warned, inputs: Values, isIdle: (code: string) => boolean): void {
  for (const text of idleCodes({ about }, inputs, isIdle)) run.warn(text, urn);
}

/** The warnings of `warnAboutIdle` as texts. */
export function idleCodes(
  { about }: Pick<Warned, "about">,
  inputs: Values,
  isIdle: (code: string) => boolean,
): string[] {
  const idle = ownCodes(inputs).filter(isIdle);
  return idle.map((code) => `${about}: acknowledge: ${quoted(code)} no longer applies; remove it.`);
}

/**
 * True for codes that have no effect on an existing object, because they matter only at creation or refer to another
 * object.
 */
export function isIdleOnceCreated(code: string, id: string, origin: string): boolean {
  // Its own id: its replacement has failed, and another one is to be created beside it.
  if (/^(rename|restart|twin:.+)$/.test(code)) return code !== `twin:${id}`;
  if (code.startsWith("moved:")) return code !== `moved:${origin}`;
  return confirmsOff(code) && code !== `inactive:${id}`;
}

/** Recognises codes `<head>:<value>` whose value matches nothing that was found. */
export function isIdleOf(head: string, isFound: (value: string) => boolean): (code: string) => boolean {
  return (code) => code.startsWith(`${head}:`) && !isFound(code.slice(head.length + 1));
}
