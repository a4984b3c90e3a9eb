import { z } from "zod";
import { nearest } from "../lifecycle/nearest";
import { codePoints, plainText, wordList } from "./texts";

/** The number of an object at the service: a positive whole number, or the same as decimal text. */
export type Id = number | string;

interface Refused {
  readonly code?: string | undefined;
  readonly input?: unknown;
}

/** The error of a schema whose allowed values can be said in a few words. */
export function must(allowed: string): { error: (issue: Refused) => string } {
  return {
    error: ({ input }) => (input === undefined ? `is missing: it must be ${allowed}` : `must be ${allowed}`),
  };
}

/** A word of the program with its article: "an `email`". */
export function aWord(word: string): string {
  return `${/^[aeiou]/i.test(word) ? "an" : "a"} \`${word}\``;
}

/** Ends a sentence with the word that was probably meant. */
export function didYouMean(word: string | undefined): string {
  return word === undefined ? "" : `; did you mean \`${word}\`?`;
}

/** An object with these fields and no others. `noun` stands in sentences: "a `message` step". */
export function strict<Shape extends z.ZodRawShape>(noun: string, shape: Shape) {
  const fields = Object.keys(shape);
  const allFields = wordList(fields);
  return z.strictObject(shape, {
    error: (issue) => {
      if (issue.code !== "unrecognized_keys") return must(noun).error(issue);
      return issue.keys
        .map((key) => {
          const meant = nearest(key, fields);
          return `is no field of ${noun}${meant ? didYouMean(meant) : ` (it has ${allFields})`}`;
        })
        .join("\n");
    },
  });
}

/** A list of anything; the rule of its elements is theirs. */
export function list<Element extends z.ZodType>(element: Element, allowed: string) {
  return z.array(element, must(allowed));
}

export interface TextRule {
  /** For the sentence: "the name of the list". */
  readonly what: string;
  /** In Unicode code points, of the text without the blanks around it. */
  readonly most?: number;
  /** The limit in words, where there is more to say than the number. */
  readonly limit?: string;
  /** Line breaks and tabs are fine. */
  readonly lines?: boolean;
}

/** Broken rules of a text, whatever it is for. */
export function textProblems(
  value: string,
  { most, limit = `at most ${most} are allowed`, lines = false }: TextRule,
): string[] {
  const problems: string[] = [];
  const text = plainText(value);
  if (text === "") problems.push("is empty: it must hold at least one character that is not blank");
  // A lone half of a surrogate pair cannot be written as UTF-8: the service would get another text.
  if (/\p{Surrogate}/u.test(value)) problems.push("holds half of a character (a lone surrogate); use whole characters");
  if ((lines ? /[^\P{Cc}\t\n]/u : /\p{Cc}/u).test(text)) {
    problems.push(`holds a control character; ${lines ? "only line breaks and tabs are" : "none is"} allowed here`);
  }
  if (most !== undefined && text.length > most) {
    const length = codePoints(text);
    if (length > most) problems.push(`has ${length.toLocaleString("en-US")} characters; ${limit}`);
  }
  return problems;
}

/** A text with its rules. */
export function text(rule: TextRule) {
  const limit = rule.most === undefined || rule.limit !== undefined ? "" : ` of at most ${rule.most} characters`;
  const words = rule.limit === undefined ? "" : ` (${rule.limit})`;
  return z.string(must(`${rule.what}, a text${limit}${words}`)).check((context) => {
    for (const message of textProblems(context.value, rule)) {
      context.issues.push({ code: "custom", message, input: context.value });
    }
  });
}

/** An address that a browser could open. */
export function webAddress(what: string) {
  const rule = must(`${what}, a whole URL that begins with https:// or http://`);
  return z.string(rule).refine(isWebAddress, rule);
}

export function isWebAddress(value: string): boolean {
  if (/[\s\p{Cc}\p{Surrogate}]/u.test(value) || !/^https?:\/\/[^/?#]/i.test(value)) return false;
  return URL.canParse(value);
}

/** One of a fixed set of words. */
export function oneOf<const Words extends readonly [string, ...string[]]>(words: Words) {
  const allowed = `one of ${wordList(words)}`;
  return z.enum(words, {
    error: ({ input }) => {
      const missing = input === undefined ? "is missing: it " : "";
      const meant = typeof input === "string" ? nearest(input, words) : undefined;
      return `${missing}must be ${allowed}${didYouMean(meant)}`;
    },
  });
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
export function fraction(from: number, to: number) {
  const rule = must(to === Number.MAX_VALUE ? `a number of at least ${from}` : `a number from ${from} to ${to}`);
  return z.number(rule).refine((value) => value >= from && value <= to, rule);
}

const digits = /^[1-9][0-9]*$/;
const longestNamedId = 40;

/** The number that is meant, undefined where it is no id. */
export function idNumber(value: unknown): number | undefined {
  const number = typeof value === "string" && digits.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

function idProblem(value: unknown): string {
  if (value === undefined) return "is missing: it must be an id, a positive whole number";
  if (typeof value === "string" && value.startsWith("pending-")) {
    return "names an object whose creation is not settled yet; run `pulumi up --refresh` first";
  }
  const raw = typeof value === "number" && Number.isInteger(value) ? BigInt(value).toString() : value;
  const large = typeof raw === "string" && raw.length <= longestNamedId && digits.test(raw);
  if (large) return `is ${raw}, which is too large to be an id: at most ${Number.MAX_SAFE_INTEGER}`;
  return "must be an id: a positive whole number, or the same as decimal text";
}

/** The number of an object at the service, as number or decimal text. */
export function id() {
  return z.custom<Id>((value) => idNumber(value) !== undefined, { error: ({ input }) => idProblem(input) });
}
