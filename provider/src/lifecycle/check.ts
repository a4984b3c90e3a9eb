import { isDeepStrictEqual } from "node:util";
import type { Settings } from "../api/settings";
import { describe, nameOf } from "./about";
import { acknowledgements, isIdleOf, type Warned, warnAboutIdle } from "./acknowledge";
import { type Adopted, adoptedIn } from "./adoptedBeside";
import { isSaidToHaveMoved, knownActor, type Owner } from "./belongs";
import { confirmsOff } from "./codes";
import { type CompaniesOfFile, companiesOfFile } from "./companies";
import { declaredCompanies } from "./companiesDeclared";
import { foretell } from "./decision";
import { textsOf } from "./facts";
import { nameIn, type ResourceKind, type RuleContext, type Values } from "./kind";
import { heldBy } from "./memory";
import { namesakesIn, type StatedLost, type StatedNamesake, statedLostIn } from "./namesakes";
import { inStateOf, type OwnersState, ownObject } from "./ownersState";
import { afterKinds, ofPlan } from "./planTable";
import type { KindWithPolicy } from "./policy";
import { countProblems, describeProblems, type Problem, problemLine } from "./problem";
import type { Recorded } from "./record";
import { Refusal } from "./refusal";
import type { Run } from "./run";
import { noteSettled, settledIn } from "./settled";
import type { Situation } from "./situation";
import { type Stated, statedIn, withoutReplaced } from "./stated";
import { ownersIn } from "./statedOwners";
import { fromStateHint } from "./stateHint";
import { isUnknown } from "./unknown";
import { type WayOut, way } from "./wayOut";

export interface Checked {
  readonly inputs: Record<string, unknown>;
  /** One message for all broken rules, because the engine prints each failure's property with its value. */
  readonly failure?: string;
  /** The ways to continue after a failure that is a refusal. */
  readonly ways?: readonly WayOut[];
}

/** The hidden inputs from the resource class, separated from the declared ones. */
export interface Hinted {
  readonly inputs: Record<string, unknown>;
  readonly urn?: string;
  readonly retained: boolean;
  /** Other objects in the state. */
  readonly stated: readonly Stated[] | "unread";
  /** The owners of objects in the state with the same provider, as far as the engine shows them. */
  readonly owners: readonly Owner[];
  /** Objects in the state with the same name and another resource. */
  readonly namesakes: readonly StatedNamesake[];
  /** Creates without a response of other resources with the same name. */
  readonly lost: readonly StatedLost[];
  /** The lost creates of the kind that are settled. */
  readonly settled: Recorded["settled"];
  /** What the state shows of the resource and of its kind, by owner. */
  readonly inState?: readonly OwnersState[];
  /** Codes that have counted for other resources. */
  readonly used: readonly string[];
  /** URNs of the program's other resources of this kind, if this one may adopt their objects. */
  readonly beside: readonly string[];
  /** Objects on the same targets that other resources adopt in this run. */
  readonly adopted: readonly Adopted[];
  /** The properties that the program marks as secret. */
  readonly secret: readonly string[];
  /** Paths of values that were computed from resources and are not simply the id of one resource. */
  readonly stray: readonly string[];
  /** The companies in `outreach.do-not-contact`. */
  readonly companies?: CompaniesOfFile;
  /** The path of `outreach.do-not-contact`. */
  readonly doNotContact?: string;
  /** Lines of the problems that the class has already reported. */
  readonly reported: readonly unknown[];
}

export function splitHints(raw: Values): Hinted {
  const inputs: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(raw)) if (!key.startsWith("__")) inputs[key] = value;
  const state = fromStateHint(raw.__state);
  return {
    inputs,
    urn: typeof raw.__urn === "string" && !isUnknown(raw.__urn) ? raw.__urn : undefined,
    retained: raw.__retain === true,
    stated: state.stated === undefined ? [] : statedIn(state.stated),
    owners: ownersIn(state.owners),
    namesakes: namesakesIn(state.namesakes),
    lost: statedLostIn(state.lost),
    settled: settledIn(state.settled),
    inState: inStateOf(state.inState),
    used: textsOf(state.used),
    beside: Array.isArray(raw.__beside) ? raw.__beside.filter((each) => typeof each === "string") : [],
    adopted: adoptedIn(raw.__adopted),
    secret: Array.isArray(raw.__secret) ? raw.__secret.filter((each) => typeof each === "string") : [],
    stray: Array.isArray(raw.__stray) ? raw.__stray.filter((each) => typeof each === "string") : [],
    companies: companiesOfFile(raw.__companies),
    doNotContact: typeof raw.__doNotContact === "string" ? raw.__doNotContact : undefined,
    reported: Array.isArray(raw.__problems) ? raw.__problems : [],
  };
}

/** Applies the rules, normalizes the inputs, and prints warnings. Sends no requests. */
export async function check(kind: KindWithPolicy, run: Run, rawOlds: Values, rawNews: Values): Promise<Checked> {
  const {
    inputs: news,
    urn,
    retained,
    stated,
    owners,
    namesakes,
    lost,
    settled,
    inState,
    used: usedByOthers,
    beside,
    adopted,
    secret,
    stray,
    companies: ofFile,
    doNotContact,
    reported,
  } = splitHints(rawNews);
  const { inputs: olds } = splitHints(rawOlds);
  for (const values of [news, olds]) run.memory.secrets.add(values, secret, urn, kind.words);
  const { premiumSeats, launch, isRehearsal } = run.settings();
  const exists = Object.keys(olds).length > 0;
  // The engine checks a replacement as a create, after the diff if there is one.
  if (!exists) run.memory.noteUndiffed(kind, urn, ownObject(inState));
  const replaced = exists ? undefined : run.memory.comparedWith(kind, urn, news);
  // A `restart` of another resource matters for a new one only: the state of this one shows when its own was added.
  const isNew = !exists && replaced === undefined;
  const used = isNew ? usedByOthers : usedByOthers.filter(confirmsOff);
  const codes = acknowledgements(kind, news, run.settings(), { ...heldBy(replaced), used });
  const { acknowledged } = codes;
  const context = { acknowledged, premiumSeats, launch };
  // Import files contain no URNs.
  const name = urn === undefined ? String(nameIn(kind, news) ?? "") : nameOf(urn);
  const failure = failureOf(kind.noun, name, kind.problems(news, context), reported) ?? strayFailure(kind, name, stray);
  if (failure !== undefined) return { inputs: news, failure };

  const about = describe(kind.noun, name);
  const situation = { kind, run, about, ...codes, urn };
  const inputs = kind.canonical(news);
  // A rehearsal's account contains nothing to adopt, so the object is created as declared.
  if (isRehearsal === true) delete inputs.adopt;
  const companies = declaredCompanies({ kind, about, run, urn }, inputs, ofFile, exists);
  const adopt = exists ? inputs.adopt : undefined;
  if (exists) {
    // `adopt` only matters at creation. Afterwards it keeps the state's value, so that it never shows a change.
    if (olds.adopt === undefined) delete inputs.adopt;
    else inputs.adopt = olds.adopt;
    warnAboutLetGo(situation, olds, inputs);
  }
  warnAboutInputs(kind, situation, news, context);
  noteSettled(run.memory, kind, settled);
  run.memory.remember(kind, inputs, {
    urn,
    retained,
    beside,
    namesakes,
    lost,
    inState,
    secret,
    companies,
    doNotContact,
    used,
    adopt,
    ...(kind.feeds === undefined || stated === "unread" ? {} : { stated }),
    unchanged: exists && isDeepStrictEqual(olds, inputs),
  });
  const others = owners.filter((owner) => !isSaidToHaveMoved(owner, acknowledged));
  for (const { origin, actingUserId } of others) {
    if (origin === run.settings().origin) run.memory.owners.add(actingUserId);
  }
  for (const each of adopted) run.memory.noteAdopted(kind.feeds?.kind ?? kind, each);
  kind.policy.noteStated?.(run.memory, stated === "unread" ? [] : stated);
  if (exists || urn === undefined) return { inputs };
  try {
    const planned = {
      ...situation,
      urn,
      inputs,
      stated: kind.reaches === undefined ? stated : withoutReplaced(stated, replaced),
    };
    const actor = await knownActor(others, run);
    const equal = run.memory.plans.add(kind.name, urn, inputs);
    const facts = { situation: planned, owners: others, actor, equal };
    foretell([...ofPlan, ...(kind.policy.planRules ?? []), ...afterKinds], facts, planned);
  } catch (error) {
    // The engine prints a failure at its resource without a stack trace, but a thrown error with one.
    if (error instanceof Refusal) return { inputs, failure: error.message, ways: error.ways };
    throw error;
  }
  return { inputs };
}

/** Warns about allowed but probably unintended values, and about acknowledgements without effect. */
export function warnAboutInputs(kind: ResourceKind, warned: Warned, inputs: Values, context: RuleContext): void {
  for (const warning of kind.warnings(inputs, context)) warned.run.warn(`${warned.about}: ${warning}`, warned.urn);
  warnAboutIdle(
    warned,
    inputs,
    isIdleOf("as-is", (path) => kind.needsAsIs(inputs, path)),
  );
}

/**
 * The broken rules, without those that the resource class has already reported for the stack. Problems reported by the
 * class always fail here, too, because the class sees more than arrives here (a resource arrives as its id).
 */
function failureOf(
  noun: string,
  name: string,
  problems: readonly Problem[],
  reported: readonly unknown[],
): string | undefined {
  const lines = new Set(reported);
  const unsaid = problems.filter((problem) => !lines.has(problemLine(problem)));
  if (reported.length === 0) return unsaid.length === 0 ? undefined : describeProblems(noun, name, unsaid);
  const said = `${countProblems(reported.length, noun, name)}, listed under the stack`;
  return unsaid.length === 0 ? said : `${said}, and\n${describeProblems(noun, name, unsaid)}`;
}

/**
 * A preview does not know the id of a new list, so a review assumes that a value computed from a list is that list's id.
 * Any other value would reach people who were not reviewed.
 */
function strayFailure({ noun }: ResourceKind, name: string, stray: readonly string[]): string | undefined {
  if (stray.length === 0) return undefined;
  const [are, ids] =
    stray.length === 1 ? ["is", "just the id of one of them"] : ["are", "each just the id of one of them"];
  return `${describe(noun, name)}: ${stray.join(", ")} ${are} computed from resources of this program and ${are} not ${ids}, so nobody has seen in a preview whom this reaches. Nothing was sent for it.\nWrite the id of the very resource (\`list.id\`), or the number; to order resources, use dependsOn.`;
}

function warnAboutLetGo({ kind, run, about, urn }: Situation, olds: Values, news: Values): void {
  // Do not print the value, because it may be secret.
  for (const property of kind.properties) {
    if (olds[property] === undefined || news[property] !== undefined) continue;
    run.warn(
      `${about}: ${property} is no longer declared, so it is no longer managed: the value at the service stays as it is.`,
      urn,
    );
  }
}

/** The refusal, before anything is sent, if a value that was unknown at preview breaks a rule. */
export function brokenRules(
  kind: ResourceKind,
  inputs: Values,
  settings: Settings,
  acknowledged: ReadonlySet<string>,
  name: string,
): Refusal | undefined {
  const { premiumSeats, launch } = settings;
  const problems = kind.problems(inputs, { acknowledged, premiumSeats, launch });
  if (problems.length === 0) return undefined;
  const corrected = problems.map(({ path }) => ({ do: "declare", property: path }) as const);
  return new Refusal(way(describeProblems(kind.noun, name, problems), ...corrected), "Nothing was sent.");
}

export function assertRules(...given: Parameters<typeof brokenRules>): void {
  const refusal = brokenRules(...given);
  if (refusal !== undefined) throw refusal;
}
