import type { Answer } from "../api/account";
import type { Change, Effect, Values } from "../lifecycle/definition";
import { isOpen } from "../lifecycle/validate";
import { everyResource } from "./acknowledgement";
import { type Comparison, changeOf, sameSet, sameTag, sameText, sameValue } from "./comparing";
import { idNumber } from "./fields";
import { plainText } from "./texts";

/** How one property is written, read back and compared. */
export interface Property {
  /** The normal form of a value without problems; a value of another shape stays as it is. */
  canonical(value: unknown): unknown;
  /** The normal form of a served value, undefined where the answer is of no use for this property. */
  served(value: unknown, declared: unknown, answer: Answer, all: Values): unknown;
  readonly same: Comparison;
  changes(property: string, olds: unknown, news: unknown): Change[];
}

/** All properties of a kind that a program may declare and that the service stores, in the order of the arguments. */
export type Properties = Readonly<Record<string, Property>>;

function simple(
  effect: Effect,
  canonical: (value: unknown) => unknown,
  isServed: (value: unknown) => boolean,
  same: Comparison,
): Property {
  return {
    canonical,
    served: (value) => {
      const normal = canonical(value);
      return isServed(normal) ? normal : undefined;
    },
    same,
    changes: (property, olds, news) => changeOf({ property, path: property, effect }, olds, news, same),
  };
}

const isId = (value: unknown) => idNumber(value) !== undefined;
const isText = (value: unknown) => typeof value === "string";
const isListOf = (fits: (value: unknown) => boolean) => (value: unknown) => Array.isArray(value) && value.every(fits);
const asText = (value: unknown) => (typeof value === "string" ? plainText(value) : value);
const asId = (value: unknown) => idNumber(value) ?? value;
const eachOf = (form: (value: unknown) => unknown) => (value: unknown) =>
  Array.isArray(value) ? value.map(form) : value;
const unchanged = (value: unknown) => value;

export const textProperty = (effect: Effect) => simple(effect, asText, isText, sameText);
export const tagProperty = (effect: Effect) => simple(effect, asText, isText, sameTag);
export const wordProperty = (effect: Effect) => simple(effect, unchanged, isText, sameValue);
export const flagProperty = (effect: Effect) =>
  simple(effect, unchanged, (value) => typeof value === "boolean", sameValue);
export const numberProperty = (effect: Effect) =>
  simple(effect, unchanged, (value) => typeof value === "number", sameValue);
export const idProperty = (effect: Effect) => simple(effect, asId, (value) => idNumber(value) !== undefined, sameValue);
export const textSetProperty = (effect: Effect) =>
  absentMeans([], simple(effect, eachOf(asText), isListOf(isText), sameSet));
export const idSetProperty = (effect: Effect) => absentMeans([], simple(effect, eachOf(asId), isListOf(isId), sameSet));

/** The same property, where a state that does not name it holds this value: a change to it is none. */
export function absentMeans(value: unknown, property: Property): Property {
  return { ...property, changes: (name, olds, news) => property.changes(name, olds ?? value, news) };
}

/** The same property with the value that the service gives it where nothing was said. */
export function withDefault(value: unknown, property: Property): Property {
  return { ...absentMeans(value, property), canonical: (given) => property.canonical(given ?? value) };
}

/** The normal form of inputs: the declared properties, then what is about the program. */
export function canonicalOf(properties: Properties, inputs: Values): Record<string, unknown> {
  const canonical: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(properties)) {
    const value = isOpen(inputs[name]) ? inputs[name] : property.canonical(inputs[name]);
    if (value !== undefined) canonical[name] = value;
  }
  for (const name of Object.keys(everyResource)) {
    if (inputs[name] !== undefined) canonical[name] = name === "adopt" ? asId(inputs[name]) : inputs[name];
  }
  return canonical;
}

/**
 * What the answer says of each property: the declared value itself where both mean the same, `undefined` where it says
 * that there is none.
 */
export function observedOf(properties: Properties, answer: Answer, declared: Values): Record<string, unknown> {
  const observed: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(properties)) {
    const value = answer[name];
    if (value === undefined) continue;
    if (value === null) {
      // To declare what an object without it has anyway (an empty set) changes nothing.
      const isMissed = property.changes(name, undefined, declared[name]).length > 0;
      observed[name] = isMissed ? undefined : declared[name];
      continue;
    }
    const normal = property.served(value, declared[name], answer, declared);
    if (normal === undefined) continue;
    const isDeclared = normal === declared[name] || property.same(declared[name], normal);
    observed[name] = isDeclared ? declared[name] : normal;
  }
  return observed;
}

export function changesOf(properties: Properties, olds: Values, news: Values): Change[] {
  return Object.entries(properties).flatMap(([name, property]) => property.changes(name, olds[name], news[name]));
}

export function sameIn(properties: Properties, name: string, left: unknown, right: unknown): boolean {
  const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
  return (property?.same ?? sameValue)(left, right);
}

/** The properties that are declared, and no others. */
export function bodyOf(names: Iterable<string>, inputs: Values): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const name of names) if (inputs[name] !== undefined) body[name] = inputs[name];
  return body;
}

/** These fields of an answer, where they hold a plain value. */
export function plainFields(answer: Answer, names: readonly string[]): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const name of names) {
    const value = answer[name];
    if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") fields[name] = value;
  }
  return fields;
}
