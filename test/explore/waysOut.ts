import type { InApp, Step, WayOut } from "../../provider/src/lifecycle/wayOut";
import type { DeclaredProgram } from "../support/declared";
import type { Failure } from "../support/engine/run";
import { nameOf } from "../support/engine/urn";
import type { Begun, Place, PlannedRun } from "./schedule";
import type { Held } from "./service";

/** Plays a run without faults. */
type Play = (planned: PlannedRun, number: number) => Promise<Begun>;

/** What a person writes or does after a refusal. */
interface Followed {
  readonly program: DeclaredProgram;
  /** Codes for the run, from the environment. */
  readonly codes?: readonly string[];
  /** The resource that the run replaces. */
  readonly replace?: string;
  /** The refusal has requested a run without a refresh. */
  readonly isUnrefreshed?: boolean;
}

/**
 * Does what a person would do next, stack by stack: follows the ways out of the refusals and runs again. Notes stacks
 * that still have no clean run.
 */
export async function followWaysOut(place: Place, runs: readonly Begun[], play: Play): Promise<Begun[]> {
  const after: Begun[] = [];
  const waiting = new Set(runs.map(({ stack }) => stack));
  for (let round = 1; waiting.size > 0; round += 1) {
    for (const stack of [...waiting]) {
      const last = runs.findLast((run) => run.stack === stack);
      if (last === undefined) continue;
      const { begun, isPostponed } = await untilClean(place, last, play, round === 1);
      after.push(...begun);
      if (!isPostponed) waiting.delete(stack);
    }
  }
  return after;
}

async function untilClean(
  place: Place,
  last: Begun,
  play: Play,
  mayPostpone: boolean,
): Promise<{ readonly begun: readonly Begun[]; readonly isPostponed: boolean }> {
  const isPostponed = false;
  const begun: Begun[] = [];
  const { stack, program } = last;
  const { mostRuns = 3 } = place.scenario;
  let planned: PlannedRun = { stack, program, verb: last.verb === "destroy" ? "destroy" : "up --refresh" };
  // The failures of the run itself are followed as well, if they name a way out.
  for (const failure of last.run.failures) {
    if (isOfAnother(place, stack, failure.ways)) continue;
    planned = after(planned, follow(place, planned, failure) ?? { program });
  }
  for (let number = 1; number <= mostRuns; number += 1) {
    place.world.log.push(`then ${planned.stack} runs ${planned.verb}`);
    const run = await play(planned, 10 * begun.length + (mayPostpone ? 90 : 95));
    begun.push(run);
    const { failures } = run.run;
    if (failures.length === 0 && run.isOver) return { begun, isPostponed };
    for (const failure of failures) {
      place.world.log.push(`refused: ${failure.name}: ${failure.error.message.replaceAll("\n", " ")}`);
      if (mayPostpone && isOfAnother(place, planned.stack, failure.ways)) {
        place.world.log.push("a person settles that one first, in its own program");
        return { begun, isPostponed: true };
      }
      const followed = follow(place, planned, failure);
      if (followed === undefined) {
        place.notes.push({ invariant: "it ends", what: `no way out of: ${failure.error.message}` });
        return { begun, isPostponed };
      }
      planned = after(planned, followed);
    }
  }
  const texts = begun.flatMap(({ run }) => run.failures.map(({ error }) => error.message));
  place.notes.push({
    invariant: "it ends",
    what: `${stack} has no clean run after ${mostRuns}: ${texts.join("\nthen ")}`,
  });
  return { begun, isPostponed };
}

function after(planned: PlannedRun, { program, codes = [], replace, isUnrefreshed }: Followed): PlannedRun {
  const acknowledge = [...(planned.settings?.acknowledge ?? []), ...codes];
  const verb = planned.verb === "destroy" ? planned.verb : isUnrefreshed ? "up" : "up --refresh";
  return { ...planned, program, replace, verb, settings: { ...planned.settings, acknowledge } };
}

/** True if another program's create, which may have taken effect, is the reason of the refusal. */
function isOfAnother({ service, engines }: Place, stack: string, ways: readonly WayOut[]): boolean {
  if (!stepsIn(ways, "settleOther").some(({ where }) => where === "elsewhere")) return false;
  const own = [...(engines.get(stack)?.state.current.values() ?? [])].map(({ id }) => id);
  return service.of("campaign").some(({ id, fields }) => fields.active === true && !own.includes(String(id)));
}

/** Undefined if a person could follow none of the ways. */
function follow(place: Place, planned: PlannedRun, { name, ways }: Failure): Followed | undefined {
  const isUnrefreshed = stepsIn(ways, "run").some(({ command }) => command === "pulumi up");
  for (const way of preferred) {
    const followed = way({ place, planned, name, ways });
    if (followed !== undefined) return { ...followed, isUnrefreshed };
  }
  return undefined;
}

interface Refused {
  readonly place: Place;
  readonly planned: PlannedRun;
  /** The resource's name in the program. */
  readonly name: string;
  readonly ways: readonly WayOut[];
}

type Way = (refused: Refused) => Followed | undefined;

/** The first of these that a refusal offers is taken. */
const preferred: readonly Way[] = [
  ...[alias, renameInApp, removeAdopt, lookForLost, acknowledge, takeOver, declareAsItIs, switchOffInApp, replace],
];

type StepOf<D extends Step["do"]> = Extract<Step, { readonly do: D }>;

function stepsIn<D extends Step["do"]>(ways: readonly WayOut[], what: D): StepOf<D>[] {
  return ways.flat().filter((step): step is StepOf<D> => step.do === what);
}

/** The resource was renamed in the program. */
function alias({ place, planned: { program, stack }, name, ways }: Refused): Followed | undefined {
  const [step] = stepsIn(ways, "alias").filter(({ old }) => old !== undefined);
  const { current } = place.engine(stack).state;
  const [urn, entry] = [...current].find(([each]) => nameOf(each) === step?.old) ?? [];
  if (step === undefined || urn === undefined || entry === undefined) return undefined;
  const named = step.resource ?? name;
  place.world.log.push(`a person writes that ${named} was called ${step.old}`);
  current.delete(urn);
  current.set(`${urn.slice(0, urn.lastIndexOf("::"))}::${named}`, entry);
  return { program };
}

function renameInApp({ place, planned: { program, stack }, name, ways }: Refused): Followed | undefined {
  const id = stepsInApp(ways, "rename")[0];
  const isOwn = [...place.engine(stack).state.current].some(([urn, entry]) => nameOf(urn) === name && entry.id === id);
  const declared = program[name]?.args.name;
  if (!isOwn || declared === undefined) return undefined;
  place.world.log.push(`a person renames ${id} to "${String(declared)}" in the app`);
  place.service.change(Number(id), { name: declared }, "person");
  return { program };
}

/** The ids of the objects to any of which this may be done. */
function stepsInApp(ways: readonly WayOut[], wanted: InApp): readonly string[] {
  return stepsIn(ways, "inApp").flatMap(({ act, ids }) => (act === wanted ? ids : []));
}

function removeAdopt(refused: Refused): Followed | undefined {
  const isNamed = stepsIn(refused.ways, "undeclare").some(
    ({ property, resource }) => property === "adopt" && resource === undefined,
  );
  return isNamed ? written(refused, { adopt: undefined }) : undefined;
}

/** "Look in the app": the object exists, or it certainly does not. */
function lookForLost(refused: Refused): Followed | undefined {
  const { place, planned, name, ways } = refused;
  const codes = stepsIn(ways, "acknowledge").find((step) => step.codes.every(isOfLost))?.codes;
  if (codes === undefined || isOfAnother(place, planned.stack, ways)) return undefined;
  const declared = planned.program[name]?.args.name ?? nameInState(place, planned.stack, name);
  const there = [...place.service.objects.values()].filter(({ fields }) => fields.name === declared);
  const found = there.find((held) => !isManaged(place, held));
  if (found !== undefined) return written(refused, { adopt: found.id });
  const [others] = stepsIn(ways, "undeclareResource").length > 0 ? there : [];
  return others === undefined ? written(refused, { acknowledge: codes }) : useId(refused, others.id);
}

function isOfLost(code: string): boolean {
  return code.startsWith("twin:none");
}

/** Acknowledges in the program, or for one run if nothing else is offered. */
function acknowledge(refused: Refused): Followed | undefined {
  // Together with an adoption, the code is about the object that is adopted.
  const offered = stepsIn(
    refused.ways.filter((way) => stepsIn([way], "adoptTwin").length === 0),
    "acknowledge",
  );
  const { codes, at } = offered.find((step) => step.at === "resource") ?? offered[0] ?? { codes: [], at: "run" };
  // Adopting an unmanaged object comes first. This person never acknowledges that objects have moved.
  if (codes.length === 0 || codes.some((code) => /^(twin|moved):/.test(code))) return undefined;
  for (const code of codes) {
    const [, off] = /^inactive:(\d+)$/.exec(code) ?? [];
    if (off !== undefined) switchOff(refused.place, Number(off));
  }
  return at === "run" ? { program: refused.planned.program, codes } : written(refused, { acknowledge: codes });
}

function takeOver(refused: Refused): Followed | undefined {
  const { place, ways } = refused;
  const [twin] = stepsIn(ways, "adopt").flatMap(({ ids }) => ids);
  const held = twin === undefined ? undefined : place.service.objects.get(Number(twin));
  if (held === undefined) return undefined;
  if (!isManaged(place, held)) return written(refused, { adopt: held.id });
  return useId(refused, held.id);
}

function useId({ place, planned, name }: Refused, id: number): Followed {
  place.world.log.push(`a person uses the id ${id} and no longer declares ${name}`);
  return { program: without(planned.program, name, id) };
}

function declareAsItIs(refused: Refused): Followed | undefined {
  const [step] = stepsIn(refused.ways, "declareHeld");
  const held = refused.place.service.objects.get(Number(step?.id));
  if (step === undefined || held === undefined) return undefined;
  return written(refused, Object.fromEntries(step.properties.map((key) => [key, held.fields[key]])));
}

function switchOffInApp({ place, planned: { program }, ways }: Refused): Followed | undefined {
  const ids = stepsInApp(ways, "switchOff").map(Number);
  const [runs] = ids.filter((id) => place.service.objects.get(id)?.fields.active === true);
  if (runs === undefined) return undefined;
  switchOff(place, runs);
  return { program };
}

function replace({ place, planned: { program }, name, ways }: Refused): Followed | undefined {
  if (!stepsIn(ways, "run").some(({ command }) => command === "pulumi up --replace")) return undefined;
  place.world.log.push(`a person runs it with --replace for ${name}`);
  return { program, replace: name };
}

/** Adds arguments to the resource; the codes of a resource that leaves the program apply to the run. */
function written({ place, planned, name }: Refused, args: Readonly<Record<string, unknown>>): Followed {
  const { program, verb } = planned;
  place.world.log.push(`a person writes ${JSON.stringify(args)} at ${name}`);
  const declared = program[name];
  if (declared === undefined || verb === "destroy") return { program, codes: listed(args.acknowledge) };
  const codes = [...listed(declared.args.acknowledge), ...listed(args.acknowledge)];
  const more = args.acknowledge === undefined ? args : { ...args, acknowledge: codes };
  return { program: { ...program, [name]: { ...declared, args: { ...declared.args, ...more } } } };
}

function switchOff({ service, world }: Place, id: number): void {
  if (service.objects.get(id)?.fields.active !== true) return;
  world.log.push(`a person switches campaign ${id} off in the app`);
  service.change(id, { active: false }, "person");
}

function isManaged({ engines }: Place, { id }: Held): boolean {
  return [...engines.values()].some(({ state }) => [...state.current.values()].some((each) => each.id === String(id)));
}

function nameInState({ engines }: Place, stack: string, name: string): unknown {
  const found = [...(engines.get(stack)?.state.current ?? [])].find(([urn]) => nameOf(urn) === name);
  return found?.[1].inputs.name;
}

/** The program without a resource; references to it become the id. */
function without(program: DeclaredProgram, name: string, id: number): DeclaredProgram {
  const inner = (value: unknown): unknown =>
    value === `$${name}` ? id : Array.isArray(value) ? value.map(inner) : value;
  return Object.fromEntries(
    Object.entries(program)
      .filter(([each]) => each !== name)
      .map(([each, declared]) => {
        const args = Object.fromEntries(Object.entries(declared.args).map(([key, value]) => [key, inner(value)]));
        return [each, { ...declared, args }];
      }),
  );
}

function listed(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
