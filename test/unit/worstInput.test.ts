import { describe, expect, test } from "vitest";
import { isWebAddress, whyNotAllowed } from "../../provider/src/api/address";
import { readBody } from "../../provider/src/api/body";
import { systemClock } from "../../provider/src/api/clock";
import { errorFromAnswer, errorLimit, looksLikePage } from "../../provider/src/api/errors";
import { parseJson, withoutNulls } from "../../provider/src/api/json";
import { operations } from "../../provider/src/api/operation";
import { pageFrom } from "../../provider/src/api/page";
import { foreignText, redactor, safeText } from "../../provider/src/api/redact";
import { retryAfterFrom } from "../../provider/src/api/retry";
import { answerFrom, isUnknownRoute, ownerFrom, userFrom, wordsFrom } from "../../provider/src/api/shapes";
import { nameForm, plainText, textForm } from "../../provider/src/api/texts";
import { openTransport } from "../../provider/src/api/transport";
import { inPlainText, resolveSettings } from "../../provider/src/host/settings";
import { codeProblem } from "../../provider/src/kind/acknowledgement";
import { sameServedText, sameSet, sameTag, sameText, sameValue } from "../../provider/src/kind/comparing";
import { nearest } from "../../provider/src/kind/nearest";
import { idNumber, textProblems } from "../../provider/src/kind/schema";
import { codePoints } from "../../provider/src/kind/texts";
import { kinds } from "../../provider/src/kinds";
import { describe as describeObject } from "../../provider/src/lifecycle/about";
import type { ResourceKind, Values } from "../../provider/src/lifecycle/kind";
import { campaignKind } from "../../provider/src/resources/campaign/kind";
import { hasBraces, readTags } from "../../provider/src/resources/campaign/templateVariables";
import { listKind } from "../../provider/src/resources/listKind";
import { sourceAgentKind } from "../../provider/src/resources/sourceAgent/kind";
import { isLong } from "../support/long";
import { key } from "./api/opening";

/** A service, or a proxy, may send this much. Quadratic code takes minutes for a third of it. */
const size = isLong ? 1_000_000 : 330_000;
const filled = (part: string, before = "", after = "") => before + part.repeat(size / part.length) + after;
const redact = redactor(key);

/** Made of the patterns in this package's regular expressions, with an end that makes each of them fail late. */
const texts: Readonly<Record<string, string>> = {
  "nothing but blanks": filled(" ", "", "x"),
  "blanks in front": filled(" \n\t\r", "", "<htm"),
  "line ends": filled("\r", "a", "b"),
  digits: filled("1", "", "x"),
  "a number with a long tail": filled("0", "1.", "x"),
  slashes: filled("/", "https://example.com", "x"),
  colons: filled(":", "postgres://", "x"),
  "double slashes": filled("//a", "https:", "?"),
  questions: filled("?", "https://example.com/", "\n"),
  quotes: filled('"'),
  backslashes: filled("\\", '"'),
  "escaped quotes": filled('\\"', '"'),
  brackets: filled("[", "", "a"),
  tags: filled("[FirstNam] "),
  braces: filled("{", "", "a"),
  "braces with names": filled("{firstNam}"),
  equals: filled("=", "", "x"),
  routes: filled("route "),
  "unknown routes": filled("cannot get ", "", "."),
  "pages that lack their end": filled("<", "", "html"),
  "words of a route": filled("Cannot GET / "),
  "terminal sequences without an end": filled("\u001b]"),
  "terminal sequences with parameters": filled("0", "\u009b"),
  "control and direction characters": filled("\u0000\u202e"),
  "halves of characters": filled("\ud83d"),
  "e-mail signs": filled("@", "a"),
  minus: filled("-", "en"),
  keys: filled(key),
  "a month for ever": filled("Jan ", "Thu, 15 "),
};

/** Possible bodies: truncated, endlessly nested, or endless. */
const bodies: Readonly<Record<string, string>> = {
  "a cut listing": filled('{"id":12345678901234567890,"name":"a \\"b"},', "[", '{"id":1,"na'),
  "a text without an end": filled('a\\"', '["1234567890123456", "'),
  "texts cut in the middle": filled('"\\', "1234567890123456"),
  "many cut texts": filled('"a" "', "1234567890123456"),
  "numbers cut in the middle": filled("1.1e", "1234567890123456"),
  "one long number": filled("9"),
  "long numbers": filled("12345678901234567,", "[", "1]"),
  "a long text of digits": filled("1", '"', '"'),
  "a long text of escapes": filled('\\"', '["1234567890123456", "', '"]'),
  "arrays in arrays": "[".repeat(size / 2) + "]".repeat(size / 2),
  "arrays without an end": filled("["),
  "objects in objects": `${'{"data":'.repeat(size / 9)}1${"}".repeat(size / 9)}`,
  "an error in errors": `${'{"error":'.repeat(size / 10)}1${"}".repeat(size / 10)}`,
  "a message of numbers": filled("1,", '{"message":[', "1]}"),
  "a message of texts": filled('"",', '{"message":[', '""]}'),
  "a message of objects": filled("{},", '{"message":[', "{}]}"),
  "a long message": filled("route ", '{"message":"', '"}'),
  nulls: filled("null,", "[", "null]"),
  "many keys": `{${Array.from({ length: size / 14 }, (_, index) => `"key${index}":null`).join()},"id":1}`,
  "a listing of numbers": filled("1,", '{"data":[', "1]}"),
  "a listing of empty objects": filled("{},", "[", "{}]"),
  "an id of many digits": filled("1", '{"id":', "}"),
  "an id of many letters": filled("a", '{"id":"', '"}'),
};

/** Each separately: slow ones fail by the test's time-out. */
function eachOf(
  inputs: Readonly<Record<string, string>>,
  readers: Readonly<Record<string, (text: string) => unknown>>,
) {
  const rows = Object.entries(readers).flatMap(([reader, read]) =>
    Object.entries(inputs).map(([name, text]) => ({ reader, name, read, text })),
  );
  test.each(rows)("$reader: $name", ({ read, text }) => {
    expect(() => read(text)).not.toThrow();
  });
}

const read = new Map<string, unknown>();

/** The input of value readers; undefined if the body cannot be read. */
function parsed(text: string): unknown {
  if (!read.has(text)) read.set(text, parsedAnew(text));
  return read.get(text);
}

function parsedAnew(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    expect(error).toBeInstanceOf(SyntaxError);
    return undefined;
  }
}

describe("any response is read quickly, or not at all", () => {
  eachOf(bodies, {
    parseJson: parsedAnew,
    withoutNulls: (text) => withoutNulls(parsed(text)),
    wordsFrom: (text) => wordsFrom(parsed(text)),
    userFrom: (text) => userFrom(parsed(text)),
    ownerFrom: (text) => ownerFrom(parsed(text)),
    pageFrom: (text) => pageFrom({ json: parsed(text) }),
    "answerFrom, a list": (text) => answerFrom(kinds.List, parsed(text)),
    "answerFrom, of a listing": (text) =>
      pageFrom({ json: parsed(text) })?.items.map((item) => answerFrom(kinds.Campaign, item)),
  });
});

describe("every foreign string is read quickly", () => {
  const attempted = { operation: kinds.List.operations.create, path: "/v1/list", about: 'list "a"' } as const;
  const answer = (text: string, status: number) => ({
    status,
    text,
    words: { message: text, field: "message" as const },
    isJson: false,
    headers: { location: text, "x-request-id": text },
  });
  eachOf(texts, {
    safeText,
    redact,
    foreignText: (text) => foreignText(text, redact),
    looksLikePage,
    isUnknownRoute,
    "a header of a wait": (text) => retryAfterFrom(text, text, 0),
    "an answer": (text) => errorFromAnswer(attempted, answer(text, 400), redact),
    "an unknown route": (text) => errorFromAnswer(attempted, answer(text, 404), redact),
    "an answer without words": (text) => errorFromAnswer(attempted, { ...answer(text, 400), words: undefined }, redact),
    "a redirect": (text) => errorFromAnswer(attempted, answer(text, 302), redact),
    "a refusal for the limit": (text) => {
      const wait = { limit: "1", budgetSeconds: 1, milliseconds: 1, serviceMessage: text, sent: true };
      return errorLimit(attempted, wait, redact);
    },
    plainText,
    textForm,
    nameForm,
    codePoints,
    sameText: (text) => sameText(text, `${text} `),
    sameServedText: (text) => sameServedText(text, `${text} `),
    sameTag: (text) => sameTag(text, `${text} `),
    sameValue: (text) => sameValue(text, `${text} `),
    sameSet: (text) => sameSet([text, `${text} `], [`${text} `]),
    idNumber,
    isWebAddress,
    textProblems: (text) => textProblems(text, { what: "a text", most: 100, lines: true }),
    readTags,
    hasBraces,
    nearest: (text) => nearest(text, ["FirstName"]),
    "an acknowledgement": (text) => ["moved:", "as-is:", "twin:", ""].map((head) => codeProblem(head + text)),
    "a name": (text) => describeObject("list", text, "1"),
    "an address": (text) => whyNotAllowed(text) ?? openTransport(text, {}, systemClock).close(),
    "the address of a database": (text) => inPlainText("coordination", text),
    "a body": (text) => ([200, 400] as const).map((status) => readBody({ status, text }, operations.health)),
    "the settings": (text) => {
      try {
        return resolveSettings(
          () => undefined,
          () => text,
          new Set(),
        );
      } catch (error) {
        return error;
      }
    },
  });
});

describe("every object of the service is compared quickly", () => {
  const many = (of: unknown, length = size / 50) => Array.from({ length }, () => of);
  const signal = { type: "SEARCH_KEYWORD", value: '"a"' };
  const variables = many(signal);
  const steps = many({ type: "message", messageMode: "same", message: "a\r" });
  const rows: [string, ResourceKind, Values][] = [
    ["signals that are alike", sourceAgentKind, { variables }],
    ["signals with details", sourceAgentKind, { variables: many({ ...signal, needsUserToken: true }) }],
    ["signals of the service", sourceAgentKind, { variables: many({ type: "VISITOR", value: "a" }) }],
    ["texts that are alike", sourceAgentKind, { targetLocations: many(" a\r") }],
    ["steps", campaignKind, { steps }],
    ["ids", campaignKind, { listIds: Array.from({ length: size / 7 }, (_, index) => index + 1) }],
    ...Object.entries(texts).flatMap(([name, text]): [string, ResourceKind, Values][] => [
      [`a list's name of ${name}`, listKind, { name: text }],
      [`an agent's words of ${name}`, sourceAgentKind, { agentType: text, additionalCriteria: text }],
      [`an agent's signal of ${name}`, sourceAgentKind, { variables: [{ type: text, value: text }] }],
      [`a campaign's step of ${name}`, campaignKind, { language: text, steps: [{ type: "message", message: text }] }],
    ]),
  ];
  const declared: Values = { name: "a", listId: 1, listIds: [1], variables: [signal], steps: steps.slice(0, 3) };
  test.each(rows)("%s", (_, definition, served) => {
    const answer = { id: "1", ...served };
    const names = Object.keys(served).sort();
    const observed = definition.observed(answer, declared);
    const taken = { ...declared, ...observed };
    const changedFrom = (olds: Values, news: Values) =>
      [...new Set(definition.changes(olds, news).map(({ property }) => property))].sort();
    // All of it differs from the declaration.
    expect(changedFrom(declared, { ...declared, ...served })).toEqual(names);
    expect(names.filter((name) => definition.same(name, declared[name], observed[name]))).toEqual([]);
    // Once a refresh has recorded it, the next one finds no difference.
    expect(definition.observed(answer, taken)).toEqual(observed);
    const again = structuredClone(observed);
    expect(changedFrom(taken, { ...declared, ...again })).toEqual([]);
    expect(names.filter((name) => !definition.same(name, taken[name], again[name]))).toEqual([]);
    // If a program declares it as returned, nothing else differs.
    expect(names).toEqual(expect.arrayContaining(changedFrom(taken, { ...declared, ...served })));
  });
});
