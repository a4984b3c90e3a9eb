import type { z } from "zod";
import type { Answer, CreationNotes } from "../api/objects";
import type { Operation, Source } from "../api/operation";
import * as operation from "../api/operation";
import type { DeclaredKind } from "../lifecycle/declared";
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

/** The values of a kind, by argument name and by name of the fields that the service adds. */
export type ValuesOf<Args, ReadOnly extends string = never> = {
  readonly [name in keyof Args | ReadOnly]?: unknown;
};

/** A field for each argument of a kind. A type test compares the types of the fields with the arguments. */
export type FieldsOf<Args> = Readonly<Record<Exclude<keyof Args, (typeof programOnly)[number]>, Field>>;

/** The values that a kind's fields accept, including the arguments common to every resource. */
export type Accepted<F extends Fields> = z.input<
  z.ZodObject<{ [name in keyof F]: F[name]["schema"] } & typeof everyResource>
>;

/** A response field that a program cannot declare. */
export interface AnswerField {
  readonly source: Source;
  /** True if it is not an output, because the service changes it on its own or only the life cycle needs it. */
  readonly hidden?: boolean;
}

/** The service's operations for a kind, each with the source that documents it. */
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
  /** The class name, such as `Campaign`. */
  readonly name: string;
  /** The noun in sentences, such as `campaign`. The plural must end with s. */
  readonly noun: string;
  /** Path of the collection. An object's path is this path followed by its id. */
  readonly path: string;
  readonly operations: KindSources;
  /** Advice in the error if the service refuses a change. */
  readonly updateAdvice?: string;
  /** Query of a listing. Without it, the service may omit objects. */
  readonly listQuery?: Readonly<Record<string, string>>;
  /** False if the service cannot delete such objects: a replacement then creates the new one first. Default true. */
  readonly deletesFirst?: boolean;
  /** What remains of an object that the service cannot delete. Default: `the campaign stays`. */
  readonly remains?: string;
  /** What a replacement loses, such as `its run logs are lost`. */
  readonly loses?: string;
  /** The kind whose objects contact the people that an object of this kind adds. */
  readonly feeds?: DeclaredKind["feeds"];
  readonly fields: Fields;
  /** Fields added by the service. */
  readonly readOnly: Readonly<Record<string, AnswerField>>;
  /** Arguments that the service fills in if the program omits them. */
  readonly filledIn?: readonly string[];
  /** Rules that involve several fields. Rules for a single field belong to that field. */
  rules?(inputs: V, context: RuleContext): Problem[];
  /** Warnings about values that are allowed but probably not intended. */
  warnings?(inputs: V, context: RuleContext): string[];
  /** True if the value at this path breaks, or may break, a rule that `as-is:<path>` overrides. */
  needsAsIs?(inputs: V, path: string): boolean;
  /** What to record for other runs about an object with these inputs, or with these outputs and this record. */
  notes?(values: V, record?: Recorded, told?: Told<V>): CreationNotes;
  /**
   * True if the service has an operation for this change even if it cannot read the object. Such a change is sent first.
   */
  isAlwaysSent?(change: Change, news: V): boolean;
  /** Further conditions for a create if an object with the same name exists. */
  beside?(inputs: V, other: Other): readonly Beside[];
  readonly looks?: Looks;
  readonly policy?: Policy<V>;
}

/** Defines a kind of resource by its fields. `V` is the type of its values in rules and policy. */
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
    feeds: description.feeds,
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
    observed: (answer, declared) => observedValues(entries, answer, declared),
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

/** The part of a kind that describes service requests. */
function serviceKind(description: KindDescription<Values>, paused: string | undefined) {
  const { name, noun, path, operations: sources, fields, readOnly, listQuery = {} } = description;
  const plural = `${noun}s`;
  const one = `${path}/{id}`;
  const advice = description.updateAdvice;
  const operationIf = (source: Source | undefined, make: (source: Source) => Operation) =>
    source === undefined ? undefined : make(source);
  const operations = {
    list: operation.reads(path, sources.list, `list the ${plural}`),
    read: operation.reads(one, sources.read, `read the ${noun}`),
    create: operation.creates(path, sources.create, `create the ${noun}`),
    update: operationIf(sources.update, (source) => operation.changes(one, source, `change the ${noun}`, { advice })),
    delete: operationIf(sources.delete, (source) => operation.deletes(one, source, `delete the ${noun}`)),
  };
  // The response to a pause need not contain the object, because the specification documents no body.
  const pause = operationIf(sources.pause, (source) =>
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
 * The value of each property in the response: the declared value itself if both mean the same, `undefined` if the response
 * shows that there is none.
 */
function observedValues(
  entries: readonly [string, Field][],
  answer: Answer,
  declared: Values,
): Record<string, unknown> {
  const observed: Record<string, unknown> = {};
  for (const [name, field] of entries) {
    const value = answer[name];
    if (value === undefined) continue;
    if (value === null) {
      // A declared value equivalent to a missing one, such as an empty set, is not a difference.
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
