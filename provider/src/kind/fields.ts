import { z } from "zod";
import type { Answer } from "../api/objects";
import type { Source } from "../api/operation";
import { plainText } from "../api/texts";
import type { Change, Effect, Values } from "../lifecycle/kind";
import {
  type Comparison,
  changeOf,
  sameName,
  sameServedSet,
  sameServedText,
  sameSet,
  sameTag,
  sameText,
  sameValue,
} from "./comparing";
import * as schema from "./schema";

/** How one property is checked, sent, read back and compared. The builders below make the usual ones. */
export interface Field<Schema extends z.ZodType = z.ZodType> {
  /** The schema of a declared value; optional if it may be left out. */
  readonly schema: Schema;
  /** The source that documents the field. */
  readonly source: Source;
  /** True if `null` in an answer means that the object has none. Otherwise a `null` means nothing. */
  readonly nullable?: boolean;
  /** Its role in the life cycle. */
  readonly role?: "name" | "running" | "paused";
  /** Set if it holds the ids of the objects that this one uses: their noun in sentences. */
  readonly targets?: string;
  /** Set if it holds ids of objects of a kind of this package: the name of its class. */
  readonly refersTo?: string;
  /** True if it holds the names of companies whose people the object leaves out. */
  readonly avoids?: boolean;
  /** True if an answer must hold it to tell two objects of one name apart. */
  readonly identifies?: boolean;
  /** The words that stand inside its value in a fixed role, for example types of steps. Choices of the user are none. */
  readonly words?: readonly string[];
  /** Identifies an object in a sentence, besides its name. */
  trait?(value: unknown): string;
  /** The value of an object that was created without the field. Every create sends it if none is declared. */
  readonly absent?: unknown;
  /** The normal form of a value without problems. A value of another shape stays as it is. */
  canonical(value: unknown): unknown;
  /** The normal form of a served value; undefined if the answer does not show this property in a usable form. */
  served(value: unknown, declared: unknown, answer: Answer, all: Values): unknown;
  /** Compares a served value with the declared one: what a service changes when it stores a value does not count. */
  readonly same: Comparison;
  changes(property: string, olds: unknown, news: unknown): Change[];
  /** The value that an update sends, if that is not the declared one; undefined if it cannot be sent safely. */
  updateValue?(olds: Values, news: Values, answer: Answer): unknown;
}

/** The fields of a kind, in the order of its arguments. */
export type Fields = Readonly<Record<string, Field>>;

/** The statements about a field of any form. */
interface Stated
  extends Pick<
    Field,
    "source" | "nullable" | "role" | "targets" | "refersTo" | "avoids" | "identifies" | "trait" | "absent"
  > {
  /** The effect of a change. */
  readonly changes: Effect;
  /** True if the field must be declared. */
  readonly required?: boolean;
}

interface Form<Schema extends z.ZodType> {
  readonly schema: Schema;
  canonical(value: unknown): unknown;
  isServed(value: unknown): boolean;
  readonly same: Comparison;
  /** Compares two values of the program, if a change by the program counts that `same` ignores. */
  readonly sameDeclared?: Comparison;
  /** The value that an object without the field has: declaring this value is no change. */
  readonly without?: unknown;
}

type Declared<Schema extends z.ZodType, T extends Stated> = T extends { readonly required: true }
  ? Schema
  : z.ZodOptional<Schema>;

/** A field of this form with these statements. */
export function field<Schema extends z.ZodType, const T extends Stated>(
  form: Form<Schema>,
  stated: T,
): Field<Declared<Schema, T>>;
export function field(form: Form<z.ZodType>, stated: Stated): Field {
  const {
    changes: effect,
    required,
    source,
    nullable,
    role,
    targets,
    refersTo,
    avoids,
    identifies,
    trait,
    absent,
  } = stated;
  const without = absent ?? form.without;
  return {
    ...{ source, nullable, role, targets, refersTo, avoids, identifies, trait, absent },
    schema: required === true ? form.schema : form.schema.optional(),
    canonical: form.canonical,
    served(value) {
      const normal = form.canonical(value);
      return form.isServed(normal) ? normal : undefined;
    },
    same: form.same,
    changes: (property, olds, news) =>
      changeOf({ property, path: property, effect }, olds ?? without, news, form.sameDeclared ?? form.same),
  };
}

const isText = (value: unknown) => typeof value === "string";
const isListOf = (fits: (value: unknown) => boolean) => (value: unknown) => Array.isArray(value) && value.every(fits);
const asText = (value: unknown) => (typeof value === "string" ? plainText(value) : value);
export const asId = (value: unknown) => schema.idNumber(value) ?? value;
const isId = (value: unknown) => schema.idNumber(value) !== undefined;
const eachOf = (form: (value: unknown) => unknown) => (value: unknown) =>
  Array.isArray(value) ? value.map(form) : value;
const unchanged = (value: unknown) => value;

const value = <Schema extends z.ZodType>(of: Schema, same: Comparison, isServed: (value: unknown) => boolean) => ({
  ...{ schema: of, same, isServed, canonical: unchanged },
});

/**
 * A text. Differences in line ends, surrounding blanks and Unicode form do not count, nor do those in blanks if it is a
 * name or a served text.
 */
export const text = <const T extends Stated>(stated: T & schema.TextRule) => {
  const [same, sameDeclared] = stated.role === "name" ? [sameName, sameName] : [sameServedText, sameText];
  return field({ ...value(schema.text(stated), same, isText), sameDeclared, canonical: asText }, stated);
};

/** A locale tag. Differences in upper and lower case do not count. */
export const tag = <const T extends Stated>(stated: T) =>
  field({ ...value(localeTag, sameTag, isText), canonical: asText }, stated);

/** One of a few words. */
export const word = <const T extends Stated, const Words extends schema.Words>(stated: T & { words: Words }) =>
  field(value(schema.oneOf(stated.words), sameValue, isText), stated);

/** `true` or `false`. */
export const flag = <const T extends Stated>(stated: T) =>
  field(
    value(schema.yesOrNo(), sameValue, (served) => typeof served === "boolean"),
    stated,
  );

/** A number from `from` to `to`, both included; without `to`, any number from `from` on. */
export const number = <const T extends Stated>(stated: T & { readonly from: number; readonly to?: number }) =>
  field(
    value(schema.fraction(stated.from, stated.to), sameValue, (served) => typeof served === "number"),
    stated,
  );

/** The id of an object. */
export const id = <const T extends Stated>(stated: T) =>
  field({ ...value(schema.id(), sameValue, isId), canonical: asId }, stated);

const set = <Schema extends z.ZodType, const T extends Stated>(
  of: Schema,
  item: { readonly form: (value: unknown) => unknown; readonly fits: (value: unknown) => boolean },
  stated: T,
) =>
  field(
    {
      ...value(of, sameServedSet, isListOf(item.fits)),
      ...{ sameDeclared: sameSet, canonical: eachOf(item.form), without: [] },
    },
    stated,
  );

const ids = { form: asId, fits: isId };
const texts = { form: asText, fits: isText };

/** Ids without an order. */
export const idSet = <const T extends Stated>(stated: T & schema.ListRule) =>
  set(schema.list(schema.id(), stated), ids, stated);

/** Texts without an order. `what` names one of them: "a job title". */
export const textSet = <const T extends Stated>(stated: T & { readonly what: string }) =>
  set(schema.list(schema.text({ what: stated.what }), { what: `a list of texts, each ${stated.what}` }), texts, stated);

/** Words without an order, out of a few that are allowed. `what` names all of them: "company sizes". */
export const wordSet = <const T extends Stated, const Words extends schema.Words>(
  stated: T & { readonly what: string; readonly words: Words },
) => set(schema.list(schema.oneOf(stated.words), { what: `a list of ${stated.what}` }), texts, stated);

/** The same field with the value that the service gives it if none is declared. */
export function withDefault<Given extends Field>(value: unknown, given: Given): Given {
  return {
    ...given,
    canonical: (declared) => given.canonical(declared ?? value),
    changes: (name, olds, news) => given.changes(name, olds ?? value, news),
  };
}

const tagRule = schema.must("a locale tag, as in `en-US` or `fr`");

/** A locale tag in the form of BCP 47. It is not documented which languages the service supports. */
const localeTag = z.string(tagRule).check(
  schema.finding((value: string) => {
    if (/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,4}$/.test(value)) return [];
    const hint = /^[A-Za-z]{2,3}_/.test(value) ? "with a hyphen, not an underscore" : undefined;
    return [{ allowed: "must be a locale tag, as in `en-US` or `fr`", hint }];
  }),
);
