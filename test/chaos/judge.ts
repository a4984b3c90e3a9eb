import type { Agent, Campaign, LeadList, ObjectDump, RequestRecord } from "../../sandbox/src/index";
import { type Declaration, isReference, type Program, serviceName } from "./program";

/** One resource in the engine's final state. */
export interface Held {
  readonly name: string;
  readonly kind: string;
  readonly id: string;
}

/** What is judged: the service's log and objects, and the state and errors that a user can see. */
export interface Evidence {
  /** The prefix of all names of the schedule's objects. */
  readonly prefix: string;
  /** The owner of these objects. */
  readonly userId: number;
  readonly program: Program;
  /** Every program of the schedule, the last included. */
  readonly programs: readonly Program[];
  readonly state: readonly Held[];
  /** Ids that the engine has removed from the state, as the provider allowed. */
  readonly released: ReadonlySet<string>;
  /** The deletes that the engine requested, whether or not they succeeded. */
  readonly askedToDelete: readonly { readonly id: string; readonly serviceName: string }[];
  /** All warnings. */
  readonly warnings: readonly string[];
  /** Errors of earlier runs. An object that one names, and that the program no longer declares, was given up. */
  readonly earlierErrors: readonly string[];
  /** The errors of the last run; empty if it succeeded. */
  readonly errors: readonly string[];
  /** The service's log from the schedule's first request on. */
  readonly log: readonly RequestRecord[];
  readonly objects: ObjectDump;
}

type ServiceObject = LeadList | Agent | Campaign;

/** A sentence for each problem; empty if there is none. */
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
    // The last one; the resources that it replaces are deleted once nothing fails.
    const held = holders.at(-1);
    if (holders.length > 1 && errors.length === 0)
      wrong.push(`${declaration.name} is in the state ${holders.length} times`);
    if (held === undefined || !/^\d+$/.test(held.id)) {
      if (errors.length === 0) wrong.push(`${declaration.name} was not created, and no error reports it`);
      else if (!saysName(name) && !waitsForAnother(declaration, evidence, saysName)) {
        wrong.push(`${declaration.name} was not created, and the errors name other objects: ${errors.join(" | ")}`);
      }
      continue;
    }
    const object = all.get(held.id);
    if (object === undefined) {
      if (!saysName(name)) wrong.push(`${declaration.name} is ${held.id} in the state, and missing in the service`);
    } else if (errors.length === 0) {
      wrong.push(...differences(declaration, object, state));
    }
  }

  for (const [id, { name, userId }] of all) {
    if (userId !== evidence.userId) wrong.push(`${JSON.stringify(name)} (${id}) was created for user ${userId}`);
  }

  // Each existing object is declared, was released, or is named by an error.
  const ids = state.map(({ id }) => id);
  for (const id of new Set(ids))
    if (ids.filter((other) => other === id).length > 1) wrong.push(`two resources have the id ${id}`);
  for (const [id, object] of all) {
    if (ids.includes(id) || released.has(id) || saysId(id)) continue;
    const isDeclared = program.some((declaration) => serviceName(declaration) === object.name);
    // If the service lists nothing, no id is known: the error names the object and says that it may exist.
    const isTold = (text: string) =>
      names(text, id) || (text.includes("may have been created nevertheless") && text.includes(object.name));
    if (!isDeclared && evidence.earlierErrors.some(isTold)) continue;
    wrong.push(`${JSON.stringify(object.name)} (${id}) exists, and is in neither the state nor an error`);
  }
  if (errors.length === 0) {
    const declared = new Set(program.map(({ name }) => name));
    for (const held of state) if (!declared.has(held.name)) wrong.push(`${held.name} is undeclared, but in the state`);
  }

  wrong.push(...duplicates(lists, (list) => list.name));
  wrong.push(...duplicates(campaigns, messagesOf));
  wrong.push(...concurrentDuplicates(log, prefix));
  wrong.push(...unrequestedDeletes(evidence));
  for (const campaign of campaigns) {
    if (!isDeclaredSomewhere(campaign, evidence.programs)) {
      wrong.push(
        `campaign ${JSON.stringify(campaign.name)} (${campaign.id}) is in no program: ${messagesOf(campaign)}`,
      );
    }
  }
  return wrong;
}

function names(text: string, id: string): boolean {
  return new RegExp(`\\b${id}\\b`).test(text);
}

/** A resource that depends on a failed one is not attempted, and not named. */
function waitsForAnother(
  declaration: Declaration,
  { program, errors }: Evidence,
  saysName: (name: string) => boolean,
): boolean {
  // The engine starts nothing after a failure, so an error about another declared object explains missing ones.
  return errors.length > 0 && program.some((other) => other !== declaration && saysName(serviceName(other)));
}

/** Two campaigns with this in common would send the same messages. */
function messagesOf({ name, active, steps }: Campaign): string {
  return JSON.stringify([name, active, steps.map(({ type, message }) => [type, message ?? ""])]);
}

function duplicates<T extends ServiceObject>(objects: readonly T[], alike: (object: T) => string): string[] {
  const seen = new Map<string, number>();
  return objects.flatMap((object) => {
    const key = alike(object);
    const first = seen.get(key);
    seen.set(key, object.id);
    return first === undefined ? [] : [`${JSON.stringify(object.name)} was created twice: ${first} and ${object.id}`];
  });
}

/** Source agents can be deleted, so only the log shows whether two with one name ever existed at the same time. */
function concurrentDuplicates(log: readonly RequestRecord[], prefix: string): string[] {
  const living = new Map<string, number>();
  const wrong: string[] = [];
  for (const { method, path, applied, created } of log) {
    if (!applied) continue;
    if (created?.kind === "agent" && created.name.startsWith(`${prefix} `)) {
      for (const [name, id] of living) {
        if (name === created.name)
          wrong.push(`agent ${JSON.stringify(name)} was created twice at the same time: ${id}, ${created.id}`);
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

/** An agent is deleted only if the program has removed or replaced it. */
function unrequestedDeletes({ log, prefix, askedToDelete }: Evidence): string[] {
  const own = new Map(
    log.flatMap(({ created }) => (created?.name.startsWith(`${prefix} `) ? [[String(created.id), created.name]] : [])),
  );
  // For an agent whose create was lost, the engine requests the delete by the temporary id in the state.
  const asked = (id: string, name: string | undefined) =>
    askedToDelete.some((each) => each.id === id || (!/^\d+$/.test(each.id) && each.serviceName === name));
  return log
    .filter(({ method, applied }) => method === "DELETE" && applied)
    .map(({ path }) => path.split("/").at(-1) ?? "")
    .filter((id) => own.has(id) && !asked(id, own.get(id)))
    .map((id) => `agent ${id} was deleted, although the engine never requested it`);
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
        `${name} (${object.id}): ${property} is ${JSON.stringify(found)} in the service, but declared as ${JSON.stringify(wanted)}`,
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
