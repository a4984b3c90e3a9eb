import type { z } from "zod";
import type { Answer, CreationNotes } from "../api/objects";
import type { Operation, Source } from "../api/operation";
import * as operation from "../api/operation";
import {
  type Beside,
  type Change,
  type Other,
  programOnly,
  type RuleContext,
  type Told,
  type Values,
} from "../lifecycle/kind";
import type { Looks } from "../lifecycle/looks";
import type { KindWithPolicy, Policy } from "../lifecycle/policy";
import type { Problem } from "../lifecycle/problem";
import type { Recorded } from "../lifecycle/record";
import { isOpen } from "../lifecycle/unknown";
import { everyResource } from "./acknowledgement";
import { argumentProblems } from "./argumentProblems";
import { sameValue } from "./comparing";
import { asId, type Field, type Fields } from "./fields";
import { strict } from "./schema";

/** Values of a kind by name: the names of its arguments, and of the fields that the service adds. */
export type ValuesOf<Args, ReadOnly extends string = never> = {
  readonly [name in keyof Args | ReadOnly]?: unknown;
};

/** A field for each argument of a kind. A type test compares the types of the fields with the arguments. */
export type FieldsOf<Args> = Readonly<Record<Exclude<keyof Args, (typeof programOnly)[number]>, Field>>;

/** The values that the fields of a kind accept, with the arguments of every resource. */
export type Accepted<F extends Fields> = z.input<
  z.ZodObject<{ [name in keyof F]: F[name]["schema"] } & typeof everyResource>
>;

/** A field of an answer that a program cannot declare. */
export interface AnswerField {
  readonly source: Source;
  /** True if no output shows it, because the service changes it by itself or only the life cycle needs it. */
  readonly hidden?: boolean;
}

/** The operations that the service has for a kind, each with the source that documents it. */
export interface KindSources {
  readonly list: Source;
  readonly read: Source;
  readonly create: Source;
  readonly update?: Source;
  readonly delete?: Source;
  /** The change that pauses an object, if the service documents it separately from other changes. */
  readonly pause?: Source;
}

/** Everything that distinguishes one kind from the others. */
export interface KindDescription<V> {
  /** The name of the class: `Campaign`. */
  readonly name: string;
  /** For sentences: `campaign`. The plural ends with an s. */
  readonly noun: string;
  /** Path of the collection; an object's path is this one followed by its id. */
  readonly path: string;
  readonly operations: KindSources;
  /** The advice in the error for a change that the service refuses. */
  readonly updateAdvice?: string;
  /** Query of a listing. Without it, the service may leave out objects. */
  readonly listQuery?: Readonly<Record<string, string>>;
  /** False if the service cannot delete such objects: a replacement then creates the new one first. Default true. */
  readonly deletesFirst?: boolean;
  /** What is left of an object that the service cannot delete. Default: `the campaign stays`. */
  readonly remains?: string;
  /** What a replacement loses: `its run logs are lost`. */
  readonly loses?: string;
  readonly fields: Fields;
  /** The fields that the service adds to those above. */
  readonly readOnly: Readonly<Record<string, AnswerField>>;
  /** Fields that the service fills in if the program does not declare them. */
  readonly filledIn?: readonly string[];
  /** Rules over several fields. The rules of one field belong to that field. */
  rules?(inputs: V, context: RuleContext): Problem[];
  /** Warnings about values that are allowed but probably not meant. */
  warnings?(inputs: V, context: RuleContext): string[];
  /** True if the value at this path breaks a rule that `as-is:<path>` lifts, or may do so. */
  needsAsIs?(inputs: V, path: string): boolean;
  /** What to record for other runs of an object with these inputs, or with these outputs and this record. */
  notes?(values: V, record?: Recorded, told?: Told<V>): CreationNotes;
  /** True if the service has an operation for this change even if it cannot read the object. It is sent first. */
  isAlwaysSent?(change: Change, news: V): boolean;
  /** What else a create needs beside an object of its name. */
  beside?(inputs: V, other: Other): readonly Beside[];
  readonly looks?: Looks;
  readonly policy?: Policy<V>;
}

/** Makes one kind of resource from its fields. `V`: its values, as its rules and its policy see them. */
export function defineKind<V>(description: KindDescription<V>): KindWithPolicy;
export function defineKind(description: KindDescription<Values>): KindWithPolicy {
  const { noun, fields, readOnly } = description;
  const entries = Object.entries(fields);
  const properties = Object.keys(fields);
  const schemas = Object.fromEntries(entries.map(([property, { schema }]) => [property, schema]));
  const schema = strict(`a ${noun}`, { ...schemas, ...everyResource });
  const propertyOf = (role: Field["role"]) => entries.find(([, field]) => field.role === role)?.[0];
  const targets = entries.flatMap(([property, field]) =>
    field.targets === undefined ? [] : [{ property, noun: field.targets }],
  )[0];
  const shown = Object.keys(readOnly).filter((property) => readOnly[property]?.hidden !== true);
  const traits = entries.flatMap(([property, { trait }]) => (trait === undefined ? [] : [{ property, trait }]));
  const paused = propertyOf("paused");
  const running = propertyOf("running");
  return {
    ...serviceKind(description, paused),
    roles: { name: propertyOf("name") ?? "name", running, paused, targets },
    reaches: running === undefined || targets === undefined ? undefined : { running, targets: targets.property },
    references: entries.flatMap(([property, { refersTo }]) => (refersTo === undefined ? [] : [{ property, refersTo }])),
    avoids: entries.find(([, { avoids }]) => avoids === true)?.[0],
    deletesFirst: description.deletesFirst ?? true,
    remains: description.remains ?? `the ${noun} stays`,
    loses: description.loses,
    properties,
    words: new Set(Object.values(fields).flatMap(({ words }) => words ?? [])),
    identifying: properties.filter((property) => fields[property]?.identifies === true),
    outputs: [...(description.filledIn ?? []), ...shown],
    problems: (inputs, context) => argumentProblems(schema, inputs, description.rules?.(inputs, context)),
    warnings: (inputs, context) => description.warnings?.(inputs, context) ?? [],
    needsAsIs: (inputs, path) => description.needsAsIs?.(inputs, path) ?? false,
    canonical(inputs) {
      const canonical: Record<string, unknown> = {};
      for (const [property, field] of entries) {
        const given = inputs[property];
        const value = isOpen(given) ? given : field.canonical(given);
        if (value !== undefined) canonical[property] = value;
      }
      for (const property of programOnly) {
        if (inputs[property] === undefined) continue;
        canonical[property] = property === "adopt" ? asId(inputs[property]) : inputs[property];
      }
      return canonical;
    },
    observed: (answer, declared) => observed(entries, answer, declared),
    readOnly(answer) {
      const plain = shown.map((property) => [property, answer[property]] as const);
      return Object.fromEntries(plain.filter(([, value]) => /^(string|number|boolean)$/.test(typeof value)));
    },
    traits: (values) =>
      traits.flatMap(({ property, trait }) => {
        const value = values[property];
        return value === undefined || value === null ? [] : [trait(value)];
      }),
    changes: (olds, news) =>
      entries.flatMap(([property, field]) => field.changes(property, olds[property], news[property])),
    same: (property, left, right) => (fields[property]?.same ?? sameValue)(left, right),
    createBody(inputs) {
      const values = entries.map(([property, { absent }]) => [property, inputs[property] ?? absent]);
      return Object.fromEntries(values.filter(([, value]) => value !== undefined));
    },
    updateBody(changes, olds, news, answer) {
      const changed = new Set(changes.filter(({ effect }) => effect === "update").map(({ property }) => property));
      const values = [...changed].map((property) => {
        const { updateValue } = fields[property] ?? {};
        return [property, updateValue === undefined ? news[property] : updateValue(olds, news, answer)];
      });
      return Object.fromEntries(values.filter(([, value]) => value !== undefined));
    },
    notes: description.notes,
    isAlwaysSent: description.isAlwaysSent,
    beside: description.beside,
    looks: description.looks,
    policy: description.policy ?? {},
  };
}

/** The part of a kind that describes requests to the service. */
function serviceKind(description: KindDescription<Values>, paused: string | undefined) {
  const { name, noun, path, operations: sources, fields, readOnly, listQuery = {} } = description;
  const plural = `${noun}s`;
  const one = `${path}/{id}`;
  const advice = description.updateAdvice;
  const optional = (source: Source | undefined, make: (source: Source) => Operation) =>
    source === undefined ? undefined : make(source);
  const operations = {
    list: operation.reads(path, sources.list, `list the ${plural}`),
    read: operation.reads(one, sources.read, `read the ${noun}`),
    create: operation.creates(path, sources.create, `create the ${noun}`),
    update: optional(sources.update, (source) => operation.changes(one, source, `change the ${noun}`, { advice })),
    delete: optional(sources.delete, (source) => operation.deletes(one, source, `delete the ${noun}`)),
  };
  // The answer to a pause need not hold the object: the specification documents none.
  const pause = optional(sources.pause, (source) =>
    operation.changes(one, source, `pause the ${noun}`, { answersObject: false }),
  );
  const isPause = (body: Values) => paused !== undefined && body[paused] === true && Object.keys(body).length === 1;
  return {
    ...{ name, noun, plural, operations, listQuery },
    listingKey: `${path.slice(path.lastIndexOf("/") + 1)}s`,
    answered: new Map([
      ...Object.entries(fields).map(([field, { nullable = false }]) => [field, { nullable }] as const),
      ...Object.keys(readOnly).map((field) => [field, { nullable: false }] as const),
    ]),
    changeOperation: (body: Values) => (pause !== undefined && isPause(body) ? pause : operations.update),
  };
}

/**
 * The value of each property in the answer: the declared value itself if both mean the same, `undefined` if the answer
 * states that there is none.
 */
function observed(entries: readonly [string, Field][], answer: Answer, declared: Values): Record<string, unknown> {
  const observed: Record<string, unknown> = {};
  for (const [name, field] of entries) {
    const value = answer[name];
    if (value === undefined) continue;
    if (value === null) {
      // A declared value that equals a missing one (an empty set) is no difference.
      const isMissed = field.changes(name, undefined, declared[name]).length > 0;
      observed[name] = isMissed ? undefined : declared[name];
      continue;
    }
    const normal = field.served(value, declared[name], answer, declared);
    if (normal === undefined) continue;
    const isDeclared = normal === declared[name] || field.same(declared[name], normal);
    observed[name] = isDeclared ? declared[name] : normal;
  }
  return observed;
}
