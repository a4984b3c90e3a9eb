import type { z } from "zod";
import type { Answer } from "../api/objects";
import type { Operation, Source } from "../api/operation";
import * as operation from "../api/operation";
import type { Guards } from "../lifecycle/guards";
import { programOnly, type ResourceKind, type RuleContext, type Values } from "../lifecycle/kind";
import type { Problem } from "../lifecycle/problem";
import { isOpen } from "../lifecycle/unknown";
import { everyResource } from "./acknowledgement";
import { argumentProblems } from "./argumentProblems";
import { sameValue } from "./comparing";
import { asId, type Field, type Fields } from "./fields";
import { strict } from "./schema";

/** Values of a kind by its own names: those of its arguments, and of what the service adds to them. */
export type ValuesOf<Args, ReadOnly extends string = never> = {
  readonly [name in keyof Args | ReadOnly]?: unknown;
};

/** A field for each argument of a kind. The types of its form are held to the arguments by a type test. */
export type FieldsOf<Args> = Readonly<Record<Exclude<keyof Args, (typeof programOnly)[number]>, Field>>;

/** What the fields of a kind accept, with the arguments of every resource. */
export type Accepted<F extends Fields> = z.input<
  z.ZodObject<{ [name in keyof F]: F[name]["schema"] } & typeof everyResource>
>;

/** What a program cannot declare: where the field comes from, and whether it moves by itself. */
export interface AnswerField {
  readonly source: Source;
  /** It moves by itself, or only the life cycle needs it: no output shows it. */
  readonly hidden?: boolean;
}

/** Which operations the service has for a kind, by the source of each. */
export interface KindSources {
  readonly list: Source;
  readonly read: Source;
  readonly create: Source;
  readonly update?: Source;
  readonly delete?: Source;
  /** The one change that pauses an object, if the service documents it apart from other changes. */
  readonly pause?: Source;
}

/** Everything that is particular to one kind. */
export interface KindDescription<V> {
  /** The name of the class: `Campaign`. */
  readonly name: string;
  /** For sentences: `campaign`. The plural ends with an s. */
  readonly noun: string;
  /** Address of the collection; an object's is this and its id. */
  readonly path: string;
  readonly operations: KindSources;
  /** What to do about a change that the service refuses. */
  readonly updateAdvice?: string;
  /** Without it, a service may leave out objects of a listing. */
  readonly listQuery?: Readonly<Record<string, string>>;
  /** False if the service deletes none, so that the new object of a replacement comes first. Default true. */
  readonly deletesFirst?: boolean;
  /** What is left of an object that the service cannot delete. Default: `the campaign stays`. */
  readonly remains?: string;
  readonly fields: Fields;
  /** What the service adds to the fields above. */
  readonly readOnly: Readonly<Record<string, AnswerField>>;
  /** Fields that the service fills in if the program does not declare them. */
  readonly filledIn?: readonly string[];
  /** Rules that join several fields; each field has its own. */
  rules?(inputs: V, context: RuleContext): Problem[];
  /** What is allowed and yet probably not meant. */
  warnings?(inputs: V, context: RuleContext): string[];
  /** True if `as-is:<path>` lifts a rule there, or may do so. */
  needsAsIs?(inputs: V, path: string): boolean;
  readonly guards?: Guards<V>;
}

/** One kind of resource, from its fields. `V` names its values, for its rules and guards. */
export function defineKind<V>(description: KindDescription<V>): ResourceKind;
export function defineKind(description: KindDescription<Values>): ResourceKind {
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
  return {
    ...serviceKind(description, paused),
    roles: { name: propertyOf("name") ?? "name", running: propertyOf("running"), paused, targets },
    deletesFirst: description.deletesFirst ?? true,
    remains: description.remains ?? `the ${noun} stays`,
    properties,
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
    guards: description.guards ?? {},
  };
}

/** The part of a kind that speaks to the service. */
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
  // Its answer need not show the object: what pauses is documented without one.
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
 * What the answer says of each property: the declared value itself if both mean the same, `undefined` if it says that
 * there is none.
 */
function observed(entries: readonly [string, Field][], answer: Answer, declared: Values): Record<string, unknown> {
  const observed: Record<string, unknown> = {};
  for (const [name, field] of entries) {
    const value = answer[name];
    if (value === undefined) continue;
    if (value === null) {
      // To declare what an object without it has anyway (an empty set) changes nothing.
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
