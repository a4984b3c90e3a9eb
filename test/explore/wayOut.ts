import type { DeclaredProgram } from "../support/declared";
import type { Failure } from "../support/engine/run";
import { nameOf } from "../support/engine/urn";
import type { Begun, Place, PlannedRun } from "./schedule";
import type { Held } from "./service";

/** Plays a run without faults. */
type Play = (planned: PlannedRun, number: number) => Promise<Begun>;

/** What a person writes or does because of a refusal. */
interface Followed {
  readonly program: DeclaredProgram;
  /** For the run, from the environment. */
  readonly codes?: readonly string[];
  /** The resource that the run replaces. */
  readonly replace?: string;
}

/**
 * What a person does afterwards, stack by stack: follows the ways out of the refusals and runs it again. Notes a stack
 * that has no clean run by then.
 */
export async function wayOut(place: Place, runs: readonly Begun[], play: Play): Promise<Begun[]> {
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
  // What the run itself has printed is followed as well, if it names a way.
  for (const failure of last.run.failures) {
    if (isOfAnother(place, stack, failure.error.message)) continue;
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
      if (mayPostpone && isOfAnother(place, planned.stack, failure.error.message)) {
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

function after(planned: PlannedRun, { program, codes = [], replace }: Followed): PlannedRun {
  const acknowledge = [...(planned.settings?.acknowledge ?? []), ...codes];
  return { ...planned, program, replace, settings: { ...planned.settings, acknowledge } };
}

/** "Settle that one first, in its own program", if it is there. */
function isOfAnother({ service, engines }: Place, stack: string, text: string): boolean {
  if (!text.includes("settle that one first, in its own program")) return false;
  const own = [...(engines.get(stack)?.state.current.values() ?? [])].map(({ id }) => id);
  return service.of("campaign").some(({ id, fields }) => fields.active === true && !own.includes(String(id)));
}

/** Undefined if the text names no way that a person could go. */
function follow(place: Place, planned: PlannedRun, failure: Failure): Followed | undefined {
  for (const way of ways) {
    const followed = way({ place, planned, name: failure.name, text: failure.error.message });
    if (followed !== undefined) return followed;
  }
  return undefined;
}

interface Refused {
  readonly place: Place;
  readonly planned: PlannedRun;
  /** Of the resource, in the program. */
  readonly name: string;
  readonly text: string;
}

type Way = (refused: Refused) => Followed | undefined;

/** The first one that a text offers is gone. */
const ways: readonly Way[] = [
  ...[alias, renameInApp, removeAdopt, lookForLost, acknowledge, takeOver, declareAsItIs, switchOffInApp, replace],
];

/** The resource was renamed in the program. */
function alias({ place, planned: { program, stack }, name, text }: Refused): Followed | undefined {
  const [, old] = /aliases: \[\{ name: "(\w+)" \}\]/.exec(text) ?? [];
  const { current } = place.engine(stack).state;
  const [urn, entry] = [...current].find(([each]) => nameOf(each) === old) ?? [];
  if (urn === undefined || entry === undefined) return undefined;
  const named = /If (\w+) is \w+ under a new name/.exec(text)?.[1] ?? name;
  place.world.log.push(`a person writes that ${named} was called ${old}`);
  current.delete(urn);
  current.set(`${urn.slice(0, urn.lastIndexOf("::"))}::${named}`, entry);
  return { program };
}

function renameInApp({ place, planned: { program }, name, text }: Refused): Followed | undefined {
  const [, id] = /\(id (\d+)\)[\s\S]*^Rename it in the app, then run/m.exec(text) ?? [];
  const declared = program[name]?.args.name;
  if (id === undefined || declared === undefined) return undefined;
  place.world.log.push(`a person renames ${id} to "${String(declared)}" in the app`);
  place.service.change(Number(id), { name: declared }, "person");
  return { program };
}

function removeAdopt(refused: Refused): Followed | undefined {
  if (!/[Rr]emove adopt (?:from the program, then|to create)/.test(refused.text)) return undefined;
  return written(refused, { adopt: undefined });
}

/** "Look in the app": it is there, or it certainly is not. */
function lookForLost(refused: Refused): Followed | undefined {
  const { place, planned, name, text } = refused;
  const [, code] = /acknowledge: \["(twin:none(?::\w+)?)"\]/.exec(text) ?? [];
  if (code === undefined || isOfAnother(place, planned.stack, text)) return undefined;
  const declared = planned.program[name]?.args.name ?? nameInState(place, planned.stack, name);
  const [found] = [...place.service.objects.values()].filter(
    (held) => held.fields.name === declared && !isManaged(place, held),
  );
  return written(refused, found === undefined ? { acknowledge: [code] } : { adopt: found.id });
}

/** In the program, or for one run if the text offers nothing else. */
function acknowledge(refused: Refused): Followed | undefined {
  const [, quoted] = /acknowledge: \[("[^\]]+")\]/.exec(refused.text) ?? [];
  const [, ofRun] = /OUTREACH_ACKNOWLEDGE=(\S+) for one run/.exec(refused.text) ?? [];
  const codes = (quoted ?? ofRun)?.match(/[\w:./-]+/g) ?? [];
  // To take over what nobody manages comes first in these texts.
  if (codes.length === 0 || codes.some((code) => code.startsWith("twin:"))) return undefined;
  for (const code of codes) {
    const [, off] = /^inactive:(\d+)$/.exec(code) ?? [];
    if (off !== undefined) switchOff(refused.place, Number(off));
  }
  return quoted === undefined ? { program: refused.planned.program, codes } : written(refused, { acknowledge: codes });
}

function takeOver(refused: Refused): Followed | undefined {
  const { place, planned, name, text } = refused;
  const [, twin] = /adopt: (?:one of )?(\d+)/.exec(text) ?? [];
  const held = twin === undefined ? undefined : place.service.objects.get(Number(twin));
  if (held === undefined) return undefined;
  if (!isManaged(place, held)) return written(refused, { adopt: held.id });
  place.world.log.push(`a person uses the id ${held.id} and no longer declares ${name}`);
  return { program: without(planned.program, name, held.id) };
}

function declareAsItIs(refused: Refused): Followed | undefined {
  const [, id, listed] =
    /\(id (\d+)\): it differs from the program in (.+?); nothing was written/.exec(refused.text) ?? [];
  const held = refused.place.service.objects.get(Number(id));
  if (held === undefined || listed === undefined) return undefined;
  return written(refused, Object.fromEntries(listed.split(", ").map((key) => [key, held.fields[key]])));
}

function switchOffInApp({ place, planned: { program }, text }: Refused): Followed | undefined {
  if (!/switch (?:it|one|.{1,20}) off in the app|switched off in the app/i.test(text)) return undefined;
  const ids = [...text.matchAll(/\d{3,}/g)].map(([id]) => Number(id));
  const [runs] = ids.filter((id) => place.service.objects.get(id)?.fields.active === true);
  if (runs === undefined) return undefined;
  switchOff(place, runs);
  return { program };
}

function replace({ place, planned: { program }, name, text }: Refused): Followed | undefined {
  if (!text.includes("`pulumi up --replace")) return undefined;
  place.world.log.push(`a person runs it with --replace for ${name}`);
  return { program, replace: name };
}

/** What a person writes at the resource; a code of one that leaves the program, for the run. */
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

/** The program without a resource; what refers to it refers to the id. */
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
