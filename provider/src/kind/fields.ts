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

/** Defines how a property is checked, sent, read back and compared. The functions below build the usual ones. */
export interface Field<Schema extends z.ZodType = z.ZodType> {
  /** The schema of a declared value; optional if the argument may be missing. */
  readonly schema: Schema;
  /** The source that documents the field. */
  readonly source: Source;
  /** True if `null` in a response means that the object has no value. Otherwise `null` is ignored. */
  readonly nullable?: boolean;
  /** Its role in the life cycle. */
  readonly role?: "name" | "running" | "paused";
  /** Set if the value contains ids of objects that this one uses: their noun in sentences. */
  readonly targets?: string;
  /** Set if the value contains ids of objects of a kind in this package: its class name. */
  readonly refersTo?: string;
  /** True if the value contains names of companies whose people the object ignores. */
  readonly avoids?: boolean;
  /** True if a response must contain it to distinguish objects with the same name. */
  readonly identifies?: boolean;
  /** Words with a fixed meaning inside the value, for example step types, but not words chosen by the user. */
  readonly words?: readonly string[];
  /** Describes the object in a sentence, in addition to its name. */
  trait?(value: unknown): string;
  /** The value that an object has if it was created without the field. Every create sends it if none is declared. */
  readonly absent?: unknown;
  /** The normal form of a valid value. Other values are returned unchanged. */
  canonical(value: unknown): unknown;
  /** The normal form of a served value; undefined if the response does not contain this property in a usable form. */
  served(value: unknown, declared: unknown, answer: Answer, all: Values): unknown;
  /** Compares a served value with the declared one, ignoring changes that a service makes when storing it. */
  readonly same: Comparison;
  changes(property: string, olds: unknown, news: unknown): Change[];
  /** The value that an update sends, if different from the declared one; undefined if it cannot be sent safely. */
  updateValue?(olds: Values, news: Values, answer: Answer): unknown;
}

/** The fields of a kind, in the order of its arguments. */
export type Fields = Readonly<Record<string, Field>>;

/** The properties that any field definition states. */
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
  /** Compares two values of the program, if changes that `same` ignores count when the program makes them. */
  readonly sameDeclared?: Comparison;
  /** The value equivalent to a missing field, so that declaring it is not a change. */
  readonly without?: unknown;
}

type Declared<Schema extends z.ZodType, T extends Stated> = T extends { readonly required: true }
  ? Schema
  : z.ZodOptional<Schema>;

/** Creates a field of this form with these properties. */
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
 * A text. Compared ignoring line endings, surrounding whitespace and Unicode form; names and served texts also ignore other
 * whitespace differences.
 */
export const text = <const T extends Stated>(stated: T & schema.TextRule) => {
  const [same, sameDeclared] = stated.role === "name" ? [sameName, sameName] : [sameServedText, sameText];
  return field({ ...value(schema.text(stated), same, isText), sameDeclared, canonical: asText }, stated);
};

/** A locale tag, compared ignoring case. */
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

/** A number from `from` to `to` inclusive, or any number from `from` without `to`. */
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

const idElements = { form: asId, fits: isId };
const textElements = { form: asText, fits: isText };

/** A set of ids. */
export const idSet = <const T extends Stated>(stated: T & schema.ListRule) =>
  set(schema.list(schema.id(), stated), idElements, stated);

/** A set of texts. `what` describes one of them: "a job title". */
export const textSet = <const T extends Stated>(stated: T & { readonly what: string }) =>
  set(
    schema.list(schema.text({ what: stated.what }), { what: `a list of texts, each ${stated.what}` }),
    textElements,
    stated,
  );

/** A set of words out of the allowed ones. `what` describes them: "company sizes". */
export const wordSet = <const T extends Stated, const Words extends schema.Words>(
  stated: T & { readonly what: string; readonly words: Words },
) => set(schema.list(schema.oneOf(stated.words), { what: `a list of ${stated.what}` }), textElements, stated);

/** The field with the default that the service uses if none is declared. */
export function withDefault<Given extends Field>(value: unknown, given: Given): Given {
  return {
    ...given,
    canonical: (declared) => given.canonical(declared ?? value),
    changes: (name, olds, news) => given.changes(name, olds ?? value, news),
  };
}

const tagRule = schema.must("a locale tag, as in `en-US` or `fr`");

/** A BCP 47 locale tag. The service does not document which languages it supports. */
const localeTag = z.string(tagRule).check(
  schema.finding((value: string) => {
    if (/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,4}$/.test(value)) return [];
    const hint = /^[A-Za-z]{2,3}_/.test(value) ? "with a hyphen, not an underscore" : undefined;
    return [{ allowed: "must be a locale tag, as in `en-US` or `fr`", hint }];
  }),
);
