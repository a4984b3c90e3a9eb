import { z } from "zod";
import { isWebAddress } from "../api/address";
import { plainText } from "../api/texts";
import type { Id } from "./id";
import { codePoints, wordList } from "./texts";
import { type Finding, noteFields } from "./validate";

/**
 * The error of a schema, which contains only the rule. `findingOf` adds whether the value is missing and which word was
 * probably meant.
 */
export function must(allowed: string): { error: () => string } {
  return { error: () => `must be ${allowed}` };
}

/** A word with its article: "an `email`". */
export function aWord(word: string): string {
  return `${/^[aeiou]/i.test(word) ? "an" : "a"} \`${word}\``;
}

/** A check that finds any number of problems in a value. */
export function finding<T>(find: (value: T) => Iterable<Finding>) {
  return (context: z.core.ParsePayload<T>): void => {
    for (const params of find(context.value)) {
      context.issues.push({ code: "custom", params, message: "", input: context.value });
    }
  };
}

/** A value of any type, checked by one rule of this package. */
export function valueWithRule<T>(find: (value: unknown) => Finding | undefined) {
  return z.custom<T>().check(
    finding<T>((value) => {
      const found = find(value);
      return found === undefined ? [] : [found];
    }),
  );
}

/** An object with these fields and no others. `noun` names it in sentences: "a `message` step". */
export function strict<Shape extends z.ZodRawShape>(noun: string, shape: Shape) {
  noteFields(noun, Object.keys(shape));
  // For an unknown field the error is the noun: shapeProblems looks up the fields of that noun.
  return z.strictObject(shape, { error: ({ code }) => (code === "unrecognized_keys" ? noun : `must be ${noun}`) });
}

export interface ListRule {
  /** Completes the sentence "must be a list of …", for example "list ids". */
  readonly what: string;
  /** The noun of its elements, if it must contain at least one. */
  readonly some?: string;
  /** The largest number of elements, and their plural noun. */
  readonly most?: { readonly count: number; readonly of: string };
}

/** A list whose elements have their own rule. */
export function list<Element extends z.ZodType>(element: Element, { what, some, most }: ListRule) {
  const size = z.core._check<unknown[]>(
    finding(function* ({ length }: unknown[]) {
      if (some !== undefined && length === 0) yield { title: "is empty", allowed: `must hold at least one ${some}` };
      if (most === undefined || length <= most.count) return;
      yield { title: `has too many ${most.of}`, allowed: `at most ${most.count} are allowed` };
    }),
    { when: ({ value }) => Array.isArray(value) },
  );
  const all = z.array(element, must(what));
  return some === undefined && most === undefined ? all : all.check(size);
}

export interface TextRule {
  /** Describes the text in a sentence: "the name of the list". */
  readonly what: string;
  /** The maximum length in Unicode code points, excluding surrounding whitespace. */
  readonly most?: number;
  /** An explanation of the limit, if the number alone is not enough. */
  readonly limit?: string;
  /** True if line breaks and tabs are allowed. */
  readonly lines?: boolean;
}

/** The problems that any text may have. */
export function textProblems(value: string, { most, limit, lines = false }: TextRule): Finding[] {
  const problems: Finding[] = [];
  const text = plainText(value);
  if (text === "") {
    problems.push({ title: "is empty", allowed: "must contain at least one character that is not whitespace" });
  }
  // A lone surrogate cannot be encoded as UTF-8: the service would receive a different text.
  if (/\p{Surrogate}/u.test(value)) {
    problems.push({ title: "holds half of a character (a lone surrogate)", allowed: "use whole characters" });
  }
  if ((lines ? /[^\P{Cc}\t\n]/u : /\p{Cc}/u).test(text)) {
    const allowed = `${lines ? "only line breaks and tabs are" : "none is"} allowed here`;
    problems.push({ title: "holds a control character", allowed });
  }
  if (most !== undefined && text.length > most) {
    const length = codePoints(text);
    const title = `has ${length.toLocaleString("en-US")} characters`;
    if (length > most) problems.push({ title, allowed: limit ?? `at most ${most} are allowed` });
  }
  return problems;
}

/** A text with its rules. */
export function text(rule: TextRule) {
  const limit = rule.most === undefined || rule.limit !== undefined ? "" : ` of at most ${rule.most} characters`;
  const words = rule.limit === undefined ? "" : ` (${rule.limit})`;
  const schema = z.string(must(`${rule.what}, a text${limit}${words}`));
  return schema.check(finding((value: string) => textProblems(value, rule)));
}

/** An address that a browser could open. */
export function webAddress(what: string) {
  const rule = must(`${what}, a whole URL that begins with https:// or http://`);
  return z.string(rule).refine(isWebAddress, rule);
}

export type Words = readonly [string, ...string[]];

/** One of a fixed set of words. */
export function oneOf<const Allowed extends Words>(words: Allowed) {
  return z.enum(words, must(`one of ${wordList(words)}`));
}

export function yesOrNo() {
  return z.boolean(must("`true` or `false`"));
}

/** A whole number within limits, both included. */
export function wholeNumber(from: number, to: number = Number.MAX_SAFE_INTEGER, unit = "") {
  const end = to === Number.MAX_SAFE_INTEGER ? ` of at least ${from}` : ` from ${from} to ${to}`;
  const rule = must(`a whole number${unit}${end}`);
  return z.number(rule).refine((value) => Number.isSafeInteger(value) && value >= from && value <= to, rule);
}

/** A number within limits, both included. */
export function fraction(from: number, to: number = Number.MAX_VALUE) {
  const rule = must(to === Number.MAX_VALUE ? `a number of at least ${from}` : `a number from ${from} to ${to}`);
  return z.number(rule).refine((value) => value >= from && value <= to, rule);
}

const digits = /^[1-9][0-9]*$/;
const longestNamedId = 40;

/** Parses an id as a number; undefined if the value is not an id. */
export function idNumber(value: unknown): number | undefined {
  const number = typeof value === "string" && digits.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

/** The problem with an id; undefined if it is well formed. */
export function idProblem(value: unknown): Finding | undefined {
  if (idNumber(value) !== undefined) return undefined;
  if (value === undefined) return { title: "is missing", allowed: "must be an id, a positive whole number" };
  if (typeof value === "string" && value.startsWith("pending-")) {
    return { title: "names an object whose creation is not settled yet", allowed: "run `pulumi up --refresh` first" };
  }
  const raw = typeof value === "number" && Number.isInteger(value) ? BigInt(value).toString() : value;
  const isLarge = typeof raw === "string" && raw.length <= longestNamedId && digits.test(raw);
  if (isLarge) {
    return { title: `is ${raw}, which is too large to be an id`, hint: `at most ${Number.MAX_SAFE_INTEGER}` };
  }
  return { allowed: "must be an id: a positive whole number, or the same as decimal text" };
}

/** The id of an object in the service, as a number or decimal string. */
export function id() {
  return valueWithRule<Id>(idProblem);
}
