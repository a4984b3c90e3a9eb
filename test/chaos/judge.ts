import type { Agent, Campaign, LeadList, ObjectDump, RequestRecord } from "../../sandbox/src/index";
import { type Declaration, isReference, type Program, serviceName } from "./program";

/** One resource as the engine has recorded it in the end. */
export interface Held {
  readonly name: string;
  readonly kind: string;
  readonly id: string;
}

/** What the judgement rests on. The service's log and objects, and what a person can see: the state and the errors. */
export interface Evidence {
  /** Begins every name of the schedule's objects. */
  readonly prefix: string;
  /** Whom all of them belong to. */
  readonly userId: number;
  readonly program: Program;
  /** Every program of the schedule, the last included. */
  readonly programs: readonly Program[];
  readonly state: readonly Held[];
  /** Ids that the engine let go of, told by the provider that it may. */
  readonly released: ReadonlySet<string>;
  /** What the engine asked the provider to delete, whatever came of it. */
  readonly askedToDelete: readonly { readonly id: string; readonly serviceName: string }[];
  /** Everything that was said as a warning. */
  readonly warnings: readonly string[];
  /** Errors of earlier runs: what one has named, and the program then no longer declares, a person has given up. */
  readonly earlierErrors: readonly string[];
  /** The errors of the last run; none where it went through. */
  readonly errors: readonly string[];
  /** The service's log from the schedule's first request on. */
  readonly log: readonly RequestRecord[];
  readonly objects: ObjectDump;
}

type ServiceObject = LeadList | Agent | Campaign;

/** Everything that must not be, in words; empty where all is well. */
export function judge(evidence: Evidence): string[] {
  const { prefix, program, state, released, errors, log } = evidence;
  const mine = <T extends ServiceObject>(objects: readonly T[]) =>
    objects.filter(({ name }) => name.startsWith(`${prefix} `));
  const lists = mine(evidence.objects.lists);
  const agents = mine(evidence.objects.agents);
  const campaigns = mine(evidence.objects.campaigns);
  const all = new Map<string, ServiceObject>(
    [...lists, ...agents, ...campaigns].map((each) => [String(each.id), each]),
  );
  const said = [...errors, ...evidence.warnings];
  const saysId = (id: string) => said.some((text) => names(text, id));
  const saysName = (name: string) => errors.some((text) => text.includes(`"${name}"`));
  const wrong: string[] = [];

  // Each declared object exists once and is as declared, or an error names it.
  for (const declaration of program) {
    const name = serviceName(declaration);
    const holders = state.filter((held) => held.name === declaration.name);
    // The last one; those that it takes the place of are deleted once nothing fails any more.
    const held = holders.at(-1);
    if (holders.length > 1 && errors.length === 0)
      wrong.push(`${declaration.name} stands in the state ${holders.length} times`);
    if (held === undefined || !/^\d+$/.test(held.id)) {
      if (errors.length === 0) wrong.push(`${declaration.name} was not made, and no error says so`);
      else if (!saysName(name) && !waitsForAnother(declaration, evidence, saysName)) {
        wrong.push(`${declaration.name} was not made, and the errors are about others: ${errors.join(" | ")}`);
      }
      continue;
    }
    const object = all.get(held.id);
    if (object === undefined) {
      if (!saysName(name)) wrong.push(`${declaration.name} is ${held.id} in the state, and the service has no such`);
    } else if (errors.length === 0) {
      wrong.push(...differences(declaration, object, state));
    }
  }

  for (const [id, { name, userId }] of all) {
    if (userId !== evidence.userId) wrong.push(`${JSON.stringify(name)} (${id}) was made for user ${userId}`);
  }

  // Nothing exists that is not declared, was not let go of, and is not named.
  const ids = state.map(({ id }) => id);
  for (const id of new Set(ids))
    if (ids.filter((other) => other === id).length > 1) wrong.push(`two resources hold ${id}`);
  for (const [id, object] of all) {
    if (ids.includes(id) || released.has(id) || saysId(id)) continue;
    const isDeclared = program.some((declaration) => serviceName(declaration) === object.name);
    // Where nothing is listed no id can be named: the error says by its name that it may exist.
    const isTold = (text: string) =>
      names(text, id) || (text.includes("may have been created nevertheless") && text.includes(object.name));
    if (!isDeclared && evidence.earlierErrors.some(isTold)) continue;
    wrong.push(`${JSON.stringify(object.name)} (${id}) exists, and neither the state nor an error knows it`);
  }
  if (errors.length === 0) {
    const declared = new Set(program.map(({ name }) => name));
    for (const held of state) if (!declared.has(held.name)) wrong.push(`${held.name} is no longer declared and held`);
  }

  wrong.push(...twice(lists, (list) => list.name));
  wrong.push(...twice(campaigns, sendsTheSame));
  wrong.push(...madeBesideItsLike(log, prefix));
  wrong.push(...deletedUnasked(evidence));
  for (const campaign of campaigns) {
    if (!isDeclaredSomewhere(campaign, evidence.programs)) {
      wrong.push(
        `campaign ${JSON.stringify(campaign.name)} (${campaign.id}) is in no program: ${sendsTheSame(campaign)}`,
      );
    }
  }
  return wrong;
}

function names(text: string, id: string): boolean {
  return new RegExp(`\\b${id}\\b`).test(text);
}

/** A resource that rests on one that failed is not tried, and not named. */
function waitsForAnother(
  declaration: Declaration,
  { program, errors }: Evidence,
  saysName: (name: string) => boolean,
): boolean {
  // The engine begins nothing new once something failed: one that names another declared object explains the rest.
  return errors.length > 0 && program.some((other) => other !== declaration && saysName(serviceName(other)));
}

/** What a campaign says to whom is what must not be said twice. */
function sendsTheSame({ name, active, steps }: Campaign): string {
  return JSON.stringify([name, active, steps.map(({ type, message }) => [type, message ?? ""])]);
}

function twice<T extends ServiceObject>(objects: readonly T[], alike: (object: T) => string): string[] {
  const seen = new Map<string, number>();
  return objects.flatMap((object) => {
    const key = alike(object);
    const first = seen.get(key);
    seen.set(key, object.id);
    return first === undefined ? [] : [`${JSON.stringify(object.name)} was made twice: ${first} and ${object.id}`];
  });
}

/** Source agents can be deleted, so only the log tells whether two of one name ever lived at the same time. */
function madeBesideItsLike(log: readonly RequestRecord[], prefix: string): string[] {
  const living = new Map<string, number>();
  const wrong: string[] = [];
  for (const { method, path, applied, created } of log) {
    if (!applied) continue;
    if (created?.kind === "agent" && created.name.startsWith(`${prefix} `)) {
      for (const [name, id] of living) {
        if (name === created.name)
          wrong.push(`agent ${JSON.stringify(name)} was made beside itself: ${id}, ${created.id}`);
      }
      living.set(created.name, created.id);
    }
    if (method === "DELETE") {
      const id = Number(path.split("/").at(-1));
      for (const [name, alive] of living) if (alive === id) living.delete(name);
    }
  }
  return wrong;
}

/** An agent is deleted where the program let go of it or replaced it, and nowhere else. */
function deletedUnasked({ log, prefix, askedToDelete }: Evidence): string[] {
  const own = new Map(
    log.flatMap(({ created }) => (created?.name.startsWith(`${prefix} `) ? [[String(created.id), created.name]] : [])),
  );
  // One whose create was lost is asked to be deleted under the id that it is recorded with meanwhile.
  const asked = (id: string, name: string | undefined) =>
    askedToDelete.some((each) => each.id === id || (!/^\d+$/.test(each.id) && each.serviceName === name));
  return log
    .filter(({ method, applied }) => method === "DELETE" && applied)
    .map(({ path }) => path.split("/").at(-1) ?? "")
    .filter((id) => own.has(id) && !asked(id, own.get(id)))
    .map((id) => `agent ${id} was deleted, though the engine never asked for it`);
}

function differences(declaration: Declaration, object: ServiceObject, state: readonly Held[]): string[] {
  const idOf = (reference: unknown) =>
    isReference(reference) ? state.find(({ name }) => name === reference.ref)?.id : String(reference);
  const { args, name } = declaration;
  const pairs: [string, unknown, unknown][] = [["name", args.name, object.name]];
  if ("targetJobTitles" in object) {
    pairs.push(["listId", idOf(args.listId), String(object.listId)]);
    pairs.push(["targetJobTitles", args.targetJobTitles, object.targetJobTitles]);
    pairs.push(["agentType", args.agentType ?? "autopilot", object.agentType]);
  }
  if ("steps" in object) {
    pairs.push(["listIds", listed(args.listIds).map(idOf), object.listIds.map(String)]);
    pairs.push(["steps", contents(args.steps), contents(object.steps)]);
    if (args.active !== undefined) pairs.push(["active", args.active, object.active]);
  }
  return pairs
    .filter(([, wanted, found]) => JSON.stringify(wanted) !== JSON.stringify(found))
    .map(
      ([property, wanted, found]) =>
        `${name} (${object.id}): ${property} is ${JSON.stringify(found)} at the service, declared is ${JSON.stringify(wanted)}`,
    );
}

function isDeclaredSomewhere(campaign: Campaign, programs: readonly Program[]): boolean {
  return programs
    .flat()
    .some(
      ({ kind, args }) =>
        kind === "Campaign" &&
        args.name === campaign.name &&
        (args.active ?? false) === campaign.active &&
        JSON.stringify(contents(args.steps)) === JSON.stringify(contents(campaign.steps)),
    );
}

function contents(steps: unknown): unknown[] {
  return listed(steps).map((step) => {
    if (typeof step !== "object" || step === null) return step;
    return ["type" in step ? step.type : "", "message" in step ? (step.message ?? "") : ""];
  });
}

function listed(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
